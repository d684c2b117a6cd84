import { expandWord } from '../words/expand.ts';
import { isKnown, patternField, unknownField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start, spend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { lookUp } from '../words/parameters.ts';
import type { CompoundCommand, CompoundList } from '../words/parser.ts';
import { forkState, joinState, setVariable, stateSize, replaceState } from '../words/shellState.ts';
import { concat, emptyStream } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';

type Node<T extends CompoundCommand['type']> = Extract<CompoundCommand, { type: T }>;

/** Most turns that are looked at one by one. */
const mostTurns = 64;

function valuesOf(node: Node<'For'> | Node<'Select'>, frame: Frame): readonly Field[] {
  if (node.wordlist === undefined) return lookUp('@', frame).fields;
  return node.wordlist.flatMap(word => expandWord(word, frame));
}

/** Visits the body once for each word; a word that is a pattern or unknown may stand for no turn at all. */
export function visitFor(node: Node<'For'>, frame: Frame): Stream {
  const values = valuesOf(node, frame);
  const name = node.name.value;
  let output = emptyStream;
  for (const value of values.slice(0, mostTurns)) {
    spend(frame.run);
    setVariable(frame.state, name, { ...value, many: false });
    const inner = isKnown(value) ? frame : { ...frame, possible: true };
    output = concat(output, start({ type: 'script', script: node.body }, inner));
  }
  if (values.length > mostTurns) emitTail(node, values.slice(mostTurns), frame);
  return output;
}

/** The turns beyond the limit: nothing more is known of the variable. */
function emitTail(node: Node<'For'>, rest: readonly Field[], frame: Frame): void {
  const numbers = rest.every(value => isKnown(value) && /^-?\w+$/.test(value.text));
  setVariable(frame.state, node.name.value, numbers ? patternField('*') : unknownField(`$${node.name.value}`));
  start({ type: 'script', script: node.body }, { ...frame, possible: true });
}

/** The user picks one of the words. */
export function visitSelect(node: Node<'Select'>, frame: Frame): Stream {
  let output = emptyStream;
  for (const value of valuesOf(node, frame).slice(0, mostTurns)) {
    setVariable(frame.state, node.name.value, value);
    output = concat(output, start({ type: 'script', script: node.body }, { ...frame, possible: true }));
  }
  return { origins: output.origins };
}

/**
 * Visits the condition and the body. A variable that a turn changes has no known value in later turns, so the body is visited
 * again without it.
 */
export function visitWhile(clause: CompoundList | undefined, body: CompoundList, frame: Frame): Stream {
  spend(frame.run, stateSize(frame.state));
  const before = forkState(frame.state);
  const inner = { ...frame, possible: true };
  const turn = (): Stream => {
    const head = clause === undefined ? emptyStream : start({ type: 'script', script: clause }, frame);
    return concat(head, start({ type: 'script', script: body }, inner));
  };
  const output = turn();
  if (forgetChanges(frame, before)) turn();
  joinState(frame.state, before);
  return output.text === '' ? output : { origins: output.origins };
}

function forgetChanges(frame: Frame, before: Frame['state']): boolean {
  spend(frame.run, 1 + stateSize(frame.state));
  let changed = frame.state.cwd !== before.cwd;
  for (const [name, { fields }] of frame.state.variables) {
    const old = before.variables.get(name)?.fields[0];
    const now = fields[0];
    if (old === undefined || now === undefined || old.text === now.text) continue;
    const number = /^-?\d*$|^\*$/;
    setVariable(frame.state, name, number.test(old.text) && number.test(now.text) ? patternField('*') : unknownField(`$${name}`));
    changed = true;
  }
  return changed;
}

/** Visits lists of which some may run, each from the same state, and leaves the state in which any of them may have run. */
export function visitBranches(branches: readonly CompoundList[], complete: boolean, output: Stream, frame: Frame): Stream {
  const before = forkState(frame.state);
  let joined: typeof before | undefined = complete ? undefined : forkState(before);
  let printed = output;
  for (const branch of branches) {
    spend(frame.run, 2 * stateSize(before));
    const state = forkState(before);
    const stream = start({ type: 'script', script: branch }, { ...frame, state, possible: true });
    printed =
      stream.text === ''
        ? printed
        : printed.text === '' && branches.length === 1
          ? stream
          : { origins: concat(printed, stream).origins };
    if (joined !== undefined) joinState(state, joined);
    joined = state;
  }
  if (joined !== undefined) replaceState(frame.state, joined);
  return printed;
}
