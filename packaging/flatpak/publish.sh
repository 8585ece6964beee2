#!/usr/bin/env bash
# Builds the Flatpak and adds it to a repository of one's own: packaging/flatpak/publish.sh FOLDER URL KEY
#   FOLDER  what a web server offers at URL; older releases in it stay
#   KEY     the GPG key that signs it
# Debian: flatpak, flatpak-builder, gpg, and a remote that has the runtime and SDK which the manifest names. People then run
#   flatpak remote-add fermata URL/fermata.flatpakrepo && flatpak install fermata org.fermata_dictation.Fermata
set -euo pipefail
(($# == 3)) || { sed -n '2,6s/^# \?//p' "$0"; exit 2; }
cd "$(dirname "$0")/../.."
folder=$1 url=$2 key=$3
mkdir -p "$folder"
flatpak-builder --force-clean --disable-rofiles-fuse --state-dir=build/flatpak-state --default-branch=stable \
  --gpg-sign="$key" --repo="$folder/repo" build/flatpak packaging/flatpak/org.fermata_dictation.Fermata.yml
flatpak build-update-repo --title=Fermata --default-branch=stable --gpg-sign="$key" --prune "$folder/repo"
cat >"$folder/fermata.flatpakrepo" <<END
[Flatpak Repo]
Title=Fermata
Comment=Dictate offline; a pause is no full stop
Url=$url/repo
DefaultBranch=stable
GPGKey=$(gpg --export "$key" | base64 --wrap=0)
END
