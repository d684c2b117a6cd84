import { join } from 'node:path';

/** Where `init` says, for one user, where the program is that ran it: two lines, Node and the bundle. From the user's folder. */
export const PROGRAM_FILE: string = join('.licet', 'program');

/** How the launcher of a project works. */
interface LauncherOptions {
  /** Whether it asks a process that stays between calls before it starts one. */
  readonly resident: boolean;
}

/**
 * The launcher of a project, a POSIX shell script that is committed and names no machine. It finds the program that the project has
 * installed (in `node_modules` here, above, or in the main checkout of a worktree), else the one that the user has. Where a process of that
 * program stays from a call before it asks that one, and otherwise starts the program, with what it was given and the policy of its
 * folder. Where there is no program it says how to get one, and fails as a hook that stops the call. Each user who ran `init` has a copy of it in the
 * home folder, which the hooks prefer: a branch that brings another launcher changes nothing.
 */
export function launcherText({ resident }: LauncherOptions): string {
  return LAUNCHER.replace('@RESIDENT@', resident ? 'yes' : 'no');
}

/** The launcher of this version in place of another text: a choice against a daemon stays. */
export function launcherLike(text: string): string {
  return launcherText({ resident: !text.includes('\nresident=no\n') });
}

/** Tells a launcher that `init` wrote, of any version, from one of somebody else. */
export const LAUNCHER_MARK = 'Starts licet for the hooks of this project';

const LAUNCHER = `#!/bin/sh
# ${LAUNCHER_MARK}, on every machine. Written by \`licet init\`; commit it.
resident=@RESIDENT@
# What would load code into the program that judges. The policy still hears of it: it reads the environment of the caller.
unset NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES
# The process that stays is asked over connections, which bash can open. With \`-p\` it runs nothing that the environment names.
case $resident:$1:\${BASH_VERSION:+$-} in
*:*:*p*) set +o posix ;;
yes:hook:*) [ ! -x /bin/bash ] || exec /bin/bash -p "$0" "$@" ;;
esac
# Runtimes name it by its whole path: then no process is needed to find the project. The copy of the user is told which project it is.
case $0 in
*/.licet/launcher/licet.sh)
  root=\${LICET_HOOK_ROOT:-/nowhere}
  { read -r flag && read -r flag && read -r flag; } 2>/dev/null <"$root/.licet/licet.sh" || flag=
  [ "$flag" != resident=no ] || resident=no
  ;;
*//* | */./* | */../*) root=.. ;;
/*/.licet/licet.sh) root=\${0%/.licet/licet.sh} ;;
*) root=.. ;;
esac
if [ "$root" = .. ]; then
  case $0 in */*) root=\${0%/*}/.. ;; esac
  root=$(CDPATH= cd -- "$root" && pwd) || exit 2
fi
unset LICET_HOOK_ROOT
policy=$root/governance.yaml
if [ ! -f "$policy" ] && [ -f "$root/governance.yml" ]; then policy=$root/governance.yml; fi
own=\${HOME:-/}/.licet/program
node= bundle=
if [ -f "$own" ]; then { read -r node; read -r bundle; } <"$own"; fi
[ -x "$node" ] || node=$(command -v node)
line='
'

# Sends the head of a request: on which connection, what for, and how many bytes follow.
tell() {
  printf '%s HTTP/1.1\\r\\nhost: licet\\r\\n%s\\r\\nx-licet-request: %s\\r\\ncontent-length: %s\\r\\n\\r\\n' "$2" "$auth" "$id" "$3" >&"$1"
}

# Reads the body of an answer into \`said\`: on which connection, and how many seconds each part of it may take.
hear() {
  said= size=
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    IFS= read -r -t "$2" head <&"$1" || return 1
    case $head in
    'HTTP/1.1 200 '*) ;;
    HTTP/*) return 1 ;;
    [Cc]ontent-[Ll]ength:*) size=\${head#*: } size=\${size%?} ;;
    ?) break ;;
    esac
  done
  case $size in '' | *[!0-9]*) return 1 ;; esac
  IFS= read -r -t "$2" -N "$size" said <&"$1"
}

# Leads a call to the process that an earlier one has left. It shows the secret of its folder, then whether it is ready for a caller with this
# environment; only then is the call read, and sent. Each request has its own connection, and all are open before the first: what is sent
# on one that has answered waits until the system has said that the answer came. \`asked\` is how far it came.
converse() {
  # A size is one of bytes.
  local LC_ALL=C IFS=
  exec 3<>"/dev/tcp/127.0.0.1/$port" 4<>"/dev/tcp/127.0.0.1/$port" 5<>"/dev/tcp/127.0.0.1/$port" || return 0
  asked=busy
  tell 3 'GET /status' 0 && hear 3 3 && [ "$said" = "$secret$line" ] || return 0
  mapfile -d '' -t world </proc/self/environ || return 0
  set -- "\${world[@]}" LICET_RESIDENT=leave "LICET_HOOK_NODE=$node" "LICET_HOOK_CWD=$PWD" "LICET_HOOK_POLICY=$policy" "LICET_HOOK_WORDS=$words"
  said="$*"
  tell 4 'POST /ready' $((\${#said} + $#)) && printf '%s\\0' "$@" >&4 && hear 4 3 || return 0
  [ "$said" = "$secret ready$line" ] || return 0
  # What is large, slow to come, or holds a zero byte, is judged by a new process.
  IFS= read -r -t 5 -d '' -n 65536 event
  case $?:\${#event} in
  1:*) asked=told ;;
  0:65536 | [!0]*) asked=back; return 0 ;;
  *) asked=back end='\\0'; return 0 ;;
  esac
  tell 5 'POST /judge' "\${#event}" && printf '%s' "$event" >&5 && hear 5 27 || said=
}

# Lets that process judge, where there is one. Returning starts a process for this call.
ask() {
  asked= end=
  [ "$resident" = yes ] && [ "$1" = hook ] && [ -n "$HOME" ] && [ -r /proc/self/environ ] || return 0
  case \${LICET_RESIDENT:-}:\${BASH_VERSION:+$-} in 0:*) return 0 ;; *:*p*) ;; *) return 0 ;; esac
  LICET_RESIDENT=leave LICET_HOOK_NODE=$node
  export LICET_RESIDENT LICET_HOOK_NODE
  at=$HOME/.licet/run/at$program
  [ -f "$at" ] && [ -O "$at" ] && IFS= read -r place <"$at" || return 0
  [ -O "$place" ] && [ -O "$place/answer" ] && [ -O "$place/auth" ] && [ -O "$place/port" ] || return 0
  IFS= read -r there <"$place/mounts" && IFS= read -r secret <"$place/answer" || return 0
  IFS= read -r auth <"$place/auth" && IFS= read -r port <"$place/port" || return 0
  IFS= read -r here </proc/self/mountinfo && IFS= read -r id </proc/sys/kernel/random/uuid || return 0
  if [ "$here" != "$there" ]; then LICET_RESIDENT=elsewhere; return 0; fi
  [ -n "$secret" ] && [ -n "$port" ] || return 0
  words="$*"
  # A daemon that ends in the middle of a request must not end this script.
  trap '' PIPE
  converse 2>/dev/null
  trap - PIPE
  exec 3>&- 4>&- 5>&-
  # If no daemon listens, the next call must find one. Otherwise the daemon has no time for this call.
  [ -z "$asked" ] || unset LICET_RESIDENT
  [ "$asked" = told ] || return 0
  case $said in
  "$secret "[012]"$line"*"$line$secret end")
    said=\${said#"$secret "}
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
  # Only a hook is told which policy it is for: every other command finds the nearest one.
  [ "$1" != hook ] || set -- "$@" --policy "$policy"
  [ "$asked" = back ] || exec "$node" "$program" "$@"
  { printf "%s$end" "$event" && exec cat; } | "$node" "$program" "$@"
  exit $?
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
if [ -x "$node" ] && command -v licet >/dev/null 2>&1; then
  [ "$1" != hook ] || set -- "$@" --policy "$policy"
  exec licet "$@"
fi

if [ -x "$node" ]; then
  echo "licet is not installed, so the policy of this project stops every call: run \\\`npm install\\\` in $root, or \\\`npm install --global licet\\\`" >&2
else
  echo "licet needs Node 22.18 or newer, and there is no \\\`node\\\` here, so the policy of this project stops every call: install it from nodejs.org" >&2
fi
stop "$@"
`;
