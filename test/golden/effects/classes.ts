import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { memoryFiles } from '@licet/effects/places';
import { expect } from 'vitest';

import type { GoldenGroup } from '../../support/goldenCases.ts';
import { profileEngine } from '../../support/profileEngine.ts';
import { actionOf, wantedGroups } from '../../support/wantedCases.ts';
import type { NamedCase, WantedCase } from '../../support/wantedCases.ts';

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

/** The names of the files of cases, a class each. */
export const classes: readonly string[] = readdirSync(join(import.meta.dirname, 'programs', 'classes'));

/** The groups of cases of a class. */
export const groupsOf = (file: string): readonly GoldenGroup<NamedCase>[] =>
  wantedGroups(join(import.meta.dirname, 'programs', 'classes', file));

/** Fails when the standard profile does not rule as a case wants it. */
export async function expectWanted(wanted: WantedCase): Promise<void> {
  const { ruling, code, reason } = await engine.evaluate(actionOf(wanted, root));
  const got = ruling === 'ask' || ruling === 'block' ? 'stop' : 'run';

  expect({ got, why: got !== wanted.want && got === 'stop' ? `${code}: ${reason ?? ''}` : '' }).toEqual({ got: wanted.want, why: '' });
}
