import { PolicyEngine, RULINGS, block, guard, pass, skip, warn, ask } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import { asFloor, narrow } from '@licet/core/policy';
import type { Guard, Ruling, Verdict } from '@licet/core';
import type { ApprovalProof, BuiltPolicy } from '@licet/core/policy';
import { describe, expect, it } from 'vitest';

const SAYS: Readonly<Record<Ruling | 'skip', () => Verdict>> = {
  pass: () => pass(),
  warn: () => warn('take care'),
  ask: () => ask('may I', { fix: 'ask' }),
  block: () => block('no', { fix: 'do not' }),
  skip: () => skip(),
};
const saying = (says: Ruling | 'skip'): Guard => guard(`says_${says}`, SAYS[says]);
const sayings = [...RULINGS, 'skip'] as const;

const rulingOf = ({ policy, settings }: BuiltPolicy): Ruling =>
  new PolicyEngine(policy, { default: settings.default ?? 'pass' }).evaluateSync({ kind: 'bash' }).ruling;

describe('narrow', () => {
  it('rules as the stricter of the two, each with its own default, for every pair', () => {
    for (const outer of sayings)
      for (const inner of sayings)
        for (const outerDefault of RULINGS)
          for (const innerDefault of RULINGS) {
            const user: BuiltPolicy = { policy: saying(outer), settings: { default: outerDefault } };
            const project: BuiltPolicy = { policy: saying(inner), settings: { default: innerDefault } };

            const both = severityOf(rulingOf(narrow(user, project)));

            expect(both).toBe(Math.max(severityOf(rulingOf(user)), severityOf(rulingOf(project))));
          }
  });

  it('does not let a project lift what the user leaves to a strict default', () => {
    const user: BuiltPolicy = { policy: saying('skip'), settings: { default: 'block' } };

    expect(rulingOf(narrow(user, { policy: saying('pass'), settings: {} }))).toBe('block');
  });

  it('observes only when both do', () => {
    const of = (mode: 'enforce' | 'observe' | undefined): BuiltPolicy => ({
      policy: saying('pass'),
      settings: mode === undefined ? {} : { mode },
    });

    expect(narrow(of('observe'), of('observe')).settings.mode).toBe('observe');
    expect(narrow(of('enforce'), of('observe')).settings.mode).toBe('enforce');
    expect(narrow(of('observe'), of(undefined)).settings.mode).toBe('enforce');
    expect(narrow(of(undefined), of('observe')).settings.mode).toBe('enforce');
  });

  it('asks for the stricter proof of answers, and leaves the rest to the user', () => {
    const proofOf = (user: ApprovalProof | undefined, project: ApprovalProof | undefined) => {
      const settings = (proof?: ApprovalProof) => ({ approvals: { timeoutMs: 1, ...(proof !== undefined && { proof }) } });
      const { approvals } = narrow(
        { policy: saying('pass'), settings: settings(user) },
        { policy: saying('pass'), settings: settings(project) },
      ).settings;
      return approvals?.proof;
    };

    expect(proofOf(undefined, undefined)).toBeUndefined();
    expect(proofOf('terminal', 'passkey')).toBe('passkey');
    expect(proofOf('passkey', 'terminal')).toBe('passkey');
    expect(proofOf('service', undefined)).toBe('service');
    expect(proofOf('passkey', 'service')).toBe('service');
    expect(
      narrow(
        { policy: saying('pass'), settings: {} },
        { policy: saying('pass'), settings: { approvals: { proof: 'passkey', timeoutMs: 7 } } },
      ).settings.approvals,
    ).toEqual({ proof: 'passkey', timeoutMs: 7 });
  });

  it('takes from the user alone who people are and what things are', () => {
    const known = { principals: { ann: { roles: ['admin'] } }, resources: { file: { a: { secret: false } } } };
    const of = (settings: BuiltPolicy['settings']): BuiltPolicy => ({ policy: saying('pass'), settings });

    expect(narrow(of({}), of(known)).settings).not.toHaveProperty('principals');
    expect(narrow(of({}), of(known)).settings).not.toHaveProperty('resources');
    expect(narrow(of(known), of({ principals: {} })).settings).toMatchObject(known);
  });

  it('takes the shorter time limit, and where things are kept from the user first', () => {
    const user: BuiltPolicy = {
      policy: saying('pass'),
      settings: { guardTimeoutMs: 50, audit: { store: 'sqlite', path: 'mine.db' }, graphs: { main: { store: 'memory' } } },
    };
    const project: BuiltPolicy = {
      policy: saying('pass'),
      settings: {
        guardTimeoutMs: 10,
        audit: { store: 'none' },
        sessions: { store: 'memory' },
        graphs: { main: { store: 'sqlite' }, other: { store: 'memory' } },
      },
    };

    expect(narrow(user, project).settings).toEqual({
      default: 'pass',
      mode: 'enforce',
      guardTimeoutMs: 10,
      audit: { store: 'sqlite', path: 'mine.db' },
      sessions: { store: 'memory' },
      graphs: { main: { store: 'memory' }, other: { store: 'memory' } },
    });
  });

  it('commits what lies below a default that was not needed', async () => {
    const committed: string[] = [];
    const counting = guard('counting', () => pass(), { commit: () => void committed.push('yes') });

    const { policy } = narrow({ policy: counting, settings: { default: 'block' } }, { policy: saying('pass'), settings: {} });
    await new PolicyEngine(policy).evaluate({ kind: 'bash' });

    expect(committed).toEqual(['yes']);
  });
});

describe('asFloor', () => {
  it('rules as the policy does, with its default, for every ruling', () => {
    for (const says of sayings)
      for (const otherwise of RULINGS) {
        const built: BuiltPolicy = { policy: saying(says), settings: { default: otherwise } };
        expect(rulingOf(narrow(asFloor(built), { policy: saying('skip'), settings: {} })), `${says} ${otherwise}`).toBe(
          rulingOf(built),
        );
      }
  });

  it('makes what it stops, and what it does not cover, a floor', () => {
    for (const settings of [{}, { default: 'block' as const }]) {
      const { policy } = asFloor({ policy: saying('skip'), settings });
      expect(policy.floor).toBe(true);
    }
  });
});
