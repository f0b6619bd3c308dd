# Stacked columns as people write them: rows of a histogram, a key, the total above, limits as lines.
load stem . ".gp"
set title title
set grid ytics
set key outside right top
set bmargin 5
set yrange [0 : *]
set style data histograms
set style histogram rowstacked
set style fill solid border -1
set boxwidth 0.6
set output target
plot for [i = 2 : parts + 1] stem . ".columns" using i:xtic(1) title columnheader(i), \
    for [i = 1 : limits] limit[i] with lines lw 2 dt 2 title device[i], \
    stem . ".totals" using 1:2:3 with labels offset 0, 0.7 notitle
