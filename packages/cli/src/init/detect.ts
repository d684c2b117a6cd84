import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a folder looks like. */
export interface Project {
  /** For people: `Node.js`, `Python`. Empty when nothing is recognised. */
  readonly kinds: readonly string[];
  /** Patterns of the folders and files that work happens in. Empty when nothing is recognised. */
  readonly work: readonly string[];
}

const SIGNS: readonly (readonly [file: string, kind: string])[] = [
  ['package.json', 'Node.js'],
  ['pyproject.toml', 'Python'],
  ['setup.py', 'Python'],
  ['requirements.txt', 'Python'],
  ['Cargo.toml', 'Rust'],
  ['go.mod', 'Go'],
  ['pom.xml', 'Java'],
  ['build.gradle', 'Java'],
  ['build.gradle.kts', 'Kotlin'],
  ['Gemfile', 'Ruby'],
  ['composer.json', 'PHP'],
];

const FOLDERS = [
  'src',
  'lib',
  'app',
  'apps',
  'packages',
  'crates',
  'cmd',
  'internal',
  'pkg',
  'test',
  'tests',
  'spec',
  'docs',
  'examples',
  'scripts',
  'benches',
];

/** Looks at the names in a folder, and at nothing else. Go keeps its packages in the root: there all of `*.go` is work. */
export function detectProject(root: string): Project {
  const kinds = [...new Set(SIGNS.filter(([file]) => existsSync(join(root, file))).map(([, kind]) => kind))];
  const present = new Set(folders(root));
  const work = FOLDERS.filter(name => present.has(name)).map(name => `${name}/**`);
  return { kinds, work: kinds.includes('Go') ? [...work, '*.go'] : work };
}

function folders(root: string): readonly string[] {
  return readdirSync(root, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []));
}
