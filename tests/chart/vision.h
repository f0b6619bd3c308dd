/* Colours as people see them: CIEDE2000, and what protanopia, deuteranopia, tritanopia and grey
 * printing leave of them. */
#ifndef RIDGE_TESTS_CHART_VISION_H
#define RIDGE_TESTS_CHART_VISION_H

#include <math.h>
#include <stdint.h>

enum vision { VISION_NORMAL, VISION_PROTAN, VISION_DEUTAN, VISION_TRITAN, VISION_GREY, VISIONS };

/* On linear RGB. Machado, Oliveira, Fernandes 2009, severity 1; grey: luminance of sRGB. */
static const double vision_matrix[VISIONS][3][3] = {
    [VISION_NORMAL] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    [VISION_PROTAN] = {{0.152286, 1.052583, -0.204868},
                       {0.114503, 0.786281, 0.099216},
                       {-0.003882, -0.048116, 1.051998}},
    [VISION_DEUTAN] = {{0.367322, 0.860646, -0.227968},
                       {0.280085, 0.672501, 0.047413},
                       {-0.011820, 0.042940, 0.968881}},
    [VISION_TRITAN] = {{1.255528, -0.076749, -0.178779},
                       {-0.078411, 0.930809, 0.147602},
                       {0.004733, 0.691367, 0.303900}},
    [VISION_GREY] = {{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}},
};

struct lab {
    double l, a, b;
};

static double linear(uint32_t colour, int shift) {
    double c = (double)(colour >> shift & 0xFF) / 255;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double lab_curve(double t) {
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

/* CIELAB under D65 of a colour as it is seen. */
static struct lab lab_seen(uint32_t colour, enum vision v) {
    double rgb[3] = {linear(colour, 16), linear(colour, 8), linear(colour, 0)}, seen[3];
    for (int i = 0; i < 3; i++) {
        seen[i] = 0;
        for (int k = 0; k < 3; k++)
            seen[i] += vision_matrix[v][i][k] * rgb[k];
        seen[i] = fmin(fmax(seen[i], 0), 1);
    }
    double x = (0.4124564 * seen[0] + 0.3575761 * seen[1] + 0.1804375 * seen[2]) / 0.95047;
    double y = 0.2126729 * seen[0] + 0.7151522 * seen[1] + 0.0721750 * seen[2];
    double z = (0.0193339 * seen[0] + 0.1191920 * seen[1] + 0.9503041 * seen[2]) / 1.08883;
    double fx = lab_curve(x), fy = lab_curve(y), fz = lab_curve(z);
    return (struct lab){116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)};
}

static double hue(double b, double a) {
    double h = a == 0 && b == 0 ? 0 : atan2(b, a) * 180 / acos(-1);
    return h < 0 ? h + 360 : h;
}

static double cosine(double degrees) {
    return cos(degrees * acos(-1) / 180);
}

/* Sharma, Wu, Dalal 2005. */
static double ciede2000(struct lab p, struct lab q) {
    double mean = (hypot(p.a, p.b) + hypot(q.a, q.b)) / 2, m7 = pow(mean, 7), t7 = pow(25, 7);
    double g = 0.5 * (1 - sqrt(m7 / (m7 + t7)));
    double a1 = (1 + g) * p.a, a2 = (1 + g) * q.a, c1 = hypot(a1, p.b), c2 = hypot(a2, q.b);
    double h1 = hue(p.b, a1), h2 = hue(q.b, a2), dh = h2 - h1, hm = h1 + h2;
    if (c1 * c2 == 0)
        dh = 0;
    else if (fabs(dh) > 180)
        dh += dh > 0 ? -360 : 360;
    if (c1 * c2 != 0)
        hm = fabs(h1 - h2) <= 180 ? hm / 2 : hm < 360 ? (hm + 360) / 2 : (hm - 360) / 2;
    double dl = q.l - p.l, dc = c2 - c1, dhue = 2 * sqrt(c1 * c2) * sin(dh * acos(-1) / 360);
    double lm = (p.l + q.l) / 2, cm = (c1 + c2) / 2, cm7 = pow(cm, 7);
    double t = 1 - 0.17 * cosine(hm - 30) + 0.24 * cosine(2 * hm) + 0.32 * cosine(3 * hm + 6) -
               0.20 * cosine(4 * hm - 63);
    double turn = 30 * exp(-pow((hm - 275) / 25, 2)), rc = 2 * sqrt(cm7 / (cm7 + t7));
    double sl = 1 + 0.015 * pow(lm - 50, 2) / sqrt(20 + pow(lm - 50, 2));
    double sc = 1 + 0.045 * cm, sh = 1 + 0.015 * cm * t;
    double rt = -sin(2 * turn * acos(-1) / 180) * rc;
    return sqrt(pow(dl / sl, 2) + pow(dc / sc, 2) + pow(dhue / sh, 2) +
                rt * (dc / sc) * (dhue / sh));
}

#endif
