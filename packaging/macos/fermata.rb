# Homebrew, for a tap of one's own: `release.py --manifests` fills in what stands between @.
cask "fermata" do
  version "@VERSION@"
  sha256 "@SHA256 Fermata-@VERSION@-macos-arm64.zip@"

  url "@RELEASE@/Fermata-@VERSION@-macos-arm64.zip"
  name "Fermata"
  desc "Offline dictation that does not mistake a pause for a full stop"
  homepage "https://pypi.org/project/fermata-dictation/"

  depends_on arch: :arm64
  depends_on macos: :monterey

  app "Fermata.app"
  binary "#{appdir}/Fermata.app/Contents/MacOS/fermata"

  zap trash: "~/Library/Application Support/fermata"
end
