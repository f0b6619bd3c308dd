#!/bin/bash
# Editions: what the student gets, what the teacher gets, the answers alone. The words below stand
# in answers only; none of them may be found in any text, outline, metadata or description of the
# student's file.
. tests/book/lib.sh

COURSE=$WORK/course
mkdir -p "$COURSE"
cp -r content/catalogue content/scenarios.xml content/zh content/en "$COURSE"/
mkdir -p "$WORK/root"
ln -s "$COURSE" "$WORK/root/content"
ln -s "$HOUSE/templates" "$HOUSE/assets" "$WORK/root/"

# book LANG QUESTION HINT ANSWER SOLUTION TEACHER
book() {
    cat >"$COURSE/$1/exercises.xml" <<END
<book xmlns="http://docbook.org/ns/docbook" xmlns:r="urn:ridgepoint:1" version="5.0" xml:lang="$1">
  <title>$2</title>
  <chapter xml:id="one"><title>$2</title>
    <section xml:id="text"><title>$2</title>
      <para>$2 <xref linkend="plain"/></para>
      <para condition="teacher">$6</para>
      <para audience="teacher;answers">$6</para>
      <para os="linux">penguin</para>
      <para os="mac">orchard</para>
    </section>
    <section xml:id="work"><title>$2</title>
      <qandaset>
        <qandaentry xml:id="plain"><question><para>$2</para></question>
          <answer><para>$2</para></answer></qandaentry>
        <qandaentry xml:id="solved" r:workspace="40mm"><question><para>$2</para></question>
          <answer role="hint"><para>$3</para></answer>
          <answer role="answer"><para>$4 <r:value select="\$full-7b/memory/total" unit="GiB" decimals="1"/> <xref linkend="text"/></para></answer>
          <answer role="solution"><para>$5</para><itemizedlist><listitem><para>$5</para></listitem></itemizedlist></answer>
        </qandaentry>
      </qandaset>
    </section>
  </chapter>
  <chapter xml:id="two"><title>$2</title><para>$2</para></chapter>
</book>
END
}
book en Ordinary Nudgeword Replyword Solvedword Lecturerword
book zh 寻常 点拨语 谜底语 详解语 讲师语
cat >"$COURSE/course.xml" <<'END'
<r:course xmlns:r="urn:ridgepoint:1"><r:book lang="zh" href="zh/exercises.xml"/><r:book lang="en" href="en/exercises.xml"/></r:course>
END
echo '<r:charts xmlns:r="urn:ridgepoint:1"/>' >"$COURSE/charts.xml"
export RIDGE_ROOT=$WORK/root

run build --edition all -o "$WORK/out"
same "all editions are built" 0 "$status"
[ "$status" = 0 ] || cat "$WORK/stderr"
cd "$WORK/out/handout" || exit 1

# text FILE: everything a reader or a program could find in it, without blanks.
text() {
    { pdftotext "$1" -; qpdf --qdf --object-streams=disable "$1" - | strings -e b; pdfinfo "$1"
      mutool show "$1" outline; qpdf --json=2 --json-key=qpdf "$1" 2>/dev/null; } 2>/dev/null | tr -d ' \n'
}

for pair in "en Nudgeword Replyword Solvedword Lecturerword" "zh 点拨语 谜底语 详解语 讲师语"; do
    set -- $pair
    text "course.$1.pdf" >"$WORK/student"
    text "course.$1.teacher.pdf" >"$WORK/teacher"
    text "course.$1.answers.pdf" >"$WORK/answers"
    same "$1: the student has the hint" 1 "$(grep -c "$2" "$WORK/student")"
    for word in "$3" "$4" "$5"; do
        same "$1: the student's file has no byte of $word" 0 "$(grep -ac "$word" "$WORK/student")"
        same "$1: nor as UTF-16" 0 "$(grep -ac "$(printf '%s' "$word" | iconv -f UTF-8 -t UTF-16BE | od -An -tx1 | tr -d ' \n')" "$WORK/student")"
        same "$1: the teacher's file has $word" 1 "$(grep -ac "$word" "$WORK/teacher")"
    done
    same "$1: the answers have the solution" 1 "$(grep -ac "$4" "$WORK/answers")"
    same "$1: the answers have no text of the course" 0 "$(grep -ac penguin "$WORK/answers")"
    same "$1: without a profile both systems are there" 1 "$(grep -ac penguin.*orchard "$WORK/student")"
done

# Every page of the teacher's says so; none of the student's does.
pages() { pdfinfo "$1" | sed -n 's/Pages: *//p'; }
pages_with() { pdftotext "$1" - | awk -v w="$2" 'BEGIN { RS = "\f" } index($0, w) { n++ } END { print n + 0 }'; }
same "the teacher's pages say so" "$(pages course.en.teacher.pdf)" "$(pages_with course.en.teacher.pdf "Teacher’s edition")"
same "the student's do not" 0 "$(pages_with course.en.pdf Teacher)"
same "in Chinese as well" "$(pages course.zh.teacher.pdf)" "$(pages_with course.zh.teacher.pdf 教师版)"
same "the answers' pages say what they are" "$(pages course.zh.answers.pdf)" "$(pages_with course.zh.answers.pdf 答案)"

number() { pdftotext -layout "$1" - | grep -o "Q 1\.[0-9]" | tail -1; }
same "an exercise has one number in all editions" "Q 1.2 Q 1.2 Q 1.2" \
    "$(number course.en.pdf) $(number course.en.teacher.pdf) $(number course.en.answers.pdf)"
same "the values of both are the same" "$(pdftotext course.en.teacher.pdf - | grep -o 'Replyword [0-9.]* GiB')" \
    "$(pdftotext course.en.answers.pdf - | grep -o 'Replyword [0-9.]* GiB')"
[ "$(pdfinfo course.en.pdf | sed -n 's/Pages: *//p')" -ge "$(pdfinfo course.en.answers.pdf | sed -n 's/Pages: *//p')" ] &&
    pass || fail "the answers are the shorter file"

cd "$HOUSE" || exit 1
rm -rf "$WORK/out"
run build --lang en --profile os=linux -o "$WORK/out"
pdftotext "$WORK/out/handout/course.en.pdf" "$WORK/flat"
same "a profile chooses" "1 0" "$(grep -c penguin "$WORK/flat") $(grep -c orchard "$WORK/flat")"

run build --profile planet=earth
same "a profile of an unknown attribute: status" 1 "$status"
says "a profile of an unknown attribute" "$WORK/stderr" "planet=earth" "userlevel"
run build --edition students
same "an unknown edition: status" 2 "$status"
run build --template leter
same "an unknown template: status" 1 "$status"
says "an unknown template" "$WORK/stderr" "leter" "did you mean" "letter"

sed -i 's/role="hint"/role="hnit"/; s/condition="teacher"/condition="techer"/; s/40mm/40 miles/' "$COURSE/en/exercises.xml"
run build --lang en
same "misused roles: status" 1 "$status"
says "misused roles" "$WORK/stderr" "hnit" "“hint”" "techer" "“teacher”" "40 miles" "40mm"
summary
