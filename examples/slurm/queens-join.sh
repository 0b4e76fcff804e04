#!/bin/sh
# Merges the ledgers of queens-array.sh and verifies the result. If the merged ledger exists, it is only
# verified.
set -eu

size=$1
folder=${QUEENS_FOLDER:-ledgers-$size}
out="$folder/q$size.db"

if [ ! -e "$out" ]; then
    queens ledger merge "$out" "$folder"/[0-9]*.db
fi
queens ledger export "$out" --certificate
queens verify "$out" --sample 16
