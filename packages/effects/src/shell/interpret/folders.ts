import { absolutePath } from '../../places/lexical.ts';
import { expandGlob } from '../../places/reach.ts';
import { followLinks, unsetIn } from '../calls/placeFile.ts';
import type { Field } from '../words/field.ts';
import { HOLE, isKnown, knownText, literal } from '../words/field.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { setVariable } from '../words/shellState.ts';
import { emptyStream, opaque } from '../words/stream.ts';
import { lookUp } from '../words/variableValues.ts';

function enter(given: Field | undefined, frame: Frame): void {
  const { state } = frame;
  const old = state.cwd;
  const target = given !== undefined && isNothing(given, frame) ? undefined : given;
  const text = target === undefined ? knownText(lookUp('HOME', frame).fields[0]) : isKnown(target) ? target.text : undefined;
  if (target?.glob === true) state.cwd = onlyFolder(target.text, frame);
  else if (text === '-') state.cwd = knownText(lookUp('OLDPWD', frame).fields[0]);
  else {
    const path = text === undefined ? undefined : absolutePath(text, old);
    state.cwd = path === undefined ? undefined : followed(path, frame);
  }
  if (old !== undefined) setVariable(state, 'OLDPWD', literal(old));
}

/** Whether a word without quotes is a variable that code of the project sets nowhere: `cd $OUT` goes to the home folder then. */
function isNothing({ text, likely, source }: Field, frame: Frame): boolean {
  return (
    frame.says !== undefined && text === HOLE && likely === '' && source.startsWith('$') && unsetIn(source, frame) !== undefined
  );
}

/** The folder that a pattern matches; undefined where it matches several or none, or without a file system. */
function onlyFolder(pattern: string, { state, run }: Frame): string | undefined {
  const { files } = run.options;
  const path = absolutePath(pattern, state.cwd);
  if (files === undefined || path === undefined || pattern.includes(HOLE)) return undefined;
  const { paths, complete } = expandGlob(path.replace(/\/+$/, ''), files);
  const folders = paths.filter(each => files.list(each) !== undefined);
  return complete && folders.length === 1 ? folders[0] : undefined;
}

/** A folder that this command linked elsewhere is left by `..` on the other side, so the real place counts. */
const followed = (path: string, frame: Frame): string => (frame.run.links.size === 0 ? path : followLinks(path, frame));

const operand = (args: readonly Field[]): Field | undefined =>
  args.find(({ text }) => text === '-' || !/^-[LPe@n]*$|^--$/.test(text));

const cd: Handler = ({ args, frame }) => {
  enter(operand(args), frame);
  return emptyStream;
};

const pushd: Handler = ({ args, frame }) => {
  const { folders, cwd } = frame.state;
  const target = operand(args);
  if (target !== undefined && !/^[+-]\d+$/.test(target.text)) {
    folders.push(cwd);
    enter(target, frame);
  } else {
    const top = folders.pop();
    folders.push(cwd);
    frame.state.cwd = target === undefined ? top : undefined;
  }
  return opaque();
};

const popd: Handler = ({ frame }) => {
  frame.state.cwd = frame.state.folders.pop();
  return opaque();
};

const pwd: Handler = ({ frame }) => {
  const { cwd } = frame.state;
  return cwd === undefined ? opaque() : { text: `${cwd}\n`, origins: [] };
};

/** Builtins that change or print the working folder. */
export const folderBuiltins: Readonly<Record<string, Handler>> = { cd, chdir: cd, pushd, popd, pwd };
