#!/usr/bin/env bash
# The parts of a Linux bundle that no wheel brings; two from the sources of Debian's or Ubuntu's own packages:
#   ffmpeg        decodes sound and does nothing else; without network, and without a part under the GPL, so that a
#                 bundle with it may be handed on (LGPL-2.1-or-later)
#   libportaudio  the microphone, through ALSA alone: that of the system asks for JACK
#   numpy         of the lock file's version, without OpenBLAS: its 28 MB would save 4 ms of each hearing
#   packaging/build_native_parts.sh FOLDER     writes them there, their licences, and the sources they were made from
# Debian: dpkg-dev g++ gcc libasound2-dev make nasm python3-dev python3-venv. Ten minutes on two free cores.
set -euo pipefail
lock=$(cd "$(dirname "$0")" && pwd)/linux.lock
target=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" # apt fetches as a user of its own
cd "$work"

# Sources are fetched with a configuration of our own: that of the system stays as it is. apt checks them.
. /etc/os-release
mkdir -p apt/lists/partial apt/cache/archives/partial
case $ID in
  ubuntu) suites="http://archive.ubuntu.com/ubuntu $VERSION_CODENAME
http://archive.ubuntu.com/ubuntu $VERSION_CODENAME-updates
http://archive.ubuntu.com/ubuntu $VERSION_CODENAME-security" parts="main universe" ;;
  *) suites="http://deb.debian.org/debian $VERSION_CODENAME
http://deb.debian.org/debian-security $VERSION_CODENAME-security" parts=main ;;
esac
while read -r suite; do echo "deb-src $suite $parts"; done <<<"$suites" >apt/sources.list
cat >apt.conf <<END
Dir::Etc::sourcelist "$work/apt/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$work/apt/lists";
Dir::Cache "$work/apt/cache";
END
export APT_CONFIG=$work/apt.conf
apt-get -qq update
apt-get -qq source --download-only ffmpeg portaudio19
dpkg-source -x ffmpeg_*.dsc source >/dev/null
dpkg-source -x portaudio19_*.dsc portaudio >/dev/null

# What people dictate into, film with and are sent. Names that this release lacks fail.
demuxers=aac,ac3,aiff,amr,amrnb,amrwb,ape,asf,au,avi,caf,dts,eac3,flac,flv,gsm,matroska,mov,mp3,mpegps,mpegts,ogg,rm
demuxers+=,tta,w64,wav,wv
decoders=aac,aac_latm,ac3,adpcm_g722,adpcm_g726,adpcm_g726le,adpcm_ima_qt,adpcm_ima_wav,adpcm_ms,adpcm_swf
decoders+=,adpcm_yamaha,alac,als,amrnb,amrwb,ape,cook,dca,eac3,flac,g723_1,g729,gsm,gsm_ms,ilbc,mp1float,mp2float
decoders+=,mp3float,nellymoser,opus,pcm_alaw,pcm_bluray,pcm_dvd,pcm_f32be,pcm_f32le,pcm_f64be,pcm_f64le,pcm_mulaw
decoders+=,pcm_s16be,pcm_s16be_planar,pcm_s16le,pcm_s16le_planar,pcm_s24be,pcm_s24le,pcm_s24le_planar,pcm_s32be
decoders+=,pcm_s32le,pcm_s32le_planar,pcm_s8,pcm_s8_planar,pcm_u8,qdm2,ra_144,ra_288,sipr,speex,truehd,truespeech
decoders+=,tta,vorbis,wavpack,wmalossless,wmapro,wmav1,wmav2,wmavoice
parsers=aac,aac_latm,ac3,adx,amr,cook,dca,flac,g723_1,g729,gsm,mlp,mpegaudio,opus,sipr,tak,vorbis
mkdir build
(
  cd build
  ../source/configure \
    --disable-everything --disable-autodetect --disable-network --disable-doc --disable-debug --disable-programs \
    --disable-avdevice --disable-swscale --disable-postproc --enable-ffmpeg --enable-small \
    --enable-protocol=file,pipe --enable-demuxer="$demuxers" --enable-decoder="$decoders" --enable-parser="$parsers" \
    --enable-muxer=au --enable-encoder=pcm_s16be \
    --enable-filter=aformat,anull,aresample,atrim,pan >configure.log
  if grep '^WARNING: Option' configure.log; then exit 1; fi
  make -s -j"$(nproc)" ffmpeg >make.log 2>&1 || { tail -30 make.log >&2; exit 1; }
  strip ffmpeg
)
(
  cd portaudio
  ./configure --with-alsa --without-jack --without-oss --disable-static >configure.log
  make -s -j"$(nproc)" lib/libportaudio.la >make.log 2>&1 || { tail -30 make.log >&2; exit 1; }
  strip --strip-unneeded lib/.libs/libportaudio.so.2
)

# Its hash is checked; what builds it is fetched anew.
sed -n '/^numpy==/,/^[^ ]/{/^numpy\|^ *--hash/p}' "$lock" | sed '$s/ *\\$//' >numpy.txt
python3 -m venv python
python/bin/pip wheel -q --no-deps --no-binary numpy --require-hashes -r numpy.txt -w wheels -Csetup-args=-Dblas=none \
  -Csetup-args=-Dlapack=none -Csetup-args=-Dallow-noblas=true

# The licences and the sources go with them, as the LGPL asks.
install -m 755 build/ffmpeg "$target/ffmpeg"
install -m 644 portaudio/lib/.libs/libportaudio.so.2 "$target/libportaudio.so.2"
install -m 644 wheels/numpy-*.whl "$target"
install -m 644 source/COPYING.LGPLv2.1 "$target/ffmpeg-LGPL-2.1.txt"
install -m 644 portaudio/LICENSE.txt "$target/portaudio-licence.txt"
mkdir -p "$target/sources"
install -m 644 ./*.orig.tar.* ./*.debian.tar.* ./*.dsc "$target/sources"
"$target/ffmpeg" -hide_banner -version
! "$target/ffmpeg" -hide_banner -version | grep -E -- '--enable-(gpl|nonfree)'
