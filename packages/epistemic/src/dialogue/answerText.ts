import { depthLabel } from '../model/depth.ts';
import { visible } from '../render/escape.ts';
import type { KnowledgeAnswer } from './askKnowledge.ts';

/** How long an answer may be, in UTF-16 units: with the name of its graph it stays below 1,500. */
const MOST = 1_400;

/** Room for the line that says how much was left out. */
const RESERVE = 60;

/**
 * The answer as text for a person or a model, below 1,500 characters: the verdict, what is missing, and then what is known.
 * What does not fit is counted. `advice` ends it: how a person teaches the graph.
 */
export function answerText(answer: KnowledgeAnswer, advice?: string): string {
  const { concepts, grounded, known, missing, policies } = answer;
  const about = concepts.map(concept => visible(concept)).join(', ');
  const head =
    concepts.length === 0
      ? 'The question names no concept: name the act and what it is done to.'
      : `${about}: ${grounded ? 'known well enough to act' : 'not known well enough to act'}`;
  const lines = [
    ...missing.map(({ text, fix, teacher }) => `missing: ${text}; to close it: ${fix}; teacher: ${teacher}`),
    ...(policies.length === 0 ? [] : [`policies on the way: ${policies.map(name => visible(name)).join(', ')}`]),
    ...known.map(({ concept, depth, from, edges }) => {
      const more = edges.length === 0 ? '' : `; ${edges.map(edge => visible(edge)).join(', ')}`;
      return `known: ${visible(concept)} to ${depthLabel(depth)} (${from})${more}`;
    }),
  ];
  const end = grounded || advice === undefined ? [] : [advice];
  return fitted(
    head.slice(0, MOST / 3),
    lines,
    end.map(line => line.slice(0, MOST / 3)),
  );
}

function fitted(head: string, lines: readonly string[], end: readonly string[]): string {
  let room = MOST - RESERVE - [head, ...end].reduce((sum, line) => sum + line.length + 1, 0);
  const shown: string[] = [];
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  const more = left === 0 ? [] : [`(${left} more: ask for fewer concepts, or take the data)`];
  return [head, ...shown, ...more, ...end].join('\n');
}
