/* The shipped catalogue, opened once for a group of tests. */
#ifndef TESTS_CATALOG_SHIPPED_H
#define TESTS_CATALOG_SHIPPED_H

#include "fixture.h"

static struct fixture shipped;

static int shipped_open(void **state) {
    (void)state;
    shipped = fixture_open("content");
    return shipped.catalog ? 0 : -1;
}

static int shipped_close(void **state) {
    (void)state;
    fixture_close(&shipped);
    return 0;
}

#endif
