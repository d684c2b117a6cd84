import type { CallPatterns } from '../../programs/callPatterns.ts';
import { fitsCall } from '../../programs/callPatterns.ts';
import type { Effect } from '@licet/core';
import { isWithin } from '../../places/lexical.ts';
import { markMadeHere } from '../../places/madeHere.ts';
import type { ShellOptions } from '../words/frame.ts';

const { raw } = String;

/** Commands that build a project, by their words. */
const BUILDS: CallPatterns = [
  ['make gmake bmake', raw`(?!(?:.* )?(?:\w*clean|uninstall|test|lint|fmt)\b)`],
  ['ninja', ''],
  ['cmake', '--build '],
  ['go cargo zig dotnet swift bazel bazelisk buck2 stack cabal mix just task mage', raw`build\b`],
  ['npm pnpm yarn bun', raw`(?:run )?build\b`],
];

/** Commands that remove what the same tools have built. */
const CLEANS: CallPatterns = [
  [
    'go cargo zig dotnet swift bazel bazelisk stack mix just task mage mvn mvnw gradle gradlew sbt flutter',
    raw`(?:package )?clean\b`,
  ],
  ['make gmake bmake', raw`(?:.* )?(?:dist)?clean\b`],
];

/** What lies directly in a folder for programs, and is a program by its name. */
const programOf = (path: string, root: string): boolean =>
  isWithin(path, root) && /^\/(?:[\w.-]+\/)*bin\/[\w-]+(?:\.(?:exe|wasm|jar))?$/.test(path.slice(root.length));

/** Most programs that a build is taken to make. */
const MOST_PROGRAMS = 64;

/** A folder `bin/` of the project with nothing in it but built programs. */
function holdsPrograms(folder: string, root: string, files: ShellOptions['files']): boolean {
  const entries = folder.endsWith('/bin') && isWithin(folder, root) ? files?.list(folder) : undefined;
  return (
    entries !== undefined &&
    entries.length <= MOST_PROGRAMS &&
    entries.every(
      ({ name }) => programOf(`${folder}/${name}`, root) && files?.text?.(`${folder}/${name}`)?.startsWith('#!') !== true,
    )
  );
}

/** Marks what is deleted and made again, by this command or by the next build. */
export const markMade = (effects: readonly Effect[], options: ShellOptions): readonly Effect[] =>
  markMadeAgain(markMadeHere(effects, options.files), options);

/**
 * Marks programs in `bin/` that a command removes and then builds, or a folder of them beside a `clean` of the tool: the build makes
 * them again. Scripts are nobody's output, and what a pattern names is left as it is.
 */
function markMadeAgain(effects: readonly Effect[], { root, cwd, files }: ShellOptions): readonly Effect[] {
  const runs =
    (calls: CallPatterns) =>
    ({ kind, target, certainty }: Effect): boolean =>
      kind === 'execute' &&
      certainty === 'certain' &&
      target?.type === 'program' &&
      fitsCall(calls, target.argv[0] ?? '', target.argv.slice(1).join(' '));
  const built = effects.findLastIndex(runs(BUILDS));
  const isCleaned = effects.some(runs(CLEANS));
  return effects.map((effect, at) => {
    const { kind, target, tags = [] } = effect;
    if ((at > built && !isCleaned) || kind !== 'delete' || target?.type !== 'file' || target.glob !== undefined) return effect;
    if (target.recursive === true)
      return tags.includes('destructive') && holdsPrograms(target.resolved, root ?? cwd, files)
        ? { ...effect, tags: [...tags, 'regenerable'] }
        : effect;
    if (at > built) return effect;
    const isProgram =
      tags.includes('destructive') && [target.lexical, target.resolved].every(path => programOf(path, root ?? cwd));
    if (!isProgram || files?.text?.(target.resolved)?.startsWith('#!') === true) return effect;
    return { ...effect, tags: [...tags, 'regenerable'] };
  });
}
