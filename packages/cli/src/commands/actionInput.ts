import { InvariantError } from '@licet/core';
import type { ActionInput } from '@licet/core';
import { defaultRuntime } from '@licet/adapters/runtimes';

import { UsageError, STDIN } from '@licet/core/command';
import { readNamedFile } from '../text/inputFile.ts';

/** How an action may be written on the command line. */
export interface ActionArguments {
  readonly tool?: string | undefined;
  /** The tool's arguments as a JSON object. */
  readonly input?: string | undefined;
  /** A shell command. Both may be `-` for standard input. */
  readonly command?: string | undefined;
  /** A shell command that is given without an option. */
  readonly word?: string | undefined;
  /** Whose limits and facts count. */
  readonly session?: string | undefined;
  readonly cwd: string;
  /** Who wants it and why, as a host says it. */
  readonly principal?: string | undefined;
  readonly role?: readonly string[] | undefined;
  readonly tenant?: string | undefined;
  readonly justification?: string | undefined;
}

/** Makes an action of the arguments of `check` and `explain`. A tool's name is read as the hook of the default runtime would. */
export async function actionInput({ principal, role, tenant, justification, ...call }: ActionArguments): Promise<ActionInput> {
  const empty = Object.entries({ principal, tenant, role: role?.join('') }).find(([, value]) => value === '');
  if (empty !== undefined) throw new UsageError(`expected a text after \`--${empty[0]}\`, found nothing`);
  const isNamed = (principal ?? role ?? tenant) !== undefined;
  return {
    ...(await callInput(call)),
    ...(isNamed && {
      principal: {
        id: principal ?? 'somebody',
        roles: role ?? [],
        ...(tenant !== undefined && { attributes: { tenant } }),
      },
    }),
    ...(justification !== undefined && { request: { justification } }),
  };
}

async function callInput({ tool, input, word, command = word, session, cwd }: ActionArguments): Promise<ActionInput> {
  if (word !== undefined && command !== word) throw new UsageError('expected one command, found two: leave `--command` out');
  if (session === '') throw new UsageError('expected the identity of a session after `--session`, found nothing');
  if (command !== undefined) {
    if (tool !== undefined || input !== undefined)
      throw new UsageError('a command cannot be combined with `--tool` or `--input`: leave them out');
    return {
      kind: 'bash',
      tool: 'Bash',
      payload: { command: textOf(command) },
      cwd,
      ...(session !== undefined && { sessionId: session }),
    };
  }
  if (tool === undefined)
    throw new UsageError(
      'say what to judge: a command in quotes, such as `\'git push --force\'`, or `--tool Write --input \'{"file_path": ".env"}\'`',
    );
  if (tool === '') throw new UsageError('expected the name of a tool after `--tool`, found nothing');
  const runtime = await defaultRuntime();
  const sample = runtime.sample({
    tool,
    input: parseInput(input === undefined ? undefined : textOf(input)),
    cwd,
    ...(session !== undefined && { sessionId: session }),
  });
  const event = runtime.parse(sample, { env: {} });
  if (event.phase !== 'before') throw new InvariantError('wrong_phase', `a sample of \`${runtime.name}\` is no call`);
  return event.action;
}

/** A text as it was written, or standard input without the line break at its end. */
function textOf(written: string): string {
  return written === STDIN ? readNamedFile(STDIN, 'the text').replace(/\r?\n$/u, '') : written;
}

function parseInput(input: string | undefined): Readonly<Record<string, unknown>> {
  if (input === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    throw new UsageError('`--input` is not JSON: expected an object like `{"file_path": "a.txt"}`');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('`--input` must be a JSON object like `{"file_path": "a.txt"}`');
  return value as Readonly<Record<string, unknown>>;
}
