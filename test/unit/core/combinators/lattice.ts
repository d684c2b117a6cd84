import { readFileSync } from 'node:fs';

import type { All, Any, Guard } from '@licet/core';
import { PolicyEngine, guard, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { LEAVES, inWords, tableAfter } from './table.ts';

/** What holds of `All` and of `Any`: the table of their documentation, and what they leave out behind a child that decides. */
export function describeLattice(name: string, make: typeof All | typeof Any, heading: string, decisive: Guard): void {
  const source = readFileSync(
    new URL(`../../../../packages/core/src/combinators/${name.toLowerCase()}.ts`, import.meta.url),
    'utf8',
  );
  const table = tableAfter(source, heading);

  describe(name, () => {
    it('has a truth table in its documentation', () => {
      expect(table.length).toBe(30);
    });

    for (const [a, b, result] of table) {
      it(`of ${a} and ${b} is ${result}, in both orders`, async () => {
        const [one, other] = [LEAVES[a] as Guard, LEAVES[b] as Guard];

        expect([await inWords(make(one, other)), await inWords(make(other, one))]).toEqual([result, result]);
      });
    }

    it('refuses an empty list by its name', () => {
      const none = new RegExp(`\`${name}\` needs at least one guard`, 'u');

      expect(() => make()).toThrow(none);
      expect(() => make({ shortCircuit: true })).toThrow(none);
      expect(() => make('guard' as never)).toThrow(/expected a guard/u);
    });

    it('leaves out what can change nothing, only when it is told to, and never in an explanation', async () => {
      const policy = (shortCircuit: boolean) =>
        make(
          guard('first', () => pass()),
          decisive,
          guard('last', () => pass()),
          { shortCircuit },
        );
      const statuses = async (shortCircuit: boolean) =>
        (await new PolicyEngine(policy(shortCircuit)).evaluate({ kind: 'bash' })).trace.children.map(({ status }) => status);

      expect((await statuses(false)).includes('not_evaluated')).toBe(false);
      expect((await statuses(true)).at(-1)).toBe('not_evaluated');
      const explained = await new PolicyEngine(policy(true)).explain({ kind: 'bash' });
      expect(explained.trace.children.every(({ status }) => status !== 'not_evaluated')).toBe(true);
    });
  });
}
