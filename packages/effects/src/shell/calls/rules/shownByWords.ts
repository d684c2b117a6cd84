import { namedVariables, shownByWords } from '../../../programs/credentialWords.ts';
import { holdsInlineCode, readsCodeFromInput, startsShellOnInput } from '../../../programs/inlineCode.ts';
import { screenShown, showsScreen } from '../../../programs/macTools.ts';
import { lendsUnknown, ordersAnswer, typesByWords, typesElsewhere } from '../../../programs/typing.ts';
import { emit, emitUnknown } from '../../words/emit.ts';
import { HOLE } from '../../words/field.ts';
import { start } from '../../words/frame.ts';
import type { Stream } from '../../words/stream.ts';
import type { GivenCall } from '../call.ts';
import { emitFixed } from '../fixedEffects.ts';
import { printEnvironment } from './allVariables.ts';
import { onlyPrints } from './plainCode.ts';

type Said = Pick<GivenCall, 'name' | 'text' | 'frame'>;

/** Records that a call types into another program. */
export function emitTyping({ name, args, text, frame }: Pick<GivenCall, 'name' | 'args' | 'text' | 'frame'>): void {
  const computed = args.some(({ source }) => /\$\(|`/.test(source)) ? args.map(({ source }) => source).join(' ') : '';
  const types = typesByWords(name, text) || (computed !== '' && typesByWords(name, computed));
  if (
    types ||
    lendsUnknown(
      name,
      args.every(({ text: word }) => !word.includes(HOLE)),
    ) ||
    ordersAnswer(name, frame.stdin?.text)
  )
    emitFixed(typesElsewhere, name, [], frame);
}

/** Records that a call shows the screen. */
export function emitScreen({ name, text, frame }: Said): void {
  if (showsScreen(name, text)) emitFixed(screenShown, name, [], frame);
}

/** Records code that is not read: in the words of a call, or on its standard input. */
export function emitUnreadCode({ name, text, frame }: Said): void {
  const { stdin } = frame;
  if (stdin !== undefined && startsShellOnInput(name, text)) start({ type: 'input', use: { as: 'shell' }, program: name }, frame);
  const isFed =
    stdin !== undefined && !(stdin.text !== undefined && onlyPrints('', stdin.text)) && readsCodeFromInput(name, text);
  if (isFed || holdsInlineCode(name, text)) emitUnknown(frame, 'code that is not read', ['inline_code'], undefined, name);
}

/** Records the credentials that a call prints, and the variables that it names. */
export function emitShown({ name, text, frame }: Said): void {
  const read = (category: string, shown: string): void =>
    emit(frame, { kind: 'read', target: { type: 'named', category, name: shown }, program: name, tags: ['secret'] });
  if (shownByWords(name, text) === 'credentials') read('secret', name);
  for (const variable of namedVariables(name, text)) read('variable', variable);
}

/** What a call prints that shows its whole environment, as its words say. */
export const printedByWords = ({ name, text, frame }: Said): Stream | undefined =>
  shownByWords(name, text) === 'environment' ? printEnvironment(name, frame) : undefined;
