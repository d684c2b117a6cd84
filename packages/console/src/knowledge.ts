import type { GraphSettings } from '@licet/core/policy';
import { messageOf } from '@licet/core/text';
import type { ConceptGraph } from '@licet/epistemic';
import type { EditedEdge } from '@licet/epistemic/learning';

import type { GraphView, Knowledge, SettledProposal } from './ports.ts';

/** The knowledge graphs of a policy, as the program opens them. */
export interface PolicyGraphs {
  /** The graphs that the policy declares now, by name. */
  readonly declared: () => Promise<Readonly<Record<string, GraphSettings>>>;
  /** Opens a graph, works on it and closes it. `writes` is false where nothing is changed. */
  readonly withGraph: <T>(name: string, writes: boolean, work: (graph: ConceptGraph) => Promise<T>) => Promise<T>;
}

/** The knowledge graphs that a policy declares, as they are at the moment; each look opens them and closes them again. */
export function knowledgeOf({ declared, withGraph }: PolicyGraphs): Knowledge {
  return {
    async look() {
      const views: GraphView[] = [];
      for (const [name, { store }] of Object.entries(await declared()))
        views.push(
          await withGraph(name, false, viewOf).then(
            view => ({ name, store, ...view }),
            (error: unknown) => ({ name, store, error: messageOf(error), concepts: [], doubts: [], pending: [] }),
          ),
        );
      return views;
    },
    async settle(answer) {
      try {
        if (!Object.hasOwn(await declared(), answer.graph)) return `the policy has no graph \`${answer.graph}\``;
        return await withGraph(answer.graph, true, graph => settle(graph, answer));
      } catch (error) {
        return messageOf(error);
      }
    },
  };
}

async function viewOf(graph: ConceptGraph): Promise<Pick<GraphView, 'concepts' | 'doubts' | 'pending'>> {
  const { lintGraph } = await import('@licet/epistemic');
  const { exportSnapshot } = await import('@licet/epistemic/exchange');
  const { pendingEdges } = await import('@licet/epistemic/learning');
  const snapshot = await graph.snapshot();
  const { primitives } = exportSnapshot(snapshot);
  return {
    concepts: primitives.map(({ name, depths = [] }) => ({
      name,
      depth: depthOf(snapshot.depths[snapshot.names.indexOf(name)]),
      levels: depths.map(({ level, properties = {} }) => ({ level, properties })),
      edges: depths.flatMap(({ level, relata = [] }) =>
        relata.map(({ relation, target, target_depth: to, policies = [] }) => {
          return { relation, target, from: level, to, policies: policies.length };
        }),
      ),
    })),
    doubts: lintGraph(snapshot).map(({ subject, message }) => ({ subject, message })),
    pending: await pendingEdges(graph),
  };
}

const depthOf = (depth: number | undefined): number | null => (depth === undefined || depth < 0 ? null : depth);

/** Returns why it was not done. */
async function settle(graph: ConceptGraph, { id, accept, edge }: SettledProposal): Promise<string | undefined> {
  const { acceptEdge, pendingEdges, rejectEdge } = await import('@licet/epistemic/learning');
  const { RELATION_TYPES } = await import('@licet/epistemic/model');
  if (!(await pendingEdges(graph)).some(each => each.id === id)) return 'it is settled already';
  if (!accept) await rejectEdge(graph, id);
  else if (edge !== undefined && !RELATION_TYPES.some(known => known === edge.relation))
    return `there is no relation \`${edge.relation}\`: expected one of ${RELATION_TYPES.join(', ')}`;
  else await acceptEdge(graph, id, Date.now(), edge as EditedEdge | undefined);
  return undefined;
}
