import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What a folder looks like. */
export interface Project {
  /** For people: `Node.js`, `Python`. Empty when nothing is recognised. */
  readonly kinds: readonly string[];
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

/** Looks at the names in a folder, and at nothing else. */
export function detectProject(root: string): Project {
  return { kinds: [...new Set(SIGNS.filter(([file]) => existsSync(join(root, file))).map(([, kind]) => kind))] };
}
