import type { ResolutionNote } from '../grounding/result.ts';
import { visible } from './escape.ts';

/** How a requested word was understood, as a phrase. */
export function noteText({ input, name, by }: ResolutionNote): string {
  return `'${visible(input)}' read as '${visible(name)}' (${by === 'alias' ? 'an alias' : 'a form of it'})`;
}
