# Rooflines as people write them: each roof a function at 200 samples, a key, labels at ridges and work.
load stem . ".gp"
set logscale xy
set title title
set xlabel xtitle
set ylabel ytitle
set grid xtics ytics mxtics mytics
set key bottom right box
set samples 200
set xrange [left : right]
roof(x, i) = x * slope[i] < peak[i] ? x * slope[i] : peak[i]
set output target
plot for [i = 1 : roofs] roof(x, i) with lines lw 2 lc i title name[i], \
    for [i = 0 : roofs - 1] stem . ".work" index i with points pt 7 lc i + 1 notitle, \
    stem . ".work" index 0 using 1:2:3 with labels left offset 1, -0.5 point pt 7 lc 1 notitle, \
    stem . ".corners" using 1:2:3 with labels offset 0, 0.7 point pt 6 lc 0 title ridge
