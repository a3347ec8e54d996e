#!/bin/sh
# Bouton against cgt 0.11 and pycgt 0.2. Makes a virtual environment for pycgt under target/.
set -eu
cd "$(dirname "$0")"
if [ ! -x target/pycgt/bin/python ]; then
    python3 -m venv target/pycgt
    target/pycgt/bin/pip install --quiet "pycgt==0.2.*"
fi
cargo run --release --quiet -- "$PWD/target/pycgt/bin/python"
