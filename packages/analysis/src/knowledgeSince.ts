import type { Evaluation, Json } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import type { EvaluationRecord } from '@licet/core/store';

/**
 * Says which knowledge a record rested on, where it is not that of today: what people taught, renewed and used since has changed the
 * version of the graph, and no graph can be asked as it was. Undefined where both have asked the same versions, or no graph at all.
 */
export function knowledgeSince({ verdicts }: Evaluation, { evidence }: EvaluationRecord): string | undefined {
  const [then, now] = [versionsIn(evidence), versionsIn(verdicts.map(({ evidence: own }) => own ?? null))];
  if (then.join() === now.join()) return undefined;
  return `the knowledge graph as it was: it had ${said(then)}, and has ${said(now)} now`;
}

const said = (versions: readonly string[]): string =>
  versions.length === 0 ? 'not been asked' : `version \`${versions.join('`, `')}\``;

/** The versions of graphs that evidence names, each once. */
function versionsIn(evidence: Json | undefined): readonly string[] {
  const found = new Set<string>();
  const look = (value: Json): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    else if (isRecord(value))
      for (const [name, each] of Object.entries(value)) {
        if (name === 'graphVersion' && typeof each === 'string') found.add(each);
        else look(each);
      }
  };
  look(evidence ?? null);
  return [...found].toSorted();
}
