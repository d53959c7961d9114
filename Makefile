# SPDX-License-Identifier: GPL-2.0
# For people: `make help`. The kernel's build reads Kbuild.

KERNEL ?= stock
DESTDIR ?=
prefix ?= /usr/local
bindir ?= $(prefix)/sbin
mandir ?= $(prefix)/share/man
udevdir ?= $(prefix)/lib/udev/rules.d
unitdir ?= $(prefix)/lib/systemd/system
completiondir ?= $(prefix)/share/bash-completion/completions

programs := $(filter-out bench,$(patsubst tools/%/Makefile,%,$(wildcard tools/*/Makefile)))
installed := gevctl gevsim
pages := $(wildcard Documentation/man/*.[1-8])
rules := $(wildcard tools/udev/*.rules)
units := $(wildcard tools/udev/*.service)
completions := $(wildcard tools/*/*.bash-completion)

all: modules tools

help:
	@echo 'make setup	    install the packages that are missing (Debian 12, root)'
	@echo 'make [all]	    module for this distribution'"'"'s kernel, and the tools'
	@echo 'make modules	    the module; KERNEL=stock, debug, 6.1, 6.12 or 7.3'
	@echo 'make tools	    gevctl, gevsim and what tests and benchmark need'
	@echo 'make install	    both, and man pages; DESTDIR=, prefix=$(prefix)'
	@echo 'make demo	    a simulated camera streams into /dev/video0, in a VM'
	@echo 'make check	    all tests, short counts (what CI runs)'
	@echo 'make check-debug    only those on the debug kernel'
	@echo 'make soak	    all tests, long counts: hours'
	@echo 'make lint	    style and static checks'
	@echo 'make fuzz	    fuzz targets, FUZZ_SECONDS=20 each'
	@echo 'make bench	    goodput against bare verbs'
	@echo 'make bench-gvsp	    receivers of GVSP side by side; 45 minutes'
	@echo 'make build-all	    the module for each kernel of tools/kernels/table'
	@echo 'make clean	    removes build/'
	@echo
	@echo 'make check SUITES="unit fuzz" runs only these of selftests/suites.'

setup:
	@tools/setup

modules: setup
	@tools/kernels/module $(KERNEL)

tools: setup $(programs:%=tool-%)

tool-%:
	@$(MAKE) --no-print-directory -s -C tools/$*

tests: setup
	@$(MAKE) --no-print-directory -s -C selftests

demo: setup
	@tools/demo/run

check: modules tools tests
	@selftests/run $(SUITES)

check-debug: tools tests
	@selftests/run --rig debug $(SUITES)

soak: modules tools tests
	@selftests/run --soak $(SUITES)

lint: setup
	@tools/lint

fuzz: tests
	@selftests/fuzz/run-fuzz

bench: modules tools
	@tools/bench/run

bench-gvsp: modules tools
	@tools/bench/gvsp

build-all: setup
	@tools/kernels/build-all

install: all
	release=$$(tools/kernels/make --release $(KERNEL)); \
	install -D -m 644 build/modules/$$release/gev_rdma.ko \
		$(DESTDIR)/lib/modules/$$release/updates/gev_rdma.ko; \
	[ -n "$(DESTDIR)" ] || depmod $$release
	install -d $(DESTDIR)$(bindir)
	install -m 755 $(installed:%=build/tools/%) $(DESTDIR)$(bindir)
	for page in $(pages); do \
		install -D -m 644 -t $(DESTDIR)$(mandir)/man$${page##*.} $$page; \
	done
	for rule in $(rules); do \
		install -D -m 644 -t $(DESTDIR)$(udevdir) $$rule; \
	done
	for unit in $(units); do \
		install -D -m 644 -t $(DESTDIR)$(unitdir) $$unit; \
	done
	for file in $(completions); do \
		install -D -m 644 $$file \
			$(DESTDIR)$(completiondir)/$$(basename $$file .bash-completion); \
	done

uninstall:
	release=$$(tools/kernels/make --release $(KERNEL)); \
	$(RM) $(DESTDIR)/lib/modules/$$release/updates/gev_rdma.ko; \
	[ -n "$(DESTDIR)" ] || depmod $$release
	$(RM) $(installed:%=$(DESTDIR)$(bindir)/%)
	for page in $(notdir $(pages)); do \
		$(RM) $(DESTDIR)$(mandir)/man$${page##*.}/$$page; \
	done
	$(RM) $(patsubst %,$(DESTDIR)$(udevdir)/%,$(notdir $(rules)))
	$(RM) $(patsubst %,$(DESTDIR)$(unitdir)/%,$(notdir $(units)))
	$(RM) $(patsubst %.bash-completion,$(DESTDIR)$(completiondir)/%,$(notdir $(completions)))

clean:
	$(RM) -r build

.PHONY: all help setup modules tools tests demo check check-debug soak lint
.PHONY: fuzz bench bench-gvsp build-all install uninstall clean
