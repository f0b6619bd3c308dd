#!/bin/sh
# Units in everything that is printed: capacity in powers of two (GiB), traffic in powers of ten, rates
# as GB/s or TB/s, in both languages; and the 7 % between GB and GiB would be seen.
. tests/book/lib.sh
N=$(printf '\342\200\257') # the narrow space before a unit

# rates NAME FILE: no rate in powers of two
rates() {
    found=$(grep -nE '[kKMGTP]i(B|bit)(/|·)s' "$2" | head -3)
    same "$1: no rate in GiB/s" "" "$found"
}

# block HEAD FILE: the part between blank lines that begins so
block() { awk -v head="$1" 'BEGIN { RS = "" } index($0, head) == 1' "$2"; }

# ── Estimates: the blocks of memory and of the cache hold no GB, those of work no GiB ────────────────
for lang in en zh; do
    case $lang in
    en) memory="Memory per" cache="KV cache" decode=Decode ;;
    zh) memory=显存 cache="KV 缓存" decode=解码 ;;
    esac
    for question in \
        "inference --model llama-2-7b --weights fp16 --kv fp16 --context 4096" \
        "inference --model deepseek-v3 --devices 16 --node-link ib-ndr --context 4096" \
        "training --model llama-2-7b --sequence 2048 --devices 8 --zero 3" \
        "training --model mixtral-8x7b --sequence 2048 --method qlora"; do
        run estimate --accelerator a100-sxm4-80gb --task $question --lang $lang --explain
        name="$lang, $question"
        same "$name: exit status" 0 $status
        rates "$name" "$WORK/stdout"
        block "$memory" "$WORK/stdout" >"$WORK/memory"
        holds "$name: memory is in GiB" grep -q "${N}GiB" "$WORK/memory"
        same "$name: memory has no GB" "" "$(grep -E "${N}[kMGTP]B" "$WORK/memory")"
    done
    run estimate --accelerator a100-sxm4-80gb --task inference --model llama-2-7b --weights fp16 \
        --kv fp16 --context 4096 --lang $lang
    block "$cache" "$WORK/stdout" >"$WORK/cache"
    holds "$lang: the cache is in GiB" grep -q "2.000${N}GiB" "$WORK/cache"
    same "$lang: the cache has no GB" "" "$(grep -E "${N}[kMGTP]B" "$WORK/cache")"
    block "$decode" "$WORK/stdout" >"$WORK/decode"
    same "$lang: traffic has no GiB" "" "$(grep -E "${N}[KMGTP]iB" "$WORK/decode")"
    # 6 738 415 616 weights of 2 bytes: 13.48 GB are 12.55 GiB; 12.55 + 2.00 GiB less a table of
    # 0.262 GB are 15.36 GB. A slip of 7 % in either direction stands elsewhere.
    holds "$lang: 12.55 GiB" grep -q "12.55${N}GiB" "$WORK/stdout"
    holds "$lang: 15.36 GB" grep -q "15.36${N}GB" "$WORK/decode"
    for slip in "13.48${N}GiB" "12.55${N}GB" "14.31${N}GB" "15.36${N}GiB" "16.49${N}GB"; do
        same "$lang: no $slip" "" "$(grep -F "$slip" "$WORK/stdout")"
    done
done

# ── Lists and cards ────────────────────────────────────────────────────────────────────────────────
for lang in en zh; do
    for what in "list accelerators" "list models" "list links" "list formats" "show h100-sxm5-80gb" \
        "show llama-3.1-8b" "show ib-ndr" "list scenarios"; do
        run $what --lang $lang
        same "$lang, $what: exit status" 0 $status
        rates "$lang, $what" "$WORK/stdout"
    done
    run list accelerators --lang $lang
    holds "$lang: heads of the list" sh -c "sed -n 1,2p '$WORK/stdout' | tr -d '\n' | grep 'GiB.*GB/s'"
    run show a100-sxm4-80gb --lang $lang
    holds "$lang: 80 GiB of capacity" grep -qE "80(\.00)?${N}GiB" "$WORK/stdout"
    holds "$lang: 2039 GB/s" grep -qE "2039(\.0)?${N}GB/s" "$WORK/stdout"
done

# ── Reverse questions ──────────────────────────────────────────────────────────────────────────────
for ask in max-context max-batch max-model max-bits min-devices which-accelerator binding; do
    case $ask in max-context) length= ;; *) length="--context 2048" ;; esac
    run fit --ask $ask --task inference --model llama-3.1-8b --accelerator rtx-4090 $length --explain
    same "fit $ask: exit status" 0 $status
    rates "fit $ask" "$WORK/stdout"
done

# ── Money: heads of a table say the currency that its scenarios share, or the language's word ───────
money() { # LANG CURRENCY OTHER
    scenario='task="inference" model="llama-3.1-8b" accelerator="rtx-4090" context="2048" price="1"'
    cat >"$WORK/money.$1.xml" <<END
<chapter xmlns="http://docbook.org/ns/docbook" xmlns:r="urn:ridgepoint:1" version="5.0"
  xml:id="m" xml:lang="$1"><title>M</title>
<r:scenario id="a" $scenario currency="$2"/><r:scenario id="b" $scenario currency="$3"/>
<table xml:id="t"><title>T</title><r:table of="scenarios" ids="a b" columns="id cost/per-million-tokens"/></table>
</chapter>
END
    run build "$WORK/money.$1.xml" --lang "${1%%-*}" -o "$WORK/money.pdf"
    pdftotext "$WORK/money.pdf" "$WORK/money"
}
money zh-Hans CNY CNY
holds "one currency heads the column" grep -qx CNY "$WORK/money"
money zh-Hans CNY USD
holds "of two currencies none heads it" sh -c "grep -qx 货币单位 '$WORK/money' && ! grep -qx CNY '$WORK/money'"
money en CNY USD
holds "en: the word of the language" grep -qx money "$WORK/money"

# ── Pages ──────────────────────────────────────────────────────────────────────────────────────────
run build --lang all -o "$WORK/build"
same "build: exit status" 0 $status
pages=0
for pdf in "$WORK"/build/*/*.pdf; do
    pdftotext "$pdf" "$WORK/text"
    rates "$(basename "$pdf")" "$WORK/text"
    pages=$((pages + 1))
done
holds "there are pages" test $pages -gt 10
summary
