import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where bubblewrap is, or why code cannot run in it and what to do. */
export type FoundBubblewrap = { readonly program: string } | { readonly problem: string; readonly fix: string };

const INSTALL = 'install it (`apt install bubblewrap`, `dnf install bubblewrap`)';

/** Folders whose programs an agent cannot replace. `PATH` is not asked: a program of the project could be in front. */
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/bin', '/run/current-system/sw/bin'].join(delimiter);

/** Returns the program in the folders of the system; undefined where it is not installed. That it is there does not tell that it works. */
export const bubblewrapProgram = (folders: string = FOLDERS): string | undefined =>
  folders
    .split(delimiter)
    .map(folder => join(folder, 'bwrap'))
    .find(file => existsSync(file));

/**
 * Finds bubblewrap in the folders of the system and makes a trial run with the namespaces that a sandbox needs. A program that is there proves nothing:
 * many machines forbid user namespaces.
 */
export function findBubblewrap(folders: string = FOLDERS): FoundBubblewrap {
  const program = bubblewrapProgram(folders);
  if (program === undefined) return { problem: 'bubblewrap (`bwrap`) is not installed', fix: INSTALL };
  const trial = [
    ...'--unshare-all --unshare-user --disable-userns --die-with-parent --cap-drop ALL --ro-bind / / --'.split(' '),
    'true',
  ];
  const { status, stderr } = spawnSync(program, trial, { encoding: 'utf8', timeout: 10_000 });
  if (status === 0) return { program };
  const said = stderr.trim().split('\n')[0] ?? '';
  if (/disable-userns|unknown option/iu.test(said))
    return { problem: `\`${program}\` is older than version 0.8`, fix: 'install a newer version of bubblewrap' };
  return {
    problem: `\`${program}\` cannot make namespaces on this machine${said === '' ? '' : ` (${said})`}`,
    fix: 'ask the administrator to allow unprivileged user namespaces (`sysctl kernel.unprivileged_userns_clone=1`, or an AppArmor profile for bwrap)',
  };
}

/** Says why bubblewrap has not started a command, and what to do. A trial before each run would find it too, and take as long as the run itself. */
export function whyNotStarted(): string {
  const found = findBubblewrap();
  return 'problem' in found
    ? `${found.problem}, and \`licet run\` never runs a command without a sandbox: ${found.fix}`
    : 'bubblewrap could not make the sandbox and has written why: run the command again, since a folder may just have gone';
}
