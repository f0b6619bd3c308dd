/* The reading half of the room from inside: the rows of elements.def, what readers share. */
#ifndef RIDGE_DOC_READER_H
#define RIDGE_DOC_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "base/lookup.h"
#include "doc/block.h"

/* Kinds of places in a document: what an element is, and what it may hold. */
#define G_TEXT           (UINT64_C(1) << 0) /* characters */
#define G_INLINE         (UINT64_C(1) << 1)
#define G_TITLE          (UINT64_C(1) << 2)
#define G_PARA           (UINT64_C(1) << 3)
#define G_BLOCK          (UINT64_C(1) << 4) /* lists, callouts, figures, tables … */
#define G_SECTION        (UINT64_C(1) << 5)
#define G_CHAPTER        (UINT64_C(1) << 6)
#define G_INFO           (UINT64_C(1) << 7)
#define G_INFO_PART      (UINT64_C(1) << 8)
#define G_OPENING        (UINT64_C(1) << 9) /* objectives and facts of a chapter */
#define G_FACT           (UINT64_C(1) << 10)
#define G_ITEM           (UINT64_C(1) << 11)
#define G_TERM_ITEM      (UINT64_C(1) << 12)
#define G_TERM           (UINT64_C(1) << 13)
#define G_CHART          (UINT64_C(1) << 14)
#define G_COMPUTED_TABLE (UINT64_C(1) << 15)
#define G_CAPTION        (UINT64_C(1) << 16)
#define G_TABLE_GROUP    (UINT64_C(1) << 17)
#define G_COLUMN         (UINT64_C(1) << 18)
#define G_TABLE_PART     (UINT64_C(1) << 19)
#define G_ROW            (UINT64_C(1) << 20)
#define G_ENTRY          (UINT64_C(1) << 21)
#define G_EXERCISE       (UINT64_C(1) << 22)
#define G_QUESTION       (UINT64_C(1) << 23)
#define G_ANSWER         (UINT64_C(1) << 24)
#define G_PLACED         (UINT64_C(1) << 25) /* templates: places, marks, big numbers */
#define G_PARAMETER      (UINT64_C(1) << 26)
#define G_ARTICLE        (UINT64_C(1) << 27)
#define G_ANYWHERE       (UINT64_C(1) << 28) /* conditions and local scenarios */
#define G_ROOT           (UINT64_C(1) << 29)
#define G_PART           (UINT64_C(1) << 30) /* parts of a book */
#define G_BACK           (UINT64_C(1) << 31) /* glossary, bibliography, index */
#define G_STEP           (UINT64_C(1) << 32) /* of a procedure */
#define G_MEDIA          (UINT64_C(1) << 33) /* mediaobject */
#define G_MEDIA_PART     (UINT64_C(1) << 34) /* imageobject, textobject */
#define G_IMAGE_DATA     (UINT64_C(1) << 35)
#define G_NOTE           (UINT64_C(1) << 36) /* attribution, and others at a block's end */
#define G_GLOSS_ENTRY    (UINT64_C(1) << 37)
#define G_GLOSS_PART     (UINT64_C(1) << 38)
#define G_BIBLIO_ENTRY   (UINT64_C(1) << 39)
#define G_BIBLIO_PART    (UINT64_C(1) << 40)
#define G_INDEX_PART     (UINT64_C(1) << 41) /* primary, secondary, see … */
#define G_MATH           (UINT64_C(1) << 42) /* the root of a formula */
#define G_MATH_PART      (UINT64_C(1) << 43)
#define G_PERSON         (UINT64_C(1) << 44) /* personname, orgname, affiliation … */
#define G_PART_INTRO     (UINT64_C(1) << 45)
#define G_NAME_PART      (UINT64_C(1) << 46) /* firstname, surname … */
#define G_LABEL          (UINT64_C(1) << 47) /* of a question */
#define G_EXERCISE_PART  (UINT64_C(1) << 48) /* qandadiv */
#define G_SUBSTEPS       (UINT64_C(1) << 49)
#define G_FACT_PART      (UINT64_C(1) << 50) /* of an affiliation */
#define G_EPIGRAPH       (UINT64_C(1) << 51)
#define G_AUTHOR         (UINT64_C(1) << 52)
#define G_RIGHTS         (UINT64_C(1) << 53) /* year, holder */
#define G_KEYWORD        (UINT64_C(1) << 54)
#define G_PUBLISHER      (UINT64_C(1) << 55)
#define G_SUBTITLE       (UINT64_C(1) << 56)
#define G_MATH_VALUE     (UINT64_C(1) << 57) /* computed, in a formula */
#define G_ALT            (UINT64_C(1) << 58) /* words for those who cannot see */
#define G_MATH_LINE      (UINT64_C(1) << 59) /* rows and cells of a table in a formula */
#define G_CONTENTS       (UINT64_C(1) << 60) /* of an article */
/* What names a block and is no part of its body. */
#define ELEMENT_NAMING (G_TITLE | G_SUBTITLE | G_INFO | G_LABEL | G_NOTE | G_EPIGRAPH)

struct reader;
struct inliner;

/* A row of elements.def. */
struct element {
    enum xml_namespace ns;
    const char *name;
    uint64_t is, holds;     /* G_… */
    const char *attributes; /* besides the common ones; "name!" is required */
    const char *needs;      /* children that must be there; "a|b" either */
    struct block *(*block)(struct reader *r, const struct node *n); /* a chain, or NULL */
    void (*inline_)(struct inliner *in, const struct node *n);
};

/* Attributes that every element may have, and more rows than there will be. */
#define ELEMENT_COMMON                                                                             \
    "xml:id xml:lang xml:base role condition audience userlevel os arch vendor security revision " \
    "conformance wordsize outputformat r:lang version xreflabel"
enum { ELEMENTS_MOST = 512 };

extern const struct element elements[];
extern const size_t element_count;
const struct element *element_find(const struct node *n);            /* NULL when unknown */
const char *element_shown(struct arena *a, const struct element *e); /* "para", "r:value" */

/* A node that has a number or an id. */
struct target {
    const struct node *node;
    const char *id, *number;
    const char *key;   /* string key of its label: "label.figure"; NULL: referred to by its title */
    const char *refer; /* of its name in running text, where that is another; or NULL */
};

struct origins;
struct back;

struct reader {
    struct arena *arena;
    struct diag *diag;
    const struct read_request *request;
    const struct form *form;
    struct environment env;
    const char *language; /* of the block being read, BCP 47 */
    const struct node *root;
    struct target *targets;
    size_t target_count;
    struct lookup *ids, *numbered; /* targets by id and by node */
    struct lookup *twins;          /* elements of the other language by id; NULL: there is none */
    struct origins *origins;
    struct back *back;
    const char *const *names; /* catalogue names that hold a digit */
    size_t name_count;
    size_t typed_digits;
    int level;                                      /* of sections */
    int lines_listed;                               /* the number of the last line of code */
    int numbered_depth, bulleted_depth, step_depth; /* of lists */
    int next_number[8];                             /* after the last list of a depth */
    const char *item_number;                        /* of the list item being read */
    struct lookup *item_numbers; /* of all items and steps, by node, when one was asked for */
    bool is_template;
    struct lookup *pictures;  /* by path: one that stands in many places is read once */
    struct lookup *footnotes; /* their blocks by node */
    size_t footnote_count, footnotes_in_chapter;
    const struct node *footnote_chapter;
};

/* check.c: the whole tree against the rows. */
void check_document(struct reader *r, const struct node *root);
/* once.c: children of which an element holds one only, and what nothing shows. */
void check_once(struct reader *r, const struct node *n);
void check_info(struct reader *r, const struct node *n);
/* twin.c: every id must stand on the same element in the other language. */
void check_twins(struct reader *r, const struct node *root);
/* The title of the same element in the other language, or NULL. */
const struct inline_ *gloss_of(struct reader *r, const struct node *n);
const struct node *twin_of(const struct reader *r, const struct node *n); /* or NULL */

/* read.c */
struct block *blocks_of(struct reader *r, const struct node *parent, uint64_t groups);
struct block *block_new(struct reader *r, const struct node *n, enum block_kind kind);
/* A child, or one in <info>. */
const struct node *part_of(const struct reader *r, const struct node *n, const char *name);
const struct inline_ *title_of(struct reader *r, const struct node *n, const char *name);
/* The wanted child of that name: templates may have one in each language. */
const struct node *child_of(const struct reader *r, const struct node *n, const char *name);
/* Sets the language of what is read to the element's own; returns the one before. */
const char *language_enter(struct reader *r, const struct node *n);

/* Blocks in a row. */
struct chain {
    struct block *first, **end;
};
void chain_add(struct chain *c, struct block *blocks);

/* read_structure.c */
struct block *with_children(struct reader *r, const struct node *n, struct block *b);
void number_block(struct reader *r, const struct node *n, struct block *b);
void read_limits(struct reader *r, const struct node *n, const char *name, struct block *b);
/* read_info.c: NULL without <info>. */
const struct front *front_of(struct reader *r, const struct node *n);
/* read_list.c: which of the words an attribute has, or −1. */
int attribute_choice(const struct node *n, const char *name, const char *const *words,
                     size_t count);
/* The number of a list item at a depth: "2", and as it is printed: "2.", "（2）". */
const char *numeral_at_depth(const struct reader *r, int depth, int n);
const char *numeral_label(const struct reader *r, int depth, int n);
/* How a list counts at the depth the reader is at. */
const char *list_numeral(struct reader *r, const struct node *list, int n); /* "2", "b" */
int list_first_number(struct reader *r, const struct node *list);
void list_next_number(struct reader *r, int number); /* after the last item */
/* item_number.c: how running text calls a counted item or step: "2.a"; others have NULL. */
const char *item_number(struct reader *r, const struct node *n);
/* numeral.c: from 1 on. */
const char *numeral_arabic(struct arena *a, int n);
const char *numeral_lower(struct arena *a, int n);
const char *numeral_upper(struct arena *a, int n);
const char *numeral_lower_roman(struct arena *a, int n);
const char *numeral_upper_roman(struct arena *a, int n);
const char *numeral_ring(struct arena *a, int n);
const char *numeral_han(struct arena *a, int n);

/* profile.c */
bool node_wanted(const struct reader *r, const struct node *n); /* language, edition, profiles */
bool edition_leaves_room(const struct reader *r); /* inline.c: an element's running text. */
const struct inline_ *inlines_of(struct reader *r, const struct node *n);
/* One generated piece; looks like an inline_ whose text is set. */
const struct inline_ *inline_say(struct reader *r, const char *text);
/* Several pieces in a row: appends and returns the new end. */
struct inline_ *inline_new(struct reader *r, enum inline_kind kind, const char *text,
                           struct span span);
/* Builds by hand. */
void inliner_children(struct inliner *in, const struct node *n);
struct reader *inliner_reader(struct inliner *in);
struct inline_ *inliner_look(struct inliner *in); /* the character style from here on */
void inliner_put(struct inliner *in, const struct inline_ *piece);
void inliner_text(struct inliner *in, const char *text, struct span span);
size_t inliner_mark(struct inliner *in);
const char *inliner_since(struct inliner *in, size_t mark);

/* number.c */
void number_targets(struct reader *r, const struct node *root);
const struct target *target_of(const struct reader *r, const struct node *n);
const struct target *target_find(struct reader *r, const struct attribute *linkend);
/* What is not there: a fault in a book, a warning in a file that is a part of one. */
enum diag_kind code_missing(const struct reader *r, enum diag_kind in_book);
const char *target_label(struct reader *r, const struct target *t);
const char *target_reference(struct reader *r, const struct target *t); /* "公式 (3.2)" */

/* digits.c: warns of typed numbers in a text node. */
void digits_collect_names(struct reader *r);
void digits_check(struct reader *r, const struct node *text);

/* origin.c: the id of the entry in "where the numbers come from", or NULL without origins. */
const char *origin_use(struct reader *r, const struct origin *origins);
void origin_use_datum(struct reader *r, const char *entry, const char *field,
                      const struct datum *datum);
void origin_use_step(struct reader *r, const struct estimate *e, const struct step *s);
struct block *origins_block(struct reader *r); /* NULL when nothing was used */

/* compute.c */
struct print {
    const char *unit;     /* NULL: the best */
    int digits, decimals; /* −1: not given */
    bool range, no_unit;
};
/* The number in the language of the document. */
const char *quantity_say(struct reader *r, struct quantity q, struct print p);
/* formula.c */
struct inline_ *inlines_join(struct inline_ *first, struct inline_ *second);
struct inline_ *formula_inlines(struct reader *r, const char *formula);
/* What was not put in stays a symbol; letters of units stand upright. */
struct inline_ *numbers_inlines(struct reader *r, const char *numbers);
const char *numbers_say(struct reader *r, const char *numbers);

/* The result of a step of a derivation; its range instead when asked for. */
const char *result_say(struct reader *r, const struct step *step, bool range);
/* At most so many significant digits, no zeros behind, whole part never rounded. */
const char *quantity_short(struct reader *r, struct quantity q, const char *unit, int digits);
/* "词元/秒", "GB/s". */
const char *unit_say(struct reader *r, const char *unit);
/* A word of the estimator ("bandwidth", "yes") in the language; others unchanged. */
const char *word_say(struct reader *r, const char *word);
/* The head of a column, or the name of a field, path or option: the first of the keys "column.",
 * "field.", "estimate.", "option." that the language has, with a capital. */
const char *column_say(struct reader *r, const char *name);
/* The value of a scenario's option: "FP16", "full fine-tuning". */
const char *option_say(struct reader *r, const char *option, const char *value);
bool value_of(struct reader *r, const struct node *n, const char *attribute, struct value *out);
bool print_of(struct reader *r, const struct node *n, const struct value *v, struct print *out);
const char *value_print(struct reader *r, const struct value *v, struct print p);
/* What a name is bound to: a parameter, or a scenario of the document; NULL when it is not. */
const struct binding *binding_find(const struct reader *r, const char *name);
const struct scenario *scenario_of(struct reader *r, const char *word, struct span where);
const struct accelerator *accelerator_of(struct reader *r, const char *word, struct span where);
const struct model *model_of(struct reader *r, const char *word, struct span where);
const char *scenario_say(struct reader *r, const struct scenario *s); /* its title */

/* tables.c, cals.c */
const struct table *computed_table(struct reader *r, const struct node *n);
const struct table *typed_table(struct reader *r, const struct node *n);

/* answers.c: what the edition "answers" keeps of a book. */
struct block *answers_only(struct reader *r, struct block *root);

/* words.c: small readings of attributes and characters. */
const struct attribute *attribute_of(const struct node *n, const char *name);
/* Of an attribute, or false without one. */
bool number_in(struct reader *r, const struct attribute *at, double *out);
bool number_of(struct reader *r, const struct node *n, const char *name, double *out);
/* A length in pt or mm ("40mm") as points; false without the attribute, or after reporting. */
bool room_of(struct reader *r, const struct attribute *at, double *out);
uint32_t text_first(const char *text);
bool code_is_han(uint32_t code);       /* ideographs and full-width marks */
bool code_is_wide_mark(uint32_t code); /* ，。（） … */
/* The language of a foreign title in Chinese text; NULL when it is the text's own. */
const char *title_language(const struct reader *r, const char *title);

/* template.c */
const struct node *template_article(struct reader *r, const struct node *root);
void template_check_parameters(struct reader *r, const struct node *root);

/* Handlers named in elements.def. */
#define BLOCK_HANDLER(name)  struct block *name(struct reader *r, const struct node *n)
#define INLINE_HANDLER(name) void name(struct inliner *in, const struct node *n)
BLOCK_HANDLER(read_book);
BLOCK_HANDLER(read_chapter);
BLOCK_HANDLER(read_article);
BLOCK_HANDLER(read_section);
BLOCK_HANDLER(read_para);
BLOCK_HANDLER(read_list);
BLOCK_HANDLER(read_term_list);
BLOCK_HANDLER(read_callout);
BLOCK_HANDLER(read_sidebar);
BLOCK_HANDLER(read_figure);
/* The chart of an r:chart in a figure: its drawing and its size. */
void chart_read_into(struct reader *r, const struct node *n, struct block *b);
/* A file that an attribute names, confined to the content as includes are; NULL after reporting. */
const char *file_named(struct reader *r, const struct attribute *at);
BLOCK_HANDLER(read_chart);
BLOCK_HANDLER(read_table);
BLOCK_HANDLER(read_computed_table);
BLOCK_HANDLER(read_exercises);
BLOCK_HANDLER(read_code);
BLOCK_HANDLER(read_literal_layout);
BLOCK_HANDLER(read_quote);
BLOCK_HANDLER(read_steps);
BLOCK_HANDLER(read_objectives);
BLOCK_HANDLER(read_facts);
BLOCK_HANDLER(read_condition);
BLOCK_HANDLER(read_each);
INLINE_HANDLER(read_each_inline);
BLOCK_HANDLER(read_scenario);
BLOCK_HANDLER(read_let);
BLOCK_HANDLER(read_sample);
BLOCK_HANDLER(read_place);
BLOCK_HANDLER(read_mark);
BLOCK_HANDLER(read_big);
BLOCK_HANDLER(read_part);
BLOCK_HANDLER(read_preface);
BLOCK_HANDLER(read_appendix);
BLOCK_HANDLER(read_procedure);
BLOCK_HANDLER(read_epigraph);
BLOCK_HANDLER(read_example);
BLOCK_HANDLER(read_formal_para);
BLOCK_HANDLER(read_simple_section);
BLOCK_HANDLER(read_media);
BLOCK_HANDLER(read_equation);
BLOCK_HANDLER(read_glossary);
BLOCK_HANDLER(read_bibliography);
BLOCK_HANDLER(read_index);
BLOCK_HANDLER(read_indexterm_block);
BLOCK_HANDLER(read_gloss_list);
BLOCK_HANDLER(read_figure_list);
INLINE_HANDLER(read_emphasis);
INLINE_HANDLER(read_code_words);
INLINE_HANDLER(read_plain);
INLINE_HANDLER(read_email);
INLINE_HANDLER(read_uri);
INLINE_HANDLER(read_quoted);
INLINE_HANDLER(read_link);
INLINE_HANDLER(read_xref);
INLINE_HANDLER(read_anchor);
INLINE_HANDLER(read_link_or_plain);
INLINE_HANDLER(read_foreign);
INLINE_HANDLER(read_phrase);
INLINE_HANDLER(read_subscript);
INLINE_HANDLER(read_superscript);
INLINE_HANDLER(read_value);
INLINE_HANDLER(read_claim);
INLINE_HANDLER(read_limit);
INLINE_HANDLER(read_sources);
INLINE_HANDLER(read_condition_inline);
INLINE_HANDLER(read_footnote);
INLINE_HANDLER(read_footnote_reference);
INLINE_HANDLER(read_indexterm);
INLINE_HANDLER(read_glossterm);
INLINE_HANDLER(read_citation);
INLINE_HANDLER(read_biblioref);
INLINE_HANDLER(read_firstterm);
INLINE_HANDLER(read_citetitle);
INLINE_HANDLER(read_inline_formula);
INLINE_HANDLER(read_inline_media);

#endif
