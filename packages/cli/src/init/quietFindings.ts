import { spawnSync } from 'node:child_process';

import type { QuietLevel } from '@licet/core';
import type { QuietFacts } from '@licet/adapters/runtimes';

import { fine, failed, warning } from '../status/storeFindings.ts';
import type { Finding } from '../status/storeFindings.ts';
import type { InstalledHook } from './installedHook.ts';
import { runHook } from './probes.ts';

const NAME = 'quiet takes away only what it may';

/**
 * Asks an installed hook about calls that it may say yes to, and about calls that it must not: as the installed version of the runtime would. A yes
 * where none may be fails; no yes at all is a warning, since nothing is lost by it.
 */
export function quietFindings({ runtime, handler }: InstalledHook, root: string, level: QuietLevel): readonly Finding[] {
  if (level === 'off') return [];
  const { quiet, title, calls } = runtime;
  if (quiet === undefined) return [warning(NAME, `${title} has no yes that its user's rules win over, so it asks as always`)];
  const version = versionOf(quiet);
  if (version === undefined) return [warning(NAME, `\`${quiet.program} --version\` says no version, so nothing was tried`)];
  if (!quiet.isKnown(version))
    return [warning(NAME, `${title} ${version} is not known to let its user's rules win over a hook, so it asks as always`)];
  let count = 0;
  const isYes = (command: string, mode: object): boolean => {
    const ids = { cwd: root, sessionId: 'licet-doctor', callId: `licet-doctor-quiet-${count++}` };
    const event = { ...runtime.sample({ ...calls.run(command), ...ids }), ...mode };
    const { output } = runHook(runtime, { handler }, JSON.stringify(event), root, quiet.clientOf(version));
    try {
      return quiet.saysYes(JSON.parse(output ?? ''));
    } catch {
      return false;
    }
  };
  const { asking, planning } = quiet.modes;
  const wrong = [
    isYes('ls', planning) && 'it says yes in the mode that only plans',
    isYes('rm -rf /', asking) && 'it says yes to what the policy stops',
    isYes('frobnicate --all', asking) && 'it says yes to a program that it does not know',
  ].filter(each => each !== false);
  if (wrong.length > 0) return [failed(NAME, `${wrong.join('; ')}: set \`quiet: off\``)];
  return isYes('ls', asking)
    ? [fine(NAME, `up to \`${level}\`, in ${title} ${version}`)]
    : [warning(NAME, 'it says yes to nothing: a rule of the user may be meant, or no person has accepted this policy')];
}

function versionOf({ program }: QuietFacts): string | undefined {
  const { stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return error === undefined ? /\d+\.\d+\.\d+/u.exec(stdout)?.[0] : undefined;
}
