import { SOME_FILE } from './options.ts';

/** Options of a call that take the next word as their value, which is no operand. */
const WITH_VALUE = new Set(['--sort', '--format', '--column', '--color', '--date', '-n', '-f', '-s', '-w']);

/** The words of a call that are neither options nor their values. */
export function operandsOf(rest: readonly string[]): readonly string[] {
  return rest.filter((word, at) => !word.startsWith('-') && !WITH_VALUE.has(rest[at - 1] ?? ''));
}

/** A word of jq that reads neither the environment nor code from elsewhere. */
const isData = (word: string): boolean => !/\$ENV|\benv\b|\bimport\b|\binclude\b|\$__prog/.test(word);

/** A script of sed that prints lines by their numbers or by a pattern. */
const printsLines = (script: string): boolean =>
  /^(?:(?:\d+|\$|\/[^/\\]*\/)(?:,(?:\d+|\$|\+\d+|\/[^/\\]*\/))?p;?\s*)+$/.test(script);

/** A program of awk that prints, counts and compares: it starts no command, and reads no other file and no environment. Behind `print`, `>` writes. */
const onlyComputes = (program: string): boolean =>
  /^[\w\s{}$"',;:.()[\]+\-*/%!=<>~&^?#\\|]*$/.test(program) &&
  !/\b(?:system|getline|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARG[CV]|ARGIND|close|fflush)\b|\||\bprintf?\b[^]*>/.test(
    program.replaceAll('||', ''),
  );

/** A filter must be known: a word that is only known to be a file may stand behind it, and `--arg` may take one in its place. */
const isFilterKnown = (rest: readonly string[]): boolean =>
  !rest.includes(SOME_FILE) || (operandsOf(rest)[0] !== SOME_FILE && !rest.some(word => word.startsWith('--arg')));

/** awk with nothing but a separator and variables before its program. */
function awkVouched(words: readonly string[]): boolean {
  const at = words.findIndex((word, index) => !/^-[Fv]/.test(word) && !/^-[Fv]$/.test(words[index - 1] ?? ''));
  const program = words[at] ?? '-';
  return !program.startsWith('-') && onlyComputes(program);
}

/** Settings of git that say who one is and how it works. Others hold addresses, which may hold credentials. */
const PLAIN_SETTING =
  /^(?:user\.(?:name|email)|core\.(?:autocrlf|filemode|ignorecase|eol|bare|editor|excludesfile)|init\.defaultbranch|pull\.(?:rebase|ff)|push\.\w+|branch\.[\w./-]+\.(?:merge|remote|rebase)|merge\.conflictstyle|commit\.gpgsign)$/i;

/** Letters of ps without a sign, processes, and columns. The letter `e`, and no other, shows the variables of every program. */
const PROCESS_WORDS =
  /^(?:aux|auxww|auxf|ax|axo|axu|x|u|a|\d[\d,]*|(?:(?:pid|ppid|pgid|sid|user|uid|comm|cmd|args|command|etimes?|time|%?cpu|%?mem|pcpu|pmem|rss|vsz|stat|state|lstart|start|tty|tt|ni|nice|pri|wchan|psr|nlwp|ucmd)=?(?:,|$))+)$/;

/** An archive with a colon in its name is one of another machine. */
const isOnThisMachine = (rest: readonly string[]): boolean => !rest.some(word => word.includes(':'));

/** What else must be true of a call with these options. */
export const LOOKING_CHECKS: Readonly<Record<string, (rest: readonly string[]) => boolean>> = {
  awk: awkVouched,
  jq: rest => rest.every(isData) && isFilterKnown(rest),
  yq: rest =>
    rest.every(isData) &&
    isFilterKnown(rest) &&
    !rest.some(word => /\b(?:load\w*|str_?env|envsubst|eval|split_doc|system)\b/.test(word)),
  sed: rest => printsLines(rest.find(word => !word.startsWith('-')) ?? ''),
  date: rest => operandsOf(rest).every(word => !/^\d/.test(word)),
  xmllint: rest => rest.includes('--nonet') || !rest.includes('--noent'),
  ps: rest => operandsOf(rest).every(word => PROCESS_WORDS.test(word)),
  // Without numbers they ask name servers.
  netstat: rest => rest.some(word => /^-[a-z]*n/i.test(word)),
  lsof: rest => rest.some(word => /^-[a-zA-Z]*n/.test(word)) && !rest.some(word => /@/.test(word)),
  bat: rest => !rest.some(word => /^--paging(?:=always)?$/.test(word)),
  ...Object.fromEntries(
    ['tar -tf', 'tar -tvf', 'tar -tzf', 'tar -tzvf', 'tar -tjf', 'tar tf', 'tar tvf', 'tar tzf', 'tar tzvf', 'tar --list'].map(
      call => [call, isOnThisMachine],
    ),
  ),
  'git clean': rest => rest.some(word => /^-[a-zA-Z]*n|^--dry-run$/.test(word)),
  'git config --get': rest => operandsOf(rest).every(word => PLAIN_SETTING.test(word)),
};
