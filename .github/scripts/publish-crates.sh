#!/bin/sh
# Publishes the crates of the workspace that the registry does not have in this version yet, in the order
# of their dependencies, so that a release that failed half way can be run again.
#
#   .github/scripts/publish-crates.sh [--dry-run]
set -eu
cd "$(dirname "$0")/../.."

version=$(.github/scripts/release.py version)
missing=
for crate in queens queens-cuda queens-ledger queens-cli; do
    # Asked from outside the workspace, where Cargo would answer with the crate at hand.
    if (cd / && cargo info --quiet --registry crates-io "$crate@$version") > /dev/null 2>&1; then
        echo "$crate $version is published already"
    else
        missing="$missing --package $crate"
    fi
done
if [ ! -f crates/queens-cli/page/index.html ]; then
    echo "publish-crates.sh: the command would have no page: run 'cargo xtask web' first" >&2
    exit 1
fi
# The page is not under version control, which cargo takes for a change that was not committed; there must be no
# other.
if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
    echo "publish-crates.sh: there are changes that were not committed" >&2
    exit 1
fi
if [ -n "$missing" ]; then
    # Words, not one argument.
    # shellcheck disable=SC2086
    cargo publish --locked --allow-dirty "$@" $missing
fi
