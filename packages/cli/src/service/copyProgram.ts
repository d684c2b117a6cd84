import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { UsageError } from '@licet/core/command';
import type { ProgramOnDisk } from '../init/plan.ts';
import { changeProblem } from './config.ts';

/** The packages that analysers load when they need them, and what they need themselves. Without one, code is unknown and asks. */
const PACKAGES = ['@babel/parser', 'web-tree-sitter'] as const;

/** What lies beside the bundles. */
const BESIDE = ['grammars', 'schema'] as const;

/** Throws a {@link UsageError} where a user besides root could have changed the program, or can change the Node that runs it. */
export function requireTrusted({ node, bundle }: ProgramOnDisk): void {
  const problem = changeProblem(node) ?? changeProblem(bundle);
  if (problem !== undefined)
    throw new UsageError(
      `the service must run from files that only root can change: ${problem}: install Node and Licet for the whole machine (\`sudo npm install --global licet\`), and run that one`,
    );
}

/** Copies the program to a folder that only root can change, in place of what is there. Returns what takes the copy back. */
export function copyProgram({ bundle }: ProgramOnDisk, folder: string): () => void {
  const [part, old] = [`${folder}.new`, `${folder}.old`];
  for (const each of [part, old]) rmSync(each, { recursive: true, force: true });
  try {
    fill(part, bundle);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  }
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(part, folder);
  return () => {
    rmSync(folder, { recursive: true, force: true });
    if (existsSync(old)) renameSync(old, folder);
  };
}

/** Copies the bundles, what lies beside them, and the packages that they load. */
function fill(part: string, bundle: string): void {
  mkdirSync(part, { recursive: true });
  const from = dirname(bundle);
  mkdirSync(join(part, 'dist'));
  for (const name of readdirSync(from)) if (name.endsWith('.cjs')) cpSync(join(from, name), join(part, 'dist', name));
  for (const name of BESIDE) cpSync(join(from, '..', name), join(part, name), { recursive: true });
  for (const name of PACKAGES) copyPackage(bundle, name, join(part, 'node_modules'));
  makeReadable(part);
}

/** Says that what a copy has replaced is not wanted back. */
export function forgetOldProgram(folder: string): void {
  rmSync(`${folder}.old`, { recursive: true, force: true });
}

function copyPackage(from: string, name: string, to: string): void {
  const places = createRequire(from).resolve.paths(name) ?? [];
  const found = places.map(place => join(place, name, 'package.json')).find(existsSync);
  if (found === undefined)
    throw new UsageError(`this installation of licet is not whole: \`${name}\` is missing: install licet again`);
  const manifest = realpathSync(found);
  const folder = dirname(manifest);
  const problem = changeProblem(manifest);
  if (problem !== undefined) throw new UsageError(`the service must run from files that only root can change: ${problem}`);
  cpSync(folder, join(to, name), { recursive: true, filter: file => !file.slice(folder.length).includes('/node_modules/') });
  const { dependencies = {} } = createRequire(from)(manifest) as { readonly dependencies?: Readonly<Record<string, string>> };
  for (const needed of Object.keys(dependencies)) copyPackage(manifest, needed, to);
}

/** Everybody may read the program, and nobody but root may change it. */
function makeReadable(path: string): void {
  const isFolder = lstatSync(path).isDirectory();
  chmodSync(path, isFolder ? 0o755 : 0o644);
  if (isFolder) for (const name of readdirSync(path)) makeReadable(join(path, name));
}
