import type { Effect } from '@licet/core';

import { isWithin } from '../../places/lexical.ts';
import type { ShellOptions } from '../words/frame.ts';

/** Commands that build a project, by their words. */
const builds =
  /^(?:(?:g|b)?make(?! (?:.* )?(?:\w*clean|uninstall|test|lint|fmt)\b)(?: |$)|ninja(?: |$)|cmake --build |(?:go|cargo|zig|dotnet|swift|bazel|bazelisk|buck2|stack|cabal|mix|just|task|mage) build\b|(?:npm|pnpm|yarn|bun) (?:run )?build\b)/;

/** What lies directly in a folder for programs, and is a program by its name. */
const programOf = (path: string, root: string): boolean =>
  isWithin(path, root) && /^\/(?:[\w.-]+\/)*bin\/[\w-]+(?:\.(?:exe|wasm|jar))?$/.test(path.slice(root.length));

/**
 * Marks programs in `bin/` that a command removes and then builds: the build makes them again. Scripts are nobody's output, and what
 * a pattern names is left as it is.
 */
export function markMadeAgain(effects: readonly Effect[], { root, cwd, files }: ShellOptions): readonly Effect[] {
  const built = effects.findLastIndex(
    ({ kind, target, certainty }) =>
      kind === 'execute' && certainty === 'certain' && target?.type === 'program' && builds.test(target.argv.join(' ')),
  );
  return effects.map((effect, at) => {
    const { kind, target, tags = [] } = effect;
    if (at > built || kind !== 'delete' || target?.type !== 'file' || target.glob !== undefined || target.recursive === true)
      return effect;
    const isProgram =
      tags.includes('destructive') && [target.lexical, target.resolved].every(path => programOf(path, root ?? cwd));
    if (!isProgram || files?.text?.(target.resolved)?.startsWith('#!') === true) return effect;
    return { ...effect, tags: [...tags, 'regenerable'] };
  });
}
