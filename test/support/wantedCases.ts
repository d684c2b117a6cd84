import type { Action } from '@licet/core';
import * as z from 'zod';

import { goldenCases } from './goldenCases.ts';

/** A command of a shell, or the call of a tool, and whether it must be stopped. */
export type WantedCase = { readonly want: 'stop' | 'run' } & (
  | { readonly command: string }
  | { readonly tool: string; readonly payload: Readonly<Record<string, z.core.util.JSONType>> }
);

const want = z.enum(['stop', 'run']);

const Wanted: z.ZodType<WantedCase> = z.union([
  z.strictObject({ want, command: z.string().min(1) }),
  z.strictObject({ want, tool: z.string().min(1), payload: z.record(z.string(), z.json()) }),
]);

/** A case with its action as a text, which is its name. */
export type NamedCase = readonly [name: string, WantedCase];

/** The cases of a golden file. */
export const wantedCases = (file: string): readonly NamedCase[] =>
  goldenCases(file, Wanted).map(each => [
    'command' in each ? each.command : `${each.tool} ${JSON.stringify(each.payload)}`,
    each,
  ]);

/** The case as an action in a folder. */
export const actionOf = (wanted: WantedCase, cwd: string): Action =>
  'command' in wanted
    ? { kind: 'bash', tool: 'Bash', sessionId: 's', cwd, payload: { command: wanted.command } }
    : { kind: 'tool', tool: wanted.tool, sessionId: 's', cwd, payload: wanted.payload };
