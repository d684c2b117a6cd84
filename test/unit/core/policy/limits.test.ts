import { APPROVAL_PROOFS, QUIET_LEVELS, cappedSettings, narrow, strictestLimits } from '@licet/core/policy';
import type { PolicyLimits, PolicySettings } from '@licet/core/policy';
import { guard, pass } from '@licet/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { limits, settingsWithin } from '../../../support/limits.ts';

const policy = guard('fine', () => pass());

describe('strictestLimits', () => {
  it('is the stricter of both in every part, whichever comes first', () => {
    const one: PolicyLimits = {
      exceptions: { of: ['read', 'command'], for: '1h', uses: 3 },
      pauses: 'never',
      hosts: ['claude', 'codex'],
    };
    const other: PolicyLimits = {
      exceptions: { of: ['read', 'write'], by: ['ann'], for: '2h', uses: 5 },
      pauses: { for: '1h' },
      hosts: ['codex', 'mcp'],
      quiet: 'look',
    };
    const both = {
      exceptions: { of: ['read'], by: ['ann'], for: '1h', uses: 3 },
      pauses: 'never',
      hosts: ['codex'],
      quiet: 'look',
    };

    expect(strictestLimits(one, other)).toEqual(both);
    expect(strictestLimits(other, one)).toEqual(both);
    expect(strictestLimits(one, one)).toEqual(one);
    expect(strictestLimits()).toEqual({});
  });

  it('lets no one make an exception where two layers name different people', () => {
    expect(strictestLimits({ exceptions: { by: ['ann'] } }, { exceptions: { by: ['bob'] } })).toEqual({ exceptions: { by: [] } });
  });
});

describe('cappedSettings', () => {
  it('names each setting that does not count below another policy, with what counts', () => {
    const settings: PolicySettings = {
      mode: 'observe',
      quiet: 'build',
      sandbox: 'auto',
      approvals: { proof: 'terminal', store: 'memory' },
      audit: { store: 'none' },
    };
    const above: PolicySettings = {
      limits: { quiet: 'look' },
      sandbox: 'off',
      approvals: { proof: 'passkey', store: 'sqlite' },
      audit: { store: 'postgres' },
    };

    expect(cappedSettings(settings, above)).toEqual([
      { key: 'mode', said: 'observe', counts: 'enforce' },
      { key: 'quiet', said: 'build', counts: 'look' },
      { key: 'sandbox', said: 'auto', counts: 'off' },
      { key: 'approvals.proof', said: 'terminal', counts: 'passkey' },
      { key: 'approvals.store', said: 'memory', counts: 'sqlite' },
      { key: 'audit.store', said: 'none', counts: 'postgres' },
    ]);
    expect(cappedSettings({}, above)).toEqual([]);
    expect(cappedSettings({ mode: 'observe' }, { mode: 'observe' })).toEqual([]);
  });

  it('says what `narrow` makes of random layers', () => {
    fc.assert(
      fc.property(settingsWithin, settingsWithin, (above, settings) => {
        const { settings: counted } = narrow({ policy, settings: above }, { policy, settings });
        for (const { key, counts } of cappedSettings(settings, above)) {
          const [name = '', member] = key.split('.');
          const value = counted[name as 'approvals'];
          expect(member === undefined ? value : value?.[member as 'proof'], key).toBe(counts);
        }
      }),
    );
  });
});

describe('narrow', () => {
  it('keeps every limit of random layers, whatever the layers below say', () => {
    fc.assert(
      fc.property(fc.array(settingsWithin, { minLength: 2, maxLength: 4 }), layers => {
        const { settings } = layers.map(each => ({ policy, settings: each })).reduceRight((inner, outer) => narrow(outer, inner));
        const of = <Value>(name: (layer: PolicySettings) => Value | undefined): readonly Value[] =>
          layers.flatMap(layer => name(layer) ?? []) as readonly Value[];

        const levels = [...of(({ quiet }) => quiet), ...of(each => each.limits?.quiet)].map(level => QUIET_LEVELS.indexOf(level));
        if (settings.quiet !== undefined) expect(QUIET_LEVELS.indexOf(settings.quiet)).toBe(Math.min(...levels));
        expect(settings.mode).toBe(layers.every(({ mode }) => mode === 'observe') ? 'observe' : 'enforce');
        const proofs = of(({ approvals }) => approvals?.proof).map(proof => APPROVAL_PROOFS.indexOf(proof));
        if (proofs.length > 0) expect(APPROVAL_PROOFS.indexOf(settings.approvals?.proof ?? 'terminal')).toBe(Math.max(...proofs));
        expect(settings.limits ?? {}).toEqual(layers.reduce<PolicyLimits>((all, each) => strictestLimits(all, each.limits), {}));
      }),
    );
  });

  it('has stricter limits the more of them there are', () => {
    fc.assert(
      fc.property(limits, limits, limits, (a, b, c) => {
        expect(strictestLimits(strictestLimits(a, b), c)).toEqual(strictestLimits(a, strictestLimits(b, c)));
        expect(strictestLimits(strictestLimits(a, b), b)).toEqual(strictestLimits(a, b));
      }),
    );
  });
});
