#!/bin/sh
# Counts N in K shards as a Slurm array: each task counts one shard into its own ledger. A task that is
# requeued or submitted again resumes from its ledger.
#
#   sbatch --array=1-8 examples/slurm/queens-array.sh 24 8       N and K
#   examples/slurm/queens-join.sh 24                             when all tasks are complete
#
#SBATCH --job-name=queens
#SBATCH --cpus-per-task=16
#SBATCH --mem=24G
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --signal=B:TERM@60
set -eu

size=$1
shards=$2
folder=${QUEENS_FOLDER:-ledgers-$size}
mkdir -p "$folder"

# The engine that `queens plan N` chooses. It is set here, because all shards must use the same engine. On 16 threads
# it needs at most 5 GB up to N = 25, 13 GB up to N = 27, and 22 GB for N = 28.
if [ "$size" -le 28 ]; then method="join"; else method="cross"; fi

# Slurm sends TERM one minute before the time limit. The count then stops; finished jobs are already in
# the ledger.
exec queens count "$size" --method "$method" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --ledger "$folder/$SLURM_ARRAY_TASK_ID.db" \
    --shard "$SLURM_ARRAY_TASK_ID/$shards"
