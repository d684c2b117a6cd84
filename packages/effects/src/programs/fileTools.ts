import type { Family, ProgramDescriptor } from './descriptor.ts';

const copying = {
  '-t --target-directory': { value: 'destination', suppliesLast: true },
  '-S --suffix': 'text',
  '-T --no-target-directory': 'flag',
  '-v --verbose': 'flag',
} as const;

const cp = (): ProgramDescriptor => ({
  summary: 'copies files and folders',
  options: {
    ...copying,
    '-r -R -a --recursive --archive': { recursive: true },
    '--context --preserve --no-preserve --sparse --reflink --backup': { attachedOnly: true, value: 'text' },
  },
  operands: { rest: 'read', last: 'destination' },
  copies: 'copy',
  match: {
    'cp a b': 'read /w/a; write /w/b',
    'cp -r src/ /tmp/o': 'read /w/src/**; write /tmp/o/**',
    'cp -t /tmp a b': 'read /w/a; read /w/b; write /tmp/a; write /tmp/b',
    'cp --target-dir=/tmp a': 'read /w/a; write /tmp/a',
  },
  notMatch: { 'cp -t /tmp a': 'write /w/a', 'cp --help': 'write' },
});

const mv = (): ProgramDescriptor => ({
  summary: 'moves or renames files and folders',
  options: { ...copying, '--backup': { attachedOnly: true, value: 'text' } },
  operands: { rest: 'move', last: 'destination' },
  copies: 'copy',
  match: { 'mv a b': 'delete /w/a #moved; write /w/b', 'mv -t /tmp a': 'delete /w/a; write /tmp/a' },
  notMatch: { 'mv a b': 'delete /w/b' },
});

const rm = (): ProgramDescriptor => ({
  summary: 'removes files and folders',
  options: {
    '-r -R --recursive': { recursive: true },
    '-f --force': 'flag',
    '-i -I --interactive': { attachedOnly: true, value: 'text' },
    '--no-preserve-root': { tags: ['catastrophic'] },
  },
  operands: { rest: 'delete' },
  match: {
    'rm a': 'delete /w/a #destructive',
    'rm -rf a': 'delete /w/a/** #destructive',
    'rm -- -weird': 'delete /w/-weird',
    'rm --rec /': 'delete /** #catastrophic',
  },
  notMatch: { 'rm --help': 'delete', 'rm a': 'delete /w/a/**' },
});

/** Copying, moving and removing files: coreutils and their like. */
export const fileTools: Family = { cp, mv, rm };
