import { bytesOf, MOST_BYTES } from '../../programs/dd.ts';
import { isKnown } from '../words/field.ts';
import { emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import type { ResolvedCall, UsedWord } from './resolveCall.ts';

/** Devices that give as much as is read. */
export const ENDLESS_FILE: RegExp = /^\/dev\/(?:zero|u?random|full)$/;

/** Programs that print as long as they are fed. All others may stop earlier. */
const PASSING =
  /^(?:cat|bat|tr|base64|base32|xxd|od|hexdump|hd|tee|gzip|pigz|bzip2|xz|zstd|lz4|awk|gawk|mawk|rev|fold|fmt|pv|nl|uniq|openssl|strings|stdbuf|expand|unexpand|ts)$/;

/** Programs that keep all that they read until it ends. */
const KEEPING = /^(?:tail|sort|tac|shuf|sponge)$/;

/** What a call prints, marked when it never ends; filling memory or a file with such a thing is recorded. */
export function withEnd(output: Stream, call: ResolvedCall, words: readonly UsedWord[], frame: Frame): Stream {
  const program = call.path[0] ?? '';
  if (program === 'seq' && call.operands.some(({ text }) => /^(?:inf\w*|\d{10,})$/i.test(text ?? '')))
    return { ...output, isEndless: true };
  if (program === 'yes') return { origins: [], isEndless: true };
  const files = words.filter(({ use, operand }) => operand && use.as === 'read');
  const isFed = files.length === 0 ? frame.stdin?.isEndless === true : files.some(({ field }) => ENDLESS_FILE.test(field.text));
  if (!isFed) return output;
  const written = words.some(({ use, field }) => use.as === 'write' && isKnown(field) && !field.text.startsWith('/dev/'));
  if (KEEPING.test(program) || (program === 'tee' && written) || (program === 'cp' && call.operands.length > 1))
    exhaust(program, frame);
  const stops = /awk/.test(program) && call.operands.some(({ text }) => /\bexit\b/.test(text ?? 'exit'));
  const limit = program === 'head' ? [...call.values('-c'), ...call.values('-n')][0] : undefined;
  if (limit !== undefined && bytesOf(limit.text) > MOST_BYTES) return { ...output, isEndless: true };
  return PASSING.test(program) && !stops ? { ...output, isEndless: true } : output;
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
