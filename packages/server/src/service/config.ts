import { lstatSync, readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';

import { UsageError } from '@licet/core/command';

import { SERVICE_FILE } from './serviceFile.ts';

/** A user of the machine. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** The home folder; absolute. */
  readonly home: string;
}

/** What the service is, and for whom it answers. */
export interface ServiceConfig {
  readonly version: 1;
  /** The user that the service runs as. */
  readonly user: SystemUser;
  /** The folder of everything that is kept, and the one of the sockets. */
  readonly state: string;
  readonly run: string;
  /** The Node that runs the program, and the program. */
  readonly node: string;
  readonly program: string;
  /** The users whose agents are governed: they ask, and answer nothing. */
  readonly governed: readonly SystemUser[];
  /** The users who answer requests. Root always may. */
  readonly approvers: readonly SystemUser[];
}

/** What a user is to the service. */
export type ServiceRole = 'governed' | 'approver' | 'stranger';

/**
 * Reads what the administrator has written down; undefined where there is no service. Throws a {@link UsageError} for a file that
 * anybody but root could have written, and for one that is not what it should be: a hook then stops every call.
 */
export function readService(file: string = SERVICE_FILE): ServiceConfig | undefined {
  const found = lookAt(file);
  if (found === undefined) return undefined;
  let value: unknown;
  try {
    const problem = changeProblem(file);
    if (problem !== undefined) throw broken(file, problem);
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw broken(file, (error as NodeJS.ErrnoException).code ?? 'it is not JSON');
  }
  if (!isConfig(value)) throw broken(file, 'it does not say what a service needs');
  return value;
}

/** Says what a user is to the service. Root approves. */
export function roleOf({ governed, approvers }: ServiceConfig, uid: number): ServiceRole {
  if (governed.some(user => user.uid === uid)) return 'governed';
  return uid === 0 || approvers.some(user => user.uid === uid) ? 'approver' : 'stranger';
}

/**
 * Tells why a user other than root could change a file or replace it; undefined if none could. Looks at the file and at every folder
 * above it, also along links. `trusted` names more users than root. Throws what looking throws.
 */
export function changeProblem(path: string, trusted: readonly number[] = []): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    const problem = ownProblem(at, lstatSync(at), trusted) ?? linkProblem(at, trusted);
    if (problem !== undefined) return problem;
    if (dirname(at) === at) return undefined;
  }
}

/** What lies behind a link counts as much as the link. */
function linkProblem(path: string, trusted: readonly number[]): string | undefined {
  return lstatSync(path).isSymbolicLink() ? ownProblem(path, statSync(path), trusted) : undefined;
}

function ownProblem(path: string, found: Stats, trusted: readonly number[]): string | undefined {
  if (found.uid !== 0 && !trusted.includes(found.uid)) return `\`${path}\` belongs to user ${found.uid}`;
  if (found.isSymbolicLink()) return undefined;
  // In a sticky folder such as /tmp others can add files, and cannot replace this one.
  const isSticky = found.isDirectory() && (found.mode & 0o1000) !== 0;
  return (found.mode & 0o022) === 0 || isSticky ? undefined : `others may write to \`${path}\``;
}

function lookAt(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw broken(file, (error as NodeJS.ErrnoException).code ?? 'it cannot be looked at');
  }
}

const broken = (file: string, why: string): UsageError =>
  new UsageError(
    `the service of this machine cannot be trusted: \`${file}\`: ${why}: ask the administrator for \`sudo licet service install\``,
  );

const isUser = (value: unknown): value is SystemUser => {
  const { name, uid, gid, home } = (value ?? {}) as Partial<Record<keyof SystemUser, unknown>>;
  return (
    typeof name === 'string' && Number.isInteger(uid) && Number.isInteger(gid) && typeof home === 'string' && home.startsWith('/')
  );
};

const isPath = (value: unknown): boolean => typeof value === 'string' && value.startsWith('/');

function isConfig(value: unknown): value is ServiceConfig {
  const { version, user, state, run, node, program, governed, approvers } = (value ?? {}) as Partial<
    Record<keyof ServiceConfig, unknown>
  >;
  return (
    version === 1 &&
    isUser(user) &&
    [state, run, node, program].every(isPath) &&
    [governed, approvers].every(list => Array.isArray(list) && list.every(isUser))
  );
}

/** The service of this machine, as it concerns the user of this process. */
export interface ServiceHere {
  readonly config: ServiceConfig;
  readonly role: Exclude<ServiceRole, 'stranger'>;
  readonly uid: number;
}

/**
 * Finds the service that this process must ask; undefined where there is none, or where it is not for this user. Throws where what is written
 * about it cannot be trusted. Nothing that a user can set has a say in it.
 */
export function serviceHere(): ServiceHere | undefined {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  const config = readService();
  if (config === undefined) return undefined;
  const role = roleOf(config, uid);
  return role === 'stranger' ? undefined : { config, role, uid };
}
