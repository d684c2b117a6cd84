import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { messageOf } from '@licet/core/text';
import type { ConceptGraph, LintCode, PolicyRegistry } from '@licet/epistemic';
import { lintGraph, policyRegistry } from '@licet/epistemic';
import { edgePoliciesDefinition } from '@licet/epistemic/nodes';

import { nodesOf, paramsOf } from '../policy/nodes.ts';
import { loadGrounding } from './loadGrounding.ts';
import { counted } from '@licet/core/command';

/** What is in a graph that a policy declares, or why it cannot be looked into. */
export type GraphReport = { readonly name: string; readonly store: string } & (
  | {
      readonly concepts: number;
      /** How many policies hang on its edges, or are placed there by callbacks. */
      readonly policies: number;
      /** Policies that would never be asked, or that name a missing callback. */
      readonly orphans: readonly string[];
    }
  | { readonly error: string }
);

const ORPHANS: ReadonlySet<LintCode> = new Set<LintCode>(['orphan_policy', 'missing_callback', 'inert_policy']);

/**
 * Opens every graph that a policy declares, and changes none of them. `root` is the policy's folder. `loads` allows code of the policy to run: modules of
 * callbacks that a person has accepted. Without it, nothing is said of callbacks.
 */
export async function inspectGraphs(
  { policy, settings }: CompiledPolicy,
  root: string,
  loads: boolean,
): Promise<readonly GraphReport[]> {
  const declared = Object.entries(settings.graphs ?? {});
  if (declared.length === 0) return [];
  const { openGrounding } = await loadGrounding();
  const grounding = openGrounding({ root, writes: false });
  const reports: GraphReport[] = [];
  for (const [name, { store }] of declared) {
    try {
      const graph = grounding.resources('graph', name, settings) as ConceptGraph;
      const paths = callbackPaths(policy, name);
      const known = loads ? paths : paths.filter(path => path === undefined);
      const registries = known.map(path =>
        path === undefined ? policyRegistry() : (grounding.resources('policies', path, settings) as PolicyRegistry),
      );
      reports.push({ name, store, ...(await contents(graph, registries, known.length === paths.length)) });
    } catch (error) {
      reports.push({ name, store, error: messageOf(error) });
    }
  }
  await grounding.close();
  return reports;
}

async function contents(
  graph: ConceptGraph,
  registries: readonly PolicyRegistry[],
  areAllLoaded: boolean,
): Promise<{ readonly concepts: number; readonly policies: number; readonly orphans: readonly string[] }> {
  const snapshot = await graph.snapshot();
  const relata = snapshot.names.flatMap((_, index) => snapshot.primitive(index).depths.flatMap(depth => depth.relata));
  const findings = [undefined, ...registries].flatMap(registry =>
    lintGraph(snapshot, registry === undefined ? {} : { registry }),
  );
  const orphans = findings
    .filter(({ code }) => ORPHANS.has(code) && (areAllLoaded || code !== 'missing_callback'))
    .map(({ subject, message }) => `${subject}: ${message}`);
  const placed = registries.reduce((sum, { size }) => sum + size, 0);
  return {
    concepts: snapshot.size,
    policies: relata.reduce((sum, { policies }) => sum + policies.length, placed),
    orphans: [...new Set(orphans)],
  };
}

/** The modules of callbacks that the nodes on a graph name, each once; undefined for a node that names none. */
function callbackPaths(policy: NodeData, graph: string): readonly (string | undefined)[] {
  const nodes = nodesOf(policy, edgePoliciesDefinition).flatMap(node => paramsOf(node, edgePoliciesDefinition) ?? []);
  return [...new Set(nodes.flatMap(node => (node.graph === graph ? [node.registry] : [])))];
}

/** Says in one line what {@link inspectGraphs} found. */
export function reportLine(report: GraphReport): string {
  const { name, store } = report;
  if ('error' in report) return `graph \`${name}\` (${store}): ${report.error}`;
  const { concepts, policies, orphans } = report;
  const lost = orphans.length === 0 ? '' : `: ${orphans.join('; ')}`;
  return `graph \`${name}\` (${store}): ${counted(concepts, 'concept')}, ${counted(policies, 'policy', 'policies')}, ${counted(orphans.length, 'orphan')}${lost}`;
}
