#!/bin/sh
# Joins the ledgers of queens-array.sh, and verifies the whole.
set -eu

size=$1
folder=${QUEENS_FOLDER:-ledgers-$size}
out="$folder/q$size.db"

queens ledger merge "$out" "$folder"/[0-9]*.db
queens ledger export "$out" --certificate
queens verify "$out" --sample 16
