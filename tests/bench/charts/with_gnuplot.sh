#!/bin/sh
# with_gnuplot.sh lean|usual svg|pdf LANG FOLDER OUT NAME…: draws them in one gnuplot; lean from exact
# corners and boxes, or as people usually write such charts.
style=$1 format=$2 lang=$3 folder=$4 out=$5 here=$(dirname "$0")
shift 5
case $format in
svg) terminal='svg size 560,430 font "Noto Sans CJK SC,9"' ;;
pdf) terminal='pdfcairo fontscale 1 size 7.78in,5.97in font "Noto Sans CJK SC,9"' ;;
esac
for name; do
    echo "reset; set terminal $terminal"
    echo "set encoding utf8; stem = '$folder/$name.$lang'; target = '$out/$name.$lang.$format'"
    echo "load '$here/${name%%-[0-9]*}.$style.gp'; unset output"
done | gnuplot
