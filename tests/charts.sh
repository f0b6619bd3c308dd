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
