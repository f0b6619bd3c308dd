/* Models from config.json files as Hugging Face has them (models-NOTES 8). */
#ifndef RIDGE_CATALOG_IMPORT_H
#define RIDGE_CATALOG_IMPORT_H

#include "base/file.h"
#include "core/hardware.h"

/* The row of sources.xml that such models name. */
#define IMPORT_SOURCE "own-configuration"

/* The model of the file, or NULL after reporting at its place whatever is missing, does not fit or
 * cannot be counted. `from` is where the path was written; `id` NULL: made from the path. */
struct model *model_import(struct arena *a, struct diag *d, struct span from, const char *path,
                           const char *id);

/* The file that is meant: of a folder its config.json, as a model is downloaded. */
const char *import_file(struct arena *a, const char *path);

/* The id that a path makes: small letters, digits, hyphens and dots. */
const char *import_id(struct arena *a, const char *path);

/* The model as a models.xml that the catalogue reads back to the same model. */
void model_write(const struct model *m, struct bytes *out);

#endif
