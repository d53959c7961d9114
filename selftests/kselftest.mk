# SPDX-License-Identifier: GPL-2.0
# Where things are, for the Makefiles of user-space tests. KSFT is kselftest's
# folder in Debian's kernel source.

top := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/..)
KSFT ?= $(shell $(top)/tools/kernels/source)/tools/testing/selftests
BUILD ?= $(top)/build/selftests

driver := $(top)/drivers/gev_rdma
# What takes part in the kernel itself stays out.
kernel_only := $(driver)/features/gevmap.c
pure := $(filter-out $(kernel_only),$(wildcard $(driver)/wire/*.c $(driver)/features/*.c))
headers := $(wildcard $(driver)/wire/*.h $(driver)/features/*.h \
	     $(driver)/*.h $(top)/uapi/linux/*.h *.h)

CFLAGS += -std=gnu11 -g -O1 -Wall -Wextra -Werror -fno-omit-frame-pointer
CPPFLAGS += -I$(driver) -I$(top)/uapi -I$(KSFT)
# -fno-sanitize-recover: undefined behaviour is a failure, not a remark.
sanitize := -fsanitize=address,undefined -fno-sanitize-recover=all

# The driver's files that user space can build, as one library.
$(OUTPUT)/pure/%.o: $(driver)/%.c $(headers)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(OUTPUT)/libpure.a: $(pure:$(driver)/%.c=$(OUTPUT)/pure/%.o)
	$(RM) $@
	$(AR) rc $@ $^
