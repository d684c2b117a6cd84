import { realpathSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

import { UsageError } from '@licet/core/command';
import type { ProgramOnDisk } from '../init/plan.ts';

/** What this process runs from, and an agent must not change: Node itself, and the folder of the bundle if it is one. */
export function ownProgram(node: string = process.execPath, script: string | undefined = process.argv[1]): readonly string[] {
  if (script === undefined) return [node];
  try {
    const real = realpathSync(script);
    return /^licet[^/\\]*\.[cm]?js$/.test(basename(real)) ? [node, script, dirname(real)] : [node];
  } catch {
    return [node];
  }
}

const FROM_SOURCES =
  'this licet runs from its sources, and no hook starts from those: build it with `npx -y pnpm@12 tarballs`, then install it in the project as that command says';

/** Returns the program that runs, as hooks can start it, and the JSON Schema that lies beside it. Throws where it runs from its sources. */
export function programHere(): { readonly command: ProgramOnDisk; readonly schema: string } {
  const bundle = realpathSync(process.argv[1] ?? '');
  if (/\.[cm]?ts$/.test(bundle)) throw new UsageError(FROM_SOURCES);
  return { command: { node: process.execPath, bundle }, schema: schemaOf(join(dirname(bundle), '..')) };
}

function schemaOf(program: string): string {
  const file = join(program, 'schema', 'governance.schema.json');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new UsageError(
      `this installation of licet is not whole: \`${file}\` cannot be read (${why}): install licet again, or build it again in a clone`,
    );
  }
}

/** The words with which a person in a folder starts the program: by npm, from the path, by the launcher of the project, or with Node. */
export function wordsFor({ bundle }: ProgramOnDisk, root: string, hasLauncher: boolean): string {
  const [, place] = /^(.*[\\/])node_modules[\\/]licet[\\/]/.exec(bundle) ?? [];
  if (place !== undefined) {
    if (`${root}${sep}`.startsWith(place)) return 'npx licet';
    if (/[\\/]lib[\\/]$/.test(place)) return 'licet';
  }
  return hasLauncher ? 'sh .licet/licet.sh' : `node ${bundle}`;
}
