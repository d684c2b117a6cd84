import type { Mark } from '../../marks.ts';
import { secretNamesLike } from '../../places/secretNames.ts';
import { emitFile } from '../calls/emitFile.ts';
import { HOLE, literal, patternField, unknownField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start } from '../words/frame.ts';
import { descend } from '../words/emit.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { escapeGlob } from '../../places/segments.ts';
import { forkState } from '../words/shellState.ts';
import { fill } from './lists.ts';
import { parseFind } from './findReader.ts';
import type { FindAction } from './findReader.ts';

/** find: what its actions do to every path that its tests may let through. */
export const find: Handler = ({ name, args, frame }) => {
  const options = args.findIndex(({ text }) => !/^-(?:[HLP]|O\d|D)$/.test(text));
  const rest = options < 0 ? [] : args.slice(options);
  const split = rest.findIndex(field => field.text.startsWith('-') || /^[!(),]$/.test(field.text));
  const starts = split < 0 ? rest : rest.slice(0, split);
  const { actions, names, starts: named } = parseFind(split < 0 ? [] : rest.slice(split));
  const given = [...starts, ...named];
  const roots = given.length === 0 ? [literal('.')] : given;
  for (const root of roots) emitFile(root, { kind: 'read', program: name, recursive: true, tags: ['metadata'] }, frame);
  for (const action of actions) act(action, roots, name, frame);
  return { paths: roots.flatMap(root => matches(root, names)), origins: [] };
};

/** Most names that are told apart; beyond them any path may be meant. */
const MOST_NAMES = 16;

/** The paths under a start that the tests leave: a pattern, or everything below. */
function matches(root: Field, names: readonly string[] | undefined): readonly Field[] {
  if (root.text.includes(HOLE)) return [unknownField(root.source)];
  const base = (root.glob ? root.text : escapeGlob(root.text)).replace(/\/+$/, '') || (root.text.startsWith('/') ? '' : '.');
  if (names === undefined || names.length > MOST_NAMES) return [patternField(`${base}/**`, root.source)];
  return names
    .flatMap(name => [name, ...(/^[*?[]/.test(name) ? secretNamesLike(name) : [])])
    .map(name => (name.includes(HOLE) ? unknownField(root.source) : patternField(`${base}/**/${name}`, root.source)));
}

function act(action: FindAction, roots: readonly Field[], name: string, frame: Frame): void {
  const { words } = action;
  if (action.type === 'write') {
    const [file] = words;
    if (file !== undefined) emitFile(file, { kind: 'write', program: name, replaces: true }, frame);
    return;
  }
  for (const root of roots) {
    if (action.type === 'delete') remove(root, action, name, frame);
    else execute(action, root, name, frame);
  }
}

/** Where nothing lies in what goes away, only names are lost. */
function remove(root: Field, { names, isEmpty }: FindAction, name: string, frame: Frame): void {
  const tags: readonly Mark[] = isEmpty === true ? ['metadata'] : ['destructive'];
  for (const path of matches(root, names)) emitFile(path, { kind: 'delete', program: name, recursive: false, tags }, frame);
}

/**
 * Runs the command of `-exec` with the paths for `{}`. That of `-execdir` runs in the folder of each path: what its other words name
 * lies there, and where that is, is not known.
 */
function execute(action: FindAction, root: Field, name: string, frame: Frame): void {
  const inner = descend(frame, name, { state: forkState(frame.state), stdin: undefined });
  if (inner === undefined) return;
  const run = (from: Field, at: Frame): void => {
    for (const path of matches(from, action.names))
      start({ type: 'words', words: action.words.map(word => fill(word, '{}', path)) }, at);
  };
  run(root, inner);
  const { cwd } = frame.state;
  if (!action.eachFolder || cwd === undefined || frame.place !== 'here') return;
  const whole = root.text.startsWith('/') || root.text.includes(HOLE) ? root : { ...root, text: `${cwd}/${root.text}` };
  run(whole, { ...inner, state: { ...forkState(frame.state), cwd: undefined }, possible: true });
}
