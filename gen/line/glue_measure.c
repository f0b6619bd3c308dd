/* Chinese measure words: "2048 个" is one thing, as "80 GB" is. */
#include <string.h>

#include "line/glue_view.h"

/* Longer words before those they begin with. Left out: what more often begins another word, as 分
 * in 分别 or 时 in "when". */
static const char *const MEASURE_WORDS[] = {
    /* of the trade */
    "字节", "词元", "比特", "路", "卡", "层", "维", "核", "线程", "参数", "批", "步", "轮", "倍",
    /* time */
    "毫秒", "微秒", "纳秒", "秒", "分钟", "小时", "天", "周", "个月", "月", "年", "日", "世纪",
    /* counts */
    "个百分点", "个", "张", "块", "台", "位", "次", "组", "种", "类", "份", "段", "片", "颗", "座",
    "项", "件", "遍", "人", "代", "级", "阶", "号", "架", "枚", "辆", "道",
    /* text */
    "行", "列", "页", "章", "节", "条", "款", "句", "字", "词", "篇", "题", "格",
    /* money, length, weight, power */
    "元", "美元", "纳米", "微米", "毫米", "厘米", "公里", "千米", "米", "千克", "克", "吨",
    "千瓦时", "千瓦", "兆瓦", "瓦", "度", "伏", "安"};
/* Between the digits and the word: "680 万元", "70 亿个". */
static const char *const SCALES[] = {"万亿", "百万", "千万", "亿", "万"};

#define STARTING(at, words) starting(at, words, sizeof(words) / sizeof *(words))

/* Bytes of the first of the words that stands here. */
static size_t starting(const char *at, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strncmp(at, words[i], strlen(words[i])))
            return strlen(words[i]);
    return 0;
}

size_t glue_measure_end(const struct view *v, size_t from) {
    const char *at = text_at(v, from);
    size_t scale = STARTING(at, SCALES), bytes = scale + STARTING(at + scale, MEASURE_WORDS);
    size_t to = from;
    while (to < v->n && text_at(v, to) < at + bytes)
        to++;
    return to;
}
