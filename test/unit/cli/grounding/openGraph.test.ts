import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { GraphSettings } from '@licet/core/policy';
import { SEEDS } from '@licet/epistemic';
import { graphJson } from '@licet/epistemic/exchange';
import { graphYaml } from '@licet/epistemic/yaml';
import { openGraph } from 'licet/source/grounding/openGraph.ts';
import { describe, expect, it } from 'vitest';

const folder = (): string => mkdtempSync(join(tmpdir(), 'licet-graph-'));
const namesIn = async (settings: GraphSettings, root: string, writes = true): Promise<readonly string[]> => {
  const graph = await openGraph(settings, { root, writes });
  const { names } = await graph.snapshot();
  await graph.close();
  return names;
};

describe('openGraph', () => {
  it.each(['json', 'yaml'])('fills a graph from documents in %s, the later ones upon the earlier ones', async ending => {
    const root = folder();
    const document = {
      version: 1 as const,
      primitives: [
        {
          name: 'rocket',
          depths: [
            { level: 'D0' as const, relata: [{ relation: 'REQUIRES' as const, target: 'file', target_depth: 'D1' as const }] },
          ],
        },
      ],
    };
    writeFileSync(join(root, `more.${ending}`), ending === 'json' ? graphJson(document) : graphYaml(document));
    const seeds = ['gaps', `more.${ending}`];

    expect(await namesIn({ store: 'memory', seeds }, root)).toContain('rocket');
    expect(readdirSync(root)).toEqual([`more.${ending}`]);
    expect(await namesIn({ store: 'sqlite', seeds, path: 'a/b/c.db' }, root)).toHaveLength(11);
    expect(await namesIn({ store: 'sqlite', path: 'a/b/c.db' }, root)).toContain('rocket');
  });

  it('refuses a seed as a whole, and leaves no file behind', async () => {
    const root = folder();
    writeFileSync(join(root, 'torn.json'), '{"version": 1, ');
    writeFileSync(join(root, 'wrong.json'), '{"version": 1, "concepts": []}');
    writeFileSync(
      join(root, 'dangling.json'),
      '{"version": 1, "primitives": [{"name": "a", "depths": [{"level": "D0", "relata": [{"relation": "REQUIRES", "target": "b", "target_depth": "D0"}]}]}]}',
    );
    const open = async (...seeds: readonly string[]): Promise<unknown> => namesIn({ store: 'sqlite', seeds, path: 'g.db' }, root);

    await expect(open('torn.json')).rejects.toThrow('expected JSON in the seed');
    await expect(open('wrong.json')).rejects.toThrow('concepts');
    await expect(open('filesystem', 'dangling.json')).rejects.toMatchObject({ code: 'dangling_target' });
    await expect(open('nowhere')).rejects.toThrow(
      'expected a seed (filesystem, network, database, cloud, containers, gaps) or a file',
    );
    expect(readdirSync(root).filter(name => name.startsWith('g.db'))).toEqual([]);
  });

  it('changes nothing for a process that only asks', async () => {
    const root = folder();

    expect(await namesIn({ store: 'sqlite', seeds: ['filesystem'] }, root, false)).toHaveLength(
      SEEDS.filesystem.primitives.length,
    );
    expect(readdirSync(root)).toEqual([]);
    await namesIn({ store: 'sqlite', seeds: ['filesystem'] }, root);
    const graph = await openGraph({ store: 'sqlite' }, { root, writes: false });
    expect(() => graph.clear()).toThrow(expect.objectContaining({ code: 'graph_read_only' }));
  });

  it('names the variable that is not set', async () => {
    const server = { store: 'neo4j', uriEnv: 'LICET_TEST_NO_SUCH_ADDRESS' } as const;

    await expect(namesIn(server, folder())).rejects.toThrow(
      'the address of the server in the variable `LICET_TEST_NO_SUCH_ADDRESS`',
    );
  });

  it('does not load a file of many concepts to ground two', async () => {
    const root = folder();
    await namesIn({ store: 'sqlite', seeds: ['filesystem'] }, root);
    const graph = await openGraph({ store: 'sqlite', seeds: ['filesystem'] }, { root, writes: true });

    expect(await graph.snapshot(['read', 'file'])).toMatchObject({ complete: false });
    await graph.close();
  });
});
