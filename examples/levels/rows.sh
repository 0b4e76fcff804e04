#!/bin/sh
# Counts rows of A319284 (placements of plain backtracking by level) on an NVIDIA GPU, twice with different jobs, and compares them
# with docs/data/b319284.txt and with each other. Run it from the root of the repository:
#
#   QUEENS=target/release/queens examples/levels/rows.sh FOLDER 10..19 20 21 22
#
# Every result is kept in FOLDER as JSON. CPU=19 also counts that size on the CPU, which takes about 25 core-minutes for N = 19.
set -eu
queens=${QUEENS:-queens}
folder=$1
shift
mkdir -p "$folder"

for sizes in "$@"; do
    "$queens" count "$sizes" --placements --by-level --device cuda --format json > "$folder/$sizes-levels.json"
    "$queens" count "$sizes" --placements --by-level --device cuda --method bitmask --format json > "$folder/$sizes-bitmask.json"
done
if [ -n "${CPU:-}" ]; then
    "$queens" count "$CPU" --placements --by-level --format json > "$folder/$CPU-cpu.json"
fi
python3 examples/levels/compare.py docs/data/b319284.txt "$folder"/*.json
