import { readFileSync } from 'node:fs';

import { loadPolicy } from '@licet/core/yaml';
import { memoryGraph } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';

import { allNodes } from './policyDefinitions.ts';
import { referencePage } from './referencePage.ts';

const registry = allNodes;
const page = referencePage(registry);
const resources = (category: string): unknown => (category === 'graph' ? memoryGraph() : () => undefined);
const own = registry.kinds.flatMap(kind => registry.get(kind) ?? []);

describe('the reference page', () => {
  it('is what the definitions say: run `pnpm reference` when it is not', () => {
    expect(readFileSync(new URL('../../docs/reference.md', import.meta.url), 'utf8')).toBe(page);
  });

  it('says what an option may be, and what counts without it', () => {
    expect(page).toContain('| `max` | how much there is: a number above 0 | needed |');
    expect(page).toContain('| `per` | who shares the counter: `session`, `agent`, `tool`, `principal` or `project` | session |');
    expect(page).not.toContain('`root`');
    expect(page).toContain('a mapping of `earned_by`, `in`, `reset_by`');
    expect(page).not.toMatch(/`taskType`|`agentId`|`notMatch`/u);
  });

  it.each(own.map(({ kind, rulings, example }) => [kind, rulings, example] as const))(
    'has rulings and an example of `%s`',
    (_kind, rulings, example) => {
      expect(rulings?.length).toBeGreaterThan(0);
      const load = (): unknown =>
        loadPolicy(`version: 1\ndefault: pass\npolicy:\n  ${example}\n`, { registry, root: '/p', home: '/h', resources });

      expect(load).not.toThrow();
    },
  );
});
