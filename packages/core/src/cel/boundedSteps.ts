import type { ASTNode } from '@marcbachmann/cel-js';

import { nodesOf } from './linearRegex.ts';

/** So many elements may one evaluation of a condition look at, in all its loops together: some twenty milliseconds. */
export const MOST_STEPS = 50_000;

/** What counts the elements that loops look at. */
export interface StepCounter {
  /** The name of the function that every loop asks whether it may look at one more element. */
  readonly name: string;
  /** Counts one element. False past the limit: the loop then goes on without evaluating anything. */
  readonly next: () => boolean;
  /** Evaluates a condition. Throws a `RangeError` where its loops came past the limit: what it returned means nothing then. */
  bounded<T>(evaluate: () => T): T;
}

/** Makes the counter of one condition. */
export function stepCounter(): StepCounter {
  let left = MOST_STEPS;
  return {
    name: 'licet_next',
    next: () => --left >= 0,
    bounded(evaluate) {
      left = MOST_STEPS;
      try {
        const value = evaluate();
        if (left >= 0) return value;
      } catch (cause) {
        if (left >= 0) throw cause;
      }
      throw new RangeError(`the condition looks at more than ${MOST_STEPS} elements`);
    },
  };
}

/** What a loop has around the expression for each element: past the limit it evaluates nothing more, and ends early where a loop can. */
const AROUND: Readonly<Record<string, (next: string) => readonly [before: string, after: string]>> = {
  all: next => [`${next} && (`, ')'],
  exists: next => [`!${next} || (`, ')'],
  exists_one: next => [`${next} && (`, ')'],
  filter: next => [`${next} && (`, ')'],
  map: next => [`${next} ? dyn(`, ') : dyn(false)'],
};

/**
 * Returns the text of a condition in which every loop counts its elements. Loops inside of each other multiply, and the lists may be an agent's own
 * arguments, so only a count at run time bounds them. `text` has the positions of `ast`.
 */
export function withBoundedSteps(text: string, ast: ASTNode, { name }: StepCounter): string {
  const puts: (readonly [at: number, put: string])[] = [];
  for (const node of nodesOf(ast)) {
    if (node.op !== 'rcall' || !Object.hasOwn(AROUND, node.args[0])) continue;
    const [loop, , args] = node.args;
    const body = args.at(-1);
    const around = AROUND[loop]?.(`${name}()`);
    if (args.length < 2 || body === undefined || around === undefined) continue;
    puts.push([body.start, around[0]], [body.end, around[1]]);
  }
  return puts.toSorted(([a], [b]) => b - a).reduce((done, [at, put]) => done.slice(0, at) + put + done.slice(at), text);
}
