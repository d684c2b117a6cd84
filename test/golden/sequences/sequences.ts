import { memorySessions, systemClock } from '@licet/core';
import { memoryFiles } from '@licet/effects/places';
import type { FileSystemPort } from '@licet/effects/places';
import * as z from 'zod';

import { goldenCases } from '../../support/goldenCases.ts';
import { profileEngine } from '../../support/profileEngine.ts';

const Table = z.record(z.string(), z.string());

/** A call, and what it leaves in the project: its files, `-> TARGET` for a link; an empty text takes a file away. */
const Step = z.union([
  z.strictObject({ command: z.string(), makes: Table.exactOptional() }),
  z.strictObject({ write: Table }),
  z.strictObject({ user: Table }),
  z.strictObject({ tool: z.string(), input: z.record(z.string(), z.json()), makes: Table.exactOptional() }),
]);

const Sequence = z.strictObject({
  want: z.enum(['stop', 'run']),
  note: z.string(),
  /** Why it is not decided as wanted. */
  known: z.string().exactOptional(),
  /** What git holds at the start, below the project. */
  held: Table.exactOptional(),
  /** What is there and git does not hold. */
  files: Table.exactOptional(),
  steps: z.array(Step).min(1),
});

type Step = z.infer<typeof Step>;

/** Calls of one session, the last of which does harm, or none. */
export type Sequence = z.infer<typeof Sequence>;

/** The sequences of a golden file. */
export const sequencesIn = (file: string): readonly Sequence[] => goldenCases(file, Sequence);

const ROOT = '/w';
const HOME = '/home/u';

const pathOf = (name: string): string => (name.startsWith('~') ? HOME + name.slice(1) : name.startsWith('/') ? name : `${ROOT}/${name}`);

type Table = Parameters<typeof memoryFiles>[0];

/** A project whose files change. */
interface ChangingFiles {
  readonly port: FileSystemPort;
  readonly put: (files: Readonly<Record<string, string>>, isHeld: boolean, at: number) => void;
}

function changingFiles(held: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>): ChangingFiles {
  const table = new Map<string, Table[string]>([
    [`${HOME}/Documents/thesis.md`, { text: 'thesis' }],
    [`${HOME}/.ssh/id_ed25519`, { text: 'key' }],
    [`${ROOT}/.env`, { text: 'DB_PASSWORD=hunter22\n' }],
    [`${ROOT}/README.md`, { text: 'readme\n', held: true }],
    [`${ROOT}/src/a.ts`, { text: 'export {};\n', held: true }],
  ]);
  const born = new Map<string, number>();
  let current = memoryFiles(Object.fromEntries(table));
  const put = (files: Readonly<Record<string, string>>, isHeld: boolean, at: number): void => {
    for (const [name, text] of Object.entries(files)) {
      const path = pathOf(name);
      if (text === '') table.delete(path);
      else table.set(path, text.startsWith('-> ') ? { link: pathOf(text.slice(3)) } : { text, ...(isHeld && { held: true }) });
      if (!born.has(path)) born.set(path, at);
    }
    current = memoryFiles(Object.fromEntries(table));
  };
  put(held, true, 0);
  put(others, false, 0);
  const port: FileSystemPort = {
    realPath: path => current.realPath(path),
    readLink: path => current.readLink(path),
    identity: path => current.identity(path),
    list: path => current.list(path),
    text: path => current.text?.(path),
    version: path => current.version?.(path),
    digest: path => current.digest?.(path),
    madeAt: path => {
      const real = current.realPath(path);
      return real === undefined ? undefined : (born.get(real) ?? 0);
    },
    isHeldByGit: paths => current.isHeldByGit?.(paths) === true,
    isKnownToGit: paths => current.isKnownToGit?.(paths) === true,
  };
  return { port, put };
}

/** A call, and what it leaves behind. */
interface Made {
  readonly kind: string;
  readonly tool: string;
  readonly payload: object;
  readonly makes: Readonly<Record<string, string>>;
}

const callsOf = (step: Exclude<Step, { user: unknown }>): readonly Made[] => {
  if ('command' in step) return [{ kind: 'bash', tool: 'Bash', payload: { command: step.command }, makes: step.makes ?? {} }];
  if ('tool' in step) return [{ kind: 'tool', tool: step.tool, payload: step.input, makes: step.makes ?? {} }];
  return Object.entries(step.write).map(([name, content]) => ({
    kind: 'tool',
    tool: 'Write',
    payload: { file_path: pathOf(name), content },
    makes: { [name]: content },
  }));
};

/** What stops a sequence under the profile `standard`; undefined where every call runs. */
export async function stoppedBy({ held = {}, files = {}, steps }: Sequence): Promise<string | undefined> {
  const { port, put } = changingFiles(held, files);
  let now = 1_000;
  const engine = profileEngine('standard', { root: ROOT, home: HOME, files: port }, undefined, { sessions: memorySessions(), clock: { ...systemClock, now: () => now } });
  for (const step of steps) {
    if ('user' in step) {
      put(step.user, false, (now += 10_000));
      continue;
    }
    for (const { makes, ...action } of callsOf(step)) {
      now += 10_000;
      const evaluation = await engine.evaluate({ ...action, payload: { ...action.payload }, sessionId: 's', callId: `c${now}`, cwd: ROOT });
      if (!evaluation.passed) return `${JSON.stringify(action.payload)}: ${evaluation.code}: ${evaluation.reason ?? ''}`;
      put(makes, false, now + 1);
      now += 2;
      await engine.postAction(evaluation, { status: 'ok' });
    }
  }
  return undefined;
}
