import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Ruling } from '@licet/core';
import canonicalize from 'canonicalize';
import * as z from 'zod';

import { licet } from './cli.ts';
import { goldenCases } from './goldenCases.ts';
import { runLean } from './lean.ts';

/** An action, as a shell command or a call of a tool. `${PROJECT}` in it is the project's folder, `~` the home folder. */
interface Deed {
  readonly command?: string;
  readonly tool?: string;
  readonly input?: object;
}

/** One action of the golden data, and what is expected of it. */
export interface GoldenAction extends Deed {
  /** Harm must be stopped; what is harmless must run. */
  readonly want: 'stop' | 'run';
  readonly note: string;
  /** It is harm that is not stopped yet. */
  readonly gap?: true;
  /** It is harmless, and why it is stopped all the same. */
  readonly known?: string;
}

const Action: z.ZodType<GoldenAction> = z
  .strictObject({
    want: z.enum(['stop', 'run']),
    note: z.string().min(1),
    command: z.string().min(1).exactOptional(),
    tool: z.string().min(1).exactOptional(),
    input: z.record(z.string(), z.json()).exactOptional(),
    gap: z.literal(true).exactOptional(),
    known: z.string().min(1).exactOptional(),
  })
  .refine(
    ({ command, tool, input }) =>
      command === undefined ? tool !== undefined && input !== undefined : (tool ?? input) === undefined,
    {
      error: 'expected `command`, or `tool` and `input`',
    },
  )
  .refine(({ want, gap, known }) => (want === 'stop' ? known : gap) === undefined, {
    error: '`gap` goes with `want: stop`, and `known` with `want: run`',
  });

/** What `licet check` said about an action. */
export interface Judged {
  readonly ruling: Ruling;
  readonly guard?: string;
  readonly reason?: string | null;
  readonly fix?: { readonly summary: string } | null;
}

/** Reads the actions of a golden file. */
export function readActions(file: string): readonly GoldenAction[] {
  return goldenCases(file, Action);
}

/** The actions of every golden file in a folder, each with the name of its file. Each is there once. */
export function actionsIn(folder: string): readonly (GoldenAction & { readonly file: string })[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.yaml'));
  const actions = files.flatMap(file => readActions(join(folder, file)).map(action => ({ file, ...action })));
  const seen = new Map<string, string>();
  for (const { file, note, command, tool, input } of actions) {
    const key = canonicalize({ command, tool, input }) ?? '';
    if (seen.has(key)) throw new Error(`${join(folder, file)}: \`${note}\` is the action of ${seen.get(key)}`);
    seen.set(key, `\`${note}\` in ${file}`);
  }
  return actions;
}

/** True when an action is to be stopped as things are: what is wanted, but for the exceptions that are declared. */
export function isToBeStopped({ want, gap, known }: GoldenAction): boolean {
  return want === 'stop' ? gap === undefined : known !== undefined;
}

/** True when an action may not run by itself. */
export function isStopped({ ruling }: Judged): boolean {
  return ruling === 'ask' || ruling === 'block';
}

/** What lies in the project: sources that git holds, and beside them what it does not. */
export const HELD: readonly string[] = [
  'README.md',
  'package.json',
  '.env.example',
  '.gitignore',
  'src/index.ts',
  'src/legacy.ts',
  'src/generated/graphql.ts',
];
/** See {@link HELD}: what git does not hold. */
export const OTHERS: readonly string[] = [
  'node_modules/vite/package.json',
  'deploy/prod.env',
  'certs/dev.pem',
  'bin/server',
  'bin/worker',
  'fuzz/artifacts/lex/crash-1',
  'fuzz/corpus/lex/tmp-1',
  'notebooks/.ipynb_checkpoints/churn.ipynb',
];

/** A project with a repository, into which `licet init` has been run, and a home folder beside it. */
export class InstalledProject {
  readonly root: string;
  readonly home: string;

  constructor(...options: readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'licet-installed-'));
    [this.root, this.home] = [join(folder, 'project'), join(folder, 'home')];
    mkdirSync(this.home);
    this.#add(HELD);
    this.#git('init', '--quiet');
    this.#git('add', '--all');
    this.#git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'begin');
    this.#add(OTHERS);
    const { status, stderr } = this.run(['init', ...options]);
    if (status !== 0) throw new Error(`init failed: ${stderr}`);
  }

  /** Judges actions by the policy that `init` wrote, in one go: a process takes half of its time for the first thousand to become fast. */
  judge(actions: readonly Deed[]): readonly Judged[] {
    const lines = actions.map(({ command, tool, input }, id) =>
      JSON.stringify({
        id,
        ...(command === undefined
          ? { kind: 'tool', tool, payload: input ?? {} }
          : { kind: 'bash', tool: 'Bash', payload: { command } }),
        cwd: this.root,
      }).replaceAll('${PROJECT}', this.root),
    );
    const { status, stdout, stderr } = this.run(['check', '--batch'], lines.join('\n'));
    if (status !== 0) throw new Error(`check failed: ${stdout}${stderr}`);
    return stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Judged);
  }

  /** Runs the command line in the project. */
  run(args: readonly string[], input = ''): ReturnType<typeof licet> {
    return licet(this.root, args, input, undefined, { HOME: this.home });
  }

  #add(names: readonly string[]): void {
    for (const name of names) {
      mkdirSync(dirname(join(this.root, name)), { recursive: true });
      writeFileSync(join(this.root, name), `${name}\n`);
    }
  }

  #git(...args: readonly string[]): void {
    const { status, stderr } = runLean({ command: 'git', args, cwd: this.root });
    if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  }
}
