#include "catalog/import.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "catalog/fields.h"
#include "catalog/import_read.h"
#include "catalog/model_rules.h"

/* ── Names: the file has none ── */

/* "Qwen3-8B" of Qwen3-8B.json, and of Qwen3-8B/config.json. */
static const char *stem_of(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t n = strlen(name);
    n -= n > 5 && strcmp(name + n - 5, ".json") == 0 ? 5 : 0;
    if (n != 6 || memcmp(name, "config", 6) != 0 || !slash)
        return arena_strndup(a, name, n);
    const char *folder = slash;
    while (folder > path && folder[-1] != '/')
        folder--;
    n = (size_t)(slash - folder);
    return n && strspn(folder, ".") < n ? arena_strndup(a, folder, n) : "config";
}

const char *import_file(struct arena *a, const char *path) {
    struct stat st;
    if (stat(path, &st) || !S_ISDIR(st.st_mode))
        return path;
    return path_join(a, arena_printf(a, "%s/", path), "config.json");
}

const char *import_id(struct arena *a, const char *path) {
    enum { LONGEST = 64 };
    const char *stem = stem_of(a, path);
    char *id = arena_strndup(a, stem, LONGEST);
    size_t n = 0;
    for (const char *c = id; *c; c++) {
        bool plain = ((unsigned char)*c < 128 && isalnum((unsigned char)*c)) || *c == '.';
        if (plain || (n > 0 && id[n - 1] != '-'))
            id[n++] = plain ? (char)tolower((unsigned char)*c) : '-';
    }
    id[n] = 0;
    id += strspn(id, ".-");
    return *id ? id : "model";
}

/* "Qwen/Qwen3-8B" names the organisation as well. */
static void names_import(struct import *i, const char *path) {
    struct config_value v = config_at(i->root, "_name_or_path");
    const char *slash = v.kind == CONFIG_TEXT ? strchr(v.text, '/') : NULL;
    bool both = slash && slash > v.text && slash[1] && !strchr(slash + 1, '/') && v.text[0] != '.';
    i->m->name = both ? slash + 1 : stem_of(i->arena, path);
    i->m->short_name = i->m->name;
    i->m->organisation = both ? arena_strndup(i->arena, v.text, (size_t)(slash - v.text)) : "—";
    i->m->released = "—";
}

/* ── The family ── */

static bool refused(struct import *i, struct config_value at, const char *type, const char *why) {
    if (why)
        diag_report(i->diag, DIAG_CONFIG_REFUSED, at.span, type,
                    arena_printf(i->arena,
                                 "%s; it can be given as an entry of models.xml, hybrids by "
                                 "recurrent-layers, recurrent-parameters and recurrent-state",
                                 why),
                    NULL);
    return why != NULL;
}

/* Such files carry the keys of plain models too: what is read from them would be wrong. */
static bool is_hybrid(struct import *i, struct config_value object, const char *type) {
    for (size_t k = 0; k < hybrid_key_count; k++) {
        struct config_value v = config_at(object, hybrid_keys[k].key);
        if (v.kind != CONFIG_ABSENT && v.kind != CONFIG_NULL)
            return refused(i, v, type,
                           arena_printf(i->arena, "%s (%s)", hybrid_keys[k].what, v.key));
    }
    return false;
}

static struct config_value type_of(struct import *i, struct config_value object) {
    struct config_value type = config_at(object, "model_type");
    if (type.kind != CONFIG_TEXT && object.json == i->root.json) {
        const char *const *keys;
        size_t n = config_keys(i->arena, object, &keys);
        diag_report(i->diag, DIAG_CONFIG_MISSING, type.span, "model_type",
                    "the name of the family, such as \"llama\"", slip_of("model_type", keys, n));
    }
    return type;
}

/* Files of hybrid families hold numbers that JSON has not (Infinity): their family is named too. */
static void unread_refuse(struct import *i) {
    struct config_value type = config_guess(i->arena, i->root, "model_type");
    if (type.kind == CONFIG_TEXT)
        refused(i, type, type.text, family_refusal(type.text));
}

/* The decoder and its family; false after reporting. */
static bool family_import(struct import *i) {
    struct config_value type = type_of(i, i->root), inner;
    if (type.kind != CONFIG_TEXT)
        return false;
    const char *name = type.text, *wrapped = family_wrapped(name);
    if (refused(i, type, name, family_refusal(name)) || is_hybrid(i, i->root, name))
        return false;
    i->text = i->root;
    if (wrapped) {
        i->text = config_at(i->root, "text_config");
        inner = type_of(i, i->text);
        name = inner.kind == CONFIG_TEXT ? inner.text : wrapped;
        type = inner.kind == CONFIG_TEXT ? inner : type;
        if (i->text.kind != CONFIG_OBJECT) {
            diag_report(i->diag, DIAG_CONFIG_MISSING, i->text.span, "text_config",
                        "the object that holds the decoder", NULL);
            return false;
        }
        if (refused(i, type, name, family_refusal(name)) || is_hybrid(i, i->text, name))
            return false;
    }
    i->family = family_find(name);
    if (!i->family)
        diag_report(i->diag, DIAG_UNKNOWN_FAMILY, type.span, name,
                    "a family that this program can count", family_nearest(name));
    return i->family != NULL;
}

/* ── The model ── */

static void tables_import(struct import *i) {
    struct model *m = i->m;
    const struct family *f = i->family;
    m->vocabulary = import_count(i, "vocabulary", f->keys->vocabulary,
                                 f->absent.vocabulary ? f->absent.vocabulary : KEY_NEEDED);
    m->max_context = import_count(i, "max-context", f->keys->context,
                                  f->absent.context ? f->absent.context : KEY_NEEDED);
    const struct flag tied = {"tie_word_embeddings", f->tied};
    struct config_value inner = config_at(i->text, tied.key), outer = config_at(i->root, tied.key);
    m->tied_embeddings = import_flag(i, inner.kind == CONFIG_FLAG ? i->text : i->root, tied);
    if (inner.kind == CONFIG_FLAG && outer.kind == CONFIG_FLAG && inner.flag != outer.flag)
        diag_report(i->diag, DIAG_CONFIG_DISAGREES, inner.span,
                    arena_printf(i->arena, "%s = %s", tied.key, config_words(i->arena, inner)),
                    arena_printf(i->arena, "%s outside", config_words(i->arena, outer)), NULL);
}

static void stack_import(struct import *i) {
    const struct keys *keys = i->family->keys;
    int64_t heads = i->family->absent.heads;
    i->m->layers = import_count(i, "layers", keys->layers, KEY_NEEDED);
    i->m->hidden = import_count(i, "hidden", keys->hidden, KEY_NEEDED);
    i->m->heads = import_count(i, "heads", keys->heads, heads ? heads : KEY_NEEDED);
}

/* Rules that the catalogue has for its own entries, at the value of the field that breaks one. */
static void rules_check(struct import *i) {
    const struct model_rule *rule = model_rule_broken(i->m);
    if (!rule)
        return;
    struct span at = i->text.span;
    at.to = at.from + 1;
    for (size_t k = 0; k < model_field_count; k++)
        if (strcmp(model_fields[k].name, rule->field) == 0 && i->places[k].source)
            at = i->places[k];
    diag_report(i->diag, DIAG_CONFIG_DISAGREES, at, rule->field, rule->against, NULL);
}

static void model_fill(struct import *i) {
    stack_import(i);
    tables_import(i);
    import_attention(i);
    import_experts(i);
    if (i->family->special)
        i->family->special(i);
    import_windows(i);
    import_format(i);
    i->m->family = i->family->type;
    i->m->attention = model_attention(i->m);
}

struct model *model_import(struct arena *a, struct diag *d, struct span from, const char *path,
                           const char *id) {
    size_t before = diag_faults(d);
    struct import i = {.arena = a,
                       .diag = d,
                       .path = path,
                       .root = config_read(a, d, from, path),
                       .m = ARENA_NEW(a, struct model),
                       .places = ARENA_ARRAY(a, struct span, model_field_count)};
    if (i.root.kind != CONFIG_OBJECT)
        unread_refuse(&i);
    if (i.root.kind != CONFIG_OBJECT || !family_import(&i))
        return NULL;
    i.m->id = id ? id : import_id(a, path);
    i.m->span = i.root.span;
    i.m->grade = GRADE_UNVERIFIED;
    names_import(&i, path);
    model_fill(&i);
    if (diag_faults(d) == before)
        rules_check(&i);
    return diag_faults(d) == before ? i.m : NULL;
}
