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

describe('a long document, which is read in parts', () => {
  const items = Array.from(
    { length: 12_000 },
    (_, at) =>
      `  - name: concept ${at}\n    depths:\n      - level: D1\n        properties:\n          text: |\n            - no item\n            primitives:\n          at: ${at}\n`,
  );
  const long = (head: string, list: readonly string[], tail: string): string => `${head}primitives:\n${list.join('')}${tail}`;
  const concept = (at: number): object => ({
    name: `concept ${at}`,
    depths: [{ level: 'D1', properties: { text: '- no item\nprimitives:\n', at } }],
  });

  it.each([
    ['items behind a head and before a tail', 'version: 1\n', items, 'aliases:\n  word: concept 7\n', { word: 'concept 7' }],
    [
      'comments and empty lines between items',
      '# a graph\nversion: 1\n',
      items.flatMap(item => ['# next\n\n', item]),
      '',
      undefined,
    ],
    ['items at the left edge', 'version: 1\n', items.map(item => item.replace(/^ {2}/gmu, '')), 'aliases: {}\n', {}],
    ['lines that end as on Windows', 'version: 1\r\n', items.map(item => item.replaceAll('\n', '\r\n')), '', undefined],
    [
      'an anchor in one part that another uses',
      'version: 1\n',
      items.map((item, at) => item.replace(/at: \d+/u, at === 0 ? 'at: &x 0' : at === 11_999 ? 'at: *x' : `at: ${at}`)),
      '',
      undefined,
    ],
  ])('has %s', (_what, head, list, tail, aliases) => {
    const document = readGraphYaml(long(head, list, tail));

    expect(document.primitives).toHaveLength(items.length);
    expect(document.primitives[0]).toEqual(concept(0));
    expect(document.primitives[11_998]).toEqual(concept(11_998));
    expect(document.primitives.every(({ depths }, at) => at === 11_999 || depths?.[0]?.properties?.['at'] === at)).toBe(true);
    expect(document.aliases).toEqual(aliases);
  });

  it.each([
    ['a fault in the middle, at its line', items.with(6_000, '  - name: [\n'), '', /line 4800[34]/u],
    ['a key twice', items, 'version: 1\n', /unique at line 96003/u],
    [
      'a wrong key in every concept, and names twenty',
      items.map(item => item.replace('name:', 'nome:')),
      '',
      /\nand 23980 more$/u,
    ],
  ])('says that it has %s', (_what, list, tail, message) => {
    expect(() => readGraphYaml(long('version: 1\n', list, tail))).toThrow(message);
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
