import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folder that `npm` of another project installs from: the one that is named, seen from where the command was typed, or `tarballs` of the clone. */
function destination([named]: readonly string[]): string {
  return named === undefined ? join(root, 'tarballs') : resolve(process.env['INIT_CWD'] ?? process.cwd(), named);
}

/** Packs every package as npm would publish it, in place of the tarballs of an earlier build. Returns their files. */
function pack(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const tarballs = (): readonly string[] => readdirSync(folder).filter(name => /^licet-.*\.tgz$/.test(name));
  for (const name of tarballs()) rmSync(join(folder, name));
  const words = ['-y', 'pnpm@12', '-r', '--filter', './packages/*', 'pack', '--pack-destination', folder];
  execFileSync('npx', words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  return tarballs();
}

const folder = destination(process.argv.slice(2));
const packed = pack(folder);
console.log(`packed ${packed.length} packages into ${folder}

in your project: npm install --save-dev ${join(folder, '*.tgz')}
then:            npx licet init`);
