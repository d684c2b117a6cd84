import type { Action } from '@licet/core';
import * as z from 'zod';

import { goldenGroups } from './goldenCases.ts';
import type { GoldenGroup } from './goldenCases.ts';

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

const named = (each: WantedCase): NamedCase => [
  'command' in each ? each.command : `${each.tool} ${JSON.stringify(each.payload)}`,
  each,
];

/** The groups of a golden file, each with the sentence that says what its cases show. */
export const wantedGroups = (file: string): readonly GoldenGroup<NamedCase>[] =>
  goldenGroups(file, Wanted).map(({ note, cases }) => ({ note, cases: cases.map(named) }));

/** The case as an action in a folder. */
export const actionOf = (wanted: WantedCase, cwd: string): Action =>
  'command' in wanted
    ? { kind: 'bash', tool: 'Bash', sessionId: 's', cwd, payload: { command: wanted.command } }
    : { kind: 'tool', tool: wanted.tool, sessionId: 's', cwd, payload: wanted.payload };
