import type { Mount } from '../linux/mounts.ts';
import { laterFiles, residualNotes } from './target.ts';
import type { PrintPlan, PrintedPlan } from './target.ts';
import type { SandboxPlan } from '../plan/sandboxPlan.ts';

/** A mount in the words that `docker run --mount` and a dev container share. */
function mountText({ path, as }: Mount): string {
  switch (as) {
    case 'writable':
      return `type=bind,source=${path},target=${path}`;
    case 'readOnly':
      return `type=bind,source=${path},target=${path},readonly`;
    case 'emptyFile':
      return `type=bind,source=/dev/null,target=${path},readonly`;
    case 'emptyFolder':
      return `type=tmpfs,target=${path}`;
  }
}

/** A mount is a list with commas, and a path with one would say something else. */
const unspeakable = (mounts: readonly Mount[]): readonly string[] =>
  mounts
    .filter(({ path }) => /[,"\n]/u.test(path))
    .map(({ path }) => `the path \`${path}\` cannot be written in a mount, so that it would stay open`);

const NOTES = ['a container has its own programs: toolchains of this machine are not in it'];

function notesOf(plan: SandboxPlan): readonly string[] {
  const network =
    plan.hosts.length === 0 ? [] : ['there is no network: a container has no proxy that knows hosts by their names'];
  return [...network, ...laterFiles(plan.hide), ...NOTES, ...residualNotes(plan)];
}

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

/** A script that runs a command by `docker run`: `./sandbox.sh IMAGE COMMAND…`. */
export const printDocker: PrintPlan = (plan, { mounts }): PrintedPlan => {
  const options = [
    '--rm --interactive --init --network none --cap-drop ALL --security-opt no-new-privileges',
    `--pids-limit ${plan.limits.processes} --read-only --tmpfs /tmp --tmpfs /var/tmp --tmpfs /run`,
    '--user "$(id -u):$(id -g)" --env HOME=/tmp',
    `--workdir ${quoted(plan.project)}`,
    ...mounts.map(mount => `--mount ${quoted(mountText(mount))}`),
    ...plan.environment.filter(name => !name.endsWith('*')).map(name => `--env ${name}`),
  ];
  return {
    text: `#!/bin/sh\nexec docker run \\\n${options.map(option => `  ${option} \\\n`).join('')}  "$@"\n`,
    notes: notesOf(plan),
    wider: unspeakable(mounts),
  };
};

/** A `devcontainer.json`. Its container has no network. */
export const printDevcontainer: PrintPlan = (plan, { mounts }): PrintedPlan => {
  const own = mounts.find(({ path }) => path === plan.project);
  const settings = {
    name: 'licet',
    image: 'mcr.microsoft.com/devcontainers/base:debian',
    workspaceFolder: plan.project,
    workspaceMount: mountText(own ?? { path: plan.project, as: 'readOnly' }),
    mounts: mounts.filter(mount => mount !== own).map(mountText),
    runArgs: ['--network=none', '--cap-drop=ALL', '--security-opt=no-new-privileges', `--pids-limit=${plan.limits.processes}`],
  };
  return { text: `${JSON.stringify(settings, undefined, 2)}\n`, notes: notesOf(plan), wider: unspeakable(mounts) };
};
