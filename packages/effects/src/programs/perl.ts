import type { Call, Finding, ProgramDescriptor } from './descriptor.ts';
import { computes } from './decoding.ts';
import { interpreter } from './interpreter.ts';

const HARMLESS_PERL =
  /^-?(?:strict|warnings|utf8|feature|List::Util|Data::Dumper|POSIX|JSON::PP|Time::\w+|Math::\w+|Text::\w+|MIME::Base64|Digest::\w+|Encode|bigint|integer|open|5[\d.]*)(?:=.*)?$/;

/** Prints only lines that fit: what else is in the files goes away. One file may be filtered so, many are not. */
const KEEPS_FITTING = /^\s*(?:print|puts|p|say)(?:\s+\$_)?\s+if\b|^\s*(?:next\s+unless|print\s+\$_\s+if)\b|^\s*if\b.*\bprint\b/;

/** Edits files in place so that nothing is printed into them, or in many of them only what fits. */
export const emptied = (call: Call): readonly Finding[] => {
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
export const perl = (): ProgramDescriptor => ({
  decodes: computes,
  ...interpreter('perl', '-e -E', {
    '-0': { value: 'text', attachedOnly: '[xX][0-9a-fA-F]+|[0-7]{0,4}' },
    '-l': { value: 'text', attachedOnly: '[0-7]*' },
    '-C': { value: 'text', attachedOnly: '[0-9IOESioDALa]*' },
    '-i': { value: 'text', attachedOnly: true },
    '-F -D -x -d -V': { value: 'text', attachedOnly: true },
    '-I': 'text',
    '-M -m': 'text',
    '-p': 'flag',
    '-n -a -w -s -u -t -T -U -c -W': 'flag',
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
  match: {
    "perl -i -pe 's/a/b/' f": 'write /w/f',
    "perl -pi.bak -e 's/a/b/' f g": 'write /w/f; write /w/g',
    'perl -e \'system("rm -rf /")\'': 'unknown #inline_code',
    "perl -ne 'print `id`' f": 'unknown #inline_code',
    "perl -ne 1 'rm a|'": 'delete /w/a',
    "perl -MFile::Path -e 'rmtree q(/)'": 'unknown #inline_code',
    "perl -i -ne 'print if /^import/' src/*.ts": 'write /w/src/*.ts #destructive',
  },
  notMatch: {
    "perl -i -ne 'print unless /debug/' src/*.ts": '* #destructive',
    "perl -i -ne 'print if /x/' f": '* #destructive',
    "perl -pe 's/a/b/g' f": 'unknown; write',
    "perl -F, -lane 'print $F[1]' f": 'unknown; * #destructive',
  },
});
