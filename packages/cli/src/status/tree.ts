import type { GuardNode, Json } from '@licet/core';
import type { NodeData } from '@licet/core/policy';
import { describeTree } from '@licet/core/policy';

import { limitOf, ownerOf } from './limits.ts';
import type { CounterReport, StatusReport } from './report.ts';
import { numberText } from './words.ts';

/** The policy as a tree that says at each node how things stand: what of a limit is used, whether a fact is established. */
export function standingTree(policy: GuardNode, report: StatusReport): NodeData {
  const counters = [...report.project.counters, ...report.sessions.flatMap(session => session.counters)];
  const annotate = (guard: GuardNode, data: NodeData): NodeData => {
    const standing = standingOf(guard, report, counters);
    const children = data.children?.map((child, index) => annotate(guard.children?.[index] as GuardNode, child));
    return {
      ...data,
      ...(standing !== undefined && { params: { ...data.params, now: standing } }),
      ...(children !== undefined && { children }),
    };
  };
  return annotate(policy, describeTree(policy));
}

function standingOf(guard: GuardNode, report: StatusReport, counters: readonly CounterReport[]): Json | undefined {
  const own = limitOf(guard);
  if (own !== undefined) {
    const mine = counters.filter(({ limit }) => limit?.prefix === own.prefix);
    if (mine.length === 0) return `0 of ${own.max}`;
    return mine.map(counter => `${numberText(counter.used)} of ${own.max} (${ownerOf(counter, own)})`);
  }
  if (guard.kind !== 'requires') return undefined;
  const { fact } = (guard.params ?? {}) as { readonly fact?: string };
  const where = report.sessions.filter(({ facts }) => fact !== undefined && Object.hasOwn(facts, fact)).map(({ id }) => id);
  return where.length === 0 ? 'not established' : `established in ${where.join(', ')}`;
}
