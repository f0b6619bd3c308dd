/* Entries as the standards print them: examples of GB/T 7714-2015 and of the IEEE reference guide.
 */
#include "doc/reading.h"

#define AUTHOR(first, last)                                                                        \
    "<author><personname><firstname>" first "</firstname><surname>" last                           \
    "</surname></personname></author>"
#define NAME(name)  "<author><personname>" name "</personname></author>"
#define ORG(name)   "<author><orgname>" name "</orgname></author>"
#define TITLE(t)    "<title>" t "</title>"
#define IN(kind, t) "<biblioset relation='" kind "'><title>" t "</title></biblioset>"
#define FROM(p, who)                                                                               \
    "<publisher><publishername>" who "</publishername><address>" p "</address></publisher>"
#define YEAR(y)   "<pubdate>" y "</pubdate>"
#define PAGES(p)  "<pagenums>" p "</pagenums>"
#define VOLUME(v) "<volumenum>" v "</volumenum>"
#define ISSUE(i)  "<issuenum>" i "</issuenum>"
#define URL(u)    "<link xlink:href='" u "'/>"
#define SEEN(d)   "<releaseinfo>" d "</releaseinfo>"
#define NUMBER(n) "<bibliomisc>" n "</bibliomisc>"
#define DOI(d)    "<biblioid class='doi'>" d "</biblioid>"

struct written {
    const char *role, *entry, *printed;
};

static const struct written GB[] = {
    {"book",
     NAME("陈登原") TITLE("国史旧闻") VOLUME("第1卷") FROM("北京", "中华书局") YEAR("2000")
         PAGES("29"),
     "陈登原. 国史旧闻: 第1卷[M]. 北京: 中华书局, 2000: 29."},
    {"book",
     AUTHOR("Walt", "Crawford") AUTHOR("Michael", "Gorman")
         TITLE("Future libraries: dreams, madness &amp; reality")
             FROM("Chicago", "American Library Association") YEAR("1995"),
     "CRAWFORD W, GORMAN M. Future libraries: dreams, madness & reality[M]. Chicago: American "
     "Library Association, 1995."},
    {"article",
     NAME("袁训来") NAME("陈哲") NAME("肖书海") NAME("万斌")
         TITLE("蓝田生物群: 一个认识多细胞生物起源和早期演化的新窗口") IN("journal", "科学通报")
             YEAR("2012") VOLUME("55") ISSUE("34") PAGES("3219"),
     "袁训来, 陈哲, 肖书海, 等. 蓝田生物群: 一个认识多细胞生物起源和早期演化的新窗口[J]. 科学通报, "
     "2012, "
     "55(34): 3219."},
    {"article",
     AUTHOR("Hiroo", "Kanamori") TITLE("Shaking without quaking") IN("journal", "Science")
         YEAR("1998") VOLUME("279") ISSUE("5359") PAGES("2063"),
     "KANAMORI H. Shaking without quaking[J]. Science, 1998, 279(5359): 2063."},
    {"article",
     AUTHOR("Priscilla", "Caplan") TITLE("Cataloging internet resources")
         IN("journal", "The public access computer systems review") YEAR("1993") VOLUME("4")
             ISSUE("2") PAGES("61–66"),
     "CAPLAN P. Cataloging internet resources[J]. The public access computer systems review, 1993, "
     "4(2): 61-66."},
    {"thesis",
     NAME("吴云芳") TITLE("面向中文信息处理的现代汉语并列结构研究") FROM("北京", "北京大学")
         YEAR("2003") SEEN("2013-10-14") URL("http://thesis.lib.pku.edu.cn/6328"),
     "吴云芳. 面向中文信息处理的现代汉语并列结构研究[D/OL]. 北京: 北京大学, 2003[2013-10-14]. "
     "http://thesis.lib.pku.edu.cn/6328."},
    {"report",
     ORG("World Health Organization")
         TITLE("Factors regulating the immune response: report of WHO Scientific Group")
             FROM("Geneva", "WHO") YEAR("1970"),
     "World Health Organization. Factors regulating the immune response: report of WHO Scientific "
     "Group[R]. Geneva: WHO, 1970."},
    {"standard",
     ORG("全国信息与文献标准化技术委员会") TITLE("信息与文献 都柏林核心元数据元素集")
         NUMBER("GB/T 25100-2010") FROM("北京", "中国标准出版社") YEAR("2010") PAGES("2-3"),
     "全国信息与文献标准化技术委员会. 信息与文献 都柏林核心元数据元素集: GB/T 25100-2010[S]. 北京: "
     "中国标准出版社, 2010: 2-3."},
    {"inproceedings",
     NAME("贾东琴") NAME("柯平")
         TITLE("面向数字素养的高校图书馆数字服务体系研究") "<editor><orgname>中国图书馆学会</"
                                                           "orgname></editor>" IN(
                                                               "proceedings",
                                                               "中国图书馆学会年会论文集: 2011年卷")
                                                               FROM("北京", "国家图书馆出版社")
                                                                   YEAR("2011") PAGES("45-52"),
     "贾东琴, 柯平. 面向数字素养的高校图书馆数字服务体系研究[C]//中国图书馆学会. "
     "中国图书馆学会年会论文集: "
     "2011年卷. 北京: 国家图书馆出版社, 2011: 45-52."},
    {"online",
     NAME("萧钰") TITLE("出版业信息化迈入快车道") YEAR("2001-12-19") SEEN("2002-04-15")
         URL("http://www.creader.com/news/20011219/200112190019.html"),
     "萧钰. 出版业信息化迈入快车道[EB/OL]. (2001-12-19)[2002-04-15]. "
     "http://www.creader.com/news/20011219/200112190019.html."},
};

#define NB "\u00A0"

static const struct written IEEE[] = {
    {"book",
     AUTHOR("Bruno", "Klaus") AUTHOR("Paul", "Horn") TITLE("Robot Vision")
         FROM("Cambridge, MA, USA", "MIT Press") YEAR("1986"),
     "B. Klaus and P. Horn, Robot Vision. Cambridge, MA, USA: MIT Press, 1986."},
    {"book",
     AUTHOR("Wai-Kai", "Chen") TITLE("Linear Networks and Systems")
         FROM("Belmont, CA, USA", "Wadsworth") YEAR("1993") PAGES("123-135"),
     "W.-K. Chen, Linear Networks and Systems. Belmont, CA, USA: Wadsworth, 1993, pp." NB
     "123–135."},
    {"book",
     AUTHOR("John L.", "Hennessy") AUTHOR("David A.", "Patterson")
         TITLE("Computer Architecture: A Quantitative Approach") "<edition>6</edition>" FROM(
             "Cambridge, MA, USA", "Morgan Kaufmann") YEAR("2019"),
     "J. L. Hennessy and D. A. Patterson, Computer Architecture: A Quantitative Approach, 6th ed. "
     "Cambridge, MA, USA: Morgan Kaufmann, 2019."},
    {"book", AUTHOR("Klaus", "Horn") TITLE("Robot Vision") YEAR("1986"),
     "K. Horn, Robot Vision, 1986."},
    {"article",
     AUTHOR("Mario M.", "Chiampi") AUTHOR("Luca L.", "Zilberti")
         TITLE("Induction of electric field in human bodies moving near MRI: An efficient "
               "BEM computational procedure") IN("journal", "IEEE Trans. Biomed. Eng.") VOLUME("58")
             ISSUE("10") PAGES("2787-2793") YEAR("2011-10") DOI("10.1109/TBME.2011.2158315"),
     "M. M. Chiampi and L. L. Zilberti, “Induction of electric field in human bodies moving near "
     "MRI: An efficient BEM computational procedure,” IEEE Trans. Biomed. Eng., vol. 58, no. 10, "
     "pp." NB "2787–2793, Oct. 2011, doi: 10.1109/TBME.2011.2158315."},
    {"article",
     AUTHOR("R.", "Fardel") AUTHOR("M.", "Nagel") AUTHOR("F.", "Nuesch") AUTHOR("T.", "Lippert")
         AUTHOR("A.", "Wokaun")
             TITLE("Fabrication of organic light emitting diode pixels by laser-assisted "
                   "forward transfer") IN("journal", "Appl. Phys. Lett.") VOLUME("91") ISSUE("6")
                 YEAR("2007-08"),
     "R. Fardel, M. Nagel, F. Nuesch, T. Lippert, and A. Wokaun, “Fabrication of organic light "
     "emitting diode pixels by laser-assisted forward transfer,” Appl. Phys. Lett., vol. 91, no. "
     "6, "
     "Aug. 2007."},
    {"inproceedings",
     AUTHOR("A.", "Amador-Perez") AUTHOR("R. A.", "Rodriguez-Solis")
         TITLE("Analysis of a CPW-fed annular slot ring antenna using DOE")
             IN("proceedings",
                "Proc. IEEE Antennas Propag. Soc. Int. Symp.") "<address>Albuquerque, NM, "
                                                               "USA</address>" YEAR("2006-07")
                                                                   PAGES("4301-4304"),
     "A. Amador-Perez and R. A. Rodriguez-Solis, “Analysis of a CPW-fed annular slot ring antenna "
     "using DOE,” in Proc. IEEE Antennas Propag. Soc. Int. Symp., Albuquerque, NM, USA, Jul. 2006, "
     "pp." NB "4301–4304."},
    {"thesis",
     AUTHOR("J. O.", "Williams") TITLE("Narrow-band analyzer")
         FROM("Cambridge, MA, USA", "Dept. Elect. Eng., Harvard Univ.") YEAR("1993"),
     "J. O. Williams, “Narrow-band analyzer,” Ph.D. dissertation, Dept. Elect. Eng., Harvard "
     "Univ., Cambridge, MA, USA, 1993."},
    {"report",
     AUTHOR("E. E.", "Reber") AUTHOR("R. L.", "Michell") AUTHOR("C. J.", "Carter")
         TITLE("Oxygen absorption in the Earth’s atmosphere")
             FROM("Los Angeles, CA, USA", "Aerospace Corp.") NUMBER("TR-0200 (4230-46)-3")
                 YEAR("1988-11"),
     "E. E. Reber, R. L. Michell, and C. J. Carter, “Oxygen absorption in the Earth’s "
     "atmosphere,” Aerospace Corp., Los Angeles, CA, USA, Tech. Rep. TR-0200 (4230-46)-3, Nov. "
     "1988."},
    {"standard",
     TITLE("IEEE Criteria for Class IE Electric Systems") NUMBER("IEEE Standard 308") YEAR("1969"),
     "IEEE Criteria for Class IE Electric Systems, IEEE Standard 308, 1969."},
    {"online",
     AUTHOR("James", "Geralds")
         TITLE("Sega ends production of Dreamcast") "<bibliosource>vnunet.com</bibliosource>" SEEN(
             "2007-09-12") URL("http://nli.vnunet.com/news/1116995"),
     "J. Geralds. “Sega ends production of Dreamcast.” vnunet.com. Accessed: Sep. 12, 2007. "
     "[Online]. Available: http://nli.vnunet.com/news/1116995"},
};

static const char *plain(struct reading *t, const struct inline_ *in) {
    const char *all = "";
    for (; in; in = in->next)
        all = arena_printf(t->arena, "%s%s", all, in->text ? in->text : "");
    return all;
}

static struct block *read_list(struct reading *t, const char *language, const char *entries) {
    const char *text =
        arena_printf(t->arena,
                     "<book%s><title>T</title><chapter><title>T</title><para>T</para></chapter>"
                     "<bibliography>%s</bibliography></book>",
                     HEAD_ATTRIBUTES, entries);
    struct block *b = reading_blocks(t, reading_source(t, "t.xml", text), language);
    assert_non_null(b);
    for (b = b->child; b->kind != BLOCK_BIBLIOGRAPHY; b = b->next)
        assert_non_null(b->next);
    return b;
}

static void compare(const char *language, const struct written *rows, size_t n) {
    struct reading t = reading_open();
    const char *entries = "";
    for (size_t i = 0; i < n; i++)
        entries = arena_printf(t.arena, "%s<biblioentry role='%s'>%s</biblioentry>", entries,
                               rows[i].role, rows[i].entry);
    const struct block *item = read_list(&t, language, entries)->child;
    for (size_t i = 0; i < n; i++, item = item->next) {
        assert_non_null(item);
        assert_string_equal(plain(&t, item->text), rows[i].printed);
        assert_string_equal(item->number, arena_printf(t.arena, "[%zu]", i + 1));
    }
    assert_string_equal(reading_messages(&t), "");
    reading_close(&t);
}

static void chinese_documents(void **state) {
    (void)state;
    compare("zh", GB, sizeof GB / sizeof *GB);
}

static void english_documents(void **state) {
    (void)state;
    compare("en", IEEE, sizeof IEEE / sizeof *IEEE);
}

/* More than six names are one and et al.; titles of journals are slanted, articles are not. */
static void names_and_slant(void **state) {
    (void)state;
    struct reading t = reading_open();
    const struct block *item =
        read_list(&t, "en",
                  "<biblioentry role='article'>" NAME("A Bee") NAME("C Dee") NAME("E Eff")
                      NAME("G Aitch") NAME("I Jay") NAME("Kay, L") NAME("M En") TITLE("On it?")
                          IN("journal", "Letters") YEAR("2001") "</biblioentry>")
            ->child;
    assert_string_equal(plain(&t, item->text), "A. Bee et al., “On it?” Letters, 2001.");
    const struct inline_ *journal = item->text;
    while (journal && !journal->emphasis)
        journal = journal->next;
    assert_non_null(journal);
    assert_string_equal(journal->text, "Letters");
    reading_close(&t);
}

/* Numbers follow the text; a range needs three; what is not cited comes last. */
static void numbers_follow_the_text(void **state) {
    (void)state;
    static const struct {
        const char *language, *said;
    } rows[] = {{"en", "First [1], then [1, 2], at last [1–4] and [5]."},
                {"zh", "First [1], then [1,2], at last [1-4] and [5]."}};
    for (size_t i = 0; i < 2; i++) {
        struct reading t = reading_open();
        const char *entries = "";
        for (const char *id = "fabcd"; *id; id++)
            entries = arena_printf(t.arena, "%s<bibliomixed xml:id='%c'>Work %c</bibliomixed>",
                                   entries, *id, *id);
        const char *text = arena_printf(
            t.arena,
            "<book%s><title>T</title><chapter><title>T</title><para>First <citation>d</citation>, "
            "then <citation>c, d</citation>, at last <citation>a;b;c;d</citation> and "
            "<citation r:source='nvidia-h100-datasheet'/>.</para></chapter>"
            "<bibliography>%s</bibliography></book>",
            HEAD_ATTRIBUTES, entries);
        struct block *b = reading_blocks(&t, reading_source(&t, "t.xml", text), rows[i].language);
        assert_string_equal(plain(&t, b->child->child->text), rows[i].said);
        const struct block *item = b->child->next->child;
        static const char *const order[] = {"Work d", "Work c", "Work a", "Work b"};
        for (size_t k = 0; k < 4; k++, item = item->next) {
            assert_string_equal(plain(&t, item->text), order[k]);
            assert_int_equal(item->use_count, k == 0 ? 3 : k == 1 ? 2 : 1);
        }
        assert_non_null(strstr(plain(&t, item->text), "NVIDIA H100 data sheet"));
        assert_string_equal(plain(&t, item->next->text), "Work f");
        assert_int_equal(item->next->use_count, 0);
        assert_string_equal(reading_messages(&t), "");
        reading_close(&t);
    }
}

static void what_is_not_there(void **state) {
    (void)state;
    struct reading t = reading_open();
    const char *text = arena_printf(
        t.arena,
        "<book%s><title>T</title><chapter><title>T</title><para><citation>vaswany2017</citation>"
        "<citation r:source='nvidia-h100-datashet'/></para></chapter><bibliography>"
        "<bibliomixed xml:id='vaswani2017'>W</bibliomixed></bibliography></book>",
        HEAD_ATTRIBUTES);
    reading_blocks(&t, reading_source(&t, "t.xml", text), "en");
    const char *said = reading_messages(&t);
    assert_non_null(strstr(said, "the bibliography has no “vaswany2017”"));
    assert_non_null(strstr(said, "did you mean “vaswani2017”"));
    assert_non_null(strstr(said, "did you mean “nvidia-h100-datasheet”"));
    assert_int_equal(diag_count(t.diag, SEVERITY_ERROR), 2);
    reading_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chinese_documents), cmocka_unit_test(english_documents),
        cmocka_unit_test(names_and_slant),   cmocka_unit_test(numbers_follow_the_text),
        cmocka_unit_test(what_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
