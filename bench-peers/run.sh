#!/bin/sh
# Bouton against cgt 0.11, pycgt 0.2 and clingo. Makes a virtual environment for the last two under target/.
set -eu
cd "$(dirname "$0")"
if [ ! -x target/peers/bin/python ]; then
    python3 -m venv target/peers
    target/peers/bin/pip install --quiet "pycgt==0.2.*" "clingo>=5.7"
fi
cargo run --release --quiet -- "$PWD/target/peers/bin/python"
