import type { Argument, Call, Family, Finding, CommandDescriptor } from './descriptor.ts';
import { sharing, unseen } from './shapes.ts';

const copying = {
  '-t --target-directory': { value: 'destination', suppliesLast: true },
  '-S --suffix': 'text',
  '-v --verbose -b': 'flag',
  '-n --no-clobber': 'flag',
  '-i --interactive': 'flag',
  '-u --update': { attachedOnly: true, value: 'text' },
  '--backup': { attachedOnly: true, value: 'text' },
} as const;

/** What is there stays, or stays beside it. */
const sparing = { any: ['-n', '-i', '-u', '-b', '--backup'] } as const;

/** Functions of zsh that copy, link and move by patterns, whose second one is filled in. */
const zmv = (): CommandDescriptor => ({
  options: { '-p -P -o': 'text', '-n': { operands: { rest: 'text' } }, '-f -i -q -Q -s -v -w -W -C -L -M': 'flag' },
  operands: { first: ['move', { as: 'write', recursive: true }] },
  optionValue: [{ value: '.', when: { none: ['-n'], second: '^[?]$|[$(]' }, use: unseen }],
});

/** An expression that only changes letters of names; what it looks for is between the first two marks. */
const CHANGING =
  /^(?:(?:s|y|tr)([/|,#!:])((?:(?!\1)[^\\]|\\.)*)\1(?:(?!\1)[^\\]|\\.)*\1[gixr]*[;\s]*|\$_\s*=\s*(?:lc|uc)\b[\s($_)]*;?)$/;

/** The files that an expression renames: of all in a folder, those whose names have what it looks for. */
function renamed(files: readonly Argument[], expression: string): readonly Argument[] {
  const [, , part = ''] = CHANGING.exec(expression) ?? [];
  const plain = part.replace(/^\^|\$$/g, '').replace(/\\\./g, '.');
  if (!/^[\w .-]+$/.test(plain) || !expression.startsWith('s')) return files;
  return files.map(file => (file.glob ? { ...file, text: file.text?.replace(/(^|\/)\*(?:\.\*)?$/, `$1*${plain}*`) } : file));
}

/** The tool of perl takes an expression, which is code; that of util-linux two parts of names. */
function renaming(call: Call): readonly Finding[] {
  const [first, ...rest] = call.operands;
  const files = call.values('-e').length > 0 && first !== undefined ? [first, ...rest] : rest;
  if (first === undefined || files !== rest) return files.map(value => ({ use: 'move', value }));
  const { text = '' } = first;
  const isCode = !CHANGING.test(text) && !/^[\w .-]+$/.test(text);
  const moved = renamed(CHANGING.test(text) || isCode ? rest : rest.slice(1), text);
  const code: readonly Finding[] = isCode ? [{ use: { as: 'code', language: 'perl' }, value: first }] : [];
  return [...code, ...(call.has('-n') ? [] : moved.map((value): Finding => ({ use: 'move', value })))];
}

/** Copying, moving and removing files: coreutils and their like. */
export const fileTools: Family = {
  cp: () => ({
    options: {
      ...copying,
      '-r -R -a --recursive --archive': { recursive: true },
      '--context --preserve --no-preserve --sparse --reflink': { attachedOnly: true, value: 'text' },
    },
    operands: { rest: 'read', last: 'destination' },
    copies: 'copy',
    endless: [{ when: { atLeast: 2 }, endless: 'keeps' }],
    spares: sparing,
  }),
  mv: () => ({
    options: copying,
    operands: { rest: 'move', last: 'destination' },
    copies: 'copy',
    spares: sparing,
  }),
  rm: () => ({
    options: {
      '-r -R --recursive': { recursive: true },
      '-f --force': 'flag',
      '-i -I --interactive': { attachedOnly: true, value: 'text' },
      '--no-preserve-root': { tags: ['catastrophic'] },
    },
    operands: { rest: 'delete' },
  }),
  ...sharing('zmv zcp zln', zmv),
  ...sharing('rename prename file-rename perl-rename', () => ({
    options: { '-n --nono --no-act --just-print --dry-run': 'flag', '-e --expr': { as: 'code', language: 'perl' } },
    inspect: renaming,
  })),
};
