#!/bin/sh
# Counts N in K shares as a Slurm array, each into a ledger of its own, then joins them.
#
#   sbatch --array=1-64 examples/slurm/queens-array.sh 22        the shares; a task that is requeued goes on where it was
#   examples/slurm/queens-join.sh 22                             when all are finished
#
#SBATCH --job-name=queens
#SBATCH --cpus-per-task=16
#SBATCH --mem=4G
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --signal=TERM@60
set -eu

size=$1
folder=${QUEENS_FOLDER:-ledgers-$size}
mkdir -p "$folder"

# Slurm's TERM, a minute before the end, ends the count cleanly: what is finished is in the ledger.
exec queens count "$size" --method cross \
    --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --ledger "$folder/$SLURM_ARRAY_TASK_ID.db" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
