"""big.py KIND N LANG: a book with N of one thing, or with N chapters of everything (KIND book).
The same ids in both languages; every paragraph has words of its own, so that one that is lost is
missed. tests/book/check_big.sh builds them."""
import sys

KIND, N, LANG = sys.argv[1], int(sys.argv[2]), sys.argv[3]
ZH = LANG == "zh"
HEAD = ('<?xml version="1.0" encoding="UTF-8"?>\n<book xmlns="http://docbook.org/ns/docbook" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:m="http://www.w3.org/1998/Math/MathML" '
        'xmlns:r="urn:ridgepoint:1" version="5.0" xml:lang="%s"><title>%s</title>')
SAY = ("显存里先放参数，再放缓存；带宽决定解码多快，算力决定预填充多快，互联决定多张卡怎样一起工作。",
       "Memory holds the parameters first and the cache after them; bandwidth says how fast decoding "
       "goes, arithmetic how fast a prompt is read, and the links how devices work together. ")


def letters(n, start="qu"):
    """A word that no other number has."""
    word = ""
    while True:
        word = "bcdfghklmn"[n % 10] + "aeiou"[n // 10 % 5] + word
        n //= 50
        if not n:
            return start + word


def word(n, start="qu"):
    return "<phrase xml:lang='la'>%s</phrase>" % letters(n, start)


def t(zh, en):
    return zh if ZH else en


def say(n, extra=""):
    return "<para>%s%s</para>\n" % (SAY[not ZH] * n, extra)


def chapter(i, inside):
    return "<chapter xml:id='c%d'><title>%s %s</title>\n%s</chapter>\n" % (
        i, t("章题", "Chapter"), word(i, "ch"), inside)


def section(name, title, inside):
    return "<section xml:id='%s'><title>%s</title>\n%s</section>\n" % (name, title, inside)


def table(name, rows, foot=""):
    head = "<row><entry>%s</entry><entry>%s</entry><entry>%s</entry></row>" % (
        t("型号", "Model"), t("说明", "Meaning"), t("数量", "Count"))
    body = "".join("<row><entry>%s</entry><entry>%s</entry><entry><phrase role='typed'>%d.%d</phrase></entry></row>\n"
                   % (word(i, "ro"), t("放得下参数和缓存", "parameters and cache"), i, i % 7) for i in rows)
    return ("<table xml:id='%s'><title>%s</title><tgroup cols='3'><colspec colwidth='1*'/>"
            "<colspec colwidth='2*'/><colspec align='char' char='.'/><thead>%s</thead><tbody>%s"
            "</tbody></tgroup></table>\n" % (name, t("各型号", "Models") + foot, head, body))


def figure(name):
    return ("<figure xml:id='%s'><title>%s</title><mediaobject role='decorative'>"
            "<imageobject><imagedata fileref='dot.png' width='40mm' depth='20mm'/></imageobject>"
            "</mediaobject></figure>\n" % (name, t("一张图", "A figure")))


def formula(name):
    return ("<equation xml:id='%s'><m:math display='block'><m:mi>t</m:mi><m:mo>=</m:mo><m:mfrac>"
            "<m:mi>S</m:mi><m:mi>B</m:mi></m:mfrac></m:math></equation>\n" % name)


def footnote(n):
    return "<footnote><para>%s %s</para></footnote>" % (t("脚注", "A footnote"), word(n, "fo"))


def mark(n):
    """Of the word of the same number, which stands before it."""
    return "<indexterm><primary>%s</primary></indexterm>" % letters(n, "ix")


def xref(name):
    return t("见", "see ") + "<xref linkend='%s'/>" % name


def list_of(depth, tag="itemizedlist"):
    return "".join("<%s><listitem><para>%s</para>" % (tag, word(i, "li")) for i in range(depth)) + \
        "</listitem></%s>" % tag * depth


def source(i):
    return ("<biblioentry xml:id='b%d'><author><personname><firstname>A</firstname><surname>%s</surname>"
            "</personname></author><title>%s %s</title><pubdate>2026</pubdate></biblioentry>\n"
            % (i, letters(i, "au").upper(), t("论带宽", "On bandwidth"), word(i, "ti")))


def back(sources, index):
    out = ""
    if sources:
        out += "<bibliography xml:id='bib'>%s</bibliography>" % "".join(map(source, range(sources)))
    return out + ("<index xml:id='idx'/>" if index else "")


def pieces(make, n, before=1):
    return "".join((say(before) if before else "") + make(i) for i in range(n))


def mixed(i):
    """One chapter of everything."""
    out = say(2)
    for k in range(3):
        n = (i * 3 + k) * 10
        out += section("s%d-%d" % (i, k), "%s %s" % (t("小节", "Section"), word(n, "se")), "".join([
            say(3, word(n) + mark(n) + t("。", ".") + footnote(n)), formula("e%d-%d" % (i, k)),
            say(3, word(n + 1) + mark(n + 1) + t("，", ", ") + xref("s%d-0" % (i * 7 % N)) + t("，", ", ")
                + xref("f%d-%d" % (i, k)) + t("，", ", ") + xref("e%d-%d" % (i * 5 % N, k))),
            figure("f%d-%d" % (i, k)), list_of(3),
            say(4, word(n + 2) + mark(n + 2) + t("，", ", ") + "<citation>b%d</citation>" % (i % 50)),
            table("t%d-%d" % (i, k), range(12)) if k == 1 else "",
            say(5, word(n + 3) + mark(n + 3) + t("，", ", ") + xref("t%d-1" % (i * 3 % N)))]))
    return chapter(i, out)


KINDS = {
    "book": lambda n: "".join(map(mixed, range(n))) + back(50, True),
    "pages": lambda n: chapter(0, pieces(lambda i: say(3, word(i)), n)),
    "chapters": lambda n: "".join(chapter(i, say(1)) for i in range(n)),
    "sections": lambda n: chapter(0, "".join(section("s%d" % i, word(i), say(1)) for i in range(n))),
    "rows": lambda n: chapter(0, table("t", range(n))),
    "cells": lambda n: chapter(0, "<informaltable><tgroup cols='%d'><tbody>%s</tbody></tgroup></informaltable>"
                               % (8, ("<row>" + "<entry>%s</entry>" % t("参数", "cache") * 8 + "</row>") * n)),
    "words": lambda n: chapter(0, say(n)),
    "solid": lambda n: chapter(0, "<para>%s</para>" % ("缓存" * n if ZH else "a" * n)),
    "footnotes": lambda n: chapter(0, pieces(lambda i: say(1, footnote(i)), n)),
    "notes": lambda n: chapter(0, "<para>%s</para>" % "".join(t("缓存", "cache ") + footnote(i) for i in range(n))),
    "references": lambda n: chapter(0, section("s", "S", pieces(lambda i: say(1, xref("f%d" % (i // 10))) +
                                                              (figure("f%d" % (i // 10)) if i % 10 == 0 else ""), n, 0))),
    "terms": lambda n: chapter(0, pieces(lambda i: say(1, "".join(map(mark, range(i * 10, i * 10 + 10)))), n // 10)) + back(0, True),
    "one-term": lambda n: chapter(0, pieces(lambda i: say(1, "".join(map(mark, range(5)))), n)) + back(0, True),
    "figures": lambda n: chapter(0, pieces(lambda i: figure("f%d" % i), n)),
    "flood": lambda n: chapter(0, say(1) + "".join(figure("f%d" % i) for i in range(n))),
    "formulas": lambda n: chapter(0, pieces(lambda i: formula("e%d" % i), n)),
    "citations": lambda n: chapter(0, pieces(lambda i: say(1, "<citation>b%d</citation>" % i), n)) + back(n, False),
    "manycites": lambda n: chapter(0, pieces(lambda i: say(1, "<citation>b%d</citation>" % (i % 7)), n)) + back(7, False),
    "margins": lambda n: chapter(0, pieces(lambda i: "<note role='margin'><para>%s</para></note>" % word(i), n)),
    "notesall": lambda n: chapter(0, pieces(lambda i: "<note><para>%s</para></note>" % word(i), n)),
    "depth": lambda n: chapter(0, list_of(n)),
    "items": lambda n: chapter(0, "<itemizedlist>%s</itemizedlist>" % "".join(
        "<listitem>%s</listitem>" % say(1, word(i)) for i in range(n))),
    "oneitem": lambda n: chapter(0, "<itemizedlist><listitem>%s</listitem></itemizedlist>" % "".join(
        say(1, word(i)) for i in range(n))),
    "inlines": lambda n: chapter(0, "<para>%s</para>" % "".join("<emphasis>%s</emphasis>%s" % (
        t("缓存", "cache "), t("的", "of ")) for i in range(n))),
    "quotes": lambda n: chapter(0, "<blockquote>%s</blockquote>" % say(1) * n),
    "code": lambda n: chapter(0, "<programlisting>%s</programlisting>" % "".join("line %s;\n" % letters(i) for i in range(n))),
    "links": lambda n: chapter(0, pieces(lambda i: say(1, "<link xlink:href='https://example.org/%d'>%s</link>" % (i, letters(i))), n)),
    "glossary": lambda n: chapter(0, say(1)) + "<glossary xml:id='g'>%s</glossary>" % "".join(
        "<glossentry xml:id='g%d'><glossterm>%s</glossterm><glossdef>%s</glossdef></glossentry>" % (i, letters(i), say(1)) for i in range(n)),
    "questions": lambda n: chapter(0, "<qandaset>%s</qandaset>" % "".join(
        "<qandaentry xml:id='q%d'><question>%s</question><answer role='answer'>%s</answer></qandaentry>" % (i, say(1), say(1)) for i in range(n))),
    "callout": lambda n: chapter(0, "<sidebar><title>S</title>%s</sidebar>" % "".join(say(1) for i in range(n))),
    "mrow": lambda n: chapter(0, "<para><inlineequation><m:math>%s</m:math></inlineequation></para>" % ("<m:mi>x</m:mi><m:mo>+</m:mo>" * n)),
    "cell": lambda n: chapter(0, "<informaltable><tgroup cols='1'><tbody><row><entry>%s</entry></row></tbody></tgroup></informaltable>" % "".join(say(1) for i in range(n))),
    "columns": lambda n: chapter(0, "<informaltable><tgroup cols='%d'><tbody>%s</tbody></tgroup></informaltable>" % (n, ("<row>" + "<entry>a</entry>" * n + "</row>") * 3)),
}

print(HEAD % (LANG, t("大书", "A big book")) + KINDS[KIND](N) + "</book>")
