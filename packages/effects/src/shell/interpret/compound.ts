import type { CommandNode, CompoundCommand, CompoundList, Redirection } from '../words/parser.ts';
import { emitUnknown } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import { emptyStream } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { arithmeticField, expandOne, expandPattern } from '../words/expand.ts';
import { knownText } from '../words/field.ts';
import { visitBranches } from './branches.ts';
import { visitFor, visitSelect, visitWhile } from './loops.ts';
import { rememberOutput } from './output.ts';
import { visitRedirections } from './redirections.ts';
import { visitStatements } from './script.ts';
import { visitTest } from './tests.ts';

type FunctionNode = Extract<CommandNode, { type: 'Function' }>;

/** Visits a compound command with its redirections. */
export function visitCompound(node: CompoundCommand, redirects: readonly Redirection[], frame: Frame): Stream {
  const redirected = visitRedirections(redirects, frame);
  const output = visitBody(node, { ...frame, stdin: redirected.stdin });
  return rememberOutput(output, redirected, frame);
}

/** The statements of a list. */
export function visitList(list: CompoundList, frame: Frame): Stream {
  return visitStatements(list.commands, frame);
}

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
      for (const item of node.items) for (const pattern of item.pattern) expandPattern(pattern, frame);
      return visitBranches(
        node.items.map(({ body }) => body),
        false,
        emptyStream,
        frame,
      );
    case 'For':
      return visitFor(node, frame);
    case 'Select':
      return visitSelect(node, frame);
    case 'While':
      return visitWhile(node.clause, node.body, frame);
    case 'ArithmeticFor':
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

function visitIf(node: Extract<CompoundCommand, { type: 'If' }>, frame: Frame): Stream {
  const output = visitList(node.clause, frame);
  const branches = [
    node.then,
    ...node.elif.flatMap(({ clause, then }) => [clause, then]),
    ...(node.else === undefined ? [] : [node.else]),
  ];
  return visitBranches(branches, node.else !== undefined, output, frame);
}

/** Keeps a function for when it is called. A definition by itself does nothing. */
export function visitFunction(node: FunctionNode, frame: Frame): Stream {
  const name = knownText(expandOne(node.name, frame));
  if (name === undefined) {
    emitUnknown(frame, 'a function whose name is known only at run time', ['dynamic']);
    return emptyStream;
  }
  const { body } = node;
  const redirected = body.type === 'Redirected';
  frame.state.functions.set(name, { name, body: redirected ? body.command : body, redirects: redirected ? body.redirects : [] });
  return emptyStream;
}
