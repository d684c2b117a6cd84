import type { Json } from '@licet/core';

import type { Source } from '../../source.ts';
import type { Achievements, Asked, Fact } from './facts.ts';
import type { Roles } from './roles.ts';

/** The name of an achievement in a term of aorta4llm: `achieved(tests_passing)`, `changelog`. */
export function achievementIn(term: unknown, functor = 'achieved'): string | undefined {
  if (typeof term !== 'string') return undefined;
  return new RegExp(String.raw`^\s*${functor}\(\s*([a-z]\w*)\s*\)\s*$`, 'u').exec(term)?.[1];
}

const isName = (text: unknown): text is string => typeof text === 'string' && /^[a-z]\w*$/u.test(text);

/** Every obligation of an org spec, before what it takes to be one has been looked at. */
interface Due {
  readonly path: readonly (string | number)[];
  readonly keys: readonly string[];
  readonly role: unknown;
  readonly objective: unknown;
  /** The fact that brings it about; undefined where nothing here does. */
  readonly when: string | undefined;
  readonly deadline: unknown;
}

function dueIn(source: Source): readonly Due[] {
  const norms = source.indices('norms').flatMap((index): readonly Due[] => {
    const at = (key: string): unknown => source.at('norms', index, key);
    if (at('type') !== 'obliged' && at('type') !== 'obligation') return [];
    return [
      {
        path: ['norms', index],
        keys: ['type', 'role', 'objective', 'condition', 'deadline'],
        role: at('role'),
        objective: at('objective'),
        when: achievementIn(at('condition')),
        deadline: at('deadline'),
      },
    ];
  });
  const created = source.indices('counts_as').flatMap((index): readonly Due[] => {
    const path = ['counts_as', index, 'creates_obligation'] as const;
    if (source.at(...path) === undefined) return [];
    const [objective, deadline, marks] = [
      source.at(...path, 'objective'),
      source.at(...path, 'deadline'),
      source.at('counts_as', index, 'marks'),
    ];
    const parts = source.texts('counts_as', index, 'when').map(({ text }) => text);
    const when = isName(marks) ? marks : parts.join('_and_');
    return [{ path, keys: ['objective', 'deadline', 'role'], role: undefined, objective, when, deadline }];
  });
  return [...norms, ...created];
}

/** Turns the obligations that a fact brings about. Those of another kind are left, with the reason. */
export function obligationsOf(source: Source, roles: Roles, { writes }: Pick<Achievements, 'writes'>): readonly Json[] {
  return dueIn(source).flatMap(({ path, keys, role, objective, when, deadline }) => {
    if (!isName(objective) || when === undefined || when === '') {
      source.leave(path, 'an obligation here begins with a fact or an action: `obligation: { when }` says which');
      return [];
    }
    for (const key of keys) if (source.at(...path, key) !== undefined) source.take(...path, key);
    const end = isNever(deadline) ? undefined : (achievementIn(deadline) ?? (isName(deadline) ? deadline : undefined));
    if (!isNever(deadline) && end === undefined)
      source.leave(
        [...path, 'deadline'],
        'a deadline here is a number of actions, a time or a fact: the obligation stays open until it is fulfilled',
      );
    const files = writes[objective];
    const way = files === undefined ? { fact: objective } : { writes: [...files] };
    const node = {
      obligation: { name: objective, when, fulfilled_by: way, ...(end !== undefined && { deadline: { fact: end } }) },
    };
    return [roles.bind(role, node)];
  });
}

const isNever = (deadline: unknown): boolean => deadline === undefined || deadline === false || deadline === 'false';

/** The facts that obligations ask for. */
export function factsAskedByObligations(source: Source): readonly Asked[] {
  return dueIn(source).flatMap(({ path, objective, when, deadline }): readonly Asked[] => {
    if (!isName(objective) || when === undefined || when === '') return [];
    const end = isNever(deadline) ? undefined : (achievementIn(deadline) ?? deadline);
    return [
      { name: objective, path: [...path, 'objective'], orWrites: true },
      { name: when, path },
      ...(isName(end) ? [{ name: end, path: [...path, 'deadline'] }] : []),
    ];
  });
}

/** The computed facts that stand for several parts which bring an obligation about together. */
export function partsOfObligations(source: Source): Readonly<Record<string, Fact>> {
  return Object.fromEntries(
    source.indices('counts_as').flatMap(index => {
      const parts = source.texts('counts_as', index, 'when').map(({ text }) => text);
      const isNamed = isName(source.at('counts_as', index, 'marks'));
      if (source.at('counts_as', index, 'creates_obligation') === undefined || isNamed) return [];
      source.take('counts_as', index, 'when');
      return parts.length > 1 ? [[parts.join('_and_'), { all_of: parts }]] : [];
    }),
  );
}
