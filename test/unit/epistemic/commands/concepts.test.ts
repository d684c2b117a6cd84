import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from 'licet/source/main.ts';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'licet-concepts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const broken = join(folder, 'broken.json');
writeFileSync(broken, '{\n');
const shapeless = join(folder, 'shapeless.yaml');
writeFileSync(shapeless, '{}\n');

let stores = 0;

/** Runs `licet concepts` on its own store and returns the exit code and what was printed. */
function onStore() {
  const store = join(folder, `${stores++}.db`);
  return async (...args: string[]) => {
    const lines: string[] = [];
    const terminal = {
      print: (text: string) => void lines.push(text),
      complain: (text: string) => void lines.push(`! ${text}`),
      hasColor: false,
    };
    const code = await main(['concepts', ...args, '--store', store], terminal);
    return { code, text: lines.join('\n') };
  };
}

describe('licet concepts', () => {
  it('checks concepts and shows what is known and what is not', async () => {
    const concepts = onStore();
    expect(await concepts('seed', 'gaps')).toEqual({ code: 0, text: 'loaded 10 concepts' });

    const bad = await concepts('check', 'create', 'files');
    const good = await concepts('check', 'list', 'directories', '--min-depth', 'd2');

    expect(bad.code).toBe(2);
    expect(bad.text).toContain("⚠ DEPTH: 'create' known to D1 IDENTITY, requires D3 CONSTRAINTS");
    expect(good).toMatchObject({ code: 0, text: expect.stringContaining('✓ grounded') });
    expect((await concepts('check', 'list', 'directories', '--exact')).text).toContain(
      "'directories' is not in the knowledge graph",
    );
    expect((await concepts('check', 'delete', '--component')).code).toBe(0);
  });

  it('prints data that says the same', async () => {
    const concepts = onStore();
    await concepts('seed', 'filesystem');

    const { text } = await concepts('check', 'delete', 'file', '--json');

    expect(JSON.parse(text)).toMatchObject({ grounded: true, gaps: [], resolved: ['delete', 'file'] });
    expect(JSON.parse((await concepts('list', '--json')).text)).toHaveLength(28);
    expect(JSON.parse((await concepts('show', 'FILE', '--json')).text)).toMatchObject({ name: 'file' });
    expect((await concepts('trace', 'read', 'file')).text).toContain('[Licet] Grounded — read, file');
  });

  it('grows a graph from nothing', async () => {
    const concepts = onStore();
    await concepts('add', 'page', '--depth', 'D1', '--set', 'is=a document', '--set', 'size=3');
    await concepts('add', 'print', '--depth', 'D1', '--set', 'is=an act');

    expect(await concepts('link', 'print', 'applies_to', 'page', '--depth', 'D1', '--target-depth', 'D1')).toMatchObject({
      code: 0,
    });
    expect((await concepts('check', 'printing', 'pages')).code).toBe(0);
    expect((await concepts('show', 'page')).text).toContain('size: 3');
    expect((await concepts('link', 'page', 'requires', 'page', '--depth', 'D1', '--target-depth', 'D1')).code).toBe(3);
    expect(await concepts('rm', 'print', 'APPLIES_TO', 'page')).toMatchObject({
      code: 0,
      text: 'removed 1 APPLIES_TO edge from print to page',
    });
    expect((await concepts('lint')).text).toContain('unreachable  page');
    expect(await concepts('rm', 'page')).toMatchObject({ code: 0 });
    expect((await concepts('list')).text).toBe('print  D1 IDENTITY  0 edges');
  });

  it('lets another word stand for a concept, and frees it again', async () => {
    const concepts = onStore();
    await concepts('seed', 'filesystem');

    expect((await concepts('alias', 'folder', 'Directory')).text).toBe('folder means directory');
    expect((await concepts('check', 'list', 'folders')).text).toContain("├─ 'folders' read as 'directory' (a form of it)");
    expect((await concepts('trace', 'list', 'FOLDER')).text).toContain("\n  'FOLDER' read as 'directory' (an alias)\n");
    expect((await concepts('alias', 'file', 'directory')).text).toContain('expected `file` to be a free alias');
    expect((await concepts('alias', 'foldr', '--remove')).text).toContain('did you mean `folder`?');
    expect((await concepts('alias', 'folder', '--remove')).text).toBe('folder has no meaning now');
    for (const args of [['folder'], ['folder', 'directory', '--remove']]) {
      expect(await concepts('alias', ...args)).toMatchObject({
        code: 3,
        text: expect.stringContaining('or a word and `--remove`'),
      });
    }
  });

  it('sets, shows and removes a policy', async () => {
    const concepts = onStore();
    await concepts('seed', 'filesystem');

    expect((await concepts('policy', 'delete')).text).toContain('* D3  APPLIES_TO  file@D2  1 policy');
    await concepts('policy', 'delete', 'file', '--name', 'Never', '--no-confirm', '--cardinality', 'single');
    expect((await concepts('policy', 'delete', 'file')).text).toBe(
      'BulkFileDeletePolicy (asks always, multiple)\nNever (blocks, single)',
    );
    await concepts('policy', 'delete', 'file', '--name', 'BulkFileDeletePolicy', '--remove');
    expect((await concepts('policy', 'delete', 'file')).text).toBe('Never (blocks, single)');
    expect(await concepts('policy', 'delete', 'file', '--name', 'Nevr', '--remove')).toEqual({
      code: 3,
      text: '! licet: there is no policy `Nevr` on this edge, did you mean `Never`?',
    });
    expect((await concepts('policy', 'file', 'delete', '--name', 'X')).text).toContain('has no APPLIES_TO edge');
  });

  it('brings a graph out and in again, byte for byte', async () => {
    const [one, two] = [onStore(), onStore()];
    await one('seed', 'filesystem');
    const [yaml, json] = [join(folder, 'g.yaml'), join(folder, 'g.json')];
    await one('export', yaml);
    await two('import', yaml);
    await two('export', json);
    await two('import', json, '--clear');

    expect((await two('export', '--format', 'yaml')).text).toBe(readFileSync(yaml, 'utf8').trimEnd());
    writeFileSync(yaml, 'version: 1\nprimitives: 7');
    expect(await two('import', yaml)).toMatchObject({
      code: 3,
      text: expect.stringContaining('graph.primitives: expected a list'),
    });
  });

  it('keeps what was taught when a seed or a file is loaded over it, and says what a file contradicts', async () => {
    const concepts = onStore();
    await concepts('seed', 'filesystem');
    await concepts('policy', 'write', 'file', '--name', 'Taught');
    const file = join(folder, 'other.yaml');
    writeFileSync(
      file,
      'version: 1\nprimitives:\n  - name: file\n    depths: [{ level: D1, properties: { description: a page } }]\n',
    );

    expect((await concepts('seed', 'filesystem')).text).toBe('loaded 28 concepts');
    expect((await concepts('policy', 'write', 'file')).text).toContain('Taught');
    expect(await concepts('import', file)).toEqual({
      code: 3,
      text: '! licet: expected a document that agrees with the graph, found another value for: file D1, the property description: take its word for these with `--update`, or all of its content for its concepts with `--replace`',
    });
    expect((await concepts('import', file, '--update')).text).toBe(
      'lost: file D1, the property description\nimported 1 concepts',
    );
    expect((await concepts('import', file, '--replace')).text).toContain('lost: file D3, the whole level\nimported 1 concepts');
    expect((await concepts('import', file, '--replace', '--clear')).text).toBe('! licet: choose one of `--replace`, `--clear`');
  });

  it('loses nothing when what would take its place is refused', async () => {
    const concepts = onStore();
    await concepts('seed', 'filesystem');
    const bad = join(folder, 'bad.yaml');
    const edge = '{ relation: REQUIRES, target: stranger, target_depth: D0 }';
    writeFileSync(bad, `version: 1\nprimitives:\n  - name: a\n    depths: [{ level: D0, relata: [${edge}] }]\n`);

    expect(await concepts('import', bad, '--clear')).toMatchObject({ code: 3, text: expect.stringContaining('`stranger`') });
    expect(JSON.parse((await concepts('list', '--json')).text)).toHaveLength(28);
    expect((await concepts('seed', 'gaps', '--clear')).text).toBe('removed 28 concepts\nloaded 10 concepts');
    expect((await concepts('list')).text.split('\n')).toHaveLength(10);
    expect(await concepts('export', join(folder, 'no', 'such', 'folder.yaml'))).toMatchObject({
      code: 3,
      text: expect.stringContaining('cannot be written'),
    });
  });

  it.each([
    ['check', 'a'],
    ['trace', 'a'],
    ['list'],
    ['show', 'a'],
    ['lint'],
    ['graph'],
    ['pending'],
    ['export'],
    ['rm', 'a'],
    ['policy', 'a'],
  ])('makes no graph by %s, and says how to make one', async (...args) => {
    const concepts = onStore();

    expect(await concepts(...args)).toMatchObject({ code: 3, text: expect.stringContaining('there is no concept graph at') });
    expect(await concepts('list')).toMatchObject({ code: 3 });
  });

  it('tells when there is nothing to show, and when a level does not count yet', async () => {
    const concepts = onStore();
    expect((await concepts('add', 'a', '--depth', 'D2', '--set', 'x=1')).text).toBe(
      'added a at D2, which does not count yet: D1 is missing or empty',
    );
    await concepts('add', 'a', '--depth', 'D1', '--set', 'x=1');
    await concepts('link', 'a', 'includes', 'a', '--depth', 'D2', '--target-depth', 'D0');

    expect((await concepts('pending')).text).toBe('nothing is pending');
    expect(await concepts('pending', '--reject', 'x')).toMatchObject({
      code: 3,
      text: expect.stringContaining('`licet concepts pending --reject` is for a human'),
    });
    expect((await concepts('rm', 'a')).text).toBe('removed a');
    expect((await concepts('list')).text).toBe('no concepts');
    expect(await concepts('lint')).toEqual({ code: 0, text: 'nothing found' });
  });

  it('draws the graph with the gaps marked', async () => {
    const concepts = onStore();
    await concepts('seed', 'gaps');

    expect((await concepts('graph', 'read', 'file')).text).toContain('["file"]:::gap');
    expect((await concepts('graph', '--format', 'dot')).text).toMatch(/^digraph concepts/);
    expect((await concepts('graph', 'read', '--format', 'svg')).text).toContain('<svg');
  });

  it.each([
    [['check', 'x', '--min-depth', 'D9'], 'must be a depth from D0 to D4'],
    [['seed', 'everything'], 'must be one of filesystem, network'],
    [['show', 'nothing'], 'there is no concept `nothing`'],
    [['link', 'a', 'likes', 'b', '--depth', 'D1', '--target-depth', 'D1'], 'there is no concept `a`'],
    [['rm', 'a', 'REQUIRES'], 'name a concept, or an edge'],
    [['add', 'a', '--set', 'novalue'], 'expected `key=value`'],
    [['import', broken], `the file \`${broken}\` holds no graph: flow map must end with a } at line 2, column 1`],
    [['import', shapeless], 'graph.version: expected a value, found none; graph.primitives: expected a value, found none'],
    [['import', '/nowhere/at/all'], 'cannot be read'],
    [['pending', '--accept', 'nothing'], '`licet concepts pending --accept` is for a human'],
    [['graph', '--format', 'gif'], 'must be one of mermaid, dot, svg, png'],
  ])('says what is wrong with %j', async (args, message) => {
    const concepts = onStore();
    await concepts('seed', 'gaps');

    expect(await concepts(...args)).toMatchObject({ code: 3, text: expect.stringContaining(message) });
  });

  it('loses no change when several come at once', async () => {
    const concepts = onStore();
    await concepts('seed', 'gaps');

    const answers = await Promise.all(Array.from({ length: 8 }, async (_, n) => concepts('add', `new${n}`)));

    expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 8 }, (_, n) => `added new${n} at D0`));
    expect(JSON.parse((await concepts('list', '--json')).text)).toHaveLength(18);
  });

  it('says what is wrong with a store', async () => {
    const file = join(folder, 'garbage.db');
    writeFileSync(file, 'no database'.repeat(200));
    const lines: string[] = [];
    const terminal = { print: () => undefined, complain: (text: string) => void lines.push(text), hasColor: false };

    expect(await main(['concepts', 'list', '--store', file], terminal)).toBe(3);
    expect(lines.join()).toContain('expected a SQLite file');
    expect(await main(['concepts', 'list', '--store', 'neo4j://localhost'], terminal)).toBe(3);
    expect(lines.join()).toContain('NEO4J_PASSWORD');
    expect(await main(['concepts', 'list', '--store', 'http://localhost'], terminal)).toBe(3);
    expect(await main(['concepts', 'add', 'a', '--store', 'http://localhost'], terminal)).toBe(3);
    expect(lines.filter(line => line.includes('begins with `neo4j://` or `bolt://`'))).toHaveLength(2);
  });
});
