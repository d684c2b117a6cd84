import { isKept } from '../calls/emitFile.ts';
import { guardVariables } from '../calls/placeFile.ts';
import { forgetDatabases } from '../calls/surroundings.ts';
import { emitEnvironment, emitUnknown } from '../words/emit.ts';
import { arithmeticField, expandOne, expandPattern, evaluateNumber, evaluateSubscript } from '../words/expand.ts';
import { knownText } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { spend } from '../words/frame.ts';
import type {
  CommandNode,
  ParsedScript,
  Pipeline,
  Statement,
  CompoundCommand,
  CompoundList,
  Redirection,
  TestExpression,
} from '../words/parser.ts';
import { hasSyntaxError } from '../words/parser.ts';
import type { ShellState } from '../words/shellState.ts';
import { forkState, joinState, stateSize } from '../words/shellState.ts';
import type { Stream } from '../words/stream.ts';
import { concat, emptyStream } from '../words/stream.ts';
import { visitBranches, visitFor, visitWhile } from './loops.ts';
import { emitSelfOverwrites, rememberOutput, visitRedirections } from './redirections.ts';
import { visitSimple } from './simple.ts';
import { watchSpawning } from './spawning.ts';

/** Visits every statement of a script and returns what the script prints as far as it is known. */
export function visitScript(script: Pick<ParsedScript, 'commands' | 'errors'>, frame: Frame): Stream {
  if (hasSyntaxError(script)) emitUnknown(frame, 'the shell text has a syntax error');
  return visitStatements(script.commands, frame);
}

/** Visits statements in order; each changes the state that the next one sees. */
export function visitStatements(statements: readonly Statement[], frame: Frame): Stream {
  let output = emptyStream;
  for (const statement of statements) {
    spend(frame.run);
    const inner =
      statement.background === true ? { ...frame, state: forkState(frame.state), calls: [...frame.calls, '&'] } : frame;
    const printed = visitNode(statement.command, inner);
    const { sink } = inner.state;
    if (sink !== undefined && printed.origins.includes('variables') && isKept(sink)) emitEnvironment(frame, undefined);
    output = concat(output, printed);
    forgetDatabases(frame.run);
  }
  return output;
}

function visitNode(node: Statement['command'] | CommandNode | Pipeline, frame: Frame): Stream {
  switch (node.type) {
    case 'AndOr':
      return visitAndOr(node, frame);
    case 'Pipeline':
      return visitPipeline(node, frame);
    case 'Command':
      return visitSimple(node, frame);
    case 'Function':
      return visitFunction(node, frame);
    case 'Coproc': {
      const inner = { ...frame, state: forkState(frame.state) };
      if (node.body.type === 'CompoundList') return visitStatements(node.body.commands, inner);
      return visitNode(node.body, inner);
    }
    case 'Redirected':
      return visitCompound(node.command, node.redirects, frame);
    case 'If':
    case 'For':
    case 'ArithmeticFor':
    case 'Select':
    case 'While':
    case 'Subshell':
    case 'BraceGroup':
    case 'Case':
    case 'TestCommand':
    case 'ArithmeticCommand':
      return visitCompound(node, [], frame);
  }
}

/**
 * What follows `&&` is expected to run, in the folder that a `cd` before it changed to, and after all that is before it; what
 * follows `||` may run. Behind the list a variable set there may have its old value.
 */
function visitAndOr(node: Extract<Statement['command'], { type: 'AndOr' }>, frame: Frame): Stream {
  let output = emptyStream;
  const unsure: ShellState[] = [];
  const join = (): void => {
    const { cwd } = frame.state;
    for (let before = unsure.pop(); before !== undefined; before = unsure.pop()) joinState(frame.state, before);
    frame.state.cwd = cwd;
  };
  node.commands.forEach((command, i) => {
    const alternative = i > 0 && node.operators[i - 1] === '||';
    if (alternative) join();
    spend(frame.run, stateSize(frame.state));
    const before = forkState(frame.state);
    output = concat(output, visitNode(command, alternative ? { ...frame, possible: true } : frame));
    if (command.type !== 'Command' || node.operators[i] !== '&&') forgetDatabases(frame.run);
    if (i > 0) unsure.push(before);
    if (!alternative) return;
    join();
    frame.state.cwd = before.cwd;
  });
  join();
  return output;
}

/** Visits the stages of a pipeline, each in a subshell and fed with what the one before prints. */
function visitPipeline(node: Pipeline, frame: Frame): Stream {
  const [only, ...more] = node.commands;
  if (only !== undefined && more.length === 0) return visitNode(only, frame);
  let stdin = frame.stdin;
  emitSelfOverwrites(
    node.commands.filter(command => command.type === 'Command'),
    frame,
  );
  for (const [at, command] of node.commands.entries()) {
    spend(frame.run, stateSize(frame.state));
    const isUnpacked = unpacks(node.commands[at + 1]);
    stdin = visitNode(command, { ...frame, state: forkState(frame.state), stdin, calls: [...frame.calls, '&'], isUnpacked });
  }
  return stdin ?? { origins: [] };
}

/** Whether a stage takes an archive apart, or lists it, and prints nothing of what is in its files. */
function unpacks(stage: CommandNode | undefined): boolean {
  if (stage?.type !== 'Command' || !/^(?:g|bsd)?tar$/.test(stage.name?.text ?? '')) return false;
  const [mode = '', ...rest] = stage.suffix.map(item => (item.type === 'Word' ? item.text : ''));
  return !/O/.test(mode) && !rest.some(text => /^-\w*O|^--to-/.test(text));
}

type FunctionNode = Extract<CommandNode, { type: 'Function' }>;
type CaseNode = Extract<CompoundCommand, { type: 'Case' }>;

/** Visits a compound command with its redirections. */
export function visitCompound(node: CompoundCommand, redirects: readonly Redirection[], frame: Frame): Stream {
  const redirected = visitRedirections(redirects, frame);
  const output = visitBody(node, { ...frame, stdin: redirected.stdin });
  return rememberOutput(output, redirected, frame);
}

const visitList = (list: CompoundList, frame: Frame): Stream => visitStatements(list.commands, frame);

function visitBody(node: CompoundCommand, frame: Frame): Stream {
  switch (node.type) {
    case 'Subshell':
      return visitList(node.body, { ...frame, state: forkState(frame.state) });
    case 'BraceGroup':
      return visitList(node.body, frame);
    case 'If':
      return visitIf(node, frame);
    case 'Case':
      expandOne(node.word, frame);
      for (const { pattern } of node.items) {
        spend(frame.run, BRANCH * (1 + pattern.length));
        for (const word of pattern) expandPattern(word, frame);
      }
      return visitBranches(
        node.items.map((_, at) => () => fallingThrough(node.items, at, frame)),
        false,
        emptyStream,
        frame,
      );
    case 'For':
    case 'Select':
      return visitFor(node, frame);
    case 'While':
      watchSpawning(node, frame);
      return visitWhile(node.clause, node.body, frame);
    case 'ArithmeticFor':
      watchSpawning(node, frame);
      for (const part of [node.initialize, node.test, node.update]) arithmeticField(part, '((', frame);
      return visitWhile(undefined, node.body, frame);
    case 'ArithmeticCommand':
      arithmeticField(node.expression, node.body, frame);
      return emptyStream;
    case 'TestCommand':
      visitTest(node.expression, frame);
      return emptyStream;
  }
}

/** What a branch of `case` runs: its own commands, and those of the next one where it ends in `;&` or `;;&`. */
function fallingThrough(items: CaseNode['items'], at: number, { run }: Frame): CompoundList {
  const { body } = items[at] as CaseNode['items'][number];
  let end = at;
  while (end < items.length - 1 && items[end]?.terminator?.endsWith('&') === true) end++;
  if (end === at) return body;
  spend(run, end - at);
  return { ...body, commands: items.slice(at, end + 1).flatMap(item => item.body.commands) };
}

/** What a branch of `case` and each of its patterns cost before its commands are looked at. */
const BRANCH = 1 / 16;

function visitIf(node: Extract<CompoundCommand, { type: 'If' }>, frame: Frame): Stream {
  const output = visitList(node.clause, frame);
  const branches = [
    node.then,
    ...node.elif.flatMap(({ clause, then }) => [clause, then]),
    ...(node.else === undefined ? [] : [node.else]),
  ].map(branch => () => branch);
  return visitBranches(branches, node.else !== undefined, output, frame);
}

/** Keeps a function for when it is called. A definition by itself does nothing. */
function visitFunction(node: FunctionNode, frame: Frame): Stream {
  const name = knownText(expandOne(node.name, frame));
  if (name === undefined) {
    emitUnknown(frame, 'a function whose name is known only at run time', ['dynamic']);
    return emptyStream;
  }
  const { body } = node;
  const redirected = body.type === 'Redirected';
  const made = { name, body: redirected ? body.command : body, redirects: redirected ? body.redirects : [] };
  frame.state.functions.set(name, made);
  if (!CALLED_BY_SHELL.test(name)) return emptyStream;
  const later = { ...frame, state: { ...forkState(frame.state), parameters: undefined }, possible: true };
  if (made.body.type === 'CompoundList') visitList(made.body, later);
  else visitCompound(made.body, made.redirects, later);
  return emptyStream;
}

/** Functions that the shell itself calls: for unknown commands (bash, zsh), at its own events (zsh), when a variable is used (ksh). */
const CALLED_BY_SHELL =
  /^command_not_found_handler?$|^(?:precmd|preexec|periodic|chpwd|zshexit|zshaddhistory|TRAP[A-Z]+)$|^\w+\.(?:get|set|unset|append)$/;

/** Visits the words of `[[ … ]]`, because substitutions in them run. The test itself does nothing. */
function visitTest(expression: TestExpression, frame: Frame): void {
  switch (expression.type) {
    case 'TestUnary': {
      const operand = expandPattern(expression.operand, frame);
      guardVariables([operand], frame);
      if (expression.operator === '-v') evaluateSubscript(operand.text, frame);
      return;
    }
    case 'TestBinary':
      for (const side of [expression.left, expression.right]) {
        const field = expandPattern(side, frame);
        guardVariables([field], frame);
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator)) evaluateNumber(field, frame);
      }
      return;
    case 'TestLogical':
      for (const operand of expression.operands) visitTest(operand, frame);
      return;
    case 'TestNot':
      return visitTest(expression.operand, frame);
    case 'TestGroup':
      return visitTest(expression.expression, frame);
  }
}
