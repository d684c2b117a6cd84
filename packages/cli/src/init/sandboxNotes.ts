import type { Runtime } from '@licet/adapters/runtimes';

import type { Plan } from './plan.ts';

/** What a person still has to do so that code of the project runs in a sandbox, in sentences. */
export async function sandboxNotes({ policy, steps }: Plan, runtimes: readonly Runtime[]): Promise<readonly string[]> {
  const { findBubblewrap } = await import('@licet/sandbox');
  const isWritten = steps.some(({ file, action }) => file === policy && action === 'create');
  const found = process.platform === 'linux' ? findBubblewrap() : NO_LINUX;
  const others = runtimes.filter(({ containsCommands }) => containsCommands !== true);
  return [
    ...(isWritten
      ? []
      : [`the policy is there already: add \`sandbox: auto\` and the guard \`contained\` to it, and run \`licet accept\``]),
    ...('program' in found ? [] : [`no command runs in a sandbox yet, since ${found.problem}: ${found.fix}`]),
    ...others.map(
      ({ title }) =>
        `${title} lets no hook put a command into a sandbox, so that code of the project asks there: \`licet sandbox print\` makes settings of other sandboxes`,
    ),
  ];
}

const NO_LINUX = {
  problem: '`licet run` has a sandbox for Linux only',
  fix: '`licet sandbox print` makes settings of others',
} as const;
