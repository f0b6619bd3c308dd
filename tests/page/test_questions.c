/* Questions and answers: labels hang, in the room that the widest of a question needs. */
#include "page/tables.h"

#define QUESTION(label)                                                                            \
    "<qandaset><qandaentry><question><para>asked</para></question>"                                \
    "<answer><label>" label "</label><para>answered</para><para>further</para></answer>"           \
    "</qandaentry></qandaset>"

/* design 5: 3.6 em of 10.5 pt. */
static void short_labels_hang_by_the_design(void **state) {
    (void)state;
    struct press p = press_open("en");
    press_lay(&p, QUESTION("A"));
    struct sight s = see_all(&p);
    double left = find_words(&s, "A")->x;
    assert_near(find_words(&s, "asked")->x, left + 37.8, 0.05);
    assert_near(find_words(&s, "answered")->x, left + 37.8, 0.05);
    assert_near(find_words(&s, "further")->x, left + 37.8 + 10.5, 0.05); /* the second one */
    press_close(&p);
}

/* A wide label moves all texts of its question, 0.6 em from its end. */
static void wide_labels_push_no_line(void **state) {
    (void)state;
    struct press p = press_open("en");
    press_lay(&p, QUESTION("Explanation"));
    struct sight s = see_all(&p);
    const struct ink_seen *label = find_words(&s, "Explanation");
    double text = find_words(&s, "answered")->x;
    assert_true(text > label->x + 37.8);
    assert_near(text, label->x + label->width + 6.3, 0.3);
    assert_near(find_words(&s, "asked")->x, text, 0.05);
    assert_near(find_words(&s, "further")->x, text + 10.5, 0.05);
    press_close(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_labels_hang_by_the_design),
        cmocka_unit_test(wide_labels_push_no_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
