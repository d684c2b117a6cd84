import { isOneOf } from '../programs/callPatterns.ts';
import type { Calls } from './options.ts';
import { LOOKING_CHECKS, operandsOf } from './lookingChecks.ts';
import { findCall, hasOnly } from './options.ts';
import { execsOf } from './wrappers.ts';

/**
 * Programs and subcommands that only look, with the options that keep it so. Positive knowledge: what no line names gets no certificate. An
 * option is in a line when its manual says that it neither writes, nor runs a program, nor sends anything. The files that a call reads are
 * separate effects and are judged there.
 */

/** Programs none of whose options does anything but look, in the GNU and in the BSD version. Their words need not be known. */
const WHATEVER_IS_SAID =
  'cat head tail wc ls cut nl basename dirname cmp comm fold rev tac paste join stat pwd echo true false test [ seq expr whoami id uname nproc arch groups md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum od readlink realpath du df egrep fgrep grep cd : strings sleep tsort expand unexpand fmt pr factor numfmt cal pathchk exit return wait uptime free pidof clear zcat gzcat bzcat xzcat zstdcat lz4cat zgrep zegrep zfgrep logname users tty jobs break continue';

/** Options of `find` that test and print what it finds. */
export const FIND =
  '-name -iname -path -ipath -wholename -type -maxdepth -mindepth -size -mtime -atime -ctime -mmin -amin -cmin -newer -empty -print -print0 -o -or -a -and -not -prune -regex -iregex -perm -user -group -readable -writable -executable -links -samefile -xdev -mount -depth -true -false -ls -quit -printf -L -H -P';

/** Options of lists of containers and images, of which names, sizes and states are shown. */
const LISTS =
  '-a -q -l -n -s -f --all --quiet --latest --last --size --filter --format --no-trunc --digests --orphans --services --status';

/** Flags and options with a value, by the call that they belong to. A short flag may stand in a bundle; a value may follow after `=`. */
const WITH_OPTIONS: Calls = {
  rg: '-n -i -l -c -w -v -o -e -g -t -T -A -B -C -m -F -P -S -s -u -U -x -N -H -h -L -r -q -j -M --line-number --no-line-number --ignore-case --smart-case --case-sensitive --files --files-with-matches --files-without-match --count --count-matches --word-regexp --line-regexp --invert-match --only-matching --regexp --glob --iglob --type --type-not --type-list --after-context --before-context --context --max-count --max-depth --max-columns --fixed-strings --pcre2 --multiline --no-heading --heading --no-filename --with-filename --color --colors --column --hidden --no-ignore --no-ignore-vcs --no-messages --sort --sortr --stats --trim --json --vimgrep --replace --quiet --follow --version --help --null --unrestricted --passthru',
  find: FIND,
  fd: '-e -t -d -H -I -i -s -g -a -p -F -L -0 -E -S --extension --type --max-depth --min-depth --exact-depth --hidden --no-ignore --ignore-case --case-sensitive --glob --absolute-path --full-path --fixed-strings --follow --print0 --exclude --size --changed-within --changed-before --color --version --help -u --unrestricted -1 --max-results',
  tree: '-a -d -f -i -l -L -P -I -C -n -s -h -D -F -p -u -g -r -t -v -x --gitignore --dirsfirst --prune --noreport --filelimit --charset --du --si --sort --matchdirs --ignore-case --version --help -J -X -A -S',
  sort: '-r -n -u -k -t -f -b -d -g -h -i -M -R -V -c -C -s -z --reverse --numeric-sort --unique --key --field-separator --ignore-case --human-numeric-sort --version-sort --stable --check --version --help',
  tr: '-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1',
  column: '-t -s -c -x -n -N -R -o --table --separator --output-separator',
  diff: '-u -U -q -r -N -w -b -B -i -a -c -C -y -s -W -E -Z -x -p --unified --brief --recursive --new-file --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-case --text --side-by-side --report-identical-files --width --exclude --color --suppress-common-lines --label -L --no-dereference --strip-trailing-cr --version --help',
  file: '-b -i -L -h -k -N -0 --brief --mime --mime-type --mime-encoding --dereference --no-dereference --version --help',
  date: '-u -I -R -d -r --utc --iso-8601 --rfc-3339 --rfc-email --date --reference --version --help',
  which: '-a -s --all',
  printf: '',
  set: '-e -u -x -o',
  uniq: '-c -d -u -i -f -s -w -D --count --repeated --unique --ignore-case',
  sed: '-n -E -r --quiet --silent',
  awk: '',
  type: '-a -t -p -P -f',
  jq: '-r -c -s -n -e -S -M -C -j -a -R --raw-output --compact-output --slurp --null-input --exit-status --sort-keys --tab --indent --arg --argjson --raw-input --join-output --ascii-output --version --help --color-output --monochrome-output',
  nm: '-a -A -B -C -D -e -g -l -n -o -p -P -r -S -s -t -u -U -v -X --demangle --dynamic --defined-only --undefined-only --extern-only --numeric-sort --print-size --size-sort --version --help',
  readelf:
    '-a -h -l -S -e -s -d -n -r -V -A -u -W -x -p --all --file-header --headers --segments --sections --symbols --dynamic --notes --relocs --wide --version --help',
  objdump:
    '-a -f -p -h -x -d -D -S -s -t -T -r -R -C -l -j -M -w --disassemble --section --syms --demangle --no-show-raw-insn --version --help',
  size: '-A -B -d -o -x -t --format --totals --version --help',
  otool: '-L -l -h -f -D -a -t -v -V',
  lipo: '-info -archs',
  hexdump: '-C -b -c -d -o -x -n -s -v -e --canonical',
  xxd: '-a -b -c -e -g -i -l -p -s -u -ps -plain -cols -len',
  shuf: '-e -i -n -r -z --echo --input-range --head-count --repeat',
  iconv: '-f -t -l -c -s --from-code --to-code --list',
  'tar -tf': '',
  'tar -tvf': '',
  'tar -tzf': '',
  'tar -tzvf': '',
  'tar -tjf': '',
  'tar tf': '',
  'tar tvf': '',
  'tar tzf': '',
  'tar tzvf': '',
  'tar --list': '-f -v -z -j -J --file --verbose --gzip --bzip2 --xz',
  'unzip -l': '-v',
  'unzip -v': '',
  'unzip -Z1': '',
  zipinfo: '-1 -2 -s -m -l -v -h -t',
  'gzip -l': '-v',
  'gzip -t': '-v',
  'gunzip -c': '',
  'gzip -dc': '',
  'xz -l': '-v',
  bat: '-p -n -r -l -A -H --plain --number --line-range --language --paging --color --style --theme --decorations --wrap --list-languages --list-themes --show-all --tabs --version --help',
  batcat: '-p -n -r -l -A --plain --number --line-range --language --paging --color --style --version --help',
  eza: '-l -a -1 -R -T -h -s -r -d -F -L -g -m -U -u -S -i --long --all --oneline --recurse --tree --header --sort --reverse --level --git --icons --color --no-icons --group-directories-first --git-ignore --only-dirs --only-files --version --help',
  lsd: '-l -a -1 -R -t -h -r -S --long --all --tree --depth --recursive --color --icon --version --help',
  tokei:
    '-C -c -e -f -l -o -s -t --hidden --no-ignore --exclude --files --languages --sort --output --types --compact --version --help',
  cloc: '--by-file --json --csv --md --quiet --include-lang --exclude-lang --exclude-dir --include-ext --exclude-ext --sum-one --version --help',
  scc: '-w -f -i -s -x --by-file --format --include-ext --exclude-dir --sort --exclude-ext --no-cocomo --no-complexity --wide --version --help',
  yq: '-r -P -o -C -M -p -I -N -e -j -c --unwrapScalar --prettyPrint --output-format --colors --no-colors --input-format --indent --no-doc --exit-status --raw-output --tojson --version --help',
  xmllint: '--xpath --noout --format --nonet --noent --version',
  plutil: '-p -lint -type',
  ps: '-e -f -A -a -p -u -o -C -l -j -H -x -ef -aux --sort --no-headers --pid --ppid --user --forest',
  pgrep: '-l -f -a -u -n -o -x -c -P -i -d --list-name --full --list-full --count --newest --oldest --exact',
  ss: '-l -t -u -n -p -a -e -m -i -s -x -H -4 -6 -o --listening --tcp --udp --numeric --processes --all --summary --no-header',
  netstat: '-a -n -t -u -l -p -i -r -s -o -v -e -W',
  hostname: '-s -I --short',
  sw_vers: '-productVersion -buildVersion -productName --productVersion',
  getconf: '',
  lscpu: '-e -p -J --extended --json',
  lsblk: '-a -b -d -f -J -l -o --json --output',
  ulimit: '-a -n -s -u -H -S -c -v',
  umask: '-S',
  locale: '-a -k -m',
  'dpkg -l': '',
  'dpkg -L': '',
  'dpkg -s': '',
  'dpkg -S': '',
  'dpkg-query': '-l -L -s -S -W -f --list --listfiles --status --search --show',
  'rpm -q': '-a -i -l -f --all --info --list',
  ag: '-l -L -c -i -s -S -w -v -Q -n -a -u -A -B -C -G -m -o --ignore --hidden --nocolor --color --count --files-with-matches --ignore-case --literal --word-regexp --vimgrep --nogroup --heading --noheading --numbers --nonumbers --version --help',
  base64: '-d -D -w --decode --wrap',
  base32: '-d -w --decode --wrap',
  lsof: '-i -n -P -t -p -c -a -u -s -l',
  'go version': '',
  'openssl version': '-a',
  'php -l': '',
  'ruby -c': '',
  'bash -n': '',
  'sh -n': '',
  ...Object.fromEntries(
    ['docker', 'podman'].flatMap(program => [
      [`${program} ps`, LISTS],
      [`${program} images`, LISTS],
      [`${program} image ls`, LISTS],
      [`${program} volume ls`, LISTS],
      [`${program} network ls`, LISTS],
      [`${program} container ls`, LISTS],
      [`${program} compose ps`, LISTS],
      [`${program} compose ls`, LISTS],
      [`${program} compose images`, LISTS],
    ]),
  ),
  'git apply --check': '-v -p -R -3 --verbose --reverse --index --cached --recount --3way',
  'git apply --stat': '-p --numstat --summary',
  'git apply --numstat': '-p --stat --summary',
  'git clean': '-n -d -x -X -q -e --dry-run --exclude --quiet',
  'node --check': '',
  'node -v': '',
  'npm -v': '',
  'python -m json.tool': '--indent --tab --compact --no-indent --sort-keys --no-ensure-ascii --json-lines',
  'python3 -m json.tool': '--indent --tab --compact --no-indent --sort-keys --no-ensure-ascii --json-lines',
  ffprobe:
    '-v -loglevel -hide_banner -show_entries -show_format -show_streams -show_chapters -select_streams -of -print_format -pretty -i',
  'openssl x509':
    '-in -inform -noout -text -dates -startdate -enddate -subject -issuer -serial -hash -fingerprint -sha1 -sha256 -checkend -ext -purpose -nameopt -email -ocsp_uri',
  'git submodule status': '--cached --recursive',
  'git bisect log': '',
  'git notes list': '',
  'git notes show': '',
  'git whatchanged': '-n -p --oneline --stat --name-only --name-status --since --until --author',
  'git range-diff': '--no-color --color --stat --creation-factor --left-only --right-only',
  'git diff-index': '-p -s -r -m --cached --stat --name-only --name-status --quiet --exit-code',
  'git diff-files': '-p -s --stat --name-only --name-status --quiet --exit-code',
  'git show-branch': '-a -r --all --remotes --current --list --sha1-name --no-name',
  'git check-mailmap': '',
  'git check-ref-format': '--branch --allow-onelevel --normalize',
  'git version': '--build-options',
  'git get-tar-commit-id': '',
  'git config user.name': '',
  'git config user.email': '',
  'git config core.autocrlf': '',
  'git config init.defaultBranch': '',
  'git config pull.rebase': '',
  'git config --get': '--local --global --default --type --bool',
  'git status':
    '-s -b -u -v -z --short --branch --porcelain --long --show-stash --untracked-files --ignored --ignore-submodules --column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames',
  'git log':
    '-n -p -u -s -S -G -L -i -E -F -P -M -C -w -b -z --oneline --graph --all --decorate --no-decorate --stat --shortstat --numstat --name-only --name-status --patch --no-patch --follow --author --committer --grep --since --until --after --before --max-count --skip --format --pretty --abbrev-commit --abbrev --no-merges --merges --first-parent --reverse --date --branches --tags --remotes --cherry-pick --left-right --diff-filter --unified -U --color --no-color --topo-order --date-order --no-pager --pickaxe-regex --pickaxe-all --raw --summary --dirstat --relative-date --source --full-history --invert-grep --all-match --regexp-ignore-case --extended-regexp --word-diff --no-renames --no-ext-diff --no-textconv --cc -m -c -r -t --root --boundary',
  'git diff':
    '-p -u -s -U -M -C -w -b -z -S -G -R -a --patch --no-patch --stat --shortstat --numstat --name-only --name-status --summary --cached --staged --merge-base --unified --diff-filter --color --no-color --word-diff --color-words --check --exit-code --quiet --no-index --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines --minimal --patience --histogram --no-renames --find-renames --find-copies --raw --relative --no-prefix --text --binary --full-index --abbrev --compact-summary --dirstat --no-ext-diff --no-textconv --submodule',
  'git show':
    '-p -s -U -M -C -w -z --patch --no-patch --stat --shortstat --numstat --name-only --name-status --summary --format --pretty --oneline --abbrev-commit --date --color --no-color --unified --no-ext-diff --no-textconv --diff-filter --raw',
  'git branch':
    '-a -r -v -vv --all --remotes --list --show-current --verbose --contains --no-contains --merged --no-merged --sort --format --points-at --column --color --no-color',
  'git rev-parse':
    '--abbrev-ref --short --verify --show-toplevel --git-dir --git-common-dir --absolute-git-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --show-prefix --show-cdup --symbolic-full-name --symbolic -q --quiet --all --branches --tags --remotes --is-shallow-repository --show-superproject-working-tree',
  'git ls-files':
    '-c -d -m -o -i -s -u -z -t -v --cached --deleted --modified --others --ignored --stage --unmerged --exclude --exclude-standard --error-unmatch --full-name --directory --no-empty-directory --eol --deduplicate',
  'git ls-tree': '-r -d -t -l -z --name-only --name-status --long --full-name --full-tree --abbrev',
  'git blame': '-L -w -M -C -e -s -l -t -n -f --date --porcelain --line-porcelain --show-email --show-name --show-number --since',
  'git shortlog': '-s -n -e -c --summary --numbered --email --no-merges --since --until --all --group --format',
  'git describe':
    '--tags --always --long --abbrev --dirty --all --contains --match --exclude --exact-match --first-parent --candidates',
  'git merge-base': '-a --all --is-ancestor --octopus --fork-point --independent',
  'git rev-list':
    '-n --count --all --max-count --no-merges --merges --since --until --left-right --reverse --oneline --first-parent --branches --tags --remotes --ancestry-path --topo-order --skip --objects',
  'git name-rev': '--name-only --tags --refs --always --no-undefined',
  'git cherry': '-v',
  'git cat-file': '-t -s -e -p',
  'git count-objects': '-v -H',
  'git check-ignore': '-v -q -n --verbose --quiet --non-matching --no-index',
  'git check-attr': '-a --all --cached',
  'git diff-tree': '-r -p -s --stat --name-only --name-status --no-commit-id --root -m',
  'git for-each-ref': '--format --sort --count --merged --no-merged --contains --points-at',
  'git show-ref': '-s -d --heads --tags --verify --hash --abbrev -q --quiet --dereference --head',
  'git symbolic-ref': '-q --short --quiet',
  'git stash list': '--oneline --stat -n --format --date',
  'git stash show': '-p -u --patch --stat --name-only --name-status --include-untracked --only-untracked',
  'git remote': '-v --verbose',
  'git reflog': '-n --oneline --date --all',
  'git reflog show': '-n --oneline --date --all',
  'git worktree list': '-v --porcelain -z',
  'git tag': '-l --list --sort --contains --merged --no-merged --points-at --format',
  'git grep':
    '-n -i -l -L -c -w -v -e -E -F -P -G -I -a -h -H -o -p -W -A -B -C -q -z -r --line-number --ignore-case --files-with-matches --name-only --files-without-match --count --word-regexp --invert-match --extended-regexp --fixed-strings --perl-regexp --basic-regexp --show-function --function-context --after-context --before-context --context --cached --untracked --max-depth --heading --break --column --and --or --not --all-match --only-matching --color --no-color --text',
};

/** Calls whose operands would change something. They look as long as they have none, or none beyond these. */
const MOST_OPERANDS: Readonly<Record<string, number>> = {
  uniq: 1,
  'git branch': 0,
  'git remote': 0,
  'git tag': 0,
  'git symbolic-ref': 1,
  'git reflog': 0,
  'git stash list': 0,
  'git worktree list': 0,
  xxd: 1,
  'node -v': 0,
  'npm -v': 0,
  'python -m json.tool': 1,
  'python3 -m json.tool': 1,
  hostname: 0,
  ss: 0,
  umask: 0,
  ulimit: 0,
  'git config user.name': 0,
  'git config user.email': 0,
  'git config core.autocrlf': 0,
  'git config init.defaultBranch': 0,
  'git config pull.rebase': 0,
  'git config --get': 1,
};

/** With one of these, the operands of such a call are patterns or commits. */
const LISTING = new Set(['--list', '-l', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at']);

/** Programs that say their version without reading anything that a project could bring: no wrapper that a version file steers. */
const SAYS_ITS_VERSION =
  'node npm python python3 pip pip3 ruby php perl gcc g++ clang make cmake git docker bash zsh jq rg fd sqlite3 psql mysql java javac ffmpeg pandoc convert magick gh aws redis-cli ninja meson lua R julia ghc swift kotlinc scala elixir erl dotnet tmux vim nvim curl wget openssl tar zip unzip rsync ssh podman uv poetry ruff deno bun';

/** The ways in which these say their version. */
const VERSION_WORDS = /^(?:--version|-version|-V)$/;

/** Options of git in front of its subcommand that change nothing but how it prints. */
const GIT_PRINTS = /^(?:--no-pager|-P|--no-optional-locks|--literal-pathspecs|--no-color)$/;
const GIT_SETS = /^(?:color\.\w+|core\.quotepath)=(?:true|false|always|never|auto|off|on)$/i;

/** The words of a call of git without such options. */
function withoutPrinting(words: readonly string[]): readonly string[] {
  let at = 1;
  for (;;) {
    if (GIT_PRINTS.test(words[at] ?? '')) at += 1;
    else if (words[at] === '-c' && GIT_SETS.test(words[at + 1] ?? '')) at += 2;
    else return ['git', ...words.slice(at)];
  }
}

/** Options with their values in one word. */
const ATTACHED: Readonly<Record<string, RegExp>> = {
  sort: /^-[bdfghinrRuVz]*(?:t.|k[\w.,]+)$/,
  rg: /^-[inlwcvoFHNS]*(?:[gtT][\w*.{},/!-]+|[ABCm]\d+)$/,
  diff: /^-[rqwbBiN]*U\d+$/,
  column: /^-[tx]*s.{1,3}$/,
  lsof: /^-[nPt]*i(?:TCP|UDP|tcp|udp|[46])?(?::[\d,]+)?$|^-sTCP:[A-Z]+$/,
  fd: /^-[HIaiF]*(?:[etdE][\w.*]+)$/,
  tree: /^-[adfCs]*L\d+$/,
  'git log': /^-(?:[SGL][^\s-]+|n\d+)$/,
  'git diff': /^-(?:[SG][^\s-]+|U\d+)$/,
  'git blame': /^-L[\d,+]+$/,
};

/** Says which entry vouches for a call that only looks; undefined where none does. An argument that is not known is `undefined`. */
export function vouchForLooking(argv: readonly (string | undefined)[]): string | undefined {
  const [program] = argv;
  if (program === undefined) return undefined;
  if (isOneOf(WHATEVER_IS_SAID, program)) return program;
  const said = program === 'find' ? (execsOf(argv)?.rest ?? [undefined]) : argv;
  const given = said.flatMap(word => word ?? []);
  if (given.length !== said.length) return undefined;
  if (isOneOf(SAYS_ITS_VERSION, program) && given.length === 2 && VERSION_WORDS.test(given[1] ?? '')) return given.join(' ');
  if (given[0] === 'command' && given[1] === '-v') return 'command -v';
  // What git calls a path may lead anywhere in the repository.
  if (program === 'git' && given.some(word => /(?:^|[/:])\.\.(?:\/|$)/.test(word))) return undefined;
  const words = program === 'git' ? withoutPrinting(given) : given;
  const found = findCall(words, WITH_OPTIONS);
  if (found === undefined) return undefined;
  const { call, rest } = found;
  // The words of awk are its program, and are looked at below.
  const own = ATTACHED[call];
  const options = own === undefined ? rest : rest.filter(word => !own.test(word));
  if (call !== 'awk' && !hasOnly(options, WITH_OPTIONS[call] ?? '', isOneOf('find ffprobe', call) || call === 'openssl x509'))
    return undefined;
  const most = MOST_OPERANDS[call];
  if (most !== undefined && !rest.some(word => LISTING.has(word.split('=', 1)[0] ?? '')) && operandsOf(rest).length > most)
    return undefined;
  return LOOKING_CHECKS[call]?.(rest) === false ? undefined : call;
}
