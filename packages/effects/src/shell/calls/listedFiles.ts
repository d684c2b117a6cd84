import { literal } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { isStandardInput } from './runUses.ts';
import { emitFile } from './emitFile.ts';
import { contentOf } from './outputs.ts';
import type { ResolvedCall } from './resolveCall.ts';

/** Programs that pack or print the files whose names are on their input when these options are given. */
const ON_INPUT: Readonly<Record<string, readonly string[]>> = {
  cpio: ['-o', '--create', '-p', '--pass-through'],
  pax: ['-w'],
  zip: ['-@', '--names-stdin'],
  git: ['--stdin-paths'],
};

/** Options whose value is a file with the names of those that are packed or printed. */
const NAMES_FROM = /^(?:tar|bsdtar|gtar|rsync|sort|7z|7za|7zz)$/;

/** Most names of a list that are looked at. */
const MOST = 64;

const namesIn = ({ paths, text }: Stream): readonly Field[] =>
  paths ??
  (text ?? '')
    .split(/[\n\0]/)
    .filter(name => name !== '')
    .map(name => literal(name));

/** Records the files that a call reads by a list of their names. */
export function readListed(call: ResolvedCall, frame: Frame): void {
  const [program = ''] = call.path;
  const isFed = ON_INPUT[program]?.some(option => call.has(option)) === true;
  const lists = isFed && frame.stdin !== undefined ? [frame.stdin] : [];
  if (NAMES_FROM.test(program) && (program !== 'tar' || !call.has('-x')))
    for (const option of ['-T', '--files-from', '--files0-from'])
      for (const { values } of call.line.given.filter(({ option: { name, spelling } }) => name === option || spelling === option))
        for (const { field } of values)
          lists.push(isStandardInput(field) ? (frame.stdin ?? { origins: [] }) : contentOf(field, frame));
  for (const list of lists)
    for (const name of namesIn(list).slice(0, MOST)) emitFile(name, { kind: 'read', program, possible: true }, frame);
}
