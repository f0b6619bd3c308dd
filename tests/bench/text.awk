# pdftohtml -xml to the input of bare.c: stretches of one family, size and weight become paragraphs.
function flush_paragraph() {
    if (paragraph != "") print face "\t" paragraph
    paragraph = ""
}
/<fontspec/ {
    match($0, /id="[0-9]+"/); id = substr($0, RSTART + 4, RLENGTH - 5)
    match($0, /size="[0-9]+"/); size = substr($0, RSTART + 6, RLENGTH - 7)
    if ($0 ~ /Serif/)
        name[id] = "Source Serif 4,Noto Serif CJK SC" ($0 ~ /-It/ ? " Italic" : "")
    else if ($0 ~ /Semibold/)
        name[id] = "Source Sans 3 Semibold,Noto Sans CJK SC Bold"
    else
        name[id] = "Source Sans 3,Noto Sans CJK SC" ($0 ~ /-It/ ? " Italic" : "")
    points[id] = size
}
/<\/page>/ { flush_paragraph(); print "\f" }
/<text / {
    match($0, /font="[0-9]+"/); id = substr($0, RSTART + 6, RLENGTH - 7)
    text = $0
    here = name[id] " " points[id]
    if (text ~ /<b>/ && here ~ /Noto Sans CJK SC [0-9]/) # the Han bold face
        sub(/Source Sans 3,Noto Sans CJK SC/, "Source Sans 3 Semibold,Noto Sans CJK SC Bold", here)
    gsub(/<[^>]*>/, "", text); gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&amp;/, "\\&", text)
    if (here != face) { flush_paragraph(); face = here }
    paragraph = paragraph text
}
END { flush_paragraph() }
