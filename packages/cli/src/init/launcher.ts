import { join } from 'node:path';

/** Where `init` says, for one user, where the program is that ran it: two lines, Node and the bundle. From the user's folder. */
export const PROGRAM_FILE: string = join('.licet', 'program');

/**
 * The launcher of a project, a POSIX shell script that is committed and names no machine. It starts the program that the project has
 * installed (in `node_modules` here, above, or in the main checkout of a worktree), else the one that the user has, and hands on what
 * it was given with the policy of its own folder. Where there is no program it says how to get one, and fails as a hook that stops the call.
 */
export function launcherText(): string {
  return LAUNCHER;
}

/** Tells a launcher that `init` wrote, of any version, from one of somebody else. */
export const LAUNCHER_MARK = 'Starts licet for the hooks of this project';

const LAUNCHER = `#!/bin/sh
# ${LAUNCHER_MARK}, on every machine. Written by \`licet init\`; commit it.
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd) || exit 2
policy=$root/governance.yaml
if [ ! -f "$policy" ] && [ -f "$root/governance.yml" ]; then policy=$root/governance.yml; fi
own=\${HOME:-/}/.licet/program
node= bundle=
if [ -f "$own" ]; then { read -r node; read -r bundle; } <"$own"; fi
[ -x "$node" ] || node=$(command -v node)

run() {
  [ -f "$1" ] && [ -x "$node" ] || return 0
  program=$1
  shift
  exec "$node" "$program" "$@" --policy "$policy"
}

folder=$root
while :; do
  run "$folder/node_modules/licet/dist/licet.cjs" "$@"
  [ "$folder" = / ] && break
  folder=$(dirname -- "$folder")
done
if [ -f "$root/.git" ]; then
  read -r _ main <"$root/.git"
  case $main in /*) ;; *) main=$root/$main ;; esac
  run "\${main%/.git/*}/node_modules/licet/dist/licet.cjs" "$@"
fi
[ -n "$bundle" ] && run "$bundle" "$@"
if [ -x "$node" ] && command -v licet >/dev/null 2>&1; then exec licet "$@" --policy "$policy"; fi

if [ -x "$node" ]; then
  echo "licet is not installed, so the policy of this project stops every call: run \\\`npm install\\\` in $root, or \\\`npm install --global licet\\\`" >&2
else
  echo "licet needs Node 22.18 or newer, and there is no \\\`node\\\` here, so the policy of this project stops every call: install it from nodejs.org" >&2
fi
case " $* " in *' --after '*) exit 1 ;; esac
exit 2
`;
