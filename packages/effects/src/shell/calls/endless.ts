import { endsOf } from '../../programs/rules/output.ts';
import { isKnown } from '../words/field.ts';
import { emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { said } from './described.ts';
import type { ResolvedCall, UsedWord } from './resolveCall.ts';

/** Devices that give as much as is read. */
export const ENDLESS_FILE: RegExp = /^\/dev\/(?:zero|u?random|full)$/;

/** What a call prints, marked when it never ends; filling memory or a file with such a thing is recorded. */
export function withEnd(output: Stream, call: ResolvedCall, words: readonly UsedWord[], frame: Frame): Stream {
  const does = endsOf(said(call, 'endless'), call);
  if (does === 'starts') return { ...output, origins: [], isEndless: true };
  const files = words.filter(({ use, operand }) => operand && use.as === 'read');
  const isFed = files.length === 0 ? frame.stdin?.isEndless === true : files.some(({ field }) => ENDLESS_FILE.test(field.text));
  if (!isFed || does === undefined) return output;
  const written = words.some(({ use, field }) => use.as === 'write' && isKnown(field) && !field.text.startsWith('/dev/'));
  if (does === 'keeps' || written) exhaust(call.path[0] ?? '', frame);
  return does === 'passes' ? { ...output, isEndless: true } : output;
}

/** Records a function or a script that starts itself again, when it does so beside itself. */
export function emitForkBomb(name: string, at: number, frame: Frame): void {
  // A script of the project may well start itself for a part of its work: what ends that is not read.
  if (frame.says !== undefined || !frame.calls.slice(at).includes('&')) return;
  const target = { type: 'program', argv: [name] } as const;
  emit(frame, { kind: 'execute', target, program: name, tags: ['disrupts', 'catastrophic'], note: 'a fork bomb' });
}

/** Records that something takes room until there is none. */
export function exhaust(program: string | undefined, frame: Frame): void {
  const target = { type: 'named', category: 'machine', name: 'memory and disk' } as const;
  emit(frame, { kind: 'configure', target, program, tags: ['disrupts'], note: 'takes room until there is none' });
}
