import { literal } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { isStandardInput } from './runUses.ts';
import { emitFile } from './emitFile.ts';
import { contentOf } from './outputs.ts';
import { said } from './described.ts';
import type { ResolvedCall } from './resolveCall.ts';

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
  const { in: from = [], onInput = [], unless = '' } = said(call, 'listed') ?? {};
  const lists = onInput.some(option => call.has(option)) && frame.stdin !== undefined ? [frame.stdin] : [];
  for (const { option, values } of call.has(unless) ? [] : call.line.given)
    for (const { field } of from.includes(option.name) || from.includes(option.spelling) ? values : [])
      lists.push(isStandardInput(field) ? (frame.stdin ?? { origins: [] }) : contentOf(field, frame));
  const [program = ''] = call.path;
  for (const list of lists)
    for (const name of namesIn(list).slice(0, MOST)) emitFile(name, { kind: 'read', program, possible: true }, frame);
}
