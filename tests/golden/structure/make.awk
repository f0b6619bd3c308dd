# A book of every kind of division and list, in Chinese (lang=zh) or English: three parts, two
# prefaces, twelve chapters, three appendices. The same ids in both.
function t(zh, en) { return lang == "zh" ? zh : en }
function p(text) { printf "<para>%s</para>\n", text }
function say(n,   i, s) {
    s = ""
    for (i = 0; i < n; i++)
        s = s t("训练要保存参数、梯度、优化器状态与激活值，推理只保存参数与缓存；先问容量，再问带宽，最后才问算力。",
                "Training keeps parameters, gradients, optimizer states and activations; inference keeps only parameters and the cache, so ask for capacity first, then for bandwidth, then for arithmetic. ")
    return s
}
function deep(kind, n) {
    if (n == 0) return ""
    return sprintf("<%s><listitem><para>%s</para>%s</listitem><listitem><para>%s</para></listitem></%s>", kind,
        t("第一项，层层向内。", "The first item, moving in."), deep(kind, n - 1),
        t("第二项。", "The second item."), kind)
}
function item(text) { printf "<listitem><para>%s</para></listitem>\n", text }
function list_kinds(id) {
    printf "<orderedlist xml:id=\"%s-roman\" numeration=\"upperroman\" startingnumber=\"7\"><title>%s</title>\n", id, t("罗马数字", "Roman numerals")
    item(t("第七", "the seventh")); item(t("第八", "the eighth")); item(t("第九", "the ninth"))
    print "</orderedlist>"
    p(t("接着数下去：", "Counting goes on:"))
    print "<orderedlist numeration=\"upperroman\" continuation=\"continues\" spacing=\"compact\">"
    item(t("第十", "the tenth")); item(t("第十一", "the eleventh"))
    print "</orderedlist>"
    print "<orderedlist><listitem>"; p(t("外层", "outside"))
    print "<orderedlist inheritnum=\"inherit\" numeration=\"loweralpha\">"
    item(t("内层甲", "inside, first")); item(t("内层乙", "inside, second"))
    print "</orderedlist></listitem></orderedlist>"
    print "<itemizedlist mark=\"dash\" spacing=\"compact\">"
    item(t("短横", "a dash"))
    printf "<listitem override=\"box\"><para>%s</para></listitem>\n", t("方框", "a box")
    print "</itemizedlist>"
    printf "<variablelist><title>%s</title><varlistentry><term>HBM</term><term>%s</term><listitem>", t("词表", "Terms"), t("高带宽内存", "high bandwidth memory")
    p(t("两个名称，一个意思。", "Two names, one meaning.")); print "</listitem></varlistentry></variablelist>"
    printf "<procedure xml:id=\"%s-proc\"><title>%s</title>\n", id, t("算一遍", "Reckoning once")
    p(t("先准备好纸笔。", "Have paper at hand."))
    printf "<step xml:id=\"%s-step\"><title>%s</title>", id, t("取参数", "Take the parameters"); p(t("数一数。", "Count them."))
    print "<substeps><step>"; p(t("先数层。", "Layers first.")); print "</step><step performance=\"optional\">"; p(t("再数头。", "Then heads.")); print "</step></substeps></step>"
    print "<step>"; p(t("任选其一：", "Choose one:")); print "<stepalternatives><step>"; p(t("乘以二", "times two")); print "</step><step>"; p(t("乘以四", "times four")); print "</step></stepalternatives></step></procedure>"
}
function apart(id) {
    printf "<example xml:id=\"%s-ex\"><title>%s</title>\n", id, t("一张卡", "One card"); p(say(1))
    print "<itemizedlist>"; item(t("一", "one")); item(t("二", "two")); print "</itemizedlist></example>"
    printf "<note r:limit=\"capacity\"><itemizedlist>"; item(t("先列表", "a list first")); print "</itemizedlist>"; p(t("再说明。", "Then the text.")); print "</note>"
    print "<tip>"; p(say(1)); p(say(1)); print "</tip>"
    printf "<sidebar><title>%s</title>\n", t("旁注：很长很长的标题，放不进第一行，只好自己占一行", "A sidebar with a title so long that it does not run in before the text"); p(say(1)); p(say(1)); print "</sidebar>"
    printf "<blockquote><title>%s</title><attribution>%s</attribution>", t("引文", "A quotation"), t("一位作者", "An author"); p(say(1)); print "</blockquote>"
    printf "<blockquote xml:lang=\"%s\"><para>%s</para></blockquote>\n", t("en", "zh"), t("The other language keeps its own quotes, breaks and hyphenation: “understandable”.", "另一种语言用自己的引号“引文”，也用自己的断行规则；标点不放在行首。")
    printf "<formalpara><title>%s</title><para>%s</para></formalpara>\n", t("有题段落", "A titled paragraph"), say(1)
    printf "<simplesect><title>%s</title><para>%s</para></simplesect>\n", t("不编号的小节", "A section without number"), say(1)
}
function questions(id) {
    printf "<qandaset><qandadiv><title>%s</title>\n", t("容量", "Capacity")
    printf "<qandaentry xml:id=\"%s-q1\"><question><para>%s</para><itemizedlist><listitem><para>%s</para></listitem></itemizedlist><para>%s</para></question><answer><para>%s</para><para>%s</para></answer></qandaentry>\n", id, t("放得下吗？", "Does it fit?"), t("七十亿参数", "seven billion parameters"), t("说明理由。", "Give reasons."), t("放得下。", "It does."), say(1)
    printf "</qandadiv><qandadiv><title>%s</title><qandaentry><question><label>%s</label><para>%s</para></question><answer><para>%s</para></answer></qandaentry></qandadiv></qandaset>\n", t("带宽", "Bandwidth"), t("思考", "Think"), t("多快？", "How fast?"), t("看带宽。", "Ask for the bandwidth.")
}
function table(id) {
    printf "<table xml:id=\"%s-tab\"><title>%s</title><tgroup cols=\"2\"><tbody><row><entry>%s</entry><entry>%s</entry></row></tbody></tgroup></table>\n", id, t("一张表", "A table"), t("甲", "one"), t("乙", "two")
}
function section(id, n, full) {
    printf "<section xml:id=\"%s\"><title>%s</title>\n", id, n == 2 ? t("一个特别长的小节标题，目录里一行放不下，只好折到第二行，折行要悬挂缩进，也不能碰到页码", "A section whose title is long enough that the contents cannot set it in one line, so that it wraps and stops before the number") : t("小节", "Section") " <phrase role=\"typed\">" n "</phrase>"
    p(say(3)); p(say(4))
    printf "<section xml:id=\"%s-sub\"><title>%s</title>\n", id, t("小小节", "Subsection"); p(say(3)); print "</section>"
    print "</section>"
}
function body(id, sections,   i) {
    printf "<section xml:id=\"%s-main\"><title>%s</title>\n", id, t("正文", "Text"); p(say(2))
    printf "<para><xref linkend=\"%s-tab\"/></para>\n", id
    table(id); p(say(3)); print "</section>"
    for (i = 2; i <= sections; i++) section(id "-s" i, i)
}
function chapter(n) {
    printf "<chapter xml:id=\"ch%d\" r:limits=\"capacity bandwidth\"><title>%s</title><subtitle>%s</subtitle>\n", n, t("章题", "Chapter title") " <phrase role=\"typed\">" n "</phrase>", t("副题", "A subtitle")
    if (n == 1) { printf "<epigraph><attribution>%s</attribution><para>%s</para></epigraph>\n", t("无名氏", "Anonymous"), t("先算后买。", "Reckon before you buy."); }
    body("ch" n, 3 + n % 3)
    if (n == 2) { printf "<section xml:id=\"lists\"><title>%s</title>\n", t("各种列表", "Lists of all kinds"); list_kinds("l"); print deep("orderedlist", 10); print deep("itemizedlist", 10); print "</section>" }
    if (n == 3) { printf "<section xml:id=\"apart\"><title>%s</title>\n", t("独立的块", "Blocks that stand apart"); apart("a"); print "</section>" }
    if (n == 4) { printf "<section xml:id=\"qa\"><title>%s</title>\n", t("问答", "Questions"); questions("q"); print "</section>" }
    print "</chapter>"
}
function part(n, from, to,   i) {
    printf "<part xml:id=\"part%d\"><title>%s</title><subtitle>%s</subtitle>\n", n, t("部分标题", "Title of a part"), t("部分副题", "Its subtitle")
    if (n != 2) printf "<partintro><para>%s</para></partintro>\n", say(3)
    for (i = from; i <= to; i++) chapter(i)
    print "</part>"
}
BEGIN {
    printf "<book xmlns=\"http://docbook.org/ns/docbook\" xmlns:r=\"urn:ridgepoint:1\" version=\"5.0\" xml:lang=\"%s\">\n", t("zh-Hans", "en")
    printf "<info><title>%s</title><subtitle>%s</subtitle>\n", t("一本什么都有的书", "A book of everything"), t("结构与列表", "Structure and lists")
    printf "<authorgroup><author><personname><firstname>%s</firstname><surname>%s</surname></personname><affiliation><orgname>%s</orgname></affiliation></author><author><orgname>%s</orgname></author></authorgroup>\n", t("明", "Ming"), t("李", "Li"), t("某大学", "Some University"), t("山脊出版组", "The Ridge Group")
    printf "<pubdate>2026-11</pubdate><edition>%s</edition><releaseinfo>%s</releaseinfo><copyright><year>2025</year><year>2026</year><holder>%s</holder></copyright><legalnotice><para>%s</para></legalnotice><abstract><para>%s</para></abstract><keywordset><keyword>%s</keyword><keyword>GPU</keyword></keywordset></info>\n", t("第二版", "Second edition"), t("试印", "Trial print"), t("李明", "Ming Li"), t("可自由复制。", "May be copied freely."), say(1), t("显存", "memory")
    printf "<dedication xml:id=\"ded\"><para>%s</para></dedication>\n", t("献给每一位等过显卡的人。", "To everyone who has waited for a card.")
    printf "<preface xml:id=\"pre1\"><info><title>%s</title><author><personname>%s</personname></author></info>\n", t("前言", "Preface"), t("王芳", "Fang Wang"); p(say(9)); printf "<section><title>%s</title>\n", t("致谢", "Thanks"); p(say(4)); table("pre1"); print "</section></preface>"
    printf "<preface xml:id=\"pre2\"><title>%s</title>\n", t("怎样读这本书", "How to read this book"); p(say(30)); table("pre2"); print "</preface>"
    part(1, 1, 4); part(2, 5, 8); part(3, 9, 12)
    for (k = 1; k <= 3; k++) { printf "<appendix xml:id=\"app%d\"><title>%s</title>\n", k, t("附录标题", "Title of an appendix"); body("app" k, 2); print "</appendix>" }
    print "</book>"
}
