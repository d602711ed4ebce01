#!/bin/sh
# Makes a Debian package of what `make install PREFIX=/usr` put into a folder. The same bytes come from the same programs.
#   package.sh ROOT FOLDER    leaves FOLDER/xzoom-viewer_VERSION_ARCHITECTURE.deb, and says its name; ROOT gets what the
#                             package has besides
set -eu
umask 022
root=$(cd "$1" && pwd) folder=$(cd "$2" && pwd) files=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/debian" "$root/DEBIAN"
cp "$files/control" "$files/changelog" "$work/debian/"
cd "$work"
package=$(sed -n 's/^Package: //p' debian/control)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(dpkg-parsechangelog -S Timestamp)}
export SOURCE_DATE_EPOCH

# The documents.
gzip -9n "$root/usr/share/man/man1/xzoom.1"
documents=$root/usr/share/doc/$package
install -D -m 644 "$files/copyright" "$documents/copyright"
gzip -9nc debian/changelog >"$documents/changelog.gz"

# Without the libraries of a loader alone, xzoom starts all the same, and says what it cannot show.
set -- -dDepends "-e$root/usr/bin/xzoom" "-e$root/usr/libexec/xzoom/xzoom-loader" -dRecommends
for loader in "$root"/usr/libexec/xzoom/xzoom-loader-*; do
	[ ! -e "$loader" ] || set -- "$@" "-e$loader"
done
dpkg-shlibdeps -O "$@" >substvars
dpkg-gencontrol -Tsubstvars "-P$root"

(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
chmod 644 "$root"/DEBIAN/*
find "$root" -type d -exec chmod 755 {} +
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
# One thread: with more, the compressor's output depends on how many there are.
dpkg-deb --build --root-owner-group -Zxz --threads-max=1 "$root" "$folder"
