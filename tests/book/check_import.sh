#!/bin/sh
# `ridge import`, and configuration files in place of ids of models.
. tests/book/lib.sh
CONFIGS=$HOUSE/tests/golden/import

# An entry on standard output, in a file, and as XML.
run import "$CONFIGS/qwen3-8b.json"
same "import: status" 0 "$status"
empty "import: no messages" "$WORK/stderr"
says "import: an entry" "$WORK/stdout" '<models xmlns="urn:ridgepoint:1">' '<model id="qwen3-8b"' \
    '<head-dim>128</head-dim>' '<qk-norm>yes</qk-norm>' '<tied-embeddings>no</tied-embeddings>'
cp "$WORK/stdout" "$WORK/printed.xml"
holds "import: well-formed" xmllint --noout "$WORK/printed.xml"
run import "$CONFIGS/qwen3-8b.json" -o "$WORK/written.xml"
same "import -o: status" 0 "$status"
empty "import -o: nothing printed" "$WORK/stdout"
holds "import -o: the same bytes" cmp "$WORK/printed.xml" "$WORK/written.xml"
mkdir "$WORK/Qwen3-8B"
cp "$CONFIGS/qwen3-8b.json" "$WORK/Qwen3-8B/config.json"
run import "$WORK/Qwen3-8B" --id qwen3-8b
says "import of a folder: its config.json" "$WORK/stdout" '<layers>36</layers>'
run estimate --task inference --model "$WORK/Qwen3-8B" --accelerator rtx-4090
same "a folder as a model: status" 0 "$status"
run import "$CONFIGS/qwen3-8b.json" --id my-model
says "import --id" "$WORK/stdout" '<model id="my-model"'
run import "$CONFIGS/qwen3-8b.json" --id "My Model"
same "import --id: no id" 1 "$status"
says "import --id: no id" "$WORK/stderr" "My Model"
run import
same "import without a file" 2 "$status"

# Every file is accepted, or refused with a place and without output.
accepted=0 refused=0
for file in "$CONFIGS"/*.json; do
    run import "$file"
    case $status in
    0) accepted=$((accepted + 1)) ;;
    1)
        refused=$((refused + 1))
        says "refused: $(basename "$file")" "$WORK/stderr" "$file:" "cannot count a model of the family"
        empty "refused: nothing printed" "$WORK/stdout"
        ;;
    *) fail "import $file" "status $status" ;;
    esac
done
same "files accepted" 89 "$accepted"
same "files refused" 7 "$refused"

# An entry laid into the catalogue is read without a fault and gives the same estimate.
estimate() {
    run estimate --model "$1" --accelerator h100-sxm5-80gb --task inference --format csv
    same "estimate of $1: status" 0 "$status"
    sed '/scenario/d' "$WORK/stdout" >"$2"
}
for model in llama-2-7b qwen3-30b-a3b gpt-oss-20b deepseek-v2-lite gemma-3-4b; do
    estimate "$model" "$WORK/by-id"
    estimate "$CONFIGS/$model.json" "$WORK/by-file"
    holds "$model: by file as by id" cmp "$WORK/by-id" "$WORK/by-file"
done
mkdir "$WORK/own"
run import "$CONFIGS/qwen3-8b.json" --id own-qwen3-8b -o "$WORK/own/models.xml"
same "entry for an overlay: status" 0 "$status"
estimate qwen3-8b "$WORK/by-id"
run estimate --catalogue "$WORK/own" --model own-qwen3-8b --accelerator h100-sxm5-80gb \
    --task inference --format csv
same "estimate with an overlay: status" 0 "$status"
empty "estimate with an overlay: no messages" "$WORK/stderr"
sed '/scenario/d' "$WORK/stdout" >"$WORK/by-file"
holds "an entry laid over, as the shipped one" cmp "$WORK/by-id" "$WORK/by-file"

# In documents the path is below the content root.
cp -r "$HOUSE/content" "$HOUSE/templates" "$HOUSE/assets" "$WORK/"
export RIDGE_ROOT="$WORK"
mkdir -p "$WORK/content/configs"
cp "$CONFIGS/qwen3-8b.json" "$WORK/content/configs/"
scenario() {
    cp "$HOUSE/content/scenarios.xml" "$WORK/content/scenarios.xml"
    sed -i "s|^</scenarios>|<scenario id=\"own\" task=\"inference\" model=\"$1\" accelerator=\"rtx-4090\" context=\"512\"/></scenarios>|" \
        "$WORK/content/scenarios.xml"
    run list scenarios
}
scenario configs/qwen3-8b.json
same "scenario with a file: status" 0 "$status"
says "scenario with a file" "$WORK/stdout" "own "
scenario ../templates/x.json
same "scenario with a file outside: status" 1 "$status"
says "scenario with a file outside" "$WORK/stderr" "scenarios.xml:" "leads out"
scenario configs/qwen3-8.json
says "scenario with a file that is not there" "$WORK/stderr" "configs/qwen3-8b.json"
cp "$HOUSE/content/scenarios.xml" "$WORK/content/scenarios.xml"
export RIDGE_ROOT="$HOUSE"

# A chart of a file; a misspelt id still names the nearest one.
run chart memory-stack --model "$CONFIGS/llama-2-7b.json" --accelerator rtx-4090 -o "$WORK/a.svg"
same "chart of a file: status" 0 "$status"
run estimate --model qwen3-8 --accelerator rtx-4090 --task inference
same "misspelt id: status" 1 "$status"
says "misspelt id" "$WORK/stderr" "qwen3-8b" "config.json"

# Faults: a place, status 1, nothing on standard output.
printf '{"model_type": "llama",\n "num_hidden_layers": Infinity}' >"$WORK/bad.json"
run import "$WORK/bad.json"
same "Infinity: status" 1 "$status"
says "Infinity: place" "$WORK/stderr" "bad.json:2:23: error: not JSON"
empty "Infinity: nothing printed" "$WORK/stdout"
truncate -s 100M "$WORK/large.json"
run import "$WORK/large.json"
same "100 MB: status" 1 "$status"
says "100 MB" "$WORK/stderr" "larger than"
run estimate --model "$WORK/bad.json" --accelerator rtx-4090 --task inference
same "estimate of a bad file: status" 1 "$status"
empty "estimate of a bad file: nothing printed" "$WORK/stdout"

summary
