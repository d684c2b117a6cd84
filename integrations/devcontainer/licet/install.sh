#!/bin/sh
# Installs licet for every user of the container. Node comes from the image, or from the feature `node`.
set -eu
if ! command -v npm >/dev/null 2>&1; then
  echo 'licet needs Node 22.18 or newer: add the feature ghcr.io/devcontainers/features/node before it' >&2
  exit 1
fi
npm install --global "licet@${VERSION:-latest}"
licet --version
