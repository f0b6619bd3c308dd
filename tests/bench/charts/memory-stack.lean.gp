# Stacked columns: each part named in its middle, the total above, what devices hold as lines.
load stem . ".gp"
set title title
set grid ytics
set tics nomirror
set border 3
set rmargin 26
set bmargin 5
set xrange [-0.5 : columns - 0.5]
set yrange [0 : *]
set style fill solid
unset key
set output target
plot for [i = 0 : parts - 1] stem . ".parts" index i using 1:(($2 + $3) / 2):($1 - 0.26):($1 + 0.26):2:3 \
        with boxxyerror lc (i + 1), \
    stem . ".limits" using (-0.5):2:(columns):(0) with vectors nohead lw 2 lc "red", \
    stem . ".limits" using 1:2:3 with labels left offset 0.8, 0, \
    stem . ".values" using 1:2:3 with labels, \
    stem . ".totals" using 1:2:3 with labels offset 0, 0.7
