import type { CommandNode, ParsedScript, Pipeline, Statement } from '../words/parser.ts';
import { hasSyntaxError } from '../words/parser.ts';
import { emitUnknown, spend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { forkState, joinState, stateSize } from '../words/shellState.ts';
import { concat, emptyStream } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { visitCompound, visitFunction } from './compound.ts';
import { visitPipeline } from './pipeline.ts';
import { visitSimple } from './simple.ts';

/** Visits every statement of a script and returns what the script prints as far as it is known. */
export function visitScript(script: ParsedScript, frame: Frame): Stream {
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
    output = concat(output, visitNode(statement.command, inner));
  }
  return output;
}

/** Visits any command. */
export function visitNode(node: Statement['command'] | CommandNode | Pipeline, frame: Frame): Stream {
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
 * What follows `&&` is expected to run, in the folder that a `cd` before it changed to; what follows `||` may run. Either way
 * a variable set there may keep its old value.
 */
function visitAndOr(node: Extract<Statement['command'], { type: 'AndOr' }>, frame: Frame): Stream {
  let output = emptyStream;
  node.commands.forEach((command, i) => {
    spend(frame.run, stateSize(frame.state));
    const before = forkState(frame.state);
    const alternative = i > 0 && node.operators[i - 1] === '||';
    output = concat(output, visitNode(command, alternative ? { ...frame, possible: true } : frame));
    if (i === 0) return;
    const { cwd } = frame.state;
    joinState(frame.state, before);
    frame.state.cwd = alternative ? before.cwd : cwd;
  });
  return output;
}
