#!/bin/sh
# Makes certificates for a Dask cluster in the current folder: for an authority (ca), for the scheduler and its workers
# (cluster), and for the process that starts counts (client). NAME.pem is a certificate, NAME.key its private key. Needs openssl.
#
# Copy ca.pem, cluster.pem and cluster.key to the machines of the cluster, and ca.pem, client.pem and client.key to the
# machine that runs n_queens.cluster. ca.key signs further certificates: keep it secret.
set -eu
umask 077

days=365
key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"

# shellcheck disable=SC2086 # several words
openssl req -x509 $key -keyout ca.key -out ca.pem -days "$days" -subj "/CN=queens authority"
for name in cluster client; do
    # shellcheck disable=SC2086 # several words
    openssl req $key -keyout "$name.key" -out "$name.csr" -subj "/CN=queens $name"
    openssl x509 -req -in "$name.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -out "$name.pem" -days "$days"
    rm "$name.csr"
done
