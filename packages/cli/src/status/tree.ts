import type { GuardNode, Json, Registry } from '@licet/core';
import type { NodeData } from '@licet/core/policy';
import { describeTree } from '@licet/core/policy';
import type { FactsOptions } from '@licet/guards';
import { factsDefinition, requiresDefinition } from '@licet/guards/state';

import { nodesOf, paramsOf } from '../policy/nodes.ts';
import { registry } from '../policy/registry.ts';
import { limitOf, ownerOf } from './limits.ts';
import type { CounterReport, StatusReport } from './report.ts';
import { numberText } from '@licet/core/command';

/** The policy as a tree that says at each node how things stand: what of a limit is used, whether a fact is established. */
export function standingTree(policy: GuardNode, report: StatusReport): NodeData {
  const counters = [...report.project.counters, ...report.sessions.flatMap(session => session.counters)];
  const nodes = registry();
  const declared = Object.assign(
    {},
    ...nodesOf(policy, factsDefinition).map(node => paramsOf(node, factsDefinition)?.facts),
  ) as Facts;
  const annotate = (guard: GuardNode, data: NodeData): NodeData => {
    const standing = standingOf(guard, { report, counters, nodes, declared });
    const children = data.children?.map((child, index) => annotate(guard.children?.[index] as GuardNode, child));
    return {
      ...data,
      ...(standing !== undefined && { params: { ...data.params, now: standing } }),
      ...(children !== undefined && { children }),
    };
  };
  return annotate(policy, describeTree(policy));
}

interface Known {
  readonly report: StatusReport;
  readonly counters: readonly CounterReport[];
  readonly nodes: Registry;
  /** The facts that the policy declares. */
  readonly declared: Facts;
}

type Facts = FactsOptions['facts'];

function standingOf(guard: GuardNode, { report, counters, nodes, declared }: Known): Json | undefined {
  const own = limitOf(guard, nodes);
  if (own !== undefined) {
    const mine = counters.filter(({ limit }) => limit?.prefix === own.prefix);
    if (mine.length === 0) return `0 of ${own.max}`;
    return mine.map(counter => `${numberText(counter.used)} of ${own.max} (${ownerOf(counter, own)})`);
  }
  const { fact, allOf, anyOf } = paramsOf(guard, requiresDefinition) ?? {};
  const names = fact === undefined ? (allOf ?? anyOf) : [fact];
  return fact === undefined
    ? names?.map(name => `${name} ${whereText(name, report, declared)}`)
    : whereText(fact, report, declared);
}

/** Where a fact is established: one that consists of others, where those are. */
function whereText(name: string, { project, sessions }: StatusReport, declared: Facts): string {
  const isIn = (facts: StatusReport['project']['facts'], each: string): boolean => {
    const { allOf, anyOf } = declared[each] ?? {};
    if (allOf !== undefined) return allOf.every(part => isIn(facts, part));
    return anyOf === undefined ? Object.hasOwn(facts, each) : anyOf.some(part => isIn(facts, part));
  };
  if (isIn(project.facts, name)) return 'established in the project';
  const where = sessions.filter(({ facts }) => isIn({ ...project.facts, ...facts }, name)).map(({ id }) => id);
  return where.length === 0 ? 'not established' : `established in ${where.join(', ')}`;
}
