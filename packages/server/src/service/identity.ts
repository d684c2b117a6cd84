import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { InvariantError } from '@licet/core';

import type { SystemUser } from './config.ts';

/** The calls of a process that change whose rights it has. */
export interface IdentityCalls {
  setgroups(groups: readonly number[]): void;
  getgroups(): number[];
  initgroups(user: string, gid: number): void;
  setegid(gid: number): void;
  seteuid(uid: number): void;
  geteuid(): number;
  /** Ends the process at once: one with the rights of somebody else must not go on. */
  readonly abort: () => never;
}

/** Whose rights this process has to files. */
export interface Identity {
  /** Does something with the rights of a user and no others. What is called in it does not outlast it. */
  readonly as: <T>(user: SystemUser, work: () => Promise<T>) => Promise<T>;
  /** Does something with the rights of the service, also while it has those of somebody else. */
  readonly asOwner: <T>(work: () => T) => T;
}

/**
 * Lets a process with `CAP_SETUID` and `CAP_SETGID` read files as the user whom it answers: the kernel refuses what that user could not read, so
 * no answer can hold any of it. The real user stays that of the service, so the user can neither end nor trace the process meanwhile.
 */
export function identity(owner: SystemUser, calls: IdentityCalls = callsOf(process)): Identity {
  const { groupsOf, ownGroups } = groupsFrom(calls);
  let asker: SystemUser | undefined;
  const change = changer(calls);
  const become = (uid: number) => (): void => calls.seteuid(uid);
  return {
    async as(user, work) {
      if (asker !== undefined) throw new InvariantError('wrong_phase', 'the service answers one user at a time');
      const its = groupsOf(user);
      asker = user;
      change(
        () => calls.setgroups(its),
        () => calls.setegid(user.gid),
        become(user.uid),
      );
      try {
        return await work();
      } finally {
        change(
          become(owner.uid),
          () => calls.setegid(owner.gid),
          () => calls.setgroups(ownGroups),
        );
        asker = undefined;
      }
    },
    asOwner(work) {
      const user = asker;
      if (user === undefined || calls.geteuid() === owner.uid) return work();
      change(become(owner.uid));
      try {
        return work();
      } finally {
        change(become(user.uid));
      }
    },
  };
}

/** Makes all steps of a change, or ends the process. */
function changer({ abort }: IdentityCalls): (...steps: readonly (() => void)[]) => void {
  return (...steps) => {
    try {
      for (const step of steps) step();
    } catch {
      abort();
    }
  };
}

/** The groups of each user as the system has them, asked for once. */
function groupsFrom(calls: IdentityCalls): {
  readonly ownGroups: readonly number[];
  readonly groupsOf: (user: SystemUser) => readonly number[];
} {
  const ownGroups = calls.getgroups();
  const groups = new Map<number, readonly number[]>();
  return {
    ownGroups,
    groupsOf({ uid, name, gid }) {
      const known = groups.get(uid);
      if (known !== undefined) return known;
      calls.initgroups(name, gid);
      const found = calls.getgroups();
      calls.setgroups(ownGroups);
      groups.set(uid, found);
      return found;
    },
  };
}

/** Tells whether this process may change whose rights it has. */
export function identityProblem({ uid, name }: SystemUser, found: number | undefined = process.getuid?.()): string | undefined {
  if (found === undefined) return 'this system has no users that a process can act as';
  if (found !== uid) return `the service runs as \`${name}\` (user ${uid}), found user ${found}`;
  return undefined;
}

/** The types of Node know all of these calls but one. */
type Host = NodeJS.Process & { readonly initgroups?: (user: string, gid: number) => void };

function callsOf(host: Host): IdentityCalls {
  const { setgroups, getgroups, initgroups, setegid, seteuid, geteuid } = host;
  if (!setgroups || !getgroups || !initgroups || !setegid || !seteuid || !geteuid)
    throw new InvariantError('wrong_phase', 'this system has no users that a process can act as');
  return {
    setgroups: groups => setgroups.call(host, [...groups]),
    getgroups: () => getgroups.call(host),
    initgroups: (user, gid) => initgroups.call(host, user, gid),
    setegid: gid => setegid.call(host, gid),
    seteuid: uid => seteuid.call(host, uid),
    geteuid: () => geteuid.call(host),
    abort: () => host.abort(),
  };
}

/** The calls that ask whether a file can be reached. */
export interface AccessCalls {
  existsSync: (path: string) => boolean;
  accessSync: (path: string) => void;
  readonly statSync: (path: string, options: { readonly throwIfNoEntry: false }) => object | undefined;
}

/**
 * Has `existsSync` look with the rights that this process has now. The system answers `access` by the real user of a process, which stays
 * that of the service: a file that only the user who asks can see would not be there, and a policy that is not there stops nothing.
 */
export function useEffectiveRights(host: AccessCalls = fs): void {
  host.existsSync = path => {
    try {
      return host.statSync(path, { throwIfNoEntry: false }) !== undefined;
    } catch {
      return false;
    }
  };
  host.accessSync = () => {
    throw new Error('`access` asks for the rights of the real user, and the service acts for another one');
  };
  syncBuiltinESMExports();
}
