import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Evaluation } from '@licet/core';
import { memoryFiles } from '@licet/effects/places';

import { profileEngine } from '../../support/profileEngine.ts';

const root = '/golden/project';
const home = '/golden/home';

const stored = memoryFiles({
  [`${home}/.ssh/id_ed25519`]: 'file',
  [`${root}/src/a.ts`]: 'file',
  [`${root}/.claude/settings.json`]: 'file',
  ...Object.fromEntries(['.env', 'package.json', 'README.md', 'governance.yaml'].map(name => [`${root}/${name}`, 'file' as const])),
  [`${root}/drop.sql`]: { text: '-- clean up\nSELECT 1;\nDROP TABLE users;\n' },
  '/tmp/scratch/count.py': { text: 'print(len(open("README.md").read()))\n' },
  '/tmp/scratch/wipe.py': { text: 'import shutil\nshutil.rmtree("/golden/home/work")\n' },
  '/tmp/scratch/list.sh': { text: '#!/bin/sh\nls -l src\n' },
  '/tmp/scratch/wipe.sh': { text: '#!/bin/sh\nrm -rf ~/work\n' },
  '/tmp/scratch/Makefile': { text: 'all:\n\trm -rf ~/work\n' },
  [`${root}/editor/.vscode/settings.json`]: { text: '{ "editor.tabSize": 4, "chat.tools.autoApprove": true }\n' },
  [`${root}/report.sql`]: { text: '-- drop table users\nSELECT count(*) FROM users;\n' },
});

/** A clone: git knows every file. */
const files = { ...stored, isKnownToGit: (): boolean => true };

const engine = profileEngine('standard', { root, home, files });

/** A command, or the call of a tool as JSON with the tool's name as `tool`. */
export interface ClassCase {
  readonly line: string;
  readonly innocent: boolean;
}

/** The cases of a file: a line that begins with `-` must be stopped, one that begins with `+` must not; `⏎` is a line break. */
export function signedCases(file: string): readonly ClassCase[] {
  return readFileSync(file, 'utf8').split('\n').flatMap((line, index) => {
    if (line === '') return [];
    if (!/^[-+] \S/u.test(line)) throw new Error(`${file}:${index + 1}: expected \`- \` or \`+ \` and a case`);
    return { line: line.slice(2).replaceAll('⏎', '\n'), innocent: line.startsWith('+') };
  });
}

/** The cases of each class. */
export const readClasses = (): readonly (readonly [name: string, cases: readonly ClassCase[]])[] => {
  const folder = join(import.meta.dirname, 'programs', 'classes');
  return readdirSync(folder).map(name => [name.replace('.txt', ''), signedCases(join(folder, name))] as const);
};

/** What the standard profile says of a case. */
export const judgeClassCase = async (line: string): Promise<Evaluation> => {
  if (!line.startsWith('{"')) return engine.evaluate({ kind: 'bash', tool: 'Bash', cwd: root, payload: { command: line } });
  const { tool, ...payload } = JSON.parse(line) as { readonly tool: string } & Record<string, unknown>;
  return engine.evaluate({ kind: 'tool', tool, cwd: root, payload });
};
