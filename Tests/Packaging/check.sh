#!/bin/sh
# Holds the package that is in .build, its documents and completions to what programs of the desktop say of them. Run in
# the top folder, by `make check-package`.
set -eu
failed=0
fail() {
	echo "FAILED: $*" >&2
	failed=1
}
# Runs a command that must succeed.
must() { "$@" || fail "$*"; }

xzoom=.build/release/xzoom
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
set -- .build/xzoom-viewer_*.deb
package=$1
[ $# = 1 ] || fail 'one package in .build'

# One version everywhere.
version=$($xzoom --version)
version=${version#xzoom }
[ "$(dpkg-parsechangelog -l assets/debian/changelog -S Version)" = "$version" ] || fail 'version of the changelog'
[ "$(dpkg-deb -f "$package" Version)" = "$version" ] || fail 'version of the package'
grep -m 1 '<release ' assets/*.metainfo.xml | grep -qF "\"$version\"" || fail 'version of the metadata'

# The desktop's files.
must desktop-file-validate assets/xzoom.desktop
must appstreamcli validate --no-net assets/*.metainfo.xml
for size in 16 32 48 64 128 256; do
	# Width and height of a PNG are eight bytes from byte 16 on.
	[ "$(od -An -j 16 -N 8 -t u1 assets/icons/$size.png | tr -s ' ')" = " 0 0 $((size / 256)) $((size % 256)) 0 0 $((size / 256)) $((size % 256))" ] ||
		fail "size of assets/icons/$size.png"
done

# The manual page.
$xzoom --generate=man >"$work/xzoom.1"
must mandoc -T lint -W warning "$work/xzoom.1"
LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Z "$work/xzoom.1" 2>&1 >/dev/null | grep . && fail 'groff'

# Completions, in a folder with these files.
files=$work/files
mkdir -p "$files/folder" "$work/completions"
touch "$files/a picture.png" "$files/ANOTHER.JPG" "$files/about.txt"
for shell in bash zsh fish; do $xzoom --generate=$shell >"$work/completions/$shell"; done
cp "$work/completions/zsh" "$work/completions/_xzoom"
tests=$PWD/Tests/Packaging
must bash -n "$work/completions/bash"
must zsh -n "$work/completions/zsh"
must fish --no-execute "$work/completions/fish"
cd "$files"
must bash --norc "$tests/completions.bash" "$work/completions/bash"
must bash --norc -c 'source /usr/share/bash-completion/bash_completion; source "$0" "$1"' \
	"$tests/completions.bash" "$work/completions/bash"
must zsh -f "$tests/completions.zsh" "$work/completions"
must fish --no-config "$tests/completions.fish" "$work/completions/fish"
cd "$OLDPWD"

# What is installed goes again, and nothing else.
make -s install DESTDIR="$work/root"
[ -x "$work/root/usr/local/bin/xzoom" ] || fail 'make install'
make -s uninstall DESTDIR="$work/root"
[ -z "$(find "$work/root" -mindepth 1)" ] || fail "make uninstall leaves $(find "$work/root" -mindepth 1 | tr '\n' ' ')"

# The package.
must lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$package"
dpkg-deb -x "$package" "$work/package"
for program in "$work"/package/usr/bin/* "$work"/package/usr/libexec/xzoom/*; do
	readelf -d "$program" | grep -E 'RPATH|RUNPATH' && fail "$program looks for libraries where it was built"
	readelf -S "$program" | grep -E '\.symtab|\.debug_' && fail "$program is not stripped"
done
# The same programs, installed anew, are the same package.
sum=$(sha256sum <"$package")
rm -rf .build/deb
make -s install DESTDIR="$PWD/.build/deb" PREFIX=/usr
(umask 077 && sh assets/debian/package.sh .build/deb .build >/dev/null)
[ "$(sha256sum <"$package")" = "$sum" ] || fail 'two packages of the same programs differ'

[ $failed = 0 ] && echo "$package is well"
exit $failed
