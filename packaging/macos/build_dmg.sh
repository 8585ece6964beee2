#!/usr/bin/env bash
# Signs, packs and notarises dist/Fermata.app on a Mac: written without one at hand, not run yet.
#   FERMATA_SIGNER="Developer ID Application: NAME (TEAM)" FERMATA_NOTARY=PROFILE packaging/macos/build_dmg.sh dist/Fermata.app
# PROFILE is what `xcrun notarytool store-credentials` keeps in the keychain. Without a signer the .dmg is unsigned, and
# macOS asks its user to allow the application under Privacy & Security.
set -euo pipefail
app=$1
here=$(cd "$(dirname "$0")" && pwd)
version=$(/usr/libexec/PlistBuddy -c 'Print CFBundleShortVersionString' "$app/Contents/Info.plist")
dmg=$(dirname "$app")/$(basename "$app" .app)-$version-macos-$(uname -m).dmg

if [[ -n ${FERMATA_SIGNER:-} ]]; then
  # from the inside out: a bundle's signature covers those of its parts
  find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' -o -perm -u+x \) -print0 |
    xargs -0 codesign --force --timestamp --options runtime --sign "$FERMATA_SIGNER" \
      --entitlements "$here/entitlements.plist"
  codesign --force --timestamp --options runtime --sign "$FERMATA_SIGNER" --entitlements "$here/entitlements.plist" "$app"
  codesign --verify --deep --strict "$app"
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ditto "$app" "$folder/$(basename "$app")"
ln -s /Applications "$folder/Applications"
hdiutil create -ov -format ULFO -volname Fermata -srcfolder "$folder" "$dmg"

if [[ -n ${FERMATA_SIGNER:-} ]]; then
  codesign --timestamp --sign "$FERMATA_SIGNER" "$dmg"
  if [[ -n ${FERMATA_NOTARY:-} ]]; then
    xcrun notarytool submit "$dmg" --keychain-profile "$FERMATA_NOTARY" --wait
    xcrun stapler staple "$dmg"
    spctl --assess --type open --context context:primary-signature "$dmg"
  fi
fi
echo "$dmg"
