# What no author means and a program has to take: titles without end, forty sections, lists and
# sections in each other without end, numbers wider than their place.
function times(text, n,   all) { all = ""; while (n-- > 0) all = all text; return all }
function nest(open, close_, n) { return times(open, n) times(close_, n) }
BEGIN {
    print "<book xmlns='http://docbook.org/ns/docbook' version='5.0' xml:lang='en'>"
    printf "<title>%s</title>\n<part><title>%s</title>\n", times("A title without end and ", 12), times("Very long part title ", 8)
    printf "<partintro>%s</partintro>\n", times("<para>" times("Introduction of a part. ", 40) "</para>", 12)
    for (i = 1; i <= 26; i++)
        printf "<chapter><title>%s</title><para>Words.</para></chapter>\n", i == 3 ? times("long words and more ", 20) : "Short"
    print "</part><part><title>Many</title><chapter><title>Forty</title>"
    print times("<section><title>Section of many</title><para>Words.</para></section>", 40) "</chapter>"
    print "<chapter><title>Deep</title>" nest("<section><title>Level</title><para>Words.</para>", "</section>", 9)
    print "<section><title>Lists</title>"
    print nest("<itemizedlist><listitem><para>deep words</para>", "</listitem></itemizedlist>", 55)
    print nest("<orderedlist inheritnum='inherit'><listitem><para>deep words</para>", "</listitem></orderedlist>", 12)
    print "<orderedlist numeration='upperroman' startingnumber='3880'>" times("<listitem><para>" times("many words ", 20) "</para></listitem>", 10) "</orderedlist>"
    print "<orderedlist numeration='loweralpha' startingnumber='700'>" times("<listitem><para>Words.</para></listitem>", 3) "</orderedlist>"
    print nest("<blockquote><para>quoted words</para>", "</blockquote>", 9)
    print nest("<note><para>note in note</para>", "</note>", 5)
    printf "<sidebar><title>%s</title><programlisting>x\ny</programlisting></sidebar>\n", times("Sidebar ", 60)
    print "</section></chapter></part><colophon><title>Colophon</title><para>After all.</para></colophon></book>"
}
