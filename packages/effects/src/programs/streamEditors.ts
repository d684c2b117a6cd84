import type { Call, Family, Finding, ProgramDescriptor, Use } from './descriptor.ts';
import { rewrites } from './decoding.ts';
import { sedFindings } from './sedScript.ts';
import { sharing } from './shapes.ts';

/** Scripts after which no line is left, or only the first. */
const leavesNothing =
  /^\s*(?:(?:[01],\$|\/\^?\.?\*?\$?\/)?\s*d|[1$]!d|1?[qQ]|(?:1,\$)?c\\?.*|s(\W)\^?\.[*+]\$?\1\1g?|\{d;?\})\s*;?\s*$/;

/** The script, then the files: BSD's `-i ''` leaves an empty word in front. */
function sedUses(call: Call): readonly Finding[] {
  const given = call.values('-e');
  const words = call.has('-i') ? call.operands.filter(({ text }) => text !== '') : call.operands;
  const own = given.length > 0 || call.values('-f').length > 0 ? [] : words.slice(0, 1);
  const files = words.slice(own.length);
  const texts = [...given, ...own].flatMap(({ text }) => text ?? []);
  const isFilter =
    call.has('--quiet') &&
    (files.length > 1 || files.some(({ glob }) => glob)) &&
    /^\/(?:[^/\\]|\\.)*\/I?p;?$/.test(texts[0] ?? '');
  const empties =
    texts.length === 1 &&
    (leavesNothing.test(texts[0] ?? '') || (call.has('--quiet') && !/[pPwi]/.test(texts[0] ?? '')) || isFilter);
  const use: Use = !call.has('-i') ? 'read' : empties ? { as: 'update', tags: ['destructive'] } : 'update';
  const scripts = [...given, ...own].flatMap(({ text }) => (text === undefined ? [] : sedFindings(text)));
  return [...scripts, ...files.map(value => ({ use, value }))];
}

const sed = (): ProgramDescriptor => ({
  summary: 'edits lines',
  options: {
    '-e --expression': 'text',
    '-f --file': 'read',
    '-i --in-place': { value: 'text', attachedOnly: true },
    '-l --line-length': 'text',
    '--quiet -n --silent': 'flag',
    '-E -r -s -u -z -b --regexp-extended --separate --null-data --posix --sandbox --debug': 'flag',
  },
  inspect: sedUses,
  decodes: rewrites,
  match: {
    'sed -i s/a/b/ .env': 'write /w/.env #secret',
    'sed -i.bak -e s/a/b/ f': 'write /w/f',
    "sed -i '' 's/a/b/' f": 'write /w/f',
    "sed '1e rm a' f": 'delete /w/a #runs_code',
    "sed 's/a/rm a/e' f": 'unknown #runs_code',
    "sed -n 'w /etc/x' f": 'write /etc/x',
    "sed 's/a/b/w out.txt' f": 'write /w/out.txt',
    'sed -i d f': 'write /w/f #destructive',
    "sed -i '1,$d' f": 'write /w/f #destructive',
    "sed -i 's/.*//' f": 'write /w/f #destructive',
    "sed -i -n '/^import/p' src/*.ts": 'write /w/src/*.ts #destructive',
    'sed -n 1,5p .env': 'read /w/.env #secret',
    "sed 'r .env' f": 'read /w/.env #secret',
    'sed -ni /x/d f': 'write /w/f',
    "sed '' .env": 'read /w/.env #secret',
  },
  notMatch: {
    "sed -n '/when/,/where/p' f": 'write; unknown; delete',
    "sed -e 's/[/]we/ew/g' -e '/^e/d' f": 'write; unknown',
    "sed 's|/usr/bin|/opt|g; s/x$/e/' f": 'write; unknown; read /w/opt',
    "sed -E 's/(a|b)+/\\1e/gI' f": 'unknown; write',
    "sed '$!N;s/\\n/ /;P;D' f": 'unknown; write',
    "sed ':a;N;$!ba;s/\\n/,/g' f": 'unknown; write',
    "sed -i '/x/d' f": '* #destructive',
    'sed -i 1d f': '* #destructive',
    "sed -i '1,5d' f": '* #destructive',
    "sed -ni '/x/p' f": '* #destructive',
    "sed '/start/a some words here w e' f": 'unknown; write',
  },
});

/** sed. */
export const streamEditors: Family = sharing('sed gsed ssed', sed);
