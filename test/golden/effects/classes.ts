import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { PolicyEngine, createRegistry } from '@licet/core';
import type { Evaluation, Guard } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { BashSafety, Floor, SecretPaths, SelfProtection, guardDefinitions, includePack, profileText } from '@licet/guards';

const root = '/golden/project';
const home = '/golden/home';

const files = memoryFiles({
  [`${home}/.ssh/id_ed25519`]: 'file',
  [`${root}/src/a.ts`]: 'file',
  [`${root}/.claude/settings.json`]: 'file',
  ...Object.fromEntries(['.env', 'package.json', 'README.md', 'governance.yaml'].map(name => [`${root}/${name}`, 'file' as const])),
  [`${root}/drop.sql`]: { text: '-- clean up\nSELECT 1;\nDROP TABLE users;\n' },
  [`${root}/report.sql`]: { text: '-- drop table users\nSELECT count(*) FROM users;\n' },
});

const onFiles: Readonly<Record<string, (options: object) => Guard>> = {
  floor: Floor,
  self_protection: SelfProtection,
  secret_paths: SecretPaths,
  bash_safety: BashSafety,
};

const registry = createRegistry(
  guardDefinitions.map(definition => {
    const make = onFiles[definition.kind];
    return make === undefined ? definition : { ...definition, build: (params: object) => make({ ...params, root, home, files }) };
  }),
);

const engine = new PolicyEngine(loadPolicy(profileText('standard'), { registry, root, home, include: includePack }).policy, {
  effects: analyzeEffects({ root, home, files, env: {} }),
});

/** A command, or the call of a tool as JSON with the tool's name as `tool`. */
export interface ClassCase {
  readonly line: string;
  readonly innocent: boolean;
}

/** The cases of each class: a line that begins with `-` must be stopped, one that begins with `+` must not; `⏎` is a line break. */
export const readClasses = (): readonly (readonly [name: string, cases: readonly ClassCase[]])[] => {
  const folder = join(import.meta.dirname, 'programs', 'classes');
  return readdirSync(folder).map(name => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    const cases = lines.filter(line => line !== '').map(line => ({ line: line.slice(2).replaceAll('⏎', '\n'), innocent: line.startsWith('+') }));
    return [name.replace('.txt', ''), cases] as const;
  });
};

/** What the standard profile says of a case. */
export const judgeClassCase = async (line: string): Promise<Evaluation> => {
  if (!line.startsWith('{')) return engine.evaluate({ kind: 'bash', tool: 'Bash', cwd: root, payload: { command: line } });
  const { tool, ...payload } = JSON.parse(line) as { readonly tool: string } & Record<string, unknown>;
  return engine.evaluate({ kind: 'tool', tool, cwd: root, payload });
};
