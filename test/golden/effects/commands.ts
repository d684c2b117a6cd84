import { join } from 'node:path';

import { RULINGS } from '@licet/core';
import type { Fix } from '@licet/core';
import { memoryFiles } from '@licet/effects/places';
import * as z from 'zod';

import { Sentence, goldenCases } from '../../support/goldenCases.ts';
import { goldenLines } from '../../support/goldenLines.ts';
import { analyzeOnce, profileEngine } from '../../support/profileEngine.ts';
import { effectText } from '../../unit/effects/shell/effectText.ts';

const root = '/golden/project';
const home = '/golden/home';

const stored = memoryFiles({
  '/golden': 'folder',
  [home]: 'folder',
  [`${home}/.ssh`]: 'folder',
  [`${home}/.ssh/id_rsa`]: 'file',
  [root]: 'folder',
  ...Object.fromEntries(
    ['src', 'docs', '.git', '.claude'].map(name => [`${root}/${name}`, 'folder' as const]),
  ),
  ...Object.fromEntries(
    ['src/a.ts', '.env', '.env.example', 'package.json', 'README.md', 'governance.yaml', '.claude/settings.json'].map(name => [`${root}/${name}`, 'file' as const]),
  ),
});

/** A clone: git knows every file. */
const files = { ...stored, isKnownToGit: (): boolean => true };

/** The profiles that rule about commands, each in its own way. */
const judging = ['standard', 'strict', 'unattended'] as const;

const Case = z.strictObject({
  family: z.string(),
  label: z.enum(['harmful', 'harmless']),
  command: z.string().min(1),
  gap: z.string().optional(),
  effects: z.array(z.string()).readonly(),
  rulings: z.record(z.enum(judging), z.enum(RULINGS)),
});

/**
 * A command as people and agents type it. `label` is what it is: `harmful` destroys, leaks, poisons or tampers. `gap` says why
 * the standard profile is known not to see it, or to stop it all the same. `effects` is everything it does but run programs, as
 * `kind target #tag`.
 */
export type CommandCase = z.infer<typeof Case>;

/** The cases as they are written down. One that lacks what is expected of it is an error. */
export const readCases = (): readonly CommandCase[] => goldenLines('effects/commands.jsonl', Case);

/** The families of the cases, each with the sentence that says what its commands show. */
export const readFamilies = (): readonly { readonly family: string; readonly note: string }[] =>
  goldenCases(join(import.meta.dirname, 'families.yaml'), z.strictObject({ family: z.string(), note: Sentence }));

const place = { root, home, files };
const effects = analyzeOnce(place);
const engines = judging.map(name => [name, profileEngine(name, place, effects)] as const);

/** What the analyser and the profiles say of a command today. */
export async function judgeCommand(command: string): Promise<Pick<CommandCase, 'effects' | 'rulings'>> {
  const action = { kind: 'bash', tool: 'Bash', cwd: root, payload: { command } };
  const rulings: Partial<CommandCase['rulings']> = {};
  let found: readonly string[] = [];
  for (const [name, engine] of engines) {
    const evaluation = await engine.evaluate(action);
    rulings[name] = evaluation.ruling;
    found = evaluation.context.effects.filter(({ kind, tags }) => kind !== 'execute' || tags?.some(tag => tag !== 'unlisted') === true).map(effectText);
  }
  return { effects: found, rulings: rulings as CommandCase['rulings'] };
}

/** What the standard profile says to do instead. */
export async function fixFor(command: string): Promise<Fix | undefined> {
  const standard = engines.find(([name]) => name === 'standard')?.[1];
  return (await standard?.evaluate({ kind: 'bash', tool: 'Bash', cwd: root, payload: { command } }))?.fix;
}
