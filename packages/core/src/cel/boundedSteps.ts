import type { ASTNode } from '@marcbachmann/cel-js';

import { nodesOf } from './linearRegex.ts';

/**
 * So many steps may one evaluation of a condition take: an element that a loop looks at, or a piece of a text in which `matches` searches. Some
 * twenty milliseconds.
 */
export const MOST_STEPS = 50_000;

/** Characters that `matches` reads in one step. */
const CHARACTERS_OF_SEARCH = 64;

/** With every so many characters of the longest argument an element costs one step more: a loop may look through that text each time. */
const CHARACTERS_OF_ELEMENT = 65_536;

/** What counts the elements that loops look at. */
export interface StepCounter {
  /** The name of the function that every loop asks whether it may look at one more element. */
  readonly name: string;
  /** Counts one element. False past the limit: the loop then goes on without evaluating anything. */
  readonly next: () => boolean;
  /** Counts a search in a text. False past the limit: it is not searched. */
  readonly search: (text: string) => boolean;
  /** Evaluates a condition about arguments. Throws a `RangeError` where its loops came past the limit: what it returned means nothing then. */
  bounded<T>(payload: unknown, evaluate: () => T): T;
}

/** Makes the counter of one condition. */
export function stepCounter(): StepCounter {
  let [left, each] = [MOST_STEPS, 1];
  return {
    name: 'licet_next',
    next: () => (left -= each) >= 0,
    search: text => (left -= text.length / CHARACTERS_OF_SEARCH) >= 0,
    bounded(payload, evaluate) {
      left = MOST_STEPS;
      each = 1 + Math.floor(longestText(payload) / CHARACTERS_OF_ELEMENT);
      const requireRoom = (): void => {
        if (left < 0) throw new RangeError(`the condition takes more than ${MOST_STEPS} steps for this action`);
      };
      try {
        const result = evaluate();
        requireRoom();
        return result;
      } catch (cause) {
        requireRoom();
        throw cause;
      }
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

function longestText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let longest = 0;
  for (const member of Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value))
    longest = Math.max(longest, longestText(member));
  return longest;
}
