import type { Json } from '@licet/core';
import type { FactScope } from '@licet/core/nodes';
import type { SessionState } from '@licet/core/store';
import { InvariantError } from '@licet/core';
import { stampOf } from '@licet/core/store';
import type { KnownPlace } from '@licet/effects/places';

import { factKey, scopeOf } from './factState.ts';
import type { Told } from './factView.ts';
import { fileSet } from './fileState.ts';

/** A fact as it is written down when a human grants it. */
interface GrantedFact {
  readonly key: string;
  readonly scope: FactScope;
  readonly value: { readonly [member: string]: Json };
}

/**
 * Returns what has to be written for a fact that a human grants: like one that was earned it is void after the next change of
 * what it rests on. `facts` are those of the session, or of the project, that will hold it. Throws for a computed fact, which
 * that cannot be granted, and for files that cannot all be looked at.
 *
 * @example
 * ```ts
 * import { memoryFiles } from '@licet/effects/places';
 * import { grantedFact } from '@licet/guards/state';
 *
 * const place = { root: '/w', home: '/home/u', files: memoryFiles({}) };
 * grantedFact('reviewed', { human: true }, { facts: {}, by: 'ann', at: 5, place }); // => { key: 'reviewed', scope: 'session', value: { stamp: '', at: 5, by: 'ann' } }
 * ```
 */
export function grantedFact(
  name: string,
  { per = 'session', whileUnchanged, allOf, anyOf, by: args }: Told,
  grant: {
    readonly facts: SessionState['facts'];
    readonly by: string;
    readonly at: number;
    readonly place: KnownPlace;
    readonly agentId?: string;
  },
): GrantedFact {
  const parts = allOf ?? anyOf;
  if (parts !== undefined)
    throw new InvariantError('invalid_param', `\`${name}\` is computed: grant what it rests on, \`${parts.join('`, `')}\``);
  if (args !== undefined)
    throw new InvariantError(
      'invalid_param',
      `\`${name}\` is kept for each \`${args.join('` and `')}\`: only the tool that earns it grants it`,
    );
  const { facts, by, at, place, agentId } = grant;
  const key = factKey(name, per, agentId === undefined ? {} : { agentId });
  const files = whileUnchanged === undefined ? undefined : fileSet(whileUnchanged, place).now();
  if (whileUnchanged !== undefined && files === undefined)
    throw new InvariantError('invalid_param', `the files that \`${name}\` depends on cannot all be looked at`);
  return {
    key,
    scope: scopeOf(per),
    value: { stamp: stampOf(facts, key), at, by, ...(files !== undefined && { files }) },
  };
}
