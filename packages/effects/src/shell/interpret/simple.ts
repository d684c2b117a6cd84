import { evaluateKey, expandOne, expandWord } from '../words/expand.ts';
import { knownText, literal } from '../words/field.ts';
import { absolutePath } from '../../places/lexical.ts';
import type { Field } from '../words/field.ts';
import { spend, start } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import type { Assignment, Command, Redirection, Word } from '../words/parser.ts';
import { stateSize } from '../words/shellState.ts';
import { concat, emptyStream, unseen } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { assign, emitExported } from './assignments.ts';
import { emitSelfOverwrites, rememberOutput, visitRedirections } from './redirections.ts';

type Item = Word | Assignment | Redirection;

const isAssignment = (item: Item): item is Assignment => item.type === 'Assignment';
const isWord = (item: Item): item is Word => item.type === 'Word';

/** Visits a simple command, once for each value that the variables in it may have. */
export function visitSimple(node: Command, frame: Frame): Stream {
  const name = undecidedIn(node, frame);
  const variable = name === undefined ? undefined : frame.state.variables.get(name);
  if (name === undefined || variable === undefined) return visitOnce(node, frame);
  const { fields, others = [] } = variable;
  let output: Stream | undefined;
  for (const value of [...fields, ...others]) {
    frame.state.variables.set(name, { fields: [value], array: false });
    const stream = visitSimple(node, { ...frame, possible: true });
    output = output === undefined ? stream : unseen(concat(output, stream));
  }
  const after = frame.state.variables.get(name);
  if (after?.fields[0] === others.at(-1)) frame.state.variables.set(name, { fields, array: false, others });
  return output ?? emptyStream;
}

/** The first variable of several possible values that the command mentions. */
function undecidedIn(node: Command, frame: Frame): string | undefined {
  const names = new Set<string>();
  let size = 0;
  for (const item of [node.name, ...node.prefix, ...node.suffix]) {
    const text = item === undefined ? '' : textOf(item);
    size += 32 + text.length;
    if (!text.includes('$')) continue;
    for (const [, name = ''] of text.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g))
      if (frame.state.variables.get(name)?.others?.length) names.add(name);
  }
  spend(frame.run, size / 256);
  if (names.size < 2) return [...names][0];
  spend(frame.run, stateSize(frame.state));
  return [...frame.state.variables.keys()].find(name => names.has(name));
}

function textOf(item: Item): string {
  if (isWord(item) || isAssignment(item)) return item.text;
  return item.type === 'HereDoc' ? item.body.text : (item.target?.text ?? '');
}

function visitOnce(node: Command, frame: Frame): Stream {
  spend(frame.run);
  const assignments = node.prefix.filter(isAssignment);
  const redirects = [...node.prefix, ...node.suffix].filter((item): item is Redirection => !isAssignment(item) && !isWord(item));
  if (node.name === undefined) {
    for (const assignment of assignments) assign(assignment, frame);
    const redirected = visitRedirections(redirects, frame, true);
    return redirects.some(({ type }) => type === 'Redirect') && redirected.stdin !== frame.stdin
      ? (redirected.stdin ?? emptyStream)
      : rememberOutput(emptyStream, redirected, frame);
  }
  const fields = [...expandWord(node.name, frame), ...node.suffix.flatMap(item => argument(item, frame))];
  if (redirects.length > 0) emitSelfOverwrites([node], frame);
  const redirected = visitRedirections(redirects, frame, printsNothing(fields));
  if (fields.length === 0) for (const assignment of assignments) assign(assignment, frame);
  if (redirected.diverted && fields.length === 1 && fields[0]?.text === 'exec') frame.state.sink = redirected.sink;
  const sink = redirected.diverted ? knownText(redirected.sink) : undefined;
  const inner = {
    ...frame,
    stdin: redirected.stdin,
    printsInto: sink === undefined ? undefined : absolutePath(sink, frame.state.cwd),
  };
  const run = (): Stream => start({ type: 'words', words: fields }, inner);
  return rememberOutput(fields.length === 0 ? emptyStream : withVariables(assignments, fields, frame, run), redirected, frame);
}

/** True for the usual ways to print nothing at all. */
const printsNothing = (fields: readonly Field[]): boolean =>
  /^(?::|true|cat \/dev\/null)$/.test(fields.map(({ text }) => text).join(' '));

function argument(item: Item, frame: Frame): readonly Field[] {
  if (isWord(item)) return expandWord(item, frame);
  if (!isAssignment(item)) return [];
  if (item.value.type === 'ArrayValue') {
    assign(item, frame);
    return [literal(item.name, item.text)];
  }
  if (item.index !== undefined) evaluateKey(expandOne(item.index, frame), frame);
  const value = expandOne(item.value, frame);
  return [{ ...value, text: `${item.name}${item.append === true ? '+' : ''}=${value.text}`, source: item.text }];
}

/** Runs with the assignments in front of the command, which hold for the command only. */
function withVariables(assignments: readonly Assignment[], fields: readonly Field[], frame: Frame, run: () => Stream): Stream {
  const setting = { ...frame, setsFor: fields.map(field => knownText(field) ?? '') };
  const saved = assignments.map(({ name }) => [name, frame.state.variables.get(name)] as const);
  for (const assignment of assignments) {
    assign(assignment, setting);
    emitExported(assignment.name, frame);
  }
  const output = run();
  const { variables } = frame.state;
  for (const [name, value] of saved) {
    if (value === undefined) variables.delete(name);
    else variables.set(name, value);
  }
  return output;
}
