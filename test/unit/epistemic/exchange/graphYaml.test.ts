import { exportGraph, importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
import { graphJson } from '@licet/epistemic/exchange';
import { graphYaml, readGraphYaml } from '@licet/epistemic/yaml';
import { describe, expect, it } from 'vitest';

describe('graphYaml', () => {
  it.each(['filesystem', 'gaps'] as const)('brings %s there and back without a change', async seed => {
    const first = memoryGraph();
    await importGraph(first, SEEDS[seed], { now: 0 });
    const document = await exportGraph(first);
    const text = graphYaml(document);

    const second = memoryGraph();
    await importGraph(second, readGraphYaml(text), { now: 9 });

    expect(graphYaml(await exportGraph(second))).toBe(text);
    expect(graphJson(readGraphYaml(graphJson(document)))).toBe(graphJson(document));
  });

  it('keeps texts that look like something else', () => {
    const properties = {
      a: 'yes',
      b: '012',
      c: '1e3',
      d: 'null',
      e: ': #',
      f: 'two\nlines',
      g: '  spaces ',
      h: '&x',
      i: '2026-01-01',
    };
    const document = { version: 1, primitives: [{ name: 'no', depths: [{ level: 'D1', properties }] }] } as const;

    expect(readGraphYaml(graphYaml(document))).toEqual(document);
  });
});

describe('readGraphYaml', () => {
  it.each([
    ['no YAML', 'version: 1\n  primitives: [', /line 2/],
    ['a key twice', 'version: 1\nversion: 1\nprimitives: []', /unique/],
    ['a custom tag', 'version: 1\nprimitives: !evil []', /tag/i],
    ['another shape', 'version: 1\nprimitives: {}', /graph\.primitives: expected a list/],
    ['nothing', '', /expected a map/],
    [
      'too many aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]`,
      /aliases/,
    ],
  ])('refuses %s', (_, text, message) => {
    expect(() => readGraphYaml(text)).toThrow(message);
  });
});

describe('a file that is no graph', () => {
  it.each([
    'DB_PASSWORD=hunter2\n',
    'root:$6$hunter2:19000:::\n',
    'hunter2\n',
    '%hunter2\n',
    '|hunter2\n x\n',
    'a: b\n---\nhunter2 c: d\n',
    `version: ${'a'.repeat(80)}hunter2\n`,
  ])('is refused without what it holds: %j', text => {
    expect(() => readGraphYaml(text)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  });
});
