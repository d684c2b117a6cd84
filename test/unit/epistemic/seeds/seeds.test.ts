import { SEEDS } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { describeSeedCases } from '../../../contract/groundingCases.ts';
import { STORES } from '../support/stores.ts';

for (const store of STORES) describeSeedCases(store);

describe('SEEDS', () => {
  it('has fifteen concepts known to D3 in filesystem, and one policy', () => {
    const { primitives } = SEEDS.filesystem;
    const policies = primitives.flatMap(each =>
      each.depths!.flatMap(depth => depth.relata ?? []).flatMap(edge => edge.policies ?? []),
    );

    expect(primitives).toHaveLength(15);
    expect(primitives.every(each => each.depths!.length === 4)).toBe(true);
    expect(policies.map(policy => policy.name)).toEqual(['BulkFileDeletePolicy']);
  });

  it('has ten concepts and no policy in gaps', () => {
    const policies = SEEDS.gaps.primitives
      .flatMap(each => each.depths!.flatMap(depth => depth.relata ?? []))
      .flatMap(edge => edge.policies ?? []);

    expect(SEEDS.gaps.primitives).toHaveLength(10);
    expect(policies).toEqual([]);
  });
});
