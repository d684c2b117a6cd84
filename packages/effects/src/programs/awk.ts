import type { Call, ProgramDescriptor, Use } from './descriptor.ts';
import { rewrites } from './decoding.ts';

/** A program that only prints the lines that fit: the others go away. */
const FILTERS = /^\s*[^{}!\s][^{}]*(?:\{\s*print(?:\s+\$0)?\s*;?\s*\})?\s*$/;

/** What becomes of files in place: nothing is left where there are actions, and none of them prints. */
const inPlace = (call: Call): Use => {
  const code = call.has('-f') ? 'print' : (call.operands[0]?.text ?? 'print');
  if (!/print|getline|\}\s*[^\s{}]/.test(code) && /\{/.test(code)) return { as: 'write', tags: ['destructive'] };
  return !call.has('-f') && FILTERS.test(code) ? { as: 'update', drops: true } : 'write';
};

/** `awk`: its program runs commands, reads and writes files. */
export const awk = (): ProgramDescriptor => ({
  summary: 'processes text line by line',
  decodes: rewrites,
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
  match: {
    'awk \'BEGIN { system("rm -rf a") }\'': 'delete /w/a/**',
    'awk \'{ print | "sh" }\' f': 'unknown',
    'awk \'{ print > "o" }\' f': 'write /w/o; read /w/f',
    "awk '{ print $1 > $2 }' f": 'unknown',
    'awk \'BEGIN { "rm a" | getline }\'': 'delete /w/a',
    "gawk -i inplace '{ print }' f": 'write /w/f',
  },
  notMatch: {
    "awk '$3 > 10 { print $1 }' f": 'unknown; write',
    "awk -F: '{ if ($1 > 5 || $2 ~ /a|b/) print ($1 > 2) }' f": 'unknown; write',
  },
});
