import { spawnSync } from 'node:child_process';

import { UsageError } from '@licet/core/command';
import type { SystemUser } from './config.ts';

/** Runs a program of the system and returns its output; undefined where it fails or is not there. */
export type RunProgram = (command: string, args: readonly string[]) => string | undefined;

/** Runs a program by its name, with the search path of administrators. */
export const runProgram: RunProgram = (command, args) => {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
    timeout: 20_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
};

/** Finds a user by name or number; undefined where the system has none. */
export function findUser(named: string, run: RunProgram = runProgram): SystemUser | undefined {
  const [name = '', , uid = '', gid = '', , home = ''] = (run('getent', ['passwd', named]) ?? '').trimEnd().split(':');
  return name === '' || !/^\d+$/u.test(uid) || !home.startsWith('/')
    ? undefined
    : { name, uid: Number(uid), gid: Number(gid), home };
}

/** The users of some names. Throws a {@link UsageError} for a name that the system does not know. */
export function requireUsers(names: readonly string[], run: RunProgram = runProgram): readonly SystemUser[] {
  return [...new Set(names)].map(name => {
    const user = findUser(name, run);
    if (user === undefined) throw new UsageError(`this system has no user \`${name}\`: \`getent passwd\` lists them`);
    return user;
  });
}

/** Groups whose members can become root, or read what root reads. */
const POWERFUL: readonly string[] = [
  'root',
  'sudo',
  'wheel',
  'admin',
  'docker',
  'lxd',
  'incus-admin',
  'libvirt',
  'disk',
  'shadow',
  'licet',
];

/** The ways in which a user could do without the service what the service keeps from them, as far as the system says. */
export function powersOf({ name, uid }: Pick<SystemUser, 'name' | 'uid'>, run: RunProgram = runProgram): readonly string[] {
  const groups = (run('id', ['-Gn', name]) ?? '').trim().split(/\s+/u);
  const found = groups.filter(group => POWERFUL.includes(group)).map(group => `it is in the group \`${group}\``);
  const sudo = run('sudo', ['-n', '-l', '-U', name]) ?? '';
  return [
    ...(uid === 0 ? ['it is root'] : []),
    ...found,
    ...(/NOPASSWD/u.test(sudo) ? ['it may use `sudo` without a password'] : []),
  ];
}
