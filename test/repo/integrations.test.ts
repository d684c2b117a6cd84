import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { PRE_COMMIT_HOOKS } from 'licet/source/init/checks.ts';
import { createProgram } from 'licet/source/program.ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { ROOT, read } from './source.ts';

interface Step {
  readonly run?: string;
  readonly if?: string;
}

const program = createProgram(async () => undefined, { print: () => undefined, complain: () => undefined, hasColor: false });
const taken = async (words: readonly string[]): Promise<unknown> => program.parseAsync([...words], { from: 'user' });

describe('the entries for pre-commit', () => {
  const hooks = parse(read('.pre-commit-hooks.yaml')) as readonly {
    readonly id: string;
    readonly entry: string;
    readonly files: string;
  }[];

  it('are those that `init` writes into a project', () => {
    const written = PRE_COMMIT_HOOKS.map(({ words, ...hook }) => ({
      ...hook,
      entry: `npx --no-install licet ${words}`,
      language: 'system',
      pass_filenames: false,
    }));

    expect(hooks).toEqual(written);
  });

  it.each(hooks.map(hook => [hook.id, hook] as const))(
    '%s runs a command that there is, for a policy',
    async (_id, { entry, files }) => {
      expect(entry.split(' ').slice(0, 3)).toEqual(['npx', '--no-install', 'licet']);
      await expect(taken(entry.split(' ').slice(3))).resolves.toBeDefined();
      expect('governance.yaml').toMatch(new RegExp(files, 'u'));
      expect('src/a.yaml').not.toMatch(new RegExp(files, 'u'));
    },
  );
});

describe('the GitHub Action', () => {
  const { runs, inputs } = parse(read('integrations/github-action/action.yml')) as {
    readonly runs: { readonly using: string; readonly steps: readonly Step[] };
    readonly inputs: Readonly<Record<string, { readonly description: string }>>;
  };
  const lines = runs.steps.flatMap(({ run = '' }) =>
    Array.from(run.matchAll(/"\$\{licet\[@\]\}" ([^;>\n]+)/gu), ([, line = '']) => line.trim()),
  );

  it('validates, tests and compares, by options that there are', async () => {
    expect(runs.using).toBe('composite');
    expect(lines.map(line => line.split(' ')[0])).toEqual(['validate', 'validate', 'test', 'diff']);
    for (const line of lines) {
      const words = line.replaceAll('"', '').replace('$FAIL_ON', 'wider').split(' ');
      await expect(taken(words)).resolves.toBeDefined();
    }
  });

  it('hands its inputs on by the environment, and into no script', () => {
    for (const { run = '' } of runs.steps) expect(run).not.toContain('${{');
    for (const { description } of Object.values(inputs)) expect(description).not.toBe('');
  });
});

describe('the dev container feature', () => {
  const folder = join(ROOT, 'integrations', 'devcontainer', 'licet');
  const feature = JSON.parse(read('integrations/devcontainer/licet/devcontainer-feature.json')) as {
    readonly id: string;
    readonly options: Readonly<Record<string, unknown>>;
  };

  it('has a script that can be started and takes the options', () => {
    expect(feature.id).toBe('licet');
    expect(statSync(join(folder, 'install.sh')).mode & 0o111).not.toBe(0);
    for (const option of Object.keys(feature.options))
      expect(read('integrations/devcontainer/licet/install.sh')).toContain(`\${${option.toUpperCase()}:-`);
  });
});

describe('the workflows', () => {
  const files = globSync('.github/workflows/*.yml', { cwd: ROOT });

  it.each(files)('%s starts what there is', file => {
    const { jobs } = parse(read(file)) as { readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>> };
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));
    const named = commands.flatMap(line => line.split(' ').filter(word => /^(?:test|\.ci)\//u.test(word)));

    expect(commands.length).toBeGreaterThan(0);
    expect(named.filter(path => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('test on three systems', () => {
    const { jobs } = parse(read('.github/workflows/systems.yml')) as {
      readonly jobs: { readonly test: { readonly strategy: { readonly matrix: { readonly os: readonly string[] } } } };
    };

    expect(jobs.test.strategy.matrix.os.map(os => os.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
  });
});
