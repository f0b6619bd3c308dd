/* A configuration being read into a model. */
#ifndef RIDGE_CATALOG_IMPORT_READ_H
#define RIDGE_CATALOG_IMPORT_READ_H

#include "catalog/config.h"
#include "catalog/import_family.h"
#include "core/hardware.h"

struct import {
    struct arena *arena;
    struct diag *diag;
    const char *path;
    struct config_value root;
    struct config_value text; /* the decoder: text_config, or the root */
    const struct family *family;
    struct model *m;
    struct span *places; /* of every field of model.def: the value it was read from */
};

/* The first of the keys that has a value; null when there are only nulls. Further ones must say the
 * same, else that is reported. */
struct config_value import_value(const struct import *i, struct config_value object,
                                 const char *keys);

/* A whole number for a field of model.def (NULL: no field of its own, 0 to 2^30), within its
 * bounds. Absent or null: `otherwise`, or a report when that is KEY_NEEDED. Faults give 0. */
int64_t import_count(struct import *i, const char *field, const char *keys, int64_t otherwise);

/* The same where null means 0: only an absent key is reported. */
int64_t import_nullable(struct import *i, const char *field, const char *keys);

/* true or false; absent or null: `otherwise`. */
bool import_flag(struct import *i, struct config_value object, struct flag flag);

void import_missing(const struct import *i, const char *keys);
/* "key = value" does not do; expected … */
void import_unfit(const struct import *i, struct config_value value, const char *expected);
/* The file holds what is not counted. */
void import_refuse(const struct import *i, struct span at, const char *what);

/* The parts of import.c. */
void import_attention(struct import *i);
void import_windows(struct import *i);
void import_experts(struct import *i);
void import_format(struct import *i);

/* The format of packed weights: `said` names who packed them, `quantization` how. */
void import_packing(struct import *i, struct config_value said, struct config_value quantization);

/* What one family has: rows of import_family.c name them. */
void family_opt(struct import *i);
void family_falcon(struct import *i);
void family_chatglm(struct import *i);
void family_minimax(struct import *i);
void family_bigcode(struct import *i);
void family_stablelm(struct import *i);
void family_without_qk_norm(struct import *i);

#endif
