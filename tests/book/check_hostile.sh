#!/bin/sh
# Bad and hostile input from outside: refused with a reason, and nothing half-printed.
. tests/book/lib.sh

SERVE="--task inference --model llama-2-7b --accelerator a100-sxm4-80gb"
TRAIN="--task training --model llama-2-7b --accelerator a100-sxm4-80gb"

# refused NAME TEXT ARGUMENT…: exit status 1, the text among the messages, nothing printed.
refused() {
    name_=$1 said_=$2
    shift 2
    run "$@"
    same "$name_: exit status" 1 $status
    says "$name_" "$WORK/stderr" "$said_"
    empty "$name_: nothing on standard output" "$WORK/stdout"
}

# ── Options of a scenario ────────────────────────────────────────────────────────────────────────
# A currency is printed in text, JSON, CSV and XML as it stands.
for code in usd '$' 'A"B' '<b>' "$(printf '\377\376')" "$(printf 'US\nD')" USDT; do
    refused "currency $code" "three capitals such as USD" estimate $SERVE --price 2 --currency "$code"
done
# Zero stands for "not given": given, a default would be taken in its place.
for option in memory-utilisation offload-share price rent years pue cost-utilisation mfu; do
    refused "$option 0" "“$option = 0” does not fit" estimate $SERVE --$option 0
    refused "$option underflows" "“$option = 0” does not fit" estimate $SERVE --$option 1e-400
done
refused "goodput 0" "“goodput = 0” does not fit" estimate $TRAIN --goodput 0
refused "tokens 0" "“tokens = 0” does not fit" estimate $TRAIN --tokens 0
refused "acceptance 0" "“acceptance = 0” does not fit" estimate $SERVE --draft-tokens 4 \
    --draft-model llama-2-7b --acceptance 0
# Rates so small that times and energies would not be finite.
refused "bandwidth" "expected a rate from 1 B/s to 1e18 B/s" estimate $SERVE --memory-bandwidth '1e-300 GB/s'
refused "peak" "expected a rate from 1 FLOP/s to 1e21 FLOP/s" estimate $SERVE --peak '1e-300 TFLOP/s'
refused "capacity" "expected bytes from 1 B to 1e18 B" estimate $SERVE --memory-capacity '1e-300 GiB'
refused "link" "expected a rate from 1 B/s to 1e18 B/s" estimate $SERVE --devices 2 --link-bandwidth '1e-20 B/s'
refused "mfu" "expected a share from 1e-6, at most 1" estimate $TRAIN --mfu 1e-300
refused "a count beyond all" "a whole number from 1 to 1000000000" estimate $SERVE \
    --batch 999999999999999999
for number in nan inf -1 0x10 1,5 １２ 1e3 '' ' 5'; do
    run estimate $SERVE --batch "$number"
    holds "batch “$number” is refused" test $status = 1 -o $status = 2
    empty "batch “$number”: nothing on standard output" "$WORK/stdout"
done

# An option that would change nothing alone.
while read -r option value expected; do
    refused "$option alone" "“$option = $value” does not fit the scenario; expected $expected" \
        estimate $SERVE --$option "$value"
done <<END
offload-share 0.5 an offload beside it
storage nvme-pcie4 an offload beside it
host-channels 8 an offload beside it
ownership rented a price of the device beside it
rent 2 ownership owned and a price
years 4 ownership owned and a price
interest 0.05 ownership owned and a price
currency CNY a price in that currency
input-price 2 an output-price beside it
cached-price 2 an output-price beside it
output-price 2 a prompt and an output to pay for
END
refused "hosting of a rented device" "ownership owned" estimate $SERVE --price 2 --hosting 1
refused "a rank of full fine-tuning" "method lora or qlora" estimate $TRAIN --rank 64
refused "targets of full fine-tuning" "method lora or qlora" estimate $TRAIN --targets q,v
refused "goodput of no run" "the tokens of a whole run" estimate $TRAIN --goodput 0.9
run estimate $TRAIN --method lora --rank 64 --targets q,v --tokens 1e9 --goodput 0.9
same "beside what they belong to: exit status" 0 $status
# Memories and drives join no devices.
for option in link node-link transfer-link; do
    refused "$option: a memory" "a link between devices" estimate $SERVE --$option hbm3e
    refused "$option: a drive" "a link between devices" estimate $SERVE --$option nvme-pcie4
done

# Cached tokens may be free: 1000 prompt tokens, half of them cached, and 1000 more at 2 a million.
run estimate $SERVE --prompt 1000 --output 1000 --prefix-hit 0.5 --input-price 2 --output-price 2 \
    --cached-price 0 --format csv
near "free cached tokens: 500 · 0 + 500 · 2 + 1000 · 2 a million" 0.003 1e-9 \
    "$(sed -n 's/^cost\/service-per-request,\([^,]*\),.*/\1/p' "$WORK/stdout")"

# ── Reverse questions ────────────────────────────────────────────────────────────────────────────
for n in 0 0.5 1.5 4097 1e3 -1 1e300; do
    refused "most-devices $n" "a whole number from 1 to 4096" fit --ask min-devices $SERVE \
        --most-devices $n
done
for speed in 1e-320 1e300 0 -1; do
    refused "$speed tokens a second" "a number from 1e-6 to 1e9" fit --ask target-speed $SERVE \
        --tokens-per-second $speed
done
refused "an endless time" "a time from 1 ns to 1e6 s" fit --ask target-speed $SERVE \
    --time-per-token '1e300 s'
refused "two targets" "expected one target" fit --ask target-speed $SERVE --time-per-token '50 ms' \
    --tokens-per-second 1000
refused "the batch that is looked for" "max-batch looks for it" fit --ask max-batch $SERVE --batch 4
refused "the context that is looked for" "max-context looks for it" fit --ask max-context $SERVE \
    --prompt 100
refused "the format that is looked for" "max-bits looks for it" fit --ask max-bits $SERVE \
    --weights fp16
refused "the micro-batch that is looked for" "max-batch looks for it" fit --ask max-batch $TRAIN \
    --micro-batch 1

# ── Lists ────────────────────────────────────────────────────────────────────────────────────────
refused "“==” is no operator" "is no condition" list accelerators --filter 'id == a10'
refused "two operators" "is no condition" list accelerators --filter 'memory-bandwidth >> 1 TB/s'
run list accelerators --columns id,id,name,id --filter 'id = a10' --format xml
holds "a column named twice stands once: XML" xmllint --noout --nonet "$WORK/stdout"
run list accelerators --columns id,id,id --filter 'id = a10' --format csv
same "a column named twice stands once: CSV" "id,verified" "$(head -1 "$WORK/stdout")"

# ── Folders laid over the catalogue ──────────────────────────────────────────────────────────────
# entries FOLDER: accelerators.xml with the entries of standard input.
entries() {
    mkdir -p "$1"
    { echo '<accelerators xmlns="urn:ridgepoint:1">' && cat && echo '</accelerators>'; } \
        >"$1/accelerators.xml"
}
LAB=$WORK/lab
with_lab() { refused "$1" "$2" estimate $SERVE --catalogue "$LAB"; }
refused "a folder that is not there" "holds nothing of a catalogue" estimate $SERVE \
    --catalogue "$WORK/nowhere"
echo '<accelerator id="mine" extends="a100-sxm4-80gb"><power source="memory-arithmetic">250 GB</power></accelerator>' |
    entries "$LAB"
with_lab "another entry is at fault" "accelerators.xml:2:"
echo '<accelerator id="mine" extends="a10"><unknown reason="not-published">memory-capacity</unknown></accelerator>' |
    entries "$LAB"
refused "unknown now, though the entry below knows it" "does not know its memory-capacity" estimate \
    --task inference --model llama-2-7b --accelerator mine --catalogue "$LAB"
echo '<accelerator id="mine" extends=""/>' | entries "$LAB"
with_lab "an empty extends" "accelerators.xml:2:33: error: unknown accelerator"
echo '<accelerator id="mine" extends="mine"/>' | entries "$LAB"
with_lab "an entry that extends itself" "unknown accelerator “mine”"
echo '<accelerator id="a" extends="b"/><accelerator id="b" extends="a"/>' | entries "$LAB"
with_lab "two that extend each other" "unknown accelerator “b”"
echo '<accelerator id="a" extends="a10"/><accelerator id="a" extends="a10"/>' | entries "$LAB"
with_lab "an id twice" "the id “a” is used before"
for price in 'currency="usd" date="2026-11" kind="buy"' 'currency="USD" date="2026-13" kind="buy"' \
    'currency="USD" date="2026-11" kind="lease"'; do
    echo "<accelerator id='mine' extends='a10'><price $price source='memory-arithmetic'>2</price></accelerator>" |
        entries "$LAB"
    with_lab "a price with $price" "accelerators.xml:2:"
done
{
    printf '<accelerator id="mine" extends="a10"><unknown reason="not-published">'
    awk 'BEGIN { for (i = 0; i < 50000; i++) printf "field-%d ", i }'
    echo '</unknown></accelerator>'
} | entries "$LAB"
with_lab "fifty thousand unknown fields: the first of them, and how many more" "ridge: and 49500 more"
rm "$LAB/accelerators.xml"
ln -s nothing "$LAB/accelerators.xml"
with_lab "a link that leads nowhere" "accelerators.xml: it is a link that leads nowhere"
ln -sf accelerators.xml "$LAB/accelerators.xml"
with_lab "a link to itself" "too many symbolic links"
rm "$LAB/accelerators.xml"
mkfifo "$LAB/accelerators.xml"
with_lab "a pipe" "not a regular file"
rm "$LAB/accelerators.xml"
{
    echo '<models xmlns="urn:ridgepoint:1">'
    sed -n '/<model id="llama-2-7b"/,/<\/model>/p' content/catalogue/models.xml |
        sed 's#id="llama-2-7b"#id="ours"#; s#<layers>.*</layers>#<layers>yes</layers>#'
    echo '</models>'
} >"$LAB/models.xml"
with_lab "yes is no number of layers" "“yes” does not do as a value; expected a whole number"
rm "$LAB/models.xml"

# ── Outside the options ──────────────────────────────────────────────────────────────────────────
"$RIDGE" estimate $SERVE >/dev/full 2>"$WORK/stderr"
same "a full device: exit status" 3 $?
says "a full device" "$WORK/stderr" "cannot write to standard output"
"$RIDGE" estimate $SERVE >&- 2>"$WORK/stderr"
same "no standard output: exit status" 3 $?
mkdir "$WORK/alone"
cp "$RIDGE" "$WORK/alone/ridge"
"$WORK/alone/ridge" sheet a10 -o "$WORK/a10.pdf" >"$WORK/stdout" 2>"$WORK/stderr"
same "without ridge-pages: exit status" 3 $?
says "without ridge-pages" "$WORK/stderr" "cannot run $WORK/alone/ridge-pages"
ln -s ridge "$WORK/alone/ridge-pages"
timeout 5 "$WORK/alone/ridge" sheet a10 -o "$WORK/a10.pdf" 2>"$WORK/stderr"
same "ridge-pages is a link to ridge: exit status" 3 $?
says "ridge-pages is a link to ridge" "$WORK/stderr" "it is ridge itself"
rm "$WORK/alone/ridge-pages"
cp "$RIDGE" "$WORK/alone/ridge-pages"
timeout 5 "$WORK/alone/ridge" sheet a10 -o "$WORK/a10.pdf" 2>"$WORK/stderr"
same "ridge-pages is a copy of ridge: exit status" 3 $?
for arguments in --help --version "estimate --help" ""; do
    "$RIDGE" $arguments >/dev/full 2>"$WORK/stderr"
    same "“$arguments” to a full device: exit status" 3 $?
done
(
    unset HOME XDG_CONFIG_HOME
    "$RIDGE" estimate $SERVE >"$WORK/stdout" 2>"$WORK/stderr"
)
same "no home: exit status" 0 $?
(
    RIDGE_ROOT=$WORK
    "$RIDGE" estimate $SERVE >"$WORK/stdout" 2>"$WORK/stderr"
)
same "another root: exit status" 1 $?
says "another root" "$WORK/stderr" "name it in RIDGE_ROOT"
summary
