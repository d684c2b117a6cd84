import { guard, block, pass, skip } from '@licet/core';
import type { Guard } from '@licet/core';
import type { Interval, Maybe } from '@licet/core/algebra';
import * as fc from 'fast-check';

import type { PolicyArbitraryOptions } from '../model/policies.ts';
import { policySpecs } from '../model/policies.ts';
import type { PolicySpec } from '../model/policySpec.ts';
import { buildSpec } from '../model/policySpec.ts';
import { ruled } from '../model/ruled.ts';

/** Where a law takes its policies from. It narrows the options to its own domain: some laws hold only without skips. */
export type Policies = (options: PolicyArbitraryOptions) => fc.Arbitrary<PolicySpec>;

/** One law of the algebra, by the name under which `docs/algebra.md` states it. */
export interface Law {
  readonly name: string;
  /** The law as a property over policies, for `fc.assert`. Uses `policySpecs` where no other source is given. */
  property(policies?: Policies): fc.IAsyncPropertyWithHooks<[PolicySpec, PolicySpec, PolicySpec]>;
}

/** Two policies that must have the same ruling, the same open ends included. */
export type Sides = readonly [Guard, Guard];

/** A law over up to three policies of a domain. `holds` throws or returns false where it is broken. */
export function law(
  name: string,
  domain: PolicyArbitraryOptions,
  holds: (a: PolicySpec, b: PolicySpec, c: PolicySpec) => Promise<boolean | void>,
): Law {
  return Object.freeze({
    name,
    property(policies: Policies = policySpecs) {
      const policy = policies({ maxDepth: 2, ...domain });
      return fc.asyncProperty(policy, policy, policy, holds);
    },
  });
}

/** A law that says that two ways of writing a policy rule alike. */
export function equation(
  name: string,
  domain: PolicyArbitraryOptions,
  sides: (a: Guard, b: Guard, c: Guard) => readonly Sides[],
): Law {
  return law(name, domain, async (a, b, c) => {
    for (const [left, right] of sides(buildSpec(a), buildSpec(b), buildSpec(c))) {
      const [one, other] = [await ruled(left), await ruled(right)];
      if (!same(one, other)) throw new Error(`one side is ${show(one)} and the other ${show(other)}`);
    }
  });
}

/** Tells whether two rulings are the same at both ends. */
export function same(a: Maybe<Interval>, b: Maybe<Interval>): boolean {
  return a?.best === b?.best && a?.worst === b?.worst;
}

/** Tells whether a ruling is at most as strict as another, at both ends; a skipped policy compares with nothing. */
export function atMost(a: Maybe<Interval>, b: Maybe<Interval>): boolean {
  return a === undefined || b === undefined || (a.best <= b.best && a.worst <= b.worst);
}

function show(ruling: Maybe<Interval>): string {
  return ruling === undefined ? 'skipped' : `[${ruling.best}, ${ruling.worst}]`;
}

/** What laws are about that hold for every policy. */
export const everywhere: PolicyArbitraryOptions = {};

/** What laws are about that hold where every child applies. */
export const applying: PolicyArbitraryOptions = { skips: false };

/** A policy that passes everything. */
export const yes: Guard = guard('yes', () => pass());
/** A policy that blocks everything. */
export const no: Guard = guard('no', () => block('it is closed', { fix: 'open it' }));
/** A policy that applies to nothing. */
export const silent: Guard = guard('silent', () => skip());
