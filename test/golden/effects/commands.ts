import type { Fix, Ruling } from '@licet/core';
import { memoryFiles } from '@licet/effects/places';

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
type JudgingProfile = (typeof judging)[number];

/**
 * A command as people and agents type it. `label` is what it is: `harmful` destroys, leaks, poisons or tampers. `gap` says why
 * the standard profile is known not to see it, or to stop it all the same.
 */
export interface CommandCase {
  readonly family: string;
  readonly label: 'harmful' | 'harmless';
  readonly command: string;
  readonly gap?: string;
  /** Everything it does but run programs, as `kind target #tag`. */
  readonly effects: readonly string[];
  readonly rulings: Readonly<Record<JudgingProfile, Ruling>>;
}

/** The cases as they are written down. */
export const readCases = (): readonly CommandCase[] => goldenLines('effects/commands.jsonl') as readonly CommandCase[];

const place = { root, home, files };
const effects = analyzeOnce(place);
const engines = judging.map(name => [name, profileEngine(name, place, effects)] as const);

/** What the analyser and the profiles say of a command today. */
export async function judgeCommand(command: string): Promise<Pick<CommandCase, 'effects' | 'rulings'>> {
  const action = { kind: 'bash', tool: 'Bash', cwd: root, payload: { command } };
  const rulings: Partial<Record<JudgingProfile, Ruling>> = {};
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
