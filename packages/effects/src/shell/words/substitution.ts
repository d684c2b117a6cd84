import type { ParsedScript, WordPart } from './parser.ts';
import { descend, spend } from './frame.ts';
import type { Frame } from './frame.ts';
import { forkState } from './shellState.ts';
import type { Stream } from './stream.ts';
import { literal, patternField, unknownField } from './field.ts';
import type { Values } from './parameters.ts';

/** Visits the script of `$(…)` and returns what it would print as far as that is known. */
export function substitute(script: ParsedScript | undefined, source: string, frame: Frame): Values {
  spend(frame.run, Math.ceil(source.length / 16));
  if (script === undefined) return { fields: [unknownField(source, true)], list: false };
  const inner = descend(frame, undefined, { state: forkState(frame.state) });
  if (inner === undefined) return { fields: [unknownField(source, true)], list: false };
  return valuesOf(frame.run.interpreter.script(script, inner), source);
}

function valuesOf(stream: Stream, source: string): Values {
  if (stream.text !== undefined) {
    return { fields: [{ ...literal(stream.text.replace(/\n+$/, ''), source), origins: stream.origins }], list: false };
  }
  if (stream.paths !== undefined) return { fields: stream.paths, list: true };
  const field = stream.token === true ? patternField('*', source) : unknownField(source, true);
  return { fields: [{ ...field, origins: stream.origins }], list: false };
}

/**
 * Visits the script of `<(…)` or `>(…)` and names the pipe. What flows out of it is kept under that name, so that a shell
 * that runs the pipe as a script is understood.
 */
export function substituteProcess(part: Extract<WordPart, { type: 'ProcessSubstitution' }>, frame: Frame): Values {
  spend(frame.run, Math.ceil(part.text.length / 16));
  const name = `/dev/fd/${63 - (frame.run.pipes++ % 60)}`;
  const inner = descend(frame, undefined, {
    state: forkState(frame.state),
    stdin: part.operator === '>' ? { origins: [] } : frame.stdin,
  });
  if (part.script !== undefined && inner !== undefined) {
    const stream = frame.run.interpreter.script(part.script, inner);
    if (part.operator === '<') frame.run.files.set(name, stream);
  }
  return { fields: [literal(name, part.text)], list: false };
}
