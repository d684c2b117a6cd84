import { clock, visible } from './words.ts';

/** What a session has read, where the policy goes by that. */
export interface Reading {
  readonly outsiders: boolean;
  readonly since?: number;
  readonly secrets: boolean;
  readonly sources: readonly string[];
}

/** Says what a session has read, from where, and what that does to its calls. */
export function readingText({ outsiders, since, secrets, sources }: Reading): string {
  if (!outsiders && !secrets) return 'it has read no text of outsiders: where its calls go is not asked about';
  const what = [
    ...(outsiders ? [`text of outsiders${since === undefined ? '' : ` since ${clock(since)}`}`] : []),
    ...(secrets ? ['secrets'] : []),
  ];
  const from = sources.length === 0 ? '' : `, last from ${sources.map(visible).join(', ')}`;
  return `it has read ${what.join(' and ')}${from}: a call asks unless the user named where it goes`;
}
