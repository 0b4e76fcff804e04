#!/bin/sh
# Counts N in K shares as a Slurm array, each into a ledger of its own.
#
#   sbatch --array=1-64 examples/slurm/queens-array.sh 22 64     N and K; a task that is requeued or submitted again goes on where it was
#   examples/slurm/queens-join.sh 22                             when all are finished
#
#SBATCH --job-name=queens
#SBATCH --cpus-per-task=16
#SBATCH --mem=4G
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --signal=B:TERM@60
set -eu

size=$1
shares=$2
folder=${QUEENS_FOLDER:-ledgers-$size}
mkdir -p "$folder"

# Slurm's TERM, a minute before the end, ends the count cleanly: what is finished is in the ledger.
exec queens count "$size" --method cross \
    --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --ledger "$folder/$SLURM_ARRAY_TASK_ID.db" \
    --shard "$SLURM_ARRAY_TASK_ID/$shares"
