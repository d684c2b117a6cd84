import type { Pipeline } from '../words/parser.ts';
import { spend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { forkState, stateSize } from '../words/shellState.ts';
import type { Stream } from '../words/stream.ts';
import { visitNode } from './script.ts';

/** Visits the stages of a pipeline, each in a subshell and fed with what the one before prints. */
export function visitPipeline(node: Pipeline, frame: Frame): Stream {
  const [only, ...more] = node.commands;
  if (only !== undefined && more.length === 0) return visitNode(only, frame);
  let stdin = frame.stdin;
  for (const command of node.commands) {
    spend(frame.run, stateSize(frame.state));
    stdin = visitNode(command, { ...frame, state: forkState(frame.state), stdin, calls: [...frame.calls, '&'] });
  }
  return stdin ?? { origins: [] };
}
