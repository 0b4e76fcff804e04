#!/bin/sh
# Publishes the crates of this version that the registry does not have yet, in the order of their
# dependencies. Run it again if a release failed half way.
#
#   .github/scripts/publish-crates.sh [--dry-run]
set -eu
cd "$(dirname "$0")/../.."

version=$(.github/scripts/release.py version)
missing=
for crate in queens queens-puzzles queens-draw queens-results queens-gpu queens-ledger queens-cli; do
    # Outside the workspace: inside it, cargo reports the local crate.
    if (cd / && cargo info --quiet --registry crates-io "$crate@$version") > /dev/null 2>&1; then
        echo "$crate $version is already published"
    else
        missing="$missing --package $crate"
    fi
done
if [ ! -f crates/queens-cli/page/index.html ]; then
    echo "publish-crates.sh: crates/queens-cli/page is missing; run 'cargo xtask web' first" >&2
    exit 1
fi
# Cargo sees the page, which is not under version control, as an uncommitted change. Allow no other.
if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
    echo "publish-crates.sh: there are uncommitted changes" >&2
    exit 1
fi
if [ -n "$missing" ]; then
    # Several arguments.
    # shellcheck disable=SC2086
    cargo publish --locked --allow-dirty "$@" $missing
fi
