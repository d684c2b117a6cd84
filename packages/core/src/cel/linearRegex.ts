import type { ASTNode } from '@marcbachmann/cel-js';
import { RE2JS } from 're2js';

import { InvariantError } from '../model/errors.ts';

const MAX_SUBJECT = 256_000;

/** As long as `matches`, so that nothing after it moves. */
const NAME = 're2test';

/** What `matches` of a condition really runs on: RE2, in time linear in the text, which an agent may choose. */
export interface LinearRegex {
  /** The name of the function that replaces `matches`. */
  readonly name: string;
  /** Tells whether a pattern is found anywhere in a text. Throws for a bad pattern and for a text that is too long. */
  test(text: string, pattern: string): boolean;
}

/** Makes the matcher of one condition. A pattern of the policy is compiled once. */
export function linearRegex(): LinearRegex & { compile(pattern: string): void } {
  const known = new Map<string, RE2JS>();
  const translate = (pattern: string): RE2JS => RE2JS.compile(RE2JS.translateRegExp(pattern));
  return {
    name: NAME,
    compile: pattern => void known.set(pattern, translate(pattern)),
    test(text, pattern) {
      if (text.length > MAX_SUBJECT) throw new RangeError(`the text is longer than ${MAX_SUBJECT} characters`);
      return (known.get(pattern) ?? translate(pattern)).matcher(text).find();
    },
  };
}

/**
 * Puts the linear matcher in the place of every `matches`: the expression library has its own, whose time an agent could
 * blow up. Compiles the patterns that stand in the text. Throws for a pattern that RE2 does not read.
 */
export function withLinearRegex(text: string, ast: ASTNode, regex: ReturnType<typeof linearRegex>): string {
  let changed = text;
  for (const node of nodesOf(ast)) {
    if (node.op !== 'rcall' || node.args[0] !== 'matches') continue;
    const [, receiver, [pattern]] = node.args;
    if (pattern === undefined) continue;
    const between = text.slice(receiver.end, pattern.start);
    const name = /^[\s)]*\.\s*(?=matches\s*\([\s(]*$)/.exec(between);
    if (name === null) throw new InvariantError('invalid_condition', 'expected no comment inside a call of `matches`');
    const start = receiver.end + name[0].length;
    changed = changed.slice(0, start) + NAME + changed.slice(start + NAME.length);
    if (pattern.op === 'value' && typeof pattern.args === 'string') compile(pattern.args, regex);
  }
  return changed;
}

function compile(pattern: string, regex: ReturnType<typeof linearRegex>): void {
  try {
    regex.compile(pattern);
  } catch (cause) {
    throw new InvariantError('invalid_pattern', `\`${pattern}\` is not a pattern in RE2 syntax`, { cause });
  }
}

/** Walks an expression, every part of it once. */
export function* nodesOf(root: ASTNode): Generator<ASTNode> {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) open.push(...(next as readonly unknown[]));
    else if (typeof next === 'object' && next !== null && 'op' in next && 'args' in next) {
      yield next as ASTNode;
      open.push(next.args);
    }
  }
}
