import type { Call, Family, Finding, ProgramDescriptor, Use, CommandDescriptor } from './descriptor.ts';
import { rewrites } from './decoding.ts';
import { effect, sharing } from './shapes.ts';

/** The part of a sed script after the first character that ends a section delimited by `mark`. */
function afterSection(text: string, from: number, mark: string): number {
  for (let i = from, inside = false; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\') i++;
    else if (char === '[' && mark !== '[') inside = true;
    else if (char === ']') inside = false;
    else if ((char === mark && !inside) || char === '\n') return i + 1;
  }
  return text.length;
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

/** What flags of `s` do: `w file` writes, `e` runs the line. */
function flagFindings(flags: string, rest: string): readonly Finding[] {
  if (flags.includes('w')) return [{ use: 'write', value: rest.trim() }];
  return flags.includes('e') ? [effect('unknown', 'program:shell', 'runs_code', 'dynamic')] : [];
}

/** What a single-letter command with the rest of the line does. */
function wordFindings(command: string, rest: string): readonly Finding[] {
  const value = rest.trim();
  if (command === 'w' || command === 'W') return [{ use: 'write', value }];
  if (command === 'r' || command === 'R') return [{ use: 'read', value }];
  if (value !== '') return [{ use: { as: 'shell', tags: ['runs_code'] }, value }];
  return [effect('unknown', 'program:shell', 'runs_code', 'dynamic')];
}

/** The files that a sed script reads and writes and the commands it runs. Source: sed(1); total, linear. */
function sedFindings(script: string): readonly Finding[] {
  const findings: Finding[] = [];
  let at = 0;
  while (at < script.length) {
    const char = script.charAt(at++);
    if (char === '/') at = afterSection(script, at, '/');
    else if (char === '\\') at = afterSection(script, at + 1, script.charAt(at));
    else if (char === 's' || char === 'y') {
      const mark = script.charAt(at);
      at = afterSection(script, afterSection(script, at + 1, mark), mark);
      const flags = /^[gpiImMe\d]*w?/.exec(script.slice(at, at + 16))?.[0] ?? '';
      at += flags.length;
      if (char === 's') findings.push(...flagFindings(flags, script.slice(at, lineEnd(script, at))));
      if (flags.includes('w')) at = lineEnd(script, at);
    } else if (/[wWrRe]/.test(char)) {
      const end = lineEnd(script, at);
      const rest = script.slice(at, end).replace(char === 'e' ? /\}\s*$/ : /$^/, '');
      findings.push(...wordFindings(char, rest));
      at = end;
    } else if (/[aic#]/.test(char)) at = lineEnd(script, at);
    else if (/[btT:]/.test(char)) at = Math.min(lineEnd(script, at), (script.indexOf(';', at) + 1 || script.length + 1) - 1);
  }
  return findings;
}

/** Scripts after which no line is left, or only the first. */
const LEAVES_NOTHING =
  /^\s*(?:(?:[01],\$|\/\^?\.?\*?\$?\/)?\s*d|[1$]!d|1?[qQ]|(?:1,\$)?c\\?.*|s(\W)\^?\.[*+]\$?\1\1g?|\{d;?\})\s*;?\s*$/;

/** Scripts after which only the first lines are left. */
const KEEPS_BEGINNING = /^\s*(?:\d+,\$\s*d|\d+\s*[qQ])\s*;?\s*$/;

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
    (LEAVES_NOTHING.test(texts[0] ?? '') || (call.has('--quiet') && !/[pPwi]/.test(texts[0] ?? '')) || isFilter);
  const drops = call.has('--quiet') || texts.some(text => KEEPS_BEGINNING.test(text));
  const edits: Use = empties ? { as: 'update', tags: ['destructive'] } : drops ? { as: 'update', drops } : 'update';
  const use: Use = call.has('-i') ? edits : 'read';
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

/** Whether a filter of jq takes the whole environment. */
const jqFindings = (call: Call): readonly Finding[] =>
  call.operands
    .slice(0, 1)
    .some(
      ({ text }) =>
        text !== undefined && /\$ENV(?!\s*(?:\.|\[)\s*"?\w)|(?<![.\w$"])env(?!\s*(?:\.|\[)\s*"?\w)(?![\w"])/.test(text),
    )
    ? [effect('read', 'variable:*', 'secret')]
    : [];

const jq = (): ProgramDescriptor => ({
  summary: 'takes JSON apart',
  options: {
    '--arg --argjson': { value: 'text', more: ['text'] },
    '--slurpfile --rawfile': { value: 'text', more: ['read'] },
    '-f --from-file': { value: 'read', suppliesFirst: true },
    '--indent -L': 'text',
    '--args --jsonargs': { operands: { rest: 'text' } },
    '-i --in-place --inplace': { operands: { first: ['text'], rest: 'update' } },
    '-r -c -n -e -s -S -M -C -R -a -j --tab': 'flag',
  },
  operands: { first: ['text'], rest: 'read' },
  inspect: jqFindings,
  match: {
    'jq -r .a .env': 'read /w/.env #secret',
    'jq --slurpfile x f .a g': 'read /w/f; read /w/g',
    'jq -n env': 'read variable:* #secret',
  },
  notMatch: { 'jq --arg env prod .a g': 'read /w/env; read /w/prod; * #secret', "jq '.env' g": '* #secret' },
});

const yq = (): ProgramDescriptor => ({
  summary: 'takes YAML apart',
  options: {
    '-i --inplace --in-place': 'flag',
    '-o -p -I --output-format --input-format --indent': 'text',
    '--arg --argjson': { value: 'text', more: ['text'] },
    '-s --split-exp': 'text',
    '--from-file': { value: 'read', suppliesFirst: true },
    '-f --file': 'read',
    '-r -y -Y -n -P -e -N -C -M -j': 'flag',
  },
  operands: { first: ['text'], rest: 'read' },
  cases: [
    { when: { any: ['-i'] }, operands: { first: ['text'], rest: 'update' } },
    { when: { operand: '^(?:e|ea|eval|eval-all|r|w|m|d)$' }, operands: { first: ['text', 'text'], rest: 'read' } },
    { when: { any: ['-i'], operand: '^(?:e|ea|eval|eval-all|r|w|m|d)$' }, operands: { first: ['text', 'text'], rest: 'update' } },
  ],
  match: { "yq -i '.a = 1' f.yml": 'write /w/f.yml', 'yq eval .a f.yml': 'read /w/f.yml' },
  notMatch: { 'yq .a f.yml': 'write' },
});

/** Both versions: the file is an option, or a program's standard input. */
const dasel = (): ProgramDescriptor => {
  const options = { '-r -w -t -v -o --read --write --type --value --selector -s': 'text' } as const;
  const changing = (): CommandDescriptor => ({ options: { ...options, '-f --file': 'update' } });
  return {
    summary: 'takes data of many formats apart',
    options: { ...options, '-f --file': 'read' },
    operands: { rest: 'text' },
    subcommands: { 'put delete': changing, 'select query validate': () => ({}) },
    match: { 'dasel put -f a.json -t bool -v true .x': 'write /w/a.json' },
    notMatch: { 'dasel -f a.yml .a': 'write; read /w/.a' },
  };
};

const jless = (): ProgramDescriptor => ({
  summary: 'shows JSON and YAML, page by page',
  options: { '-m --mode --scrolloff': 'text', '-n -N -r -R -h -V --json --yaml': 'flag' },
  operands: { first: ['read'] },
  match: { 'jless -m line credentials.json': 'read /w/credentials.json #secret' },
  notMatch: { 'jless --scrolloff 3 a.json': 'read /w/3; write; unknown' },
});

/** Programs that take text apart by a script of their own: sed, and those for JSON, YAML and TOML. */
export const streamEditors: Family = {
  ...sharing('sed gsed ssed', sed),
  ...sharing('jq jaq gojq', jq),
  ...sharing('yq xq tomlq', yq),
  dasel,
  jless,
};
