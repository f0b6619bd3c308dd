/* Formulas: the face's constants, the geometry of set formulas, their words in both languages.
 *
 * The constants were read from the bytes of the MATH table of texgyrepagella-math.otf (1000 units
 * an em) by the layout of the OpenType specification, without HarfBuzz: MathConstants begins at the
 * table's first offset with two percentages and two heights; records of four bytes follow. */
#include <math.h>

#include "doc/reading.h"
#include "math/math.h"

#define NEAR 0.005

static struct reading open_reading(void) {
    struct reading t = reading_open();
    t.catalog = catalog_load(t.arena, t.diag, "content", NULL);
    assert_non_null(t.catalog);
    return t;
}

/* The tree of a formula: m:… elements between <m:math> tags. */
static const struct block *equation(struct reading *t, const char *language, const char *mathml) {
    const char *text =
        arena_printf(t->arena,
                     "<chapter%s xmlns:m='http://www.w3.org/1998/Math/MathML'><title>T</title>"
                     "<informalequation><m:math>%s</m:math></informalequation></chapter>",
                     HEAD_ATTRIBUTES, mathml);
    struct block *b = reading_blocks(t, reading_source(t, "t.xml", text), language);
    assert_non_null(b);
    assert_non_null(b->child);
    assert_int_equal(b->child->kind, BLOCK_EQUATION);
    return b->child;
}

static struct math_box *set_tree(struct reading *t, const struct math *m, bool display,
                                 double size) {
    struct text_style style = {.size = size, .language = "en"};
    struct math_setting s = formula_setting(t->arena, t->fonts, &style);
    s.display = display;
    return math_set(&s, m);
}

static struct math_box *set(struct reading *t, const char *mathml, bool display, double size) {
    return set_tree(t, equation(t, "en", mathml)->thing->what, display, size);
}

static void near(double found, double expected) {
    if (fabs(found - expected) > NEAR)
        fail_msg("%.4f is not %.4f", found, expected);
}

static void constants_are_those_of_the_table(void **state) {
    (void)state;
    static const struct {
        enum math_constant which;
        double units;
    } rows[] = {
        {MATH_AXIS_HEIGHT, 250},
        {MATH_FRACTION_RULE_THICKNESS, 60},
        {MATH_FRACTION_NUMERATOR_SHIFT_UP, 469},
        {MATH_FRACTION_NUMERATOR_DISPLAY_STYLE_SHIFT_UP, 720},
        {MATH_FRACTION_DENOMINATOR_SHIFT_DOWN, 311},
        {MATH_FRACTION_DENOMINATOR_DISPLAY_STYLE_SHIFT_DOWN, 666},
        {MATH_FRACTION_NUM_DISPLAY_STYLE_GAP_MIN, 160},
        {MATH_FRACTION_DENOM_DISPLAY_STYLE_GAP_MIN, 160},
        {MATH_SUBSCRIPT_SHIFT_DOWN, 232},
        {MATH_SUPERSCRIPT_SHIFT_UP, 354},
        {MATH_SUPERSCRIPT_SHIFT_UP_CRAMPED, 296},
        {MATH_SUB_SUPERSCRIPT_GAP_MIN, 160},
        {MATH_SPACE_AFTER_SCRIPT, 40},
        {MATH_UPPER_LIMIT_GAP_MIN, 120},
        {MATH_LOWER_LIMIT_BASELINE_DROP_MIN, 468},
        {MATH_RADICAL_RULE_THICKNESS, 60},
        {MATH_RADICAL_VERTICAL_GAP, 120},
        {MATH_RADICAL_KERN_AFTER_DEGREE, -344},
        {MATH_OVERBAR_VERTICAL_GAP, 120},
    };
    struct reading t = open_reading();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        near(math_constant(t.fonts, rows[i].which, 20), rows[i].units * 20 / 1000);
    near(math_script_scale(t.fonts, 1), 0.74);
    near(math_script_scale(t.fonts, 2), 0.55);
    near(math_degree_raise(t.fonts), 0.55);
    reading_close(&t);
}

static const struct math_box *find_rule(const struct math_box *b, double *y) {
    double at = *y + b->y;
    if (b->rule > 0) {
        *y = at;
        return b;
    }
    for (const struct math_box *c = b->child; c; c = c->next) {
        double in = at;
        const struct math_box *found = find_rule(c, &in);
        if (found) {
            *y = in;
            return found;
        }
    }
    return NULL;
}

/* The bar of a fraction at 10 pt is 0.6 thick and centred on the axis, 2.5 above the baseline;
 * numerator and denominator keep 1.6 from it in display, 1.2 in a line of text. */
static void fractions_keep_their_distances(void **state) {
    (void)state;
    struct reading t = open_reading();
    for (int display = 0; display < 2; display++) {
        struct math_box *row =
            set(&t, "<m:mfrac><m:mi>y</m:mi><m:mi>B</m:mi></m:mfrac>", display, 10);
        double y = 0, gap = display ? 1.6 : 1.2;
        const struct math_box *bar = find_rule(row, &y), *fraction = row->child;
        assert_non_null(bar);
        near(bar->rule, 0.6);
        near(y + bar->rule / 2, -2.5);
        const struct math_box *top = fraction->child, *bottom = bar->next;
        assert_true(y - (top->y + top->descent) >= gap - NEAR);
        assert_true(bottom->y - bottom->ascent - (y + bar->rule) >= gap - NEAR);
        near(top->y, display ? -7.2 : fmin(-4.69, -(2.5 + 0.3 + 1.2 + top->descent)));
        near(top->x + top->width / 2, bottom->x + bottom->width / 2);
    }
    reading_close(&t);
}

/* Letters of a fraction in a line of text are 74 % of its size. */
static void scripts_have_the_size_of_the_table(void **state) {
    (void)state;
    struct reading t = open_reading();
    struct math_box *row = set(&t, "<m:msup><m:mi>x</m:mi><m:mn>2</m:mn></m:msup>", false, 10);
    const struct math_box *base = row->child->child, *above = base->next;
    near(base->shaped->clusters[0].size, 10);
    near(above->shaped->clusters[0].size, 7.4);
    near(above->y, -3.54);
    near(above->x, base->width);
    row = set(&t, "<m:msub><m:mi>x</m:mi><m:msub><m:mi>y</m:mi><m:mi>z</m:mi></m:msub></m:msub>",
              false, 10);
    near(row->child->child->next->child->next->shaped->clusters[0].size, 5.5);
    reading_close(&t);
}

static void letters_slant_and_words_stand(void **state) {
    (void)state;
    struct reading t = open_reading();
    struct math_box *row = set(&t, "<m:mi>T</m:mi><m:mi>max</m:mi>", false, 10);
    const struct cluster *letter = row->child->shaped->clusters;
    assert_string_equal(letter->face->css_family, "TeX Gyre Pagella Math");
    assert_string_equal(row->child->shaped->text, "T"); /* what is copied */
    assert_int_equal(letter->code, 0x1D447);
    assert_string_equal(row->child->next->shaped->clusters->face->css_family, "Source Serif 4");
    assert_false(row->child->next->shaped->clusters->face->italic);
    row = set(&t, "<m:mi mathvariant='normal'>d</m:mi>", false, 10);
    assert_string_equal(row->child->shaped->clusters->face->css_family, "Source Serif 4");
    reading_close(&t);
}

/* Brackets beside a tall fraction cover nine tenths of it at least, centred on the axis; beside
 * letters they keep their own size. */
static void brackets_grow_about_the_axis(void **state) {
    (void)state;
    struct reading t = open_reading();
    struct math_box *row = set(&t,
                               "<m:mo>(</m:mo><m:mfrac><m:mi>a</m:mi><m:mfrac><m:mi>b</m:mi>"
                               "<m:mi>c</m:mi></m:mfrac></m:mfrac><m:mo>)</m:mo>",
                               true, 10);
    const struct math_box *open = row->child, *inside = open->next, *close = inside->next;
    near(open->ascent - 2.5, open->descent + 2.5);
    near(close->ascent, open->ascent);
    double reach = fmax(inside->ascent - 2.5, inside->descent + 2.5);
    assert_true(open->ascent - 2.5 >= 0.901 * reach - NEAR);
    row = set(&t, "<m:mo>(</m:mo><m:mi>n</m:mi><m:mo>)</m:mo>", true, 10);
    assert_true(row->child->ascent + row->child->descent < 8.5);
    reading_close(&t);
}

/* Pagella's largest bracket is 24.17 at 10 pt: a higher one is put together from three parts and
 * repeats of the middle one. */
static void brackets_are_assembled(void **state) {
    (void)state;
    struct reading t = open_reading();
    struct math_glyph g;
    struct math_request r = {.code = '(', .size = 10, .language = "en"};
    assert_true(math_stretched(t.fonts, t.arena, r, true, 24, &g));
    assert_int_equal(g.shaped->glyph_count, 1);
    for (double least = 25; least < 300; least *= 1.7) {
        assert_true(math_stretched(t.fonts, t.arena, r, true, least, &g));
        assert_true(g.shaped->glyph_count >= 3);
        assert_true(g.ascent + g.descent >= least - 0.2);
        assert_true(g.ascent + g.descent <= least + 10);
    }
    reading_close(&t);
}

static void roots_cover_what_is_under_them(void **state) {
    (void)state;
    struct reading t = open_reading();
    struct math_box *row = set(&t,
                               "<m:msqrt><m:mi>x</m:mi><m:mo>+</m:mo><m:mfrac><m:mi>a</m:mi>"
                               "<m:mi>b</m:mi></m:mfrac></m:msqrt>",
                               true, 10);
    const struct math_box *root = row->child, *sign = root->child, *bar = sign->next;
    const struct math_box *inside = bar->next;
    near(bar->rule, 0.6);
    near(bar->y, sign->y - sign->ascent); /* the bar goes on where the sign ends */
    near(bar->width, inside->width);
    near(bar->x, inside->x);
    assert_true(-inside->ascent - (bar->y + bar->rule) >= 1.2 - NEAR);
    assert_true(sign->y + sign->descent >= inside->descent - NEAR);
    reading_close(&t);
}

/* In display the limits of a sum stand over and under it, in a line of text beside it. */
static void limits_move(void **state) {
    (void)state;
    struct reading t = open_reading();
    static const char sum[] =
        "<m:munderover><m:mo>∑</m:mo><m:mi>l</m:mi><m:mi>L</m:mi></m:munderover>";
    const struct math_box *high = set(&t, sum, true, 10)->child,
                          *flat = set(&t, sum, false, 10)->child;
    const struct math_box *base = high->child, *over = base->next, *under = over->next;
    near(over->x + over->width / 2, base->x + base->width / 2);
    assert_true(-base->ascent - (over->y + over->descent) >= 1.2 - NEAR);
    assert_true(under->y - under->ascent - base->descent >= 1.2 - NEAR);
    near(base->ascent - 2.5, base->descent + 2.5);
    assert_true(flat->child->next->x >= flat->child->width - NEAR);
    assert_true(base->ascent > flat->child->ascent + 1);
    reading_close(&t);
}

/* Relations have 5/18 em on both sides, sums 4/18, and none in scripts; a minus at the head or
 * after another sign belongs to what follows. */
static void signs_have_the_spaces_of_the_dictionary(void **state) {
    (void)state;
    static const struct {
        const char *written;
        double left, right; /* of the second part, in eighteenths */
    } rows[] = {
        {"<m:mn>1</m:mn><m:mo>=</m:mo><m:mn>1</m:mn>", 5, 5},
        {"<m:mn>1</m:mn><m:mo>+</m:mo><m:mn>1</m:mn>", 4, 4},
        {"<m:mn>1</m:mn><m:mo>-</m:mo><m:mn>1</m:mn>", 4, 4},
        {"<m:mo>(</m:mo><m:mo>-</m:mo><m:mn>1</m:mn>", 0, 0},
        {"<m:mn>1</m:mn><m:mo>,</m:mo><m:mn>1</m:mn>", 0, 3},
        {"<m:mn>1</m:mn><m:mo lspace='0.5em' rspace='0'>=</m:mo><m:mn>1</m:mn>", 9, 0},
        {"<m:mn>1</m:mn><m:mi>log</m:mi><m:mn>1</m:mn>", 3, 3},
        {"<m:mn>1</m:mn><m:mi>log</m:mi><m:mo>(</m:mo><m:mn>1</m:mn>", 3, 0},
    };
    struct reading t = open_reading();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct math_box *a = set(&t, rows[i].written, false, 18)->child, *b = a->next;
        near(b->x - a->x - a->width, rows[i].left);
        near(b->next->x - b->x - b->width, rows[i].right);
    }
    reading_close(&t);
}

static void wide_formulas_break_before_relations(void **state) {
    (void)state;
    struct reading t = open_reading();
    const struct block *b =
        equation(&t, "en",
                 "<m:mi>T</m:mi><m:mo>=</m:mo><m:mi>abcdefgh</m:mi><m:mo>+</m:mo>"
                 "<m:mi>abcdefgh</m:mi><m:mo>=</m:mo><m:mi>abcdefgh</m:mi>");
    struct text_style style = {.size = 10, .language = "en"};
    struct math_setting s = formula_setting(t.arena, t.fonts, &style);
    const struct math_box *one = math_set_within(&s, b->thing->what, 400);
    assert_false(one->broken);
    const struct math_box *two = math_set_within(&s, b->thing->what, one->width - 1);
    assert_true(two->broken);
    assert_true(two->width < one->width);
    near(two->child->next->x, one->child->next->x - 0); /* "=" under "=" */
    assert_null(two->child->next->next);
    const struct math_box *three = math_set_within(&s, b->thing->what, 0.5 * one->width);
    assert_non_null(three->child->next->next);
    assert_true(three->child->next->x > three->child->next->next->x); /* "+" further in than "=" */
    reading_close(&t);
}

#define SUB(x, y) "<m:msub><m:mi>" x "</m:mi><m:mi>" y "</m:mi></m:msub>"

static const struct {
    const char *written, *line, *english, *chinese;
} spoken[] = {
    {"<m:mi>T</m:mi><m:mo>=</m:mo><m:mfrac><m:mi>W</m:mi><m:mi>B</m:mi></m:mfrac>", "T = W/B",
     "T equals W over B", "T 等于 B 分之 W"},
    {"<m:mi>T</m:mi><m:mo>=</m:mo><m:mfrac><m:mrow><m:mi>W</m:mi><m:mo>+</m:mo><m:mi>K</m:mi>"
     "</m:mrow><m:mi>B</m:mi></m:mfrac><m:mo>+</m:mo><m:mi>t</m:mi>",
     "T = (W + K)/B + t",
     "T equals the fraction with numerator W plus K and denominator B, end of fraction, plus t",
     "T 等于分数，分子 W 加 K，分母 B，分数结束，加 t"},
    {SUB("P", "attn") "<m:mo>⋅</m:mo><m:mi>L</m:mi>", "P_attn⋅L", "P sub attn times L",
     "P 下标 attn 乘 L"},
    {"<m:msup><m:mi>d</m:mi><m:mn>2</m:mn></m:msup>", "d^2", "d squared", "d 的平方"},
    {"<m:msup><m:mi>d</m:mi><m:mn>3</m:mn></m:msup>", "d^3", "d cubed", "d 的立方"},
    {"<m:msup><m:mn>2</m:mn><m:mrow><m:mi>n</m:mi><m:mo>+</m:mo><m:mn>1</m:mn></m:mrow></m:msup>"
     "<m:mi>x</m:mi>",
     "2^(n + 1)x", "2 to the power n plus 1, end of power, x", "2 的幂，指数 n 加 1，指数结束，x"},
    {"<m:msqrt><m:mi>x</m:mi></m:msqrt>", "√x", "the square root of x", "根号 x"},
    {"<m:msqrt><m:mn>1</m:mn><m:mo>+</m:mo><m:msqrt><m:mi>x</m:mi></m:msqrt></m:msqrt>",
     "√(1 + √x)", "the square root of 1 plus the square root of x, end of root",
     "根号下 1 加根号 x，根号结束"},
    {"<m:mroot><m:mi>x</m:mi><m:mn>3</m:mn></m:mroot>", "root[3]x",
     "the root of degree 3 of x, end of root", "3 次根号下 x，根号结束"},
    {"<m:munderover><m:mo>∑</m:mo><m:mrow><m:mi>l</m:mi><m:mo>=</m:mo><m:mn>1</m:mn></m:mrow>"
     "<m:mi>L</m:mi></m:munderover>" SUB("P", "l"),
     "∑_(l = 1)^LP_l", "the sum from l equals 1 to L of P sub l",
     "从 l 等于 1 到 L 求和：P 下标 l"},
    {"<m:munder><m:mo>max</m:mo><m:mi>b</m:mi></m:munder><m:mi>v</m:mi>", "max_bv",
     "the maximum over b of v", "对 b 取最大值：v"},
    {"<m:mo>(</m:mo><m:mo>-</m:mo><m:mi>a</m:mi><m:mo>)</m:mo>", "( − a)",
     "open parenthesis negative a close parenthesis", "左括号负 a 右括号"},
    {"<m:mover><m:mi>x</m:mi><m:mo>^</m:mo></m:mover>", "x\u0302", "x hat", "x 帽"},
    {"<m:mi>a</m:mi><m:mo>&#x2062;</m:mo><m:mi>b</m:mi><m:mo>≤</m:mo><m:mi>c</m:mi>", "ab ≤ c",
     "a b is at most c", "a b 小于等于 c"},
    {"<m:mo>⌈</m:mo><m:mi>s</m:mi><m:mo>/</m:mo><m:mi>b</m:mi><m:mo>⌉</m:mo>", "⌈s/b⌉",
     "ceiling of s divided by b end of ceiling", "向上取整 s 除以 b 取整结束"},
    {"<m:mo>{</m:mo><m:mtable><m:mtr><m:mtd><m:mi>a</m:mi></m:mtd><m:mtd><m:mi>x</m:mi></m:mtd>"
     "</m:mtr><m:mtr><m:mtd><m:mi>b</m:mi></m:mtd></m:mtr></m:mtable>",
     "{a x; b", "open brace 2 lines, line 1: a, x line 2: b; end of lines",
     "左花括号共 2 行，第 1 行：a，x 第 2 行：b；各行结束"},
    {"<m:msubsup><m:mi>F</m:mi><m:mi>pk</m:mi><m:mo>′</m:mo></m:msubsup>", "F_pk^(′)",
     "F sub pk prime", "F 下标 pk 撇"},
};

static void formulas_are_spoken(void **state) {
    (void)state;
    struct reading t = open_reading();
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++) {
        const struct block *b = equation(&t, "en", spoken[i].written);
        assert_string_equal(math_linear(t.arena, b->thing->what), spoken[i].line);
        assert_string_equal(b->thing->alt, spoken[i].english);
        assert_string_equal(equation(&t, "zh", spoken[i].written)->thing->alt, spoken[i].chinese);
    }
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 0);
    reading_close(&t);
}

/* The estimator's own notation; line = what the tree is again on one line. */
static void own_notation_is_read(void **state) {
    (void)state;
    static const struct {
        const char *written, *line, *english;
    } rows[] = {
        {"B / BW", "B/BW", "B divided by BW"},
        {"P_attn", "P_attn", "P sub attn"},
        {"n_lin · 2 · P_act", "n_lin·2·P_act", "n sub lin times 2 times P sub act"},
        {"F_hw / (n · F_pk)", "F_hw/(n·F_pk)",
         "F sub hw divided by open parenthesis n times F sub pk close parenthesis"},
        {"s² / 2", "s^2/2", "s squared divided by 2"},
        {"(1 − K / E)^T", "(1 − K/E)^T",
         "open parenthesis 1 minus K divided by E close parenthesis to the power T"},
        {"Σ max(F_i / F_pk, B_i / BW)", "∑max(F_i/F_pk, B_i/BW)",
         "the sum of maximum open parenthesis F sub i divided by F sub pk, B sub i divided by BW "
         "close parenthesis"},
        {"floor(C / (a + b)) · d", "⌊C/(a + b)⌋·d",
         "floor of C divided by open parenthesis a plus b close parenthesis end of floor times d"},
        {"", "", ""},
        {"((((", "((((", "open parenthesis open parenthesis open parenthesis open parenthesis"},
        {"))_x", "))_x", "close parenthesis close parenthesis sub x"},
    };
    struct reading t = open_reading();
    struct span nowhere = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct math *m =
            math_parse(t.arena, rows[i].written, strlen(rows[i].written), nowhere);
        assert_string_equal(math_linear(t.arena, m), rows[i].line);
        assert_string_equal(math_say(t.arena, catalog_strings(t.catalog, "en"), m),
                            rows[i].english);
        set_tree(&t, m, false, 9);
    }
    reading_close(&t);
}

static const struct inline_ *inline_formula(struct reading *t, const char *mathml) {
    const char *text =
        arena_printf(t->arena,
                     "<chapter%s xmlns:m='http://www.w3.org/1998/Math/MathML'><title>T</title>"
                     "<para><inlineequation><m:math>%s</m:math></inlineequation></para></chapter>",
                     HEAD_ATTRIBUTES, mathml);
    struct block *b = reading_blocks(t, reading_source(t, "t.xml", text), "en");
    assert_non_null(b);
    assert_non_null(b->child);
    return b->child->text;
}

/* Short ones are one box; long ones may break before their relations. */
static void formulas_in_lines_are_boxes(void **state) {
    (void)state;
    struct reading t = open_reading();
    const struct inline_ *in = inline_formula(&t, "<m:mi>a</m:mi><m:mo>=</m:mo><m:mi>b</m:mi>");
    assert_int_equal(in->kind, INLINE_BOX);
    assert_string_equal(in->text, "a = b");
    assert_string_equal(in->thing->alt, "a equals b");
    assert_null(in->next);
    in = inline_formula(&t, "<m:mi>alphabet</m:mi><m:mo>=</m:mo><m:mi>alphabet</m:mi><m:mo>+</m:mo>"
                            "<m:mi>alphabet</m:mi><m:mo>≤</m:mo><m:mi>b</m:mi>");
    assert_string_equal(in->thing->alt, "alphabet");
    in = in->next;
    assert_string_equal(in->text, " ");
    in = in->next;
    assert_string_equal(in->thing->alt, "equals alphabet plus alphabet");
    in = in->next->next;
    assert_string_equal(in->thing->alt, "is at most b");
    assert_null(in->next);
    reading_close(&t);
}

/* 3350 GB/s is the data sheet's bandwidth of an H100; its number is not typed, so no warning. */
static void numbers_in_formulas_are_computed(void **state) {
    (void)state;
    struct reading t = open_reading();
    const struct block *b = equation(
        &t, "en",
        "<m:mi>W</m:mi><m:mo>=</m:mo><m:mn><r:value "
        "select=\"r:accelerator('h100-sxm5-80gb')/memory-bandwidth\" unit='TB/s'/></m:mn>");
    const struct math *tree = b->thing->what;
    assert_string_equal(math_linear(t.arena, tree), "W = 3.35\u202FTB/s");
    assert_non_null(tree->trace);
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 0);
    equation(&t, "en", "<m:mn>3350</m:mn>");
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 1);
    equation(&t, "en", "<m:msub><m:mi>x</m:mi><m:mn>3350</m:mn></m:msub><m:mn>9</m:mn>");
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 1);
    reading_close(&t);
}

/* Han is never smaller than 7.875 pt, wherever it stands. */
static void han_stays_legible(void **state) {
    (void)state;
    struct reading t = open_reading();
    struct math_box *row =
        set(&t, "<m:msub><m:mi>T</m:mi><m:mtext>解码</m:mtext></m:msub>", false, 10.5);
    const struct math_box *below = row->child->child->next;
    near(below->shaped->clusters[0].size, 7.875);
    reading_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_those_of_the_table),
        cmocka_unit_test(fractions_keep_their_distances),
        cmocka_unit_test(scripts_have_the_size_of_the_table),
        cmocka_unit_test(letters_slant_and_words_stand),
        cmocka_unit_test(brackets_grow_about_the_axis),
        cmocka_unit_test(brackets_are_assembled),
        cmocka_unit_test(roots_cover_what_is_under_them),
        cmocka_unit_test(limits_move),
        cmocka_unit_test(signs_have_the_spaces_of_the_dictionary),
        cmocka_unit_test(wide_formulas_break_before_relations),
        cmocka_unit_test(formulas_are_spoken),
        cmocka_unit_test(own_notation_is_read),
        cmocka_unit_test(formulas_in_lines_are_boxes),
        cmocka_unit_test(numbers_in_formulas_are_computed),
        cmocka_unit_test(han_stays_legible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
