import type { Calls } from './options.ts';
import { FIND } from './looking.ts';
import { findCall, hasOnly } from './options.ts';

/**
 * Calls that change files which they name, with the options that keep it so. Each file that they change is an effect and is judged as such: none of
 * these changes anything else.
 */
const EDITS: Calls = {
  mkdir: '-p -v --parents --verbose',
  touch: '-a -c -m --no-create',
  cp: '-a -f -i -n -p -v -r -R -T -u --archive --force --no-clobber --recursive --verbose --update --preserve',
  mv: '-f -i -n -v -T -u --force --no-clobber --verbose',
  rm: '-f -i -r -R -v -d --force --recursive --verbose --dir',
  rmdir: '-p -v --parents --verbose',
  tee: '-a --append',
  find: `${FIND} -delete`,
  sed: '-i -E -r -e -n -s --in-place --regexp-extended --expression',
  'git add': '-A -u -v -n -N -f --all --update --verbose --dry-run --intent-to-add',
  'git mv': '-v -k -n --verbose',
  'git restore --staged': '-q --quiet',
  'git rm --cached': '-r -q -f -n --quiet --ignore-unmatch --dry-run',
  'git reset HEAD': '-q --quiet',
};

/** Commands of a script of sed that substitute, delete or print lines, and neither write to another file nor run anything. */
const SED_ADDRESS = String.raw`(?:(?:\d+|\$|\/(?:[^\/\\\n]|\\.)+\/)(?:,(?:\d+|\$|\+\d+|\/(?:[^\/\\\n]|\\.)+\/))?!?\s*)?`;
const SED_SUBSTITUTION = ['/', '|', '#', ',', '@', ':', '~', '%', '!', '_']
  .map(sign => (/[|]/.test(sign) ? `\\${sign}` : sign))
  .map(sign => String.raw`s${sign}(?:[^${sign}\\\n]|\\.)*${sign}(?:[^${sign}\\\n]|\\.)*${sign}[gIip\d]*`)
  .join('|');
const SED_SCRIPT = new RegExp(String.raw`^(?:${SED_ADDRESS}(?:${SED_SUBSTITUTION}|[dp])\s*(?:;\s*|\n\s*|$))+$`);

/** The scripts of a call of sed: the values of `-e`, or else the first word that is no option. */
function areOrdinaryScripts(rest: readonly string[]): boolean {
  const named = rest.flatMap((word, at) => (word === '-e' || word === '--expression' ? [rest[at + 1] ?? ''] : []));
  // On macOS the word behind `-i` is an ending, which may be empty.
  const [first = '', second = ''] = rest.filter((word, at) => !word.startsWith('-') && rest[at - 1] !== '-e');
  const scripts = named.length > 0 ? named : [first === '' ? second : first];
  return scripts.every(script => SED_SCRIPT.test(script));
}

/** Says which entry vouches for a call that only changes the files that it names; undefined where none does. */
export function vouchForEditing(argv: readonly (string | undefined)[]): string | undefined {
  const words = argv.flatMap(word => word ?? []);
  const found = words.length === argv.length ? findCall(words, EDITS) : undefined;
  if (found === undefined) return undefined;
  const { call, rest } = found;
  const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-';
  // `-i.bak` keeps the file as it was beside the new one.
  const options = call === 'sed' ? rest.map(word => (/^-i\.[\w.]{1,8}$/.test(word) ? '-i' : word)) : rest;
  if (!hasOnly(options, EDITS[call] ?? '', call === 'find')) return undefined;
  if (call === 'sed' && (!options.some(word => isFlag(word) && /^-[Ern]*i|^--in-place/.test(word)) || !areOrdinaryScripts(rest)))
    return undefined;
  return call;
}
