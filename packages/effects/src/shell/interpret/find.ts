import type { Handler } from './handler.ts';
import { descend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import { emitFile } from '../calls/emitFile.ts';
import { escapeGlob } from '../words/glob.ts';
import { hole, literal, patternField, unknownField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { parseFind } from './findExpression.ts';
import type { FindAction } from './findExpression.ts';
import { fill } from './lists.ts';

/** find: what its actions do to every path that its tests may let through. */
export const find: Handler = ({ name, args, frame }) => {
  const options = args.findIndex(({ text }) => !/^-(?:[HLP]|O\d|D)$/.test(text));
  const rest = options < 0 ? [] : args.slice(options);
  const split = rest.findIndex(field => field.text.startsWith('-') || /^[!(),]$/.test(field.text));
  const starts = split < 0 ? rest : rest.slice(0, split);
  const roots = starts.length === 0 ? [literal('.')] : starts;
  const { actions, names } = parseFind(split < 0 ? [] : rest.slice(split));
  for (const root of roots) emitFile(root, { kind: 'read', program: name, recursive: true, tags: ['metadata'] }, frame);
  for (const action of actions) act(action, roots, name, frame);
  return { paths: roots.flatMap(root => matches(root, names)), origins: [] };
};

/** Most names that are told apart; beyond them any path may be meant. */
const mostNames = 16;

/** The paths under a start that the tests leave: a pattern, or everything below. */
function matches(root: Field, names: readonly string[] | undefined): readonly Field[] {
  if (root.text.includes(hole)) return [unknownField(root.source)];
  const base = (root.glob ? root.text : escapeGlob(root.text)).replace(/\/+$/, '') || (root.text.startsWith('/') ? '' : '.');
  if (names === undefined || names.length > mostNames) return [patternField(`${base}/**`, root.source)];
  return names.map(name => (name.includes(hole) ? unknownField(root.source) : patternField(`${base}/**/${name}`, root.source)));
}

function act(action: FindAction, roots: readonly Field[], name: string, frame: Frame): void {
  const { words } = action;
  if (action.type === 'write') {
    const [file] = words;
    if (file !== undefined) emitFile(file, { kind: 'write', program: name }, frame);
    return;
  }
  for (const root of roots) {
    if (action.type === 'delete') remove(root, action.names, name, frame);
    else execute(action, root, name, frame);
  }
}

function remove(root: Field, names: readonly string[] | undefined, name: string, frame: Frame): void {
  const use = { kind: 'delete', program: name, recursive: true, tags: ['destructive'] } as const;
  for (const path of matches(root, names)) emitFile(path, { ...use, recursive: false }, frame);
}

function execute(action: FindAction, root: Field, name: string, frame: Frame): void {
  const inner = descend(frame, name, { state: forkState(frame.state), stdin: undefined });
  if (inner === undefined) return;
  for (const path of matches(root, action.names)) {
    frame.run.interpreter.argv(
      action.words.map(word => fill(word, '{}', path)),
      inner,
    );
  }
}
