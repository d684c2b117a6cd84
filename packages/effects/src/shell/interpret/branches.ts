import type { CompoundList } from '../words/parser.ts';
import { spend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { forkState, joinState, replaceState, stateSize } from '../words/shellState.ts';
import { concat } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { visitStatements } from './script.ts';

/** Visits lists of which some may run, each from the same state, and leaves the state in which any of them may have run. */
export function visitBranches(branches: readonly CompoundList[], complete: boolean, output: Stream, frame: Frame): Stream {
  const before = forkState(frame.state);
  let joined: typeof before | undefined = complete ? undefined : forkState(before);
  let printed = output;
  for (const branch of branches) {
    spend(frame.run, 2 * stateSize(before));
    const state = forkState(before);
    const stream = visitStatements(branch.commands, { ...frame, state, possible: true });
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
