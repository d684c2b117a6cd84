import type { ConceptGraph } from '../graph/conceptGraph.ts';
import { writeInTurn } from '../graph/turns.ts';
import { EpistemicError } from '../model/errors.ts';
import type { Primitive } from '../model/primitive.ts';
import type { Provenance } from '../model/provenance.ts';
import { visible } from '../render/escape.ts';

interface RenewOptions {
  /** In milliseconds since the epoch. */
  readonly now: number;
  /** The person, for the provenance. */
  readonly by: string;
}

/**
 * Confirms that a concept is still understood to the depth that the graph holds: all its levels count again, and its
 * counters start at zero. Throws `not_found` for a concept that is not there. Call it for a person only: an agent that
 * could renew knowledge could act on what has faded.
 *
 * @example
 * ```ts
 * import { SEEDS, ground, importGraph, memoryGraph, renewConcept, withMemory } from '@licet/epistemic';
 *
 * const graph = withMemory(memoryGraph(), { expires: { D2: '1d' } });
 * await importGraph(graph, SEEDS.filesystem, { now: 0 });
 * const now = Date.UTC(2028, 1);
 * for (const name of (await graph.snapshot()).names) await renewConcept(graph, name, { now, by: 'ada' });
 * (await ground(graph, ['delete', 'file'], { now })).grounded; // => true
 * ```
 */
export async function renewConcept(graph: ConceptGraph, name: string, { now, by }: RenewOptions): Promise<Primitive> {
  return writeInTurn(graph, async () => {
    const { version } = await graph.snapshot();
    const found = await graph.find({ name });
    if (found === undefined)
      throw new EpistemicError('not_found', `expected the concept \`${visible(name)}\`, found none: nothing was renewed`);
    const primitive = renewed(found, now, by);
    await graph.write([{ type: 'put', primitive }], { ifVersion: version });
    return primitive;
  });
}

/** A concept after a person has renewed it. */
export function renewed(primitive: Primitive, now: number, by: string): Primitive {
  const said = (primitive.provenance.detail ?? '').replace(/(?:; )?renewed by .*$/su, '');
  const { provenance, ...rest } = confirmedAt(primitive, now);
  return { ...rest, provenance: { ...provenance, detail: `${said === '' ? '' : `${said}; `}renewed by ${by}` } };
}

/** A concept all of whose levels were confirmed at a time; its counters start at zero. A time before its last change leaves that one. */
export function confirmedAt(primitive: Primitive, now: number): Primitive {
  const confirm = (old: Provenance): Provenance => ({
    ...old,
    updatedAt: new Date(Math.max(now, Date.parse(old.updatedAt) || 0)).toISOString(),
  });
  return {
    ...primitive,
    depths: primitive.depths.map(depth => Object.assign({}, depth, { provenance: confirm(depth.provenance) })),
    provenance: confirm(primitive.provenance),
    metrics: { groundingCount: 0, failureCount: 0, lastGrounded: null, lastFailed: null },
  };
}
