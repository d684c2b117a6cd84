import { targetLossTags } from '../../places/losses.ts';
import { COMPUTED_NAME } from '../../programs/taskFiles.ts';
import { HOLE } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import { hasGlobCharacter } from '../words/glob.ts';
import type { FileUse } from './emitFile.ts';
import { placeFile } from './placedFile.ts';

/** The names of the variables in a word. */
export const variablesIn = (source: string): readonly string[] =>
  [...source.slice(0, 1024).matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name);

/** Notes the variables of words that a test looks at: a script that asks whether one is set does not go on without it. */
export function guardVariables(words: readonly Field[], { run }: Frame): void {
  for (const { source } of words) for (const name of variablesIn(source)) run.guarded.add(name);
}

/**
 * Records a deletion in code of the project that starts at a variable which is set nowhere: `rm -rf "$OUT"/*` deletes `/*` then. A variable
 * that the code tests, or that a file may set which is not read, is not taken for unset.
 */
export function emitUnset(field: Field, { kind, program, tags, recursive }: FileUse, frame: Frame): void {
  const { likely = '', text, source } = field;
  const isLoss = kind === 'delete' || tags?.includes('destructive') === true;
  if (!isLoss || frame.says === undefined || !text.startsWith(HOLE) || !likely.startsWith('/')) return;
  const names = variablesIn(source);
  const isGuarded = names.some(name => name === COMPUTED_NAME || frame.run.guarded.has(name)) || frame.run.guarded.has('*');
  const [name] = names;
  if (name === undefined || isGuarded) return;
  const placed = placeFile({ ...field, text: likely, glob: hasGlobCharacter(likely) }, frame, recursive === true);
  if ('unplaced' in placed || !targetLossTags(placed.file, false, frame.run.options).includes('catastrophic')) return;
  const target = { type: 'named', category: 'unset_variable', name: `${name} ${likely}` } as const;
  emit(frame, { kind: 'delete', target, program, possible: true, tags: ['destructive'], isAlwaysSaid: true });
}
