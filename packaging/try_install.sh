#!/usr/bin/env bash
# Installs Fermata on a bare Debian as its README says, and uses it: try_install.sh pip|pipx KIND FOLDER
#
# As root, with debootstrap and, where there is a screen, Xvfb and a Python that has PySide6 (PYTHON, else .venv's).
# The Debian (DEBIAN, else bookworm) is made under build/try once, and copied for each try; what was committed is installed.
#   terminal  nothing but Python is there: the commands that need no screen must work, the others say what lacks
#   window    with the packages that the list has for it, the window must be there; FOLDER gets its picture
#   lacking   each of those packages is taken away in turn: `fermata` must name it in one sentence, or work without
set -euo pipefail
cd "$(dirname "$0")/.."
(($# == 3)) || { sed -n '2,8s/^# \?//p' "$0"; exit 2; }
installer=$1 kind=$2 debian=${DEBIAN:-bookworm} out=$(mkdir -p "$3" && realpath "$3")
python=$(realpath -s "${PYTHON:-.venv/bin/python}")
base=$PWD/build/try/$debian root=$PWD/build/try/$debian-$installer-$kind
mkdir -p build/try

[[ -e $base/etc/debian_version ]] || debootstrap --variant=minbase "$debian" "$base" >"$out/debootstrap.log"

leave() { umount -q "$root/proc" "$root/dev" "$root/tmp/.X11-unix" 2>/dev/null || true; rm -rf --one-file-system "$root"; }
trap leave EXIT
leave
cp -a "$base" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in null zero random urandom; do cp -a /dev/$device "$root/dev/"; done
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/shm"
chmod 1777 "$root/dev/shm"
# how this machine reaches Debian and the package index
cp /etc/resolv.conf "$root/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$root/opt/certificates"
for file in /etc/apt/apt.conf.d/99*; do [[ ! -e $file ]] || cp --parents "$file" "$root/"; done
echo "deb http://deb.debian.org/debian $debian main" >"$root/etc/apt/sources.list"

inside() {
  chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PIP_CERT=/opt/certificates SSL_CERT_FILE=/opt/certificates "$@"
}
as_user() { inside setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=/home/user "$@"; }
logged() { local log=$out/$1; shift; "$@" >>"$log" 2>&1 || { tail "$log"; exit 1; }; }
bring() { logged apt.log inside apt-get install -y -qq --no-install-recommends "$@"; }
say() { printf '\n+ %s\n' "$*"; }

inside apt-get update -qq
bring python3 "$([[ $installer = pipx ]] && echo pipx || echo python3-venv)"
inside useradd --create-home --uid 1000 user
git archive HEAD | tar -x --one-top-level="$root/opt/source"
"$python" -m pip wheel -q --no-deps -w "$root/opt" "$root/opt/source"
wheel=$(cd "$root/opt" && echo fermata_dictation-*.whl)
if [[ $installer = pipx ]]; then
  logged install.log inside env PIPX_HOME=/opt/pipx PIPX_BIN_DIR=/usr/local/bin pipx install "/opt/$wheel"
else
  inside python3 -m venv /opt/fermata
  logged install.log inside /opt/fermata/bin/pip install -q "/opt/$wheel"
  ln -s /opt/fermata/bin/fermata "$root/usr/local/bin/fermata"
fi
cp assets/samples/dictation.ogg "$root/home/user/talk.ogg"
echo 'so i went to the shop it was closed what should i do' >"$root/home/user/notes.txt"

if [[ $kind = terminal ]]; then
  cd_home=(sh -c 'cd && exec "$@"' sh)
  for line in 'fermata --version' 'fermata transcribe talk.ogg' 'fermata punctuate notes.txt' 'fermata models' \
    'fermata doctor' 'fermata listen' 'fermata'; do
    say "$line"
    status=0
    as_user "${cd_home[@]}" /usr/local/bin/${line} </dev/null 2>&1 || status=$?
    echo "($status)"
  done | tee "$out/$installer-terminal.txt"
  grep -q 'the weather in New York' "$out/$installer-terminal.txt"
  grep -q 'libportaudio2' "$out/$installer-terminal.txt"
  grep -q 'No screen can be reached' "$out/$installer-terminal.txt"
  exit
fi

mapfile -t wanted < <(sed '/^# Only for the tests/,$d; s/#.*//; s/ *$//; /^$/d' packaging/debian-packages.txt)
bring "${wanted[@]}" fonts-dejavu-core
mkdir -p "$root/tmp/.X11-unix"
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
export out root python kind installer

# Runs with a screen: starts the window, waits until it is painted or ends.
open_window() {
  install -o 1000 -m 600 "$XAUTHORITY" "$root/home/user/.Xauthority"
  chroot "$root" setpriv --reuid=1000 --regid=1000 --clear-groups /usr/bin/env -i HOME=/home/user LANG=C.UTF-8 \
    PATH=/usr/local/bin:/usr/bin:/bin DISPLAY="$DISPLAY" fermata &
  local window=$! status=0
  for _ in $(seq 120); do
    kill -0 $window 2>/dev/null || break
    if QT_QPA_PLATFORM=xcb "$python" -c "$LOOK" "$out/$installer-$kind.png"; then
      kill $window
      wait $window || true
      echo 'the window is there'
      return
    fi
  done
  wait $window || status=$?
  echo "($status)"
  return 1
}
export LOOK='
import sys, time
from PySide6.QtWidgets import QApplication
time.sleep(1)
picture = QApplication([]).primaryScreen().grabWindow(0)
image = picture.toImage()
colours = {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
picture.save(sys.argv[1])
sys.exit(len(colours) < 30)  # of letters whose edges are smooth
'
with_screen() { xvfb-run -a -s '-screen 0 1280x800x24 -noreset' bash -euo pipefail -c "$(declare -f open_window); open_window"; }

if [[ $kind = window ]]; then
  with_screen 2>&1 | tee "$out/$installer-window.txt"
  exit
fi
for package in "${wanted[@]}"; do
  say "without $package"
  logged apt.log inside dpkg --purge --force-depends "$package"
  told=$(with_screen 2>&1) || true
  echo "$told"
  bring "$package"
  grep -q "^the window is there\|^fermata: .*apt install .*$package" <<<"$told" || { echo 'it is not named'; exit 1; }
done 2>&1 | tee "$out/$installer-lacking.txt"
