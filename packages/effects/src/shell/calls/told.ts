import { holdsLiveCredential } from '../../programs/credentialShapes.ts';
import type { Field } from '../words/field.ts';
import { emit } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';

/** Headers that are made for credentials. */
const signsIn = /^(?:proxy-)?authorization:|^[\w-]*(?:token|key|auth|secret)[\w-]*:|^cookie:/i;

/** Whether a header line has a credential in it that it is not made for. */
export const tellsInHeader = (line: string): boolean =>
  /^[\w-]+:\s/.test(line) && !signsIn.test(line) && holdsLiveCredential(line);

/** Records a credential in a text that other people get to read. */
export function emitTold(program: string, words: readonly Field[], frame: Frame): void {
  const texts = [...words.map(({ text }) => text), frame.stdin?.text ?? ''];
  if (!texts.some(holdsLiveCredential)) return;
  const target = { type: 'network', direction: 'upload' } as const;
  emit(frame, { kind: 'network', target, program, tags: ['uploads'], note: 'a credential is told to others' });
}
