/* The catalogue and the scenarios as RELAX NG, from the tables that read them. */
#ifndef RIDGE_CATALOG_GRAMMAR_H
#define RIDGE_CATALOG_GRAMMAR_H

#include "xml/relax.h"

/* The attributes of <scenario>, in the catalogue and in chapters. */
void relax_scenario_attributes(struct relax *r);

void grammar_scenarios(struct bytes *out);
void grammar_catalogue(struct bytes *out);

#endif
