#!/usr/bin/env bash
# The small program that an AppImage begins with, from its makers' sources: it mounts what lies behind it, or unpacks it
# where that is not allowed, and starts it. Each commit is pinned; where two of them say "release", its tag did.
#   packaging/build_appimage_runtime.sh FOLDER     writes `appimage-runtime` there, its licences, and its sources
# Debian: autoconf automake gcc git libtool libzstd-dev make meson ninja-build pkg-config zlib1g-dev.
set -euo pipefail
target=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap '(($? == 0)) || tail -30 "$work/build.log" >&3; rm -rf "$work"' EXIT
cd "$work"

fetch() { # FOLDER REPOSITORY COMMIT
  git clone -q "https://github.com/$2" "$1"
  git -C "$1" -c advice.detachedHead=false checkout -q "$3"
}
fetch runtime AppImage/type2-runtime caf24f9f712084686bfc24a70b75e50df0aefb9c
fetch fuse libfuse/libfuse 6d08472ea47db895748d5ca7d3daf032c3fefcf8 # release 3.15.0, which the runtime patches
fetch squashfuse vasi/squashfuse 775b4cc72ab47641637897f11ce0da15d5c1f115 # release 0.5.2
patch -s -d fuse -p1 <runtime/patches/libfuse/mount.c.diff

export CFLAGS="-Os -ffunction-sections -fdata-sections"
exec 3>&2 >build.log 2>&1 # told only where something fails
meson setup --prefix="$work/made" --libdir=lib -Ddefault_library=static -Dutils=false -Dexamples=false -Dtests=false \
  -Duseroot=false fuse/build fuse
ninja -C fuse/build install
export PKG_CONFIG_PATH=$work/made/lib/pkgconfig
cd squashfuse
./autogen.sh
./configure --prefix="$work/made" --disable-shared --disable-demo --disable-high-level --without-xz --without-lzo \
  --without-lz4
make -j"$(nproc)"
make install
install -m 644 ./*.h "$work/made/include/squashfuse"
cd ../runtime/src/runtime
git rev-parse --short HEAD >version
# Its Makefile is for clang: gcc warns of more, and takes one of the two ways to say "static".
sed -i 's/ -static / /; s/-Wall -Werror //' Makefile
make CC="gcc -I$work/made/include/squashfuse -I$work/made/include -I$work/made/include/fuse3 -L$work/made/lib" \
  LIBS="-lsquashfuse_ll -lsquashfuse -lzstd -lz -lfuse3 -lpthread"
cd "$work"
strip --strip-unneeded runtime/src/runtime/runtime
printf 'AI\x02' | dd of=runtime/src/runtime/runtime bs=1 count=3 seek=8 conv=notrunc status=none # no ELF field is there

install -m 755 runtime/src/runtime/runtime "$target/appimage-runtime"
install -m 644 runtime/LICENSE "$target/appimage-runtime-licence.txt"
install -m 644 squashfuse/LICENSE "$target/squashfuse-licence.txt"
install -m 644 fuse/LGPL2.txt "$target/fuse-LGPL-2.1.txt"
mkdir -p "$target/sources"
for each in runtime fuse squashfuse; do
  git -C "$each" archive --prefix="$each/" HEAD | gzip -n >"$target/sources/appimage-$each.tar.gz"
done
