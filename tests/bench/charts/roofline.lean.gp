# Rooflines: exact corners, a label at the end of each roof, at each ridge and at each piece of work.
load stem . ".gp"
set logscale xy
set title title
set xlabel xtitle
set ylabel ytitle
set grid
set tics nomirror
set border 3
set rmargin 26
unset key
set style line 1 lw 4 lc 1
set style line 2 lw 2 lc 2 dt 2
set style line 3 lw 2 lc 3 dt 4
set output target
plot for [i = 0 : roofs - 1] stem . ".roofs" index i with lines ls i + 1, \
    for [i = 0 : roofs - 1] stem . ".work" index i with points pt 6 lc i + 1, \
    stem . ".work" index 0 with points pt 7 lc 1, \
    stem . ".work" index 0 using 1:2:3 with labels left offset 0.8, -0.4, \
    stem . ".corners" with points pt 6 lc 0, \
    stem . ".corners" using 1:2:3 with labels left offset 0.6, 0.7, \
    stem . ".ends" using 1:2:3 with labels left offset 0.8, 0
