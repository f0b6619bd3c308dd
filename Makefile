# Ridgepoint. `make` builds everything into out/; `make test` tests it.
# Read from the top: packages, rooms and their arrows, objects, products, tests.

# ── System packages: the only place that names them ───────────────────────────────────────────────
PACKAGES := gcc pkg-config libcairo2-dev libpango1.0-dev libharfbuzz-dev libfreetype-dev \
            libbrotli-dev libxml2-dev zlib1g-dev libjansson-dev libhyphen-dev libicu-dev hyphen-en-us fonts-noto-cjk \
            fonts-texgyre-math
TEST_PACKAGES := libcmocka-dev qpdf poppler-utils mupdf-tools librsvg2-bin libxml2-utils python3-jsonschema \
                 jing docbook5-xml pandoc w3c-sgml-lib
PROBES := cairo pangoft2 harfbuzz-subset freetype2 libbrotlienc libxml-2.0 zlib jansson icu-i18n icu-uc
HYPHEN_PATTERNS := /usr/share/hyphen/hyph_en_US.dic
HAN_FONT := /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
MATH_FONT := /usr/share/texmf/fonts/opentype/public/tex-gyre-math/texgyrepagella-math.otf

# ── Rooms: what each may include, and which libraries it alone sees ───────────────────────────────
ROOMS := base core xml catalog ask figure paint plot chart math doc line page docbook book
MAY.base :=
MAY.core := base
MAY.xml := base
MAY.catalog := base core xml
# Of charts, their names: kinds.def.
MAY.ask := base core xml catalog chart
MAY.figure := base
MAY.paint := base figure
MAY.plot := base core catalog figure
MAY.chart := base core catalog figure plot
MAY.math := base catalog figure
MAY.doc := base core xml catalog figure plot chart math
MAY.line := base catalog figure doc
MAY.page := base core catalog figure plot chart math doc line
MAY.docbook := base xml catalog figure plot chart math doc
MAY.book := base core xml catalog ask figure paint plot chart math doc line page docbook
LIB.xml := libxml-2.0
LIB.catalog := jansson
LIB.figure := pangoft2 harfbuzz-subset freetype2 zlib
LIB.paint := cairo freetype2 harfbuzz-subset zlib libbrotlienc
LIB.doc := icu-i18n icu-uc
LIBS := libxml-2.0 pangoft2 harfbuzz-subset freetype2 cairo zlib libbrotlienc jansson icu-i18n icu-uc

# Leaks of libraries that a sanitized run may have (make san).
export LSAN_OPTIONS := suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --jobs=$(shell nproc)
endif
OUT ?= out
CC ?= gcc
CFLAGS ?= -O2 -g
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
STD := -std=c17 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -Igen
FLAGS = $(STD) $(WARN) $(CFLAGS) $(SAN) -MMD -MP
OBJ := $(OUT)/obj
RIDGE := $(OUT)/bin/ridge
PAGES := $(OUT)/bin/ridge-pages

SRC := $(sort $(foreach r,$(ROOMS),$(wildcard gen/$r/*.c)))
OBJECTS := $(SRC:gen/%.c=$(OBJ)/%.o)
TESTS := $(sort $(wildcard tests/*/test_*.c))
TEST_BINARIES := $(TESTS:tests/%.c=$(OUT)/tests/%)

.DEFAULT_GOAL := all
.PHONY: all packages products schemas watch test test-long bench cases san layers clean

all: packages
	@$(MAKE) --no-print-directory products

products: $(RIDGE) $(PAGES)
	@RIDGE_OUT=$(OUT) $(RIDGE) build
	@mkdir -p $(OUT)/man && $(RIDGE) --man >$(OUT)/man/ridge.1

# Builds again whenever something is saved, until Ctrl-C. WATCH: what to build (files, options), all without.
WATCHED := content templates assets
watch: packages
	@$(MAKE) --no-print-directory $(RIDGE) $(PAGES)
	@while :; do \
	   touch $(OUT)/.watched; \
	   RIDGE_OUT=$(OUT) $(RIDGE) build $(WATCH) && echo "Waiting for a change in $(WATCHED)"; \
	   until [ -n "$$(find $(WATCHED) -newer $(OUT)/.watched -print -quit)" ]; do sleep 0.3; done; \
	done

# The JSON Schemas that a test holds equal to the tables: after a new option or path.
schemas: $(RIDGE) $(PAGES)
	@for what in estimate list show; do \
	   $(RIDGE) schema $$what -o content/schema/$$what.schema.json || exit; done

# ── Packages: installed when root, otherwise the command is printed ───────────────────────────────
INSTALL = if pkg-config --exists $(PROBES) 2>/dev/null && [ -e $(HYPHEN_PATTERNS) ] && \
	     [ -e $(HAN_FONT) ] && [ -e $(MATH_FONT) ] && $(1); then :; \
	  elif [ "$$(id -u)" = 0 ]; then apt-get update -q && \
	     DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $(2); \
	  elif sudo -n true 2>/dev/null; then sudo apt-get update -q && \
	     sudo DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $(2); \
	  else echo "Missing packages. Run:  sudo apt-get install $(2)" >&2; exit 3; fi

packages:
	@$(call INSTALL,true,$(PACKAGES))

# ── Objects: each room is compiled with its own libraries only ────────────────────────────────────
define room_rule
$(OBJ)/$(1)/%.o: gen/$(1)/%.c | packages
	@mkdir -p $$(@D)
	$$(CC) $$(FLAGS) $(if $(LIB.$(1)),$$$$(pkg-config --cflags $(LIB.$(1)))) -c $$< -o $$@
endef
$(foreach r,$(ROOMS),$(eval $(call room_rule,$r)))

$(OBJ)/%.o: gen/%.c | packages
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -c $< -o $@

# ── Two programs: ridge answers on the terminal and starts at once; ridge-pages has everything ────
# At each start some seven thousand names are looked for, library by library in this order: those
# that most of them are found in come first.
FIRST := -Wl,--push-state,--no-as-needed -lc -l:libstdc++.so.6
FIRST.ask := $(FIRST) -Wl,--pop-state
FIRST.pages := $(FIRST) -lglib-2.0 -licuuc -Wl,--pop-state
LINK = $$(pkg-config --libs $(LIBS)) -lhyphen -lm -pthread
ASK_OBJECTS := $(filter $(addprefix $(OBJ)/,$(addsuffix /%,base core xml catalog ask)),$(OBJECTS))

$(RIDGE): $(ASK_OBJECTS) $(OBJ)/main.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SAN) $^ -o $@ $(FIRST.ask) $$(pkg-config --libs $(LIB.xml) $(LIB.catalog)) -lm -pthread

$(PAGES): $(OBJECTS) $(OBJ)/pages.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SAN) $^ -o $@ $(FIRST.pages) $(LINK)

# ── Tests ─────────────────────────────────────────────────────────────────────────────────────────
$(OUT)/tests/%: tests/%.c $(OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -Itests $$(pkg-config --cflags cmocka libxml-2.0 cairo) $< $(OBJECTS) -o $@ $(LINK) -lcmocka

layers:
	@tests/layers.sh $(foreach r,$(ROOMS),"$r: $(MAY.$r)")

test:
	@$(call INSTALL,pkg-config --exists cmocka && command -v qpdf pdftotext mutool rsvg-convert xmllint jing pandoc >/dev/null && dpkg -s python3-jsonschema >/dev/null 2>&1,$(PACKAGES) $(TEST_PACKAGES))
	@$(MAKE) --no-print-directory products $(TEST_BINARIES) layers
	@RIDGE_OUT=$(OUT) OUT=$(OUT) tests/run.sh $(TEST_BINARIES)

# What needs npm, a browser, Inkscape, LibreOffice or TeX; says what it skips, and why.
test-long:
	@$(MAKE) --no-print-directory products
	@RIDGE_OUT=$(OUT) OUT=$(OUT) SCRIPTS='tests/long/check_*.sh' tests/run.sh

san:
	@$(MAKE) --no-print-directory OUT=$(OUT)/san CFLAGS="-O1 -g -fno-omit-frame-pointer" \
	   SAN="-fsanitize=address,undefined -fno-sanitize-recover=undefined" test

# What others have published, and ours beside it: one line a case, the sum last.
cases: packages
	@$(MAKE) --no-print-directory $(RIDGE)
	@RIDGE_OUT=$(OUT) $(RIDGE) cases

bench:
	@$(MAKE) --no-print-directory products
	@RIDGE_OUT=$(OUT) OUT=$(OUT) tests/bench/estimates.sh
	@RIDGE_OUT=$(OUT) OUT=$(OUT) tests/bench/run.sh
	@OUT=$(OUT) tests/bench/charts.py

clean:
	rm -rf $(OUT)

-include $(OBJECTS:.o=.d) $(OBJ)/main.d $(OBJ)/pages.d $(TEST_BINARIES:=.d)
