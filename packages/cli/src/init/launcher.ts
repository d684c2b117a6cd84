import { join } from 'node:path';

/** Where `init` says, for one user, where the program is that ran it: two lines, Node and the bundle. From the user's folder. */
export const PROGRAM_FILE: string = join('.licet', 'program');

/** How the launcher of a project works. */
export interface LauncherOptions {
  /** Whether it asks a process that stays between calls before it starts one. */
  readonly resident: boolean;
}

/**
 * The launcher of a project, a POSIX shell script that is committed and names no machine. It finds the program that the project has
 * installed (in `node_modules` here, above, or in the main checkout of a worktree), else the one that the user has. Where a process of that
 * program stays from a call before it asks that one, and otherwise starts the program, with what it was given and the policy of its own
 * folder. Where there is no program it says how to get one, and fails as a hook that stops the call.
 */
export function launcherText({ resident }: LauncherOptions): string {
  return LAUNCHER.replace('@RESIDENT@', resident ? 'yes' : 'no');
}

/** The launcher of this version in place of another text: whoever has said that none may stay has said so. */
export function launcherLike(text: string): string {
  return launcherText({ resident: !text.includes('\nresident=no\n') });
}

/** Tells a launcher that `init` wrote, of any version, from one of somebody else. */
export const LAUNCHER_MARK = 'Starts licet for the hooks of this project';

const LAUNCHER = `#!/bin/sh
# ${LAUNCHER_MARK}, on every machine. Written by \`licet init\`; commit it.
resident=@RESIDENT@
# Runtimes name it by its whole path: then no process is needed to find the project.
case $0 in
*//* | */./* | */../*) root=.. ;;
/*/.licet/licet.sh) root=\${0%/.licet/licet.sh} ;;
*) root=.. ;;
esac
if [ "$root" = .. ]; then
  case $0 in */*) root=\${0%/*}/.. ;; esac
  root=$(CDPATH= cd -- "$root" && pwd) || exit 2
fi
policy=$root/governance.yaml
if [ ! -f "$policy" ] && [ -f "$root/governance.yml" ]; then policy=$root/governance.yml; fi
own=\${HOME:-/}/.licet/program
node= bundle=
if [ -f "$own" ]; then { read -r node; read -r bundle; } <"$own"; fi
[ -x "$node" ] || node=$(command -v node)
line='
'

# Asks the process that an earlier call has left, first whether it is ready for a caller with this environment. Before it says so, with the
# secret of its folder, nothing of the call is sent, and returning starts a process for this call. After that its answer counts, and no other.
ask() {
  [ "$resident" = yes ] && [ "$1" = hook ] && [ -n "$HOME" ] && [ -r /proc/self/environ ] || return 0
  case \${LICET_RESIDENT:-} in 0) return 0 ;; esac
  command -v curl >/dev/null 2>&1 || return 0
  LICET_RESIDENT=leave LICET_HOOK_NODE=$node
  export LICET_RESIDENT LICET_HOOK_NODE
  at=$HOME/.licet/run/at$program
  [ -f "$at" ] && [ -O "$at" ] && IFS= read -r place <"$at" || return 0
  [ -O "$place" ] && [ -O "$place/answer" ] && [ -O "$place/auth" ] && [ -O "$place/socket" ] || return 0
  IFS= read -r there <"$place/mounts" && IFS= read -r secret <"$place/answer" || return 0
  IFS= read -r here </proc/self/mountinfo && IFS= read -r id </proc/sys/kernel/random/uuid || return 0
  if [ "$here" != "$there" ]; then LICET_RESIDENT=elsewhere; return 0; fi
  [ -n "$secret" ] || return 0
  said=$(
    LICET_HOOK_CWD=$PWD LICET_HOOK_POLICY=$policy LICET_HOOK_WORDS="$*"
    export LICET_HOOK_CWD LICET_HOOK_POLICY LICET_HOOK_WORDS
    exec curl -q -s -f --fail-early --noproxy '*' --unix-socket "$place/socket" -H @"$place/auth" -H "x-licet-request: $id" \\
      --max-time 3 --data-binary @/proc/self/environ http://licet/ready \\
      --next -s -f --noproxy '*' --unix-socket "$place/socket" -H @"$place/auth" -H "x-licet-request: $id" \\
      -H Expect: --max-time 27 -X POST -T - http://licet/judge
  )
  code=$?
  case $said in
  '')
    # Nobody listens: the next call shall find somebody. Otherwise whoever listens has no time for this call.
    [ $code = 7 ] || unset LICET_RESIDENT
    return 0
    ;;
  "$secret ready$line$secret "[012]"$line"*"$line$secret end")
    said=\${said#"$secret ready$line$secret "}
    code=\${said%%"$line"*}
    said=\${said#*"$line"}
    said=\${said%"$line$secret end"}
    if [ "$code" = 0 ]; then printf '%s\\n' "$said"; else printf '%s\\n' "$said" >&2; fi
    exit "$code"
    ;;
  esac
  echo 'licet: the process that answers hooks gave no whole answer, so the call is stopped: try it again' >&2
  stop "$@"
}

# Ends as a hook that stops the call, or, after a call, as one that failed.
stop() {
  case " $* " in *' --after '*) exit 1 ;; esac
  exit 2
}

run() {
  [ -f "$1" ] && [ -x "$node" ] || return 0
  program=$1
  shift
  ask "$@"
  exec "$node" "$program" "$@" --policy "$policy"
}

folder=$root
while :; do
  run "$folder/node_modules/licet/dist/licet.cjs" "$@"
  [ -n "$folder" ] || break
  folder=\${folder%/*}
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
stop "$@"
`;
