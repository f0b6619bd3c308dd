/* Local layers of an imported model: how many there are, and how far they see. */
#include "catalog/import_read.h"

#include <inttypes.h>
#include <string.h>

/* A list of the kinds of all layers decides over every rule. */
static bool types_import(struct import *i, int64_t *local) {
    static const char *const kinds[] = {"full_attention", "sliding_attention", "chunked_attention"};
    struct config_value types = config_at(i->text, "layer_types");
    if (types.kind == CONFIG_ABSENT || types.kind == CONFIG_NULL)
        return false;
    *local = 0;
    if (types.kind != CONFIG_LIST || (int64_t)config_count(types) != i->m->layers) {
        import_unfit(i, types,
                     arena_printf(i->arena, "a list of %" PRId64 " kinds of layers", i->m->layers));
        return true;
    }
    struct config_value type = types;
    for (size_t k = 0; k < config_count(types); k++) {
        type = config_next(types, k, type);
        size_t kind = 0;
        while (kind < 3 && (type.kind != CONFIG_TEXT || strcmp(type.text, kinds[kind]) != 0))
            kind++;
        *local += kind == 1 || kind == 2;
        if (kind < 3)
            continue;
        import_refuse(i, type.span,
                      arena_printf(i->arena,
                                   "it has layers of the kind %s: give it as an entry of "
                                   "the catalogue, with recurrent-layers",
                                   config_words(i->arena, type)));
        return true;
    }
    return true;
}

/* The layers of one kind among all when every nth is of the other. */
static int64_t all_but_every(int64_t layers, int64_t nth) {
    return nth > 0 ? layers - layers / nth : 0;
}

/* no_rope_layers: one number a layer, 0 in the global ones. */
static int64_t chunked_layers(struct import *i) {
    struct config_value list = config_at(i->text, "no_rope_layers");
    if (config_count(list) == 0)
        return all_but_every(i->m->layers, import_count(i, NULL, "no_rope_layer_interval",
                                                        i->family->window.pattern));
    int64_t local = 0;
    struct config_value item = list;
    for (size_t k = 0; k < config_count(list); k++) {
        item = config_next(list, k, item);
        if (item.kind != CONFIG_WHOLE || item.whole < 0 || item.whole > 1) {
            import_unfit(i, item, "0 or 1 for a layer");
            break;
        }
        local += item.whole;
    }
    if ((int64_t)config_count(list) != i->m->layers)
        import_unfit(i, list,
                     arena_printf(i->arena, "a list of %" PRId64 " numbers", i->m->layers));
    return local;
}

static int64_t switched_layers(struct import *i) {
    if (!import_flag(i, i->text, (struct flag){"use_sliding_window", false}))
        return 0;
    int64_t from = import_count(i, NULL, "max_window_layers", KEY_NEEDED);
    return from < i->m->layers ? i->m->layers - from : 0;
}

static int64_t local_by_rule(struct import *i) {
    int64_t layers = i->m->layers, nth;
    switch (i->family->window.rule) {
    case WINDOW_ALL:
        return layers;
    case WINDOW_SWITCHED:
        return switched_layers(i);
    case WINDOW_ALTERNATE:
        return layers - layers / 2;
    case WINDOW_PATTERN:
        nth = import_count(i, NULL, "sliding_window_pattern", i->family->window.pattern);
        return all_but_every(layers, nth);
    case WINDOW_CHUNKED:
        return chunked_layers(i);
    case WINDOW_NEVER:
        break;
    }
    return 0;
}

/* Null says that there is no window; absent, what the library takes for granted. */
static int64_t window_width(struct import *i, int64_t otherwise) {
    const char *keys = i->family->window.rule == WINDOW_CHUNKED
                           ? "attention_chunk_size"
                           : "sliding_window sliding_window_size";
    struct config_value v = import_value(i, i->text, keys);
    return import_count(i, "window", keys, v.kind == CONFIG_NULL ? 0 : otherwise);
}

void import_windows(struct import *i) {
    struct model *m = i->m;
    int64_t local = 0, otherwise = i->family->window.otherwise;
    if (types_import(i, &local))
        otherwise = otherwise ? otherwise : KEY_NEEDED; /* local layers need a width */
    else
        local = local_by_rule(i);
    if (!local)
        return;
    m->window = window_width(i, otherwise);
    m->local_layers = local;
    m->chunked = i->family->window.rule == WINDOW_CHUNKED;
    if (m->window && m->window < m->max_context)
        return;
    m->window = m->local_layers = m->chunked = 0; /* as long as the context: no window */
}
