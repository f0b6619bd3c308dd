# A chart of every kind, with what each draws when nothing is asked; read after tests/book/lib.sh.
KINDS=$(sed -n 's/^CHART([a-z_]*, "\([a-z-]*\)", .*/\1/p' gen/chart/kinds.def)

# every_chart FOLDER FORMAT LANG THEME [OPTION…]: FOLDER/KIND-THEME.LANG.FORMAT; a case each.
every_chart() {
    folder_=$1 format_=$2 lang_=$3 theme_=$4
    shift 4
    mkdir -p "$folder_"
    for kind_ in $KINDS; do
        run chart "$kind_" --lang "$lang_" --theme "$theme_" "$@" \
            -o "$folder_/$kind_-$theme_.$lang_.$format_"
        same "$kind_ $theme_ $lang_ $format_ $*: exit status" 0 "$status"
    done
}

# The browser, with a home of its own; empty without one.
BROWSER=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

# browse ARGUMENT…: its output in $WORK/browsed.
browse() {
    HOME=$WORK timeout 90 "$BROWSER" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --hide-scrollbars --virtual-time-budget=4000 --user-data-dir="$WORK/profile" "$@" \
        >"$WORK/browsed" 2>"$WORK/stderr"
}

# size_of SVG: width and height of its drawing.
size_of() { grep -o -m1 'viewBox="0 0 [0-9.]* [0-9.]*"' "$1" | sed 's/.*0 0 //; s/"//'; }

# difference PNG PNG: the mean over all pixels and colours, in percent.
difference() {
    compare -metric MAE "$1" "$2" null: 2>&1 | sed 's/.*(\(.*\))/\1/' | awk '{ printf "%.2f", 100 * $1 }'
}

# picture FILE.svg: a page beside it with the file as a picture, 1120 wide.
picture() {
    printf '<!DOCTYPE html><html lang="en"><title>x</title><body style="margin:0"><img alt="x" src="%s" style="display:block;width:1120px"></body></html>' \
        "$(basename "$1")" >"${1%.svg}.html"
}

# shoot FILE.svg ADDRESS PNG [OPTION…]
shoot() {
    height=$(size_of "$1" | awk '{ printf "%d", 2 * $2 + 0.999 }')
    address=$2 png=$3
    shift 3
    browse "$@" --window-size=1120,"$height" --screenshot="$png" "$address"
}

# Percent of black to white, mean over all pixels: how differently programs smooth letters.
TOLERANCE=2

# same_pictures OPTION: every chart, as the browser draws its SVG, against its PDF. Prints the most.
same_pictures() {
    most_=0
    for lang_ in en zh; do
        pictures_=$WORK/same-$lang_-${1##* }
        every_chart "$pictures_" svg "$lang_" light $1
        every_chart "$pictures_" pdf "$lang_" light
        for svg_ in "$pictures_"/*.svg; do
            picture "$svg_"
            shoot "$svg_" "file://${svg_%.svg}.html" "$WORK/svg.png"
            pdftoppm -r 144 -png -singlefile "${svg_%.svg}.pdf" "$WORK/pdf"
            agrees "$(basename "$svg_" .svg) $1" "$WORK/svg.png" "$WORK/pdf.png" $TOLERANCE
        done
    done
    echo "$1: at most $most_ % from the PDF"
}

# agrees NAME PNG PNG MOST: no more than so many percent apart; the largest stays in most_.
agrees() {
    apart_=$(difference "$2" "$3")
    holds "$1: $apart_ % apart, at most $4" \
        awk "BEGIN { exit !(\"$apart_\" != \"\" && ${apart_:-100} <= $4) }"
    most_=$(awk "BEGIN { print (${apart_:-0} > $most_) ? ${apart_:-0} : $most_ }")
}
