import type { GuardNode, Json, Registry } from '@licet/core';
import type { NodeData } from '@licet/core/policy';
import { describeTree } from '@licet/core/policy';

import { requiresDefinition } from '@licet/guards/state';

import { registry } from '../policy/registry.ts';
import { paramsOf } from '../policy/nodesOf.ts';
import { limitOf, ownerOf } from './limits.ts';
import type { CounterReport, StatusReport } from './report.ts';
import { numberText } from './words.ts';

/** The policy as a tree that says at each node how things stand: what of a limit is used, whether a fact is established. */
export function standingTree(policy: GuardNode, report: StatusReport): NodeData {
  const counters = [...report.project.counters, ...report.sessions.flatMap(session => session.counters)];
  const nodes = registry();
  const annotate = (guard: GuardNode, data: NodeData): NodeData => {
    const standing = standingOf(guard, report, { counters, nodes });
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
  readonly counters: readonly CounterReport[];
  readonly nodes: Registry;
}

function standingOf(guard: GuardNode, report: StatusReport, { counters, nodes }: Known): Json | undefined {
  const own = limitOf(guard, nodes);
  if (own !== undefined) {
    const mine = counters.filter(({ limit }) => limit?.prefix === own.prefix);
    if (mine.length === 0) return `0 of ${own.max}`;
    return mine.map(counter => `${numberText(counter.used)} of ${own.max} (${ownerOf(counter, own)})`);
  }
  const wanted = paramsOf(guard, requiresDefinition);
  if (wanted === undefined) return undefined;
  const { fact } = wanted;
  const where = report.sessions.filter(({ facts }) => fact !== undefined && Object.hasOwn(facts, fact)).map(({ id }) => id);
  return where.length === 0 ? 'not established' : `established in ${where.join(', ')}`;
}
