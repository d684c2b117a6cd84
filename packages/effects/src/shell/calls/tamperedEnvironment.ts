import type { Mark } from '../../marks.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import { variableMarks } from '../../programs/variables.ts';
import { knownText } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { isGovernedVariable } from '../../places/governed.ts';
import { emit } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';

/** A search path that keeps the old one and puts no folder in front that anybody may have filled. */
function isPlainPath(value: Field, frame: Frame): boolean {
  const text = value.text.replace(/\uF8FE/g, '/unknown');
  const { cwd, env } = frame.run.options;
  const old = `:${env?.['PATH'] ?? ''}:`;
  const keepsOld = old !== '::' && `:${text}:`.includes(old);
  // What stands in the old one counts already: only what comes in front of it and behind it is judged.
  const parts = (keepsOld ? `:${text}:`.replace(old, ':/usr/bin:').slice(1, -1) : text).split(':');
  const keeps = keepsOld || value.source.includes('PATH') || text.includes('/usr/bin');
  const { root = frame.run.options.cwd } = frame.run.options;
  return (
    keeps && parts.every(part => part !== '' && part !== '.' && !isTemporaryFor(root, part) && part !== '/tmp' && part !== cwd)
  );
}

/** Records that a variable is set for later programs, when that matters to them. */
export function emitVariable(name: string, value: Field, program: string | undefined, frame: Frame): void {
  const text = knownText(value);
  const own: readonly Mark[] = isPlainPath(value, frame) ? [] : ['tampered_environment'];
  const tags = name === 'PATH' ? own : variableMarks(name, text);
  if (tags.length === 0 && !isGovernedVariable(name)) return;
  const target = { type: 'named', category: 'variable', name, ...(text === undefined ? {} : { value: text }) } as const;
  emit(frame, { kind: 'environment', target, program, tags });
}
