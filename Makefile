# make help lists the targets.

IMAGE ?= assets/sample.png
PREFIX ?= /usr/local
DESTDIR ?=

# The loaders of heavy libraries. LOADERS=jxl builds that one alone, LOADERS= none of them.
LOADERS ?= heif jxl svg tiff vips
# The trait in Package.swift of each, and Debian's names of what it is built with.
TRAIT_heif := HEIF
TRAIT_jxl := JPEGXL
TRAIT_svg := SVG
TRAIT_tiff := TIFF
TRAIT_vips := VIPS
PACKAGES_heif := libavif-dev libheif-dev
PACKAGES_jxl := libjxl-dev
PACKAGES_svg := libfontconfig-dev librsvg2-dev
PACKAGES_tiff := libtiff-dev
PACKAGES_vips := libfontconfig-dev libvips-dev

# Debian's names of what the program is built with, and of what its tests run on.
BUILD_PACKAGES := libcairo2-dev libgif-dev libisal-dev libjpeg-dev liblcms2-dev liblz4-dev libmd-dev libpng-dev libseccomp-dev libwebp-dev \
	libx11-dev libxi-dev libxrandr-dev pkg-config $(foreach loader,$(LOADERS),$(PACKAGES_$(loader)))
# Pango is loaded when the first text is shown, and none is where it is missing.
TEST_PACKAGES := fonts-dejavu-core i3-wm libpangocairo-1.0-0 libxcb1-dev openbox xserver-xorg-core xserver-xorg-video-dummy

# Traits are listed with commas between them.
comma := ,
space := $(subst ,, )
TRAITS := $(if $(strip $(LOADERS)),--traits \
	$(subst $(space),$(comma),$(strip $(foreach loader,$(LOADERS),$(TRAIT_$(loader))))),--disable-default-traits)
LOADER_PROGRAMS := xzoom-loader $(LOADERS:%=xzoom-loader-%)

BIN := .build/release
# What of C++'s library the Swift runtime needs is in the program: to bind the whole of it takes 1 ms of each start. The
# linker takes what is static from a folder that has nothing else.
STATIC := $(CURDIR)/.build/static
# Static: a program that starts in 2 ms rather than 5. Stripped: 8 MB rather than 11. No library is looked for beside it.
# The rest is memory, about 1 MB for each program that runs: relocations in a form that takes 10 KB instead of 600, no names
# for other programs, code that is the same kept once. Only the linker that comes with Swift can do that.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath -Xlinker -s -Xswiftc -L$(STATIC) \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xswiftc -use-ld=lld -Xlinker --icf=all \
	-Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic $(TRAITS)
# Every import must be a declared dependency of its target.
CHECKED := --explicit-target-dependency-import-check=error

# Fuzzers, and the seconds that each runs: FUZZERS=png TIME=600 runs one of them for long.
FUZZERS ?= wire profile png jpeg webP gif bmp ico pnm tga qoi farbfeld heif jpegXL tiff svg
TIME ?= 30
CORPUS ?= $(or $(XZOOM_CORPUS),../shared/corpus)

# Of the benchmark: some or all pictures, the parts (all that fit the size), and where growth is drawn.
SIZE ?= some
PARTS ?=
PLOT ?= .build/bench-pictures/growth.png

# Where everything is installed.
BINARIES := $(PREFIX)/bin
LOADERS_FOLDER := $(PREFIX)/libexec/xzoom
SHARE := $(PREFIX)/share
ICON_SIZES := 16 32 48 64 128 256
METAINFO := invalid.xzoom.xzoom.metainfo.xml
# Of the documents that xzoom writes itself, the word of --generate and the file.
DOCUMENTS := man=$(SHARE)/man/man1/xzoom.1 bash=$(SHARE)/bash-completion/completions/xzoom \
	zsh=$(SHARE)/zsh/vendor-completions/_xzoom fish=$(SHARE)/fish/vendor_completions.d/xzoom.fish
INSTALLED := $(BINARIES)/xzoom $(LOADER_PROGRAMS:%=$(LOADERS_FOLDER)/%) $(SHARE)/applications/xzoom.desktop \
	$(SHARE)/metainfo/$(METAINFO) $(SHARE)/icons/hicolor/scalable/apps/xzoom.svg \
	$(foreach size,$(ICON_SIZES),$(SHARE)/icons/hicolor/$(size)x$(size)/apps/xzoom.png) \
	$(foreach document,$(DOCUMENTS),$(lastword $(subst =, ,$(document))))

# What makes the package, and what checks it.
DEB_PACKAGES := dpkg-dev
CHECK_PACKAGES := appstream bash-completion desktop-file-utils fish lintian man-db mandoc zsh

.PHONY: help run build static test check lint fuzz asan bench deps swift install uninstall deb check-package icons clean

help:
	@echo 'make run         build xzoom and show assets/sample.png, or IMAGE=path'
	@echo 'make test        run all tests'
	@echo 'make build       build the release: $(BIN)/xzoom'
	@echo 'make check       lint and tests'
	@echo 'make lint        format and import rules'
	@echo 'make fuzz        look for bytes that crash loaders, TIME=$(TIME) seconds for each of FUZZERS'
	@echo 'make asan        run the tests of loaders, and the corpus, with checks of all use of memory'
	@echo 'make bench       measure start, memory and frames, beside the viewers that are installed; SIZE=all: longer,'
	@echo '                 with the largest pictures; PARTS=growth,slow,…: those alone'
	@echo 'make deps        install the Debian packages that are missing'
	@echo 'make install     what was built, into PREFIX ($(PREFIX)), under DESTDIR; builds it first where nothing was'
	@echo 'make uninstall   the reverse'
	@echo 'make deb         build a Debian package: .build/xzoom-viewer_….deb'
	@echo 'make check-package  hold the package, its documents and completions to what programs of the desktop say of them'
	@echo 'make clean       remove what was built'

swift:
	@command -v swift >/dev/null 2>&1 || { \
		echo 'xzoom is built with Swift 6.2 or later, and there is no swift on PATH: see https://www.swift.org/install/linux/' >&2; \
		exit 1; }

# Asks the package manager for nothing where nothing is missing, so that it works without a network as well.
deps:
	@command -v dpkg-query >/dev/null 2>&1 || { \
		echo 'No dpkg here: install the equivalents of $(BUILD_PACKAGES) $(TEST_PACKAGES) yourself.' >&2; exit 0; }; \
	missing=; \
	for package in $(BUILD_PACKAGES) $(TEST_PACKAGES); do \
		dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q ' installed' || missing="$$missing $$package"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	echo "Installing$$missing"; \
	[ "$$(id -u)" = 0 ] && sudo= || sudo=sudo; \
	$$sudo apt-get update -qq && \
	$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing

build: swift deps static
	for product in xzoom $(LOADER_PROGRAMS); do swift build $(RELEASE) --product $$product || exit; done

# Without the file, the program binds the library as it starts.
static: swift deps
	@mkdir -p $(STATIC); \
	file=$$("$$(dirname "$$(readlink -f "$$(command -v swift)")")/clang" -print-file-name=libstdc++.a) || exit 0; \
	case $$file in /*) ln -sf "$$file" $(STATIC)/ ;; esac

# Without a display, on a private server: a double-click, and pictures of before and after.
run: build
ifneq ($(DISPLAY),)
	$(BIN)/xzoom '$(IMAGE)'
else
	swift build $(RELEASE) --product xzoom-demo
	$(BIN)/xzoom-demo $(BIN)/xzoom '$(IMAGE)' .build/demo
endif

# With the flags of `make lint`, so that nothing is built twice.
test: swift deps
	swift test $(CHECKED) $(TRAITS)

lint: swift
	swift format lint --strict --recursive Sources Tests Package.swift
	swift build $(CHECKED) $(TRAITS) --build-tests

check: deps lint test

# Of two sanitizers that it is told of, the package manager gives the compiler one only.
fuzz: swift deps
	swift build -c release --package-path Tests/Fuzzing --scratch-path .build/fuzzers \
		--sanitize=fuzzer -Xswiftc -sanitize=address,fuzzer -Xcc -fsanitize=address
	sh Tests/Fuzzing/fuzz.sh .build/fuzzers/release/xzoom-fuzz .build/fuzz $(TIME) '$(CORPUS)' $(FUZZERS)

# The loaders have no sandbox, which the sanitizer does not fit into, and keep standard error, where it tells.
# Skipped is what tests the sandbox.
asan: swift deps
	mkdir -p .build
	ASAN_OPTIONS=detect_leaks=0 swift test $(TRAITS) -c release -Xswiftc -enable-testing \
		-Xswiftc -DXZOOM_NO_SANDBOX --sanitize=address --scratch-path .build/asan \
		--filter 'CorpusTests|LoadingTests|RasterFormatsTests' --skip 'SandboxTests|RareFormatTests/tooLarge' \
		>.build/asan.log 2>&1; \
	status=$$?; grep -A 12 'ERROR: AddressSanitizer' .build/asan.log && status=1; \
	tail -n 40 .build/asan.log; exit $$status

bench: build
	swift build $(RELEASE) --product xzoom-bench
	swift build $(RELEASE) --product xzoom-floor
	$(BIN)/xzoom-bench $(BIN)/xzoom --size $(SIZE) $(if $(PARTS),--parts $(PARTS)) --plot '$(PLOT)'

# Needs no compiler where the release has been built, so that it can be run as root.
install: $(BIN)/xzoom
	install -D -m 755 $(BIN)/xzoom '$(DESTDIR)$(BINARIES)/xzoom'
	for program in $(LOADER_PROGRAMS); do \
		install -D -m 755 $(BIN)/$$program '$(DESTDIR)$(LOADERS_FOLDER)/'$$program || exit; \
	done
	install -D -m 644 assets/xzoom.desktop '$(DESTDIR)$(SHARE)/applications/xzoom.desktop'
	install -D -m 644 assets/$(METAINFO) '$(DESTDIR)$(SHARE)/metainfo/$(METAINFO)'
	install -D -m 644 assets/xzoom.svg '$(DESTDIR)$(SHARE)/icons/hicolor/scalable/apps/xzoom.svg'
	for size in $(ICON_SIZES); do \
		install -D -m 644 assets/icons/$$size.png \
			'$(DESTDIR)$(SHARE)/icons/hicolor/'$${size}x$$size/apps/xzoom.png || exit; \
	done
	for document in $(foreach document,$(DOCUMENTS),'$(document)'); do \
		file='$(DESTDIR)'$${document#*=}; \
		install -D -m 644 /dev/null "$$file" && $(BIN)/xzoom --generate=$${document%%=*} >"$$file" || exit; \
	done
	$(DESKTOP_DATABASE)

$(BIN)/xzoom:
	$(MAKE) build

# Desktops find programs by the types of files in a list that this program makes.
DESKTOP_DATABASE = @[ -n '$(DESTDIR)' ] || ! command -v update-desktop-database >/dev/null 2>&1 || \
	update-desktop-database -q '$(SHARE)/applications' || true

# Of folders, xzoom's own goes with it; under DESTDIR, all that are empty then.
uninstall:
	rm -f $(foreach file,$(INSTALLED),'$(DESTDIR)$(file)') '$(DESTDIR)$(LOADERS_FOLDER)/xzoom-loader'*
ifeq ($(DESTDIR),)
	rmdir '$(LOADERS_FOLDER)' 2>/dev/null || true
else
	cd '$(DESTDIR)' && rmdir -p $(sort $(foreach file,$(INSTALLED),'$(patsubst /%/,%,$(dir $(file)))')) 2>/dev/null || true
endif
	$(DESKTOP_DATABASE)

deb: TEST_PACKAGES := $(DEB_PACKAGES)
deb: build
	rm -rf .build/deb
	$(MAKE) install DESTDIR='$(CURDIR)/.build/deb' PREFIX=/usr
	sh assets/debian/package.sh .build/deb .build

# Not of `make check`: it needs the release, and programs that nothing else needs.
check-package: TEST_PACKAGES := $(DEB_PACKAGES) $(CHECK_PACKAGES)
check-package: deps deb
	sh Tests/Packaging/check.sh

# After a change of the drawing; by rsvg-convert of librsvg2-bin.
icons:
	mkdir -p assets/icons
	for size in $(ICON_SIZES); do rsvg-convert -w $$size -h $$size assets/xzoom.svg -o assets/icons/$$size.png || exit; done

clean:
	rm -rf .build
