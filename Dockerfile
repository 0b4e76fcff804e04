# syntax=docker/dockerfile:1
#
#   docker build --tag queens .
#   docker run --rm queens count 8..14
#   docker run --rm --volume queens:/data queens count 18 --ledger q18.db
#   docker run --rm --publish 8017:8017 queens serve --host 0.0.0.0
#
# Both build stages run on the architecture of the build machine. For another architecture (docker buildx
# build --platform linux/amd64,linux/arm64) they cross-compile; nothing is emulated.

FROM --platform=$BUILDPLATFORM rust:1.95-slim-trixie AS page
# Versions are not pinned, to get current security fixes.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install --yes --no-install-recommends libc6-dev gcc nodejs npm \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /queens
COPY rust-toolchain.toml .
RUN rustup target add wasm32-unknown-unknown
COPY . .
RUN cargo xtask web

FROM page AS command
ARG BUILDARCH
ARG TARGETARCH
# hadolint ignore=DL3008
RUN set -eu; \
    case "$TARGETARCH" in \
      amd64) target=x86_64-unknown-linux-gnu package=gcc-x86-64-linux-gnu prefix=x86_64-linux-gnu ;; \
      arm64) target=aarch64-unknown-linux-gnu package=gcc-aarch64-linux-gnu prefix=aarch64-linux-gnu ;; \
      *) echo "no image for $TARGETARCH" >&2; exit 1 ;; \
    esac; \
    if [ "$TARGETARCH" != "$BUILDARCH" ]; then \
      apt-get update; \
      apt-get install --yes --no-install-recommends "$package" "libc6-dev-$TARGETARCH-cross"; \
      rm -rf /var/lib/apt/lists/*; \
      rustup target add "$target"; \
      export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER="$prefix-gcc"; \
      export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER="$prefix-gcc"; \
    fi; \
    cargo build --release --locked --package queens-cli --all-features --target "$target"; \
    install -D "target/$target/release/queens" /image/usr/local/bin/queens; \
    install -D --mode=644 --target-directory=/image/usr/share/doc/queens LICENSE-MIT LICENSE-APACHE; \
    mkdir /image/data

# Debian rather than a distroless or Alpine image: the driver of a GPU is loaded at run time, which
# needs glibc, and the jobs of examples/kubernetes are shell commands. The release must not be older
# than that of the build stages.
FROM debian:trixie-slim
COPY --from=command /image/usr /usr
# The user owns only this folder. A new volume that is mounted here gets the same owner.
COPY --from=command --chown=65532:65532 /image/data /data
USER 65532:65532
ENV HOME=/data
WORKDIR /data
EXPOSE 8017
ENTRYPOINT ["queens"]
CMD ["--help"]
