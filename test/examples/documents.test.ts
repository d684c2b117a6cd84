import { capabilityDefinitions } from '@licet/capabilities';
import { PolicyEngine, createRegistry } from '@licet/core';
import { parsePolicyTests, runPolicyTests } from '@licet/analysis';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { guardDefinitions, includePack, shortForms } from '@licet/guards';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { subjectOf, worldOf } from '@licet/analysis/policies';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import { compilePolicy } from 'licet/source/policy/compile.ts';
import { createProgram } from 'licet/source/program.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

import { deadLinks } from '../../docs/.vitepress/deadLinks.ts';
import { runSnippets, snippetsOf } from './support/snippets.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', 'docs/.vitepress/**'],
}).toSorted();
const snippets = documents.flatMap(file => snippetsOf(file));
const failed = runSnippets(snippets);

describe('the documents', () => {
  it.each(snippets.map(({ place }) => place))('have code that runs and says the truth: %s', place => {
    expect(failed[place]).toBeUndefined();
  });

  it.each(documents)('link only to what is there: %s', file => {
    const links = Array.from(read(file).matchAll(/\]\((?!https?:)([^)#]+)/g), ([, target = '']) => target);

    expect(links.filter(target => !existsSync(join(root, dirname(file), target)))).toEqual([]);
  });
});

describe('the README', () => {
  it('has at most 150 lines', () => {
    expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(150);
  });

  it('names only scripts that a clone has, and the demo first', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
    const named = Array.from(read('README.md').matchAll(/npx -y pnpm@12 (?!exec|--filter)([\w:]+)/g), ([, name = '']) => name);

    expect(named[0]).toBe('demo');
    expect(named.filter(name => scripts[name] === undefined)).toEqual([]);
  });

  it('shows a policy that loads, and that governs', async () => {
    const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
    const options = {
      registry: createRegistry([...guardDefinitions, ...capabilityDefinitions]),
      root: '/project',
      home: '/home/me',
    };
    const loaded = loadPolicy(text, options);
    const engine = new PolicyEngine(loaded, { effects: analyzeEffects(options) });

    expect((await engine.evaluate({ kind: 'bash', payload: { command: 'git push' } })).ruling).toBe('ask');
    expect(compilePolicy(text, '/project/governance.yaml')).toMatchObject({ warnings: [] });
  });
});

describe('the tests of the policy of the README', () => {
  it('pass', async () => {
    const [policy = '', tests = ''] = Array.from(read('README.md').matchAll(/```yaml\n([\s\S]*?)```/g), ([, text]) => text ?? '');
    const parsed = parsePolicyTests(tests, 'README.md');
    const subject = subjectOf(
      policyHost.compile(policy, '/project/governance.yaml').compiled,
      worldOf(policyHost, parsed.files, '/project', { untracked: parsed.untracked, isClone: true }),
    );
    const results = await runPolicyTests(parsed, subject);

    expect(results.length).toBeGreaterThan(5);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  });
});

describe('the guide', () => {
  const policies = globSync('docs/guide/*.md', { cwd: root }).flatMap(file =>
    Array.from(
      read(file).matchAll(/```yaml\n(version: 1\n[\s\S]*?)```/g),
      ([, text = ''], index) => [`${file} ${index}`, text] as const,
    ),
  );

  it.each(policies)('shows policies that load: %s', (_place, text) => {
    const options = {
      registry: createRegistry([...guardDefinitions, ...capabilityDefinitions]),
      root: '/project',
      home: '/home/me',
      shortForms,
      include: includePack,
    };

    expect(loadPolicy(text, options).warnings).toEqual([]);
  });

  it('ends in the code that ships', () => {
    const shipped = read('packages/guards/src/boundary/toolAllowlist.ts');

    expect(read('docs/guide/write-a-guard-from-nothing.md')).toContain(`\n\`\`\`\`ts\n${shipped}\`\`\`\`\n`);
  });
});

/** The command lines of Licet in the blocks of a page, as they are typed. */
function commandLines(file: string): readonly string[] {
  const blocks = Array.from(read(file).matchAll(/```(?:sh|console|text)\n([\s\S]*?)```/g), ([, text = '']) => text);
  return blocks
    .flatMap(text => text.split('\n'))
    .flatMap(line => /^(?:\$ )?(?:npx (?:-y pnpm@12 )?)?licet ((?!hook\b)\S.*)$/u.exec(line)?.[1] ?? [])
    .map(line => line.replace(/\s+#\s.*$/u, ''));
}

/** The words of a command line, up to where it is handed on to another program or a file. */
function wordsOf(line: string): readonly string[] {
  const words = Array.from(line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/gu));
  const end = words.findIndex(([, , , bare]) => ['|', '>', '<', '&&'].includes(bare ?? ''));
  return words.slice(0, end < 0 ? undefined : end).map(([, single, double, bare]) => single ?? double ?? bare ?? '');
}

describe('the command lines of the documents', () => {
  const program = createProgram(async () => undefined, { print: () => undefined, complain: () => undefined, hasColor: false });
  const lines = documents
    .filter(file => file !== 'CHANGELOG.md')
    .flatMap(file => commandLines(file).map(line => [line, file] as const));

  it('are many', () => {
    expect(lines.length).toBeGreaterThan(60);
  });

  it.each(lines)('are taken by the program: licet %s (%s)', async line => {
    await expect(program.parseAsync([...wordsOf(line)], { from: 'user' })).resolves.toBeDefined();
  });
});

describe('the pages of the documentation', () => {
  it('are all linked from their first page, and the first page from the README', () => {
    const pages = globSync(['docs/*.md', 'docs/{guide,coming-from,cookbook}/*.md'], { cwd: root })
      .filter(file => file !== 'docs/README.md')
      .map(file => file.replace('docs/', ''));
    const index = read('docs/README.md');

    expect(pages.filter(page => !index.includes(`(${page})`))).toEqual([]);
    expect(read('README.md')).toContain('(docs/README.md)');
  });
});

describe('the page that finds the way', () => {
  it('names only files that exist, and so do the steps for changes', () => {
    const named = Array.from(
      `${read('docs/guide/find-your-way.md')}${read('CONTRIBUTING.md')}`.matchAll(/`((?:packages|test)\/[^`]+)`/g),
      ([, path = '']) => path,
    );
    const real = named.filter(path => !/LAYER|NAME|</u.test(path));

    expect(real.length).toBeGreaterThan(25);
    expect(real.filter(path => !existsSync(join(root, path)))).toEqual([]);
  });

  it('draws every package', () => {
    const drawn = Array.from(read('docs/packages.svg').matchAll(/font-weight="600"[^>]*>(\w+)</g), ([, name = '']) => name);

    expect(drawn.toSorted()).toEqual(globSync('*', { cwd: join(root, 'packages') }).toSorted());
  });
});

describe('the links of the site', () => {
  it('are followed to files and headings, and those that lead nowhere are named', () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-site-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'guide'));
    writeFileSync(
      join(folder, 'index.html'),
      '<h2 id="top"><a href="#top">.</a><a href="./guide/a.html#one">.</a><a href="/guide/">.</a><a href="https://example.org/x">.</a>',
    );
    writeFileSync(
      join(folder, 'guide', 'index.html'),
      '<a href="../index.html">.</a><a href="gone.html">.</a><img src="./gone.svg">',
    );
    writeFileSync(join(folder, 'guide', 'a.html'), '<h2 id="one"><a href="../index.html#gone">.</a>');

    expect(deadLinks(folder).toSorted()).toEqual([
      'guide/a.html: ../index.html#gone',
      'guide/index.html: ./gone.svg',
      'guide/index.html: gone.html',
    ]);
  });
});

describe('the decision records', () => {
  it('are all listed', () => {
    const records = globSync('docs/adr/[0-9]*.md', { cwd: root }).map(file => file.replace('docs/adr/', ''));
    const index = read('docs/adr/README.md');

    expect(records.filter(name => !index.includes(`(${name})`))).toEqual([]);
  });
});
