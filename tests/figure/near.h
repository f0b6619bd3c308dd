/* cmocka 1.1.5 has no assert for doubles with a tolerance. */
#ifndef TESTS_FIGURE_NEAR_H
#define TESTS_FIGURE_NEAR_H

#include <math.h>

#define assert_near(a, b, tolerance)                                                               \
    do {                                                                                           \
        double near_a = (a), near_b = (b);                                                         \
        if (!(fabs(near_a - near_b) <= (tolerance)))                                               \
            fail_msg("%s = %.9g, expected %.9g", #a, near_a, near_b);                              \
    } while (0)

#endif
