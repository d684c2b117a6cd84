import type { Principal } from '@licet/core';
import { matchesWildcard } from '@licet/core/text';
import MiniSearch from 'minisearch';

/** A tool as a router shows it to a model: never its schema. */
export interface ToolCard {
  readonly tool: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** The roles of which a principal must have one to see the card; everybody sees it where nothing is said. */
  readonly visibleTo?: readonly string[];
}

/** Who looks for tools, and how many there may be. */
export interface ProposalQuery {
  readonly principal?: Principal;
  /** Only tools whose names fit one of these; `*` matches any number of characters. */
  readonly only?: readonly string[];
  /** @defaultValue 7 */
  readonly limit?: number;
}

/** A tool that fits a goal, and how well. */
export interface Proposal {
  readonly tool: string;
  readonly score: number;
}

/** Finds tools for a goal. */
export type ProposeTools = (goal: string, query?: ProposalQuery) => readonly Proposal[];

/**
 * Makes a router over tools: BM25 over their names, descriptions and tags, best first, ties by name, only what the principal may see.
 * What it proposes is advice. It grants nothing: every call is judged as if nothing had been proposed, see `Shortlist`.
 *
 * @example
 * ```ts
 * import { proposeTools } from '@licet/capabilities';
 *
 * const propose = proposeTools([
 *   { tool: 'docs.search', description: 'find a page in the handbook' },
 *   { tool: 'tickets.delete', description: 'delete a ticket', visibleTo: ['admin'] },
 * ]);
 * propose('find the page about tickets').map(({ tool }) => tool); // => ['docs.search']
 * ```
 */
export function proposeTools(cards: readonly ToolCard[]): ProposeTools {
  const index = new MiniSearch<ToolCard & { readonly id: number; readonly words: string; readonly labels: string }>({
    fields: ['words', 'description', 'labels'],
    searchOptions: { boost: { words: 2 }, prefix: true, fuzzy: 0.15 },
  });
  const known = cards.map((card, id) => ({
    ...card,
    id,
    words: card.tool.replaceAll(/[^\p{L}\p{N}]+/gu, ' '),
    labels: (card.tags ?? []).join(' '),
  }));
  index.addAll(known);
  return (goal, { principal, only, limit = 7 } = {}) => {
    const roles = principal?.roles ?? [];
    const isSeen = ({ tool, visibleTo }: ToolCard): boolean =>
      (visibleTo === undefined || visibleTo.some(role => roles.includes(role))) &&
      (only === undefined || only.some(pattern => matchesWildcard(pattern, tool)));
    return index
      .search(goal)
      .flatMap(({ id, score }) => {
        const card = known[id as number];
        return card !== undefined && isSeen(card) ? [{ tool: card.tool, score }] : [];
      })
      .sort((a, b) => b.score - a.score || (a.tool < b.tool ? -1 : 1))
      .slice(0, limit);
  };
}
