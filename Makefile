# make demo    the main job on real input, each command shown as it runs
# make test    all tests; make test-long  the longer campaigns; make witness  the second opinion alone
# make mutants  small changes of the libraries that no test notices; make coverage  lines that no test reaches
# make sanitize  all tests under the address sanitizer and under the thread sanitizer
# make fuzz SECONDS=60  each fuzz target for so long, and the parser of JSON beside others
# make build   release executables in .build/release
# make install PREFIX=/usr/local; make uninstall removes what it has made
# make deb     a Debian package of the build in .build/packages, checked by lintian; RELEASE=trixie builds all in a root
#              of that release, as root; make test-deb does both releases, installs each package and uses it
# make dist    the program and the sources as archives in .build/dist, with checksums and an SBOM; SIGNING_KEY=FILE signs
# make wheel   the program as a wheel for pip and pipx in .build/wheel
# make reproducible  two builds in different folders, which have to give the same bytes
# make manual  man/ and completions/, from their sources and the commands' specifications
# make screenshots  pictures of made-up logs into docs/images, with a headless browser
# make bench   figures beside limits, git and Taskwarrior, NODES=100000; make lint, make format
# Each installs the Debian packages that it needs, as root or with sudo, and nothing the second time.

PREFIX ?= /usr/local
SWIFT ?= swift
# The folder of the program that is installed.
BUILD ?= .build/release
# How many nodes the benchmarks use.
NODES ?= 100000
# How long each fuzz target runs.
SECONDS ?= 60
# The environments of Python that tests use.
venvs = witness firestore s3 readers mcp
# A release of Debian that a package is built in; none is this machine.
RELEASE ?=
# The releases that are tried at each change.
releases = bookworm trixie
# Options of Tests/Mutants/mutants.py and coverage.py, for example --again.
MUTANTS ?=
COVERAGE ?=

build_packages = libcurl4-openssl-dev libgit2-dev libical-dev libncurses-dev libqrencode-dev libsodium-dev libssl-dev libxxhash-dev libzstd-dev tzdata zlib1g-dev
test_packages = age apache2-bin binutils curl dbus desktop-file-utils fish git gnome-keyring jq libsecret-1-0 man-db mandoc 'openjdk-21-jre-headless|openjdk-17-jre-headless' openssh-client openssh-server openssl parallel python3 python3-nacl python3-venv radicale rclone strace syncthing systemd taskwarrior tmux todoman util-linux vdirsyncer vim zbar-tools zsh zstd
witness_packages = python3 python3-venv
mutants_packages = git python3 python3-venv util-linux
lint_packages = python3 shellcheck
screenshot_packages = chromium fonts-dejavu-core pngquant python3
fuzz_packages = libjansson4 python3 python3-venv
deb_packages = binutils dpkg-dev lintian python3
dist_packages = binutils git openssh-client python3
test_deb_packages = ca-certificates mmdebstrap util-linux
bench_packages = git openssl python3 python3-venv zstd taskwarrior

# The programs have the Swift runtime in them: they start in three quarters of the time, and a machine needs
# no Swift library to run them. So is the runtime of C++, which Swift's needs: a fifth of the time again.
# No program has the path of the folder that it was built in, so that two builds of a commit are the same bytes.
build_flags = --static-swift-stdlib --disable-local-rpath -Xlinker -L$(CURDIR)/.build/static \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.

.PHONY: all build test test-long witness firestore-venv s3-venv readers-venv mcp-venv browser-venv mutants coverage sanitize sanitize-address sanitize-thread fuzz demo install uninstall deb $(releases:%=deb-%) $(releases:%=try-%) test-deb dist wheel reproducible manual screenshots bench lint format clean toolchain

all: build

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
	  echo 'error: there is no swift in PATH; install Swift 6.3 or later' >&2; exit 1; }

build: toolchain
	@scripts/install-dependencies $(build_packages)
	@scripts/link-static .build/static
	@$(SWIFT) build -c release $(build_flags) --product redo
	@scripts/link-names .build/release

test: toolchain
	@scripts/install-dependencies $(build_packages) $(test_packages)
	@$(MAKE) --no-print-directory firestore-venv s3-venv readers-venv mcp-venv browser-venv
	$(SWIFT) build --build-tests
	SWIFT=$(SWIFT) scripts/run-tests
	@$(MAKE) --no-print-directory witness

# More random logs, more interrupted imports and more mutated nodes; every operation that can fail, more power cuts,
# more worlds, more pushes beside writers.
test-long: toolchain
	@scripts/install-dependencies $(build_packages) $(test_packages)
	@$(MAKE) --no-print-directory firestore-venv s3-venv readers-venv mcp-venv browser-venv
	$(SWIFT) build --build-tests
	REDO_LOGS=20000 REDO_KILLS=500 REDO_MUTATIONS=20000 REDO_FAULTS=all REDO_CUTS=100000 \
	  REDO_SIMULATIONS=10000 REDO_PUSHES=2000 REDO_COPIES=5000 REDO_SYNCTHING=30 \
	  SWIFT=$(SWIFT) scripts/run-tests
	@REDO_MUTATIONS=50000 REDO_LOGS=5000 $(MAKE) --no-print-directory witness

# A second reading of the protocol and of the families, in Python, over the executables of the debug build.
# REDO_LOGS is the number of histories that are compared.
witness: .build/witness-venv/installed
	@scripts/link-names .build/debug
	@.build/witness-venv/bin/python -B Tests/Witness/witness.py --executables .build/debug

# Each environment of Python is made from its list of packages.
$(venvs:%=.build/%-venv/installed): .build/%-venv/installed:
	@scripts/install-dependencies $(witness_packages)
	python3 -m venv .build/$*-venv
	.build/$*-venv/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.build/witness-venv/installed: Tests/Witness/requirements.txt

# Google's client of Firestore, for the tests' proxy and their second opinion. The emulator itself is the
# package google-cloud-cli-firestore-emulator of Google's own archive, which is not Debian's.
firestore-venv: .build/firestore-venv/installed

.build/firestore-venv/installed: Tests/Support/Servers/requirements.txt

# moto, a store of Amazon's kind, for the tests of its store helper.
s3-venv: .build/s3-venv/installed

.build/s3-venv/installed: Tests/Support/Servers/requirements-s3.txt

# Readers of calendars that are not ours, for the tests of what the suite writes.
readers-venv: .build/readers-venv/installed

.build/readers-venv/installed: Tests/Support/Readers/requirements.txt

# A client of the Model Context Protocol that is not ours, for the tests of redo mcp.
mcp-venv: .build/mcp-venv/installed

.build/mcp-venv/installed: Tests/Support/Readers/requirements-mcp.txt

# axe-core, the rules for pages that everybody can read, for the tests of redo view. The package names a driver of
# browsers, which is large and not used.
browser-venv: .build/browser-venv/installed

.build/browser-venv/installed: Tests/Support/Browser/requirements.txt
	@scripts/install-dependencies $(witness_packages)
	python3 -m venv .build/browser-venv
	.build/browser-venv/bin/pip install --quiet --disable-pip-version-check --no-deps -r $<
	@touch $@

# The libraries and the executables are built with a sanitizer, and the tests run both. Leaks are not
# looked for: a command lives for a moment.
sanitize: sanitize-address sanitize-thread

sanitize-address sanitize-thread: sanitize-%: toolchain
	@scripts/install-dependencies $(build_packages) $(test_packages)
	@$(MAKE) --no-print-directory firestore-venv s3-venv readers-venv mcp-venv browser-venv
	$(SWIFT) build --build-tests --sanitize=$* --scratch-path .build/$*
	ASAN_OPTIONS=detect_leaks=0 REDO_TEST_EXEC_PATH=$(CURDIR)/.build/$*/debug \
	  $(SWIFT) test --skip-build --sanitize=$* --scratch-path .build/$*

# The two flags name the libraries of the linker, the third instruments the code: the last of the first two would
# count alone. gold, the linker otherwise, leaves out the tables of coverage. The targets are optimised as the programs
# are.
fuzz: toolchain .build/witness-venv/installed
	@scripts/install-dependencies $(build_packages) $(fuzz_packages)
	REDO_FUZZ=1 $(SWIFT) build -c release --scratch-path .build/fuzz --product fuzz \
	  --sanitize fuzzer --sanitize address \
	  -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld -Xswiftc -enable-testing
	@scripts/fuzz .build/fuzz/release/fuzz $(SECONDS) $(TARGETS)
	@.build/witness-venv/bin/python -B Tests/Fuzz/compare_json.py .build/fuzz/release/fuzz $(SECONDS) \
	  .build/fuzz-corpus/json .build/fuzz-corpus/node

# Many small changes of the libraries in one program, each of which some test has to notice.
mutants: toolchain .build/mutants-venv/installed
	@scripts/install-dependencies $(build_packages) $(test_packages)
	@.build/mutants-venv/bin/python -B Tests/Mutants/mutants.py --swift $(SWIFT) $(MUTANTS)

# The same libraries' lines and regions that their tests reach.
coverage: toolchain
	@scripts/install-dependencies $(build_packages) $(test_packages) $(mutants_packages)
	@python3 -B Tests/Mutants/coverage.py --swift $(SWIFT) $(COVERAGE)

.build/mutants-venv/installed: Tests/Mutants/requirements.txt
	@scripts/install-dependencies $(mutants_packages)
	python3 -m venv .build/mutants-venv
	.build/mutants-venv/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

demo: build
	@PATH="$(CURDIR)/.build/release:$$PATH" scripts/demo $(CURDIR)/Fixtures/redo_changes.json

install: build
	@scripts/install $(BUILD) $(PREFIX)

uninstall:
	@scripts/uninstall $(PREFIX)

# lintian's warnings are about what Debian asks of its own packages alone.
ifeq ($(RELEASE),)
deb: build
	@scripts/install-dependencies $(deb_packages)
	@rm -rf .build/packages
	@scripts/make-deb .build/release .build/packages
	@lintian --fail-on error --allow-root --tag-display-limit 0 .build/packages/*.deb
else
deb: deb-$(RELEASE)
endif

# Each build keeps one processor busy, so they run beside each other.
$(releases:%=deb-%): deb-%: toolchain
	@scripts/install-dependencies $(test_deb_packages)
	@scripts/in-release $* make deb

# Each release's package on it, and what is built on the older one on the newer one as well: released programs are built
# there.
test-deb: toolchain
	@scripts/install-dependencies $(test_deb_packages)
	@$(MAKE) --no-print-directory -j2 $(releases:%=deb-%)
	@$(MAKE) --no-print-directory -j2 $(releases:%=try-%)

try-bookworm:
	@scripts/test-deb bookworm .build/releases/bookworm/packages/*.deb

try-trixie:
	@scripts/test-deb trixie .build/releases/trixie/packages/*.deb .build/releases/bookworm/packages/*.deb

dist: build
	@scripts/install-dependencies $(dist_packages)
	@rm -rf .build/dist
	@scripts/make-dist .build/release .build/dist

wheel: build
	@scripts/install-dependencies $(dist_packages)
	@rm -rf .build/wheel
	@scripts/make-wheel.py .build/release .build/wheel

# Of the last commit, whatever stands in this folder.
reproducible: toolchain
	@scripts/check-reproducible

manual: toolchain
	@scripts/install-dependencies $(build_packages)
	$(SWIFT) build --product write-manual
	.build/debug/write-manual .

screenshots: build
	@scripts/install-dependencies $(screenshot_packages)
	@scripts/screenshots $(CURDIR)/.build/release docs/images

# The suite beside its limits and beside git and Taskwarrior; 1 when a budget is missed.
bench: build .build/bench-venv/installed
	@.build/bench-venv/bin/python -B Benchmarks/run.py --executables .build/release --nodes $(NODES)

.build/bench-venv/installed: Benchmarks/requirements.txt
	@scripts/install-dependencies $(bench_packages)
	python3 -m venv .build/bench-venv
	.build/bench-venv/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

lint: toolchain
	@scripts/install-dependencies $(lint_packages)
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Package.swift
	$(SWIFT) package dump-package | scripts/check-dependencies.py
	scripts/check-words.py
	shellcheck $(filter-out %.py,$(wildcard scripts/*)) Tests/Debian/scenarios .ci/run completions/redo.bash

format: toolchain
	$(SWIFT) format format --in-place --recursive --parallel Sources Tests Package.swift

clean:
	rm -rf .build
