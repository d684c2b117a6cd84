import { memoryFiles } from '@licet/effects/places';
import type { FileSystemPort } from '@licet/effects/places';

/** The folders of the pretended machine, as in `governance.test.yaml`. */
export const PLACE = { root: '/project', home: '/home/you' } as const;

/** What the policy is called there. */
export const POLICY_FILE = `${PLACE.root}/governance.yaml`;

/** What is in a file that git holds as it is. */
const held = (text: string): { readonly text: string; readonly held: true } => ({ text, held: true });

const stored = memoryFiles({
  [PLACE.root]: 'folder',
  [`${PLACE.root}/.git`]: 'folder',
  [POLICY_FILE]: held('version: 1\n'),
  [`${PLACE.root}/package.json`]: held('{ "name": "shop", "scripts": { "test": "vitest run", "build": "tsc" } }\n'),
  [`${PLACE.root}/README.md`]: held('# Shop\n'),
  [`${PLACE.root}/src/app.ts`]: held('export const app = 1;\n'),
  [`${PLACE.root}/src/pay.ts`]: held('export const pay = 2;\n'),
  [`${PLACE.root}/test/app.test.ts`]: held('import "../src/app.ts";\n'),
  [`${PLACE.root}/.env`]: { text: 'API_KEY=value\n' },
  [`${PLACE.root}/notes.txt`]: { text: 'not in git\n' },
  [`${PLACE.home}/.ssh/id_ed25519`]: { text: 'a private key\n' },
});

const UNTRACKED = new Set([`${PLACE.root}/.env`, `${PLACE.root}/notes.txt`]);

/** The files of the pretended machine: a small project in git, with a file of secrets and a note that git does not know. */
export const FILES: FileSystemPort = { ...stored, isKnownToGit: paths => !paths.some(path => UNTRACKED.has(path)) };
