import { findListening } from './rules/listens.ts';
import type { Call, Finding, CommandDescriptor, OperandSpec, OptionTable, Use } from './descriptor.ts';
import { computes, rewrites } from './decoding.ts';

const given: OperandSpec = { rest: { as: 'read', certainty: 'possible' } };

/** A script file and its arguments, in a language. */
export function scriptFirst(language: string): OperandSpec {
  return { first: [{ as: 'execute', language }], rest: 'text' };
}

/** An interpreter: code by option, by file or on the standard input. */
export function interpreter(language: string, code: string, options: OptionTable = {}): CommandDescriptor {
  const inline: Use = { as: 'code', language };
  const names = code.split(' ');
  return {
    style: 'posix',
    options: { ...options, [code]: { value: inline, operands: given } },
    operands: scriptFirst(language),
    informational: ['--help', '--version', '-V', '-v'],
    cases: [
      { when: { atMost: 0, none: [names[0] ?? code, '-m', '-f', '-S'] }, stdin: inline },
      { when: { any: ['-i'] }, stdin: inline },
    ],
  };
}

const HARMLESS_PERL =
  /^-?(?:strict|warnings|utf8|feature|List::Util|Data::Dumper|POSIX|JSON::PP|Time::\w+|Math::\w+|Text::\w+|MIME::Base64|Digest::\w+|Encode|bigint|integer|open|5[\d.]*)(?:=.*)?$/;

/** Prints only lines that fit: what else is in the files goes away. One file may be filtered so, many are not. */
const KEEPS_FITTING = /^\s*(?:print|puts|p|say)(?:\s+\$_)?\s+if\b|^\s*(?:next\s+unless|print\s+\$_\s+if)\b|^\s*if\b.*\bprint\b/;

/** Edits files in place so that nothing is printed into them, or in many of them only what fits. */
const emptied = (call: Call): readonly Finding[] => {
  const code = [...call.values('-e')].map(({ text }) => text ?? 'print').join(';');
  const isMany = call.operands.length > 1 || call.operands.some(({ glob }) => glob);
  const isFilter = !call.has('-p') && isMany && KEEPS_FITTING.test(code);
  const prints = isFilter
    ? false
    : call.has('-p')
      ? !/^\s*(?:\$_\s*=\s*(?:''|""|undef|q\(\))|undef\s+\$_|s\/\.[*+]\/\/s?g?s?|next\b.*)\s*;?\s*$/.test(code)
      : /print|say|write/.test(code);
  return call.has('-i') && call.values('-e').length > 0 && !prints
    ? call.operands.map(value => ({ use: { as: 'update', tags: ['destructive'] }, value }))
    : [];
};

/** `perl`, which also changes files in place. */
export const perl = (): CommandDescriptor => ({
  decodes: computes,
  prints: 'sed',
  ...interpreter('perl', '-e -E', {
    '-0': { value: 'text', attachedOnly: '[xX][0-9a-fA-F]+|[0-7]{0,4}' },
    '-l': { value: 'text', attachedOnly: '[0-7]*' },
    '-C': { value: 'text', attachedOnly: '[0-9IOESioDALa]*' },
    '-i': { value: 'text', attachedOnly: true },
    '-F -D -x -d -V': { value: 'text', attachedOnly: true },
    '-I': 'text',
    '-M -m': 'text',
  }),
  inspect: call => [
    ...(call.values('-M').some(({ text }) => text === undefined || !HARMLESS_PERL.test(text))
      ? [{ kind: 'unknown', tags: ['inline_code'], note: 'a module that may do anything' } as const]
      : []),
    ...emptied(call),
    ...call.operands.flatMap(({ text = '' }): readonly Finding[] =>
      /^\s*\||\|\s*$/.test(text)
        ? [{ use: { as: 'shell', tags: ['runs_code'] }, value: text.replace(/^\s*\||\|\s*$/g, '') }]
        : [],
    ),
  ],
  cases: [
    { when: { any: ['-i'] }, operands: { rest: 'update' } },
    { when: { all: ['-i', '-n'], none: ['-p'] }, operands: { rest: { as: 'update', drops: true } } },
    { when: { atMost: 0, none: ['-e', '-v'] }, stdin: { as: 'code', language: 'perl' } },
  ],
});

/** `ruby`, which also changes files in place. */
export const ruby = (): CommandDescriptor => ({
  ...interpreter('ruby', '-e', {
    '-i': { value: 'text', attachedOnly: true, operands: { rest: 'update' } },
    '-0': { value: 'text', attachedOnly: '[0-7]{0,3}' },
    '-F -x -T -W -K': { value: 'text', attachedOnly: true },
    '-r -I -C -E': 'text',
  }),
  inspect: call => [...emptied(call), ...rubyTools(call)],
});

/** `ruby -run -e rm -- -r src`: the library `un` has the file tools, and a server of files. */
function rubyTools(call: Call): readonly Finding[] {
  const [{ text = '' } = {}] = call.values('-e');
  if (!call.values('-r').some(({ text: library }) => library === 'un')) return [];
  if (text === 'httpd') return findListening({ at: '--bind-address' }, call);
  return /^\w+$/.test(text) ? [{ use: 'command', value: text, following: call.operands }] : [];
}

/** A program that only prints the lines that fit: the others go away. */
const FILTERS = /^\s*[^{}!\s][^{}]*(?:\{\s*print(?:\s+\$0)?\s*;?\s*\})?\s*$/;

/** What becomes of files in place: nothing is left where there are actions, and none of them prints. */
const inPlace = (call: Call): Use => {
  const code = call.has('-f') ? 'print' : (call.operands[0]?.text ?? 'print');
  if (!/print|getline|\}\s*[^\s{}]/.test(code) && /\{/.test(code)) return { as: 'write', tags: ['destructive'] };
  return !call.has('-f') && FILTERS.test(code) ? { as: 'update', drops: true } : 'write';
};

/** `awk`: its program runs commands, reads and writes files. */
export const awk = (): CommandDescriptor => ({
  decodes: rewrites,
  prints: 'awk',
  endless: [{ when: { not: { word: '\\bexit\\b|^[?]$' } }, endless: 'passes' }],
  options: {
    '-F --field-separator -v --assign': 'text',
    '-f --file': { value: { as: 'execute', language: 'awk' }, suppliesFirst: true },
    '-e --source': { value: { as: 'code', language: 'awk' }, suppliesFirst: true },
    '-E --exec': { value: { as: 'execute', language: 'awk' }, suppliesFirst: true },
    '-i --include -l --load': 'text',
    '-o --pretty-print -d --dump-variables -p --profile': { value: 'write', attachedOnly: true },
  },
  operands: { first: [{ as: 'code', language: 'awk' }], rest: 'read' },
  inspect: call =>
    call.values('-i').some(({ text }) => text === 'inplace')
      ? call.operands.slice(call.has('-f') ? 0 : 1).map(value => ({ use: inPlace(call), value }))
      : call.has('-l')
        ? [{ kind: 'unknown', tags: ['runs_code'], note: 'loads native code' }]
        : [],
});
