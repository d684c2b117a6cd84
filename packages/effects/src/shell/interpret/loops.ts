import { expandWord } from '../words/expand.ts';
import { isKnown, patternField, unknownField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start, spend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { lookUp } from '../words/variableValues.ts';
import type { CompoundCommand, CompoundList } from '../words/parser.ts';
import { forkState, grownList, joinState, setVariable, stateSize } from '../words/shellState.ts';
import { concat, emptyStream, unseen } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';

type Node<T extends CompoundCommand['type']> = Extract<CompoundCommand, { type: T }>;

const MOST_TURNS = 64;

/** The words of a loop; those beyond the limit are one of which nothing more is known. */
function wordsOf({ name, wordlist }: Node<'For'> | Node<'Select'>, frame: Frame): readonly Field[] {
  const words = wordlist === undefined ? lookUp('@', frame).fields : wordlist.flatMap(word => expandWord(word, frame));
  if (words.length <= MOST_TURNS) return words;
  const areNumbers = words.slice(MOST_TURNS).every(word => isKnown(word) && /^-?\w+$/.test(word.text));
  return [...words.slice(0, MOST_TURNS), areNumbers ? patternField('*') : unknownField(`$${name.value}`)];
}

/**
 * Visits the body once for each word. A word that is a pattern or unknown, and any that a user picks, may stand for no turn at
 * all or for several, so that the body is visited again with what the turns before have changed.
 */
export function visitFor(node: Node<'For'> | Node<'Select'>, frame: Frame): Stream {
  const name = node.name.value;
  const isOpen = (word: Field): boolean => node.type === 'Select' || !isKnown(word);
  const turn = (word: Field): Stream => {
    spend(frame.run);
    setVariable(frame.state, name, { ...word, many: false });
    return start({ type: 'script', script: node.body }, isOpen(word) ? { ...frame, possible: true } : frame);
  };
  const words = wordsOf(node, frame);
  const open = words.filter(isOpen);
  const before = open.length === 0 ? undefined : forkState(frame.state);
  let output = emptyStream;
  for (const word of words) output = concat(output, turn(word));
  if (before !== undefined && forgetChanges(frame, before, name)) open.forEach(turn);
  return node.type === 'Select' ? unseen(output) : output;
}

/**
 * Visits the condition and the body, once for each parameter that `shift` leaves. A variable that a turn changes has no known value
 * in later turns, so the body is visited again without it.
 */
export function visitWhile(clause: CompoundList | undefined, body: CompoundList, frame: Frame): Stream {
  const { state } = frame;
  spend(frame.run, stateSize(state));
  const before = forkState(state);
  const inner = { ...frame, possible: true };
  const turn = (): Stream => {
    const head = clause === undefined ? emptyStream : start({ type: 'script', script: clause }, frame);
    return concat(head, start({ type: 'script', script: body }, inner));
  };
  let given = before.parameters;
  const output = turn();
  while (given !== undefined && state.parameters?.length && state.parameters.length < given.length) {
    given = state.parameters;
    turn();
  }
  if (forgetChanges(frame, before)) turn();
  joinState(state, before);
  return output.text === '' ? output : unseen(output);
}

/**
 * Makes unknown what a turn has changed, apart from the variable of the loop itself, and tells whether there is such a thing. A variable
 * that was unknown before the loop is so in its first turn already.
 */
function forgetChanges(frame: Frame, before: Frame['state'], own?: string): boolean {
  const { run, state } = frame;
  spend(run, 1 + stateSize(state));
  let changed = state.cwd !== before.cwd;
  if (state.parameters !== before.parameters && state.parameters?.length !== 0) {
    state.parameters = undefined;
    changed = true;
  }
  for (const [name, { fields, array }] of state.variables) {
    const old = before.variables.get(name)?.fields ?? lookUp(name, { ...frame, state: before }).fields.filter(isKnown);
    if (name === own || old.length === 0 || textsOf(old) === textsOf(fields)) continue;
    const areNumbers = [...old, ...fields].every(({ text }) => /^-?\d*$|^\*$/.test(text));
    const later = areNumbers && !array ? patternField('*') : unknownField(`$${name}`, array);
    state.variables.set(name, grownList(before.variables.get(name), { fields, array }) ?? { fields: [later], array });
    changed = true;
  }
  return changed;
}

const textsOf = (fields: readonly Field[]): string => JSON.stringify(fields.map(({ text }) => text));

/**
 * Visits lists of which some may run, each from the same state, and leaves the state in which any of them may have run. A list is made when it
 * is visited, so that none is made once the budget is spent.
 */
export function visitBranches(
  branches: readonly (() => CompoundList)[],
  complete: boolean,
  output: Stream,
  frame: Frame,
): Stream {
  const before = forkState(frame.state);
  let joined: typeof before | undefined = complete ? undefined : forkState(before);
  let printed = output;
  for (const branch of branches) {
    spend(frame.run, 2 * stateSize(before));
    const state = forkState(before);
    const stream = start({ type: 'script', script: branch() }, { ...frame, state, possible: true });
    if (stream.text !== '') printed = printed.text === '' && branches.length === 1 ? stream : unseen(concat(printed, stream));
    if (joined !== undefined) joinState(state, joined);
    joined = state;
  }
  if (joined !== undefined) Object.assign(frame.state, joined);
  return printed;
}
