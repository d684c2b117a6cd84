import { isOneOf } from '../programs/callPatterns.ts';

/**
 * Programs and subcommands that only look, with the options that keep it so. Positive knowledge: what no line names gets no certificate. An
 * option is in a line when its manual says that it neither writes, nor runs a program, nor sends anything. The files that a call reads are
 * effects of their own and are judged there.
 */

/** Programs none of whose options does anything but look, in the GNU and in the BSD version. Their words need not be known. */
const WHATEVER_IS_SAID =
  'cat head tail wc ls cut nl basename dirname cmp comm fold rev tac paste join stat pwd echo true false test [ seq expr whoami id uname nproc arch groups md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum od readlink realpath du df egrep fgrep grep cd : strings sleep';

/** Flags and options with a value, by the call that they belong to. A short flag may stand in a bundle; a value may follow after `=`. */
const WITH_OPTIONS: Readonly<Record<string, string>> = {
  rg: '-n -i -l -c -w -v -o -e -g -t -T -A -B -C -m -F -P -S -s -u -U -x -N -H -h -L -r -q -j -M --line-number --no-line-number --ignore-case --smart-case --case-sensitive --files --files-with-matches --files-without-match --count --count-matches --word-regexp --line-regexp --invert-match --only-matching --regexp --glob --iglob --type --type-not --type-list --after-context --before-context --context --max-count --max-depth --max-columns --fixed-strings --pcre2 --multiline --no-heading --heading --no-filename --with-filename --color --colors --column --hidden --no-ignore --no-ignore-vcs --no-messages --sort --sortr --stats --trim --json --vimgrep --replace --quiet --follow --version --help --null --unrestricted --passthru',
  find: '-name -iname -path -ipath -wholename -type -maxdepth -mindepth -size -mtime -atime -ctime -mmin -amin -cmin -newer -empty -print -print0 -o -or -a -and -not -prune -regex -iregex -perm -user -group -readable -writable -executable -links -samefile -xdev -mount -depth -true -false -ls -quit -printf -L -H -P',
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
};

/** With one of these, the operands of such a call are patterns or commits. */
const LISTING = new Set(['--list', '-l', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at']);

/** Options of a call that take the next word as their value, which is no operand. */
const WITH_VALUE = new Set(['--sort', '--format', '--column', '--color', '--date', '-n', '-f', '-s', '-w']);

/** Programs that say their version without reading anything that a project could bring: no wrapper that a version file steers. */
const SAYS_ITS_VERSION =
  'node npm python python3 pip pip3 ruby php perl gcc g++ clang make cmake git docker kubectl helm bash jq rg';

/** The longest call that a line names and that some words begin with. */
function callOf(words: readonly string[]): { readonly call: string; readonly rest: readonly string[] } | undefined {
  for (const count of [3, 2, 1]) {
    const call = words.slice(0, count).join(' ');
    if (words.length >= count && Object.hasOwn(WITH_OPTIONS, call)) return { call, rest: words.slice(count) };
  }
  return undefined;
}

/** `-abc` is `-a -b -c`; the number of `-5` and `-A3` is a value. */
function isAllowedOption(word: string, options: string): boolean {
  const [name = ''] = word.split('=', 1);
  if (isOneOf(options, name)) return true;
  if (word.startsWith('--')) return false;
  if (/^-\d+$/.test(word)) return isOneOf(options, '-n') || isOneOf(options, '-1');
  return Array.from(word.slice(1).replace(/\d+$/, '')).every(letter => isOneOf(options, `-${letter}`));
}

function operandsOf(rest: readonly string[]): readonly string[] {
  return rest.filter((word, at) => !word.startsWith('-') && !WITH_VALUE.has(rest[at - 1] ?? ''));
}

/** A word of jq that reads neither the environment nor code from elsewhere. */
const isData = (word: string): boolean => !/\$ENV|\benv\b|\bimport\b|\binclude\b|\$__prog/.test(word);

/** A script of sed that prints lines by their numbers or by a pattern. */
const printsLines = (script: string): boolean =>
  /^(?:(?:\d+|\$|\/[^/\\]*\/)(?:,(?:\d+|\$|\+\d+|\/[^/\\]*\/))?p;?\s*)+$/.test(script);

/** A program of awk that prints, counts and compares: it starts no command, and reads no other file and no environment. */
const onlyComputes = (program: string): boolean =>
  /^[\w\s{}$"',;:.()[\]+\-*/%!=<~&^?#\\|]*$/.test(program) &&
  !/\b(?:system|getline|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARG[CV]|ARGIND|close|fflush)\b|\|/.test(program.replaceAll('||', ''));

/** awk with nothing but a separator before its program. */
function awkVouched([first = '', second = '', third = '']: readonly string[]): boolean {
  if (first === '-F') return onlyComputes(third) && !second.startsWith('-');
  return /^-F./.test(first) ? onlyComputes(second) : !first.startsWith('-') && onlyComputes(first);
}

/** Says which entry vouches for a call; undefined where none does. An argument that is not known is `undefined`. */
export function vouchFor(argv: readonly (string | undefined)[]): string | undefined {
  const [program] = argv;
  if (program === undefined) return undefined;
  if (isOneOf(WHATEVER_IS_SAID, program)) return program;
  const words = argv.flatMap(word => word ?? []);
  if (words.length !== argv.length) return undefined;
  if (isOneOf(SAYS_ITS_VERSION, program) && words.length === 2 && words[1] === '--version') return `${program} --version`;
  if (words[0] === 'command' && words[1] === '-v') return 'command -v';
  // What git calls a path may lead anywhere in the repository.
  if (program === 'git' && words.some(word => /(?:^|[/:])\.\.(?:\/|$)/.test(word))) return undefined;
  const found = callOf(words);
  if (found === undefined) return undefined;
  const { call, rest } = found;
  const options = WITH_OPTIONS[call] ?? '';
  const end = rest.indexOf('--');
  const before = end < 0 ? rest : rest.slice(0, end);
  if (call === 'awk') return awkVouched(rest) ? call : undefined;
  const isExpression = call === 'find';
  const isAllowed = (word: string): boolean =>
    !word.startsWith('-') ||
    word === '-' ||
    (isExpression ? isOneOf(options, word) || /^-\d/.test(word) : isAllowedOption(word, options));
  if (!before.every(isAllowed)) return undefined;
  const most = MOST_OPERANDS[call];
  if (most !== undefined && !rest.some(word => LISTING.has(word.split('=', 1)[0] ?? '')) && operandsOf(rest).length > most)
    return undefined;
  if (call === 'jq' && !rest.every(isData)) return undefined;
  if (call === 'sed' && !printsLines(rest.find(word => !word.startsWith('-')) ?? '')) return undefined;
  if (call === 'date' && operandsOf(rest).some(word => /^\d/.test(word))) return undefined;
  return call;
}
