import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { InvariantError } from '@licet/core';
import type { ServiceDoor, SocketServer } from '../resident/serviceServer.ts';

import { socketOf } from './ask.ts';
import type { ServiceConfig, SystemUser } from './config.ts';
import type { Identity } from './identity.ts';

/** A way into the service that one user has, and no other user. */
export interface UserDoor extends ServiceDoor {
  readonly user: SystemUser;
  readonly kind: 'ask' | 'approve';
}

/** Root may connect to what belongs to the service: its door needs no other owner. */
const ROOT: SystemUser = { name: 'root', uid: 0, gid: 0, home: '/root' };

/** The doors of a service: one for each user who asks, and one for each who answers. */
export function doorsOf(config: ServiceConfig, identity: Identity): readonly UserDoor[] {
  const door = (kind: UserDoor['kind'], user: SystemUser): UserDoor => ({
    user,
    kind,
    listen: server => listenFor(server, socketOf(config, kind, user.uid), user, config, identity),
  });
  return [
    ...config.governed.map(user => door('ask', user)),
    ...[ROOT, ...config.approvers.filter(({ uid }) => uid !== 0)].map(user => door('approve', user)),
  ];
}

/**
 * Listens on a socket that belongs to one user and has mode 0600: connecting needs write permission on it, so the kernel vouches for who
 * connects. The user makes it, in a new folder that cannot be found; then the folder is closed, looked through and moved to its place, where the
 * user can write nothing.
 */
async function listenFor(
  server: SocketServer,
  socket: string,
  user: SystemUser,
  { run }: ServiceConfig,
  identity: Identity,
): Promise<void> {
  const [folder, nursery] = [join(socket, '..'), join(run, 'new')];
  mkdirSync(nursery, { recursive: true });
  chmodSync(nursery, 0o711);
  const made = join(nursery, randomBytes(16).toString('hex'));
  mkdirSync(made);
  // Sticky: no one but the user can take the socket away again while others could write there.
  chmodSync(made, 0o1733);
  const listen = (): Promise<void> => listening(server, join(made, 'socket'));
  await (user.uid === 0 ? listen() : identity.as(user, listen));
  chmodSync(made, 0o755);
  const found = lstatSync(join(made, 'socket'));
  const isOurs = found.isSocket() && found.uid === (user.uid === 0 ? process.getuid?.() : user.uid);
  if (!isOurs || readdirSync(made).length !== 1 || (found.mode & 0o077) !== 0)
    throw new InvariantError('wrong_phase', `somebody else wrote into \`${made}\` while the service started`);
  mkdirSync(join(folder, '..'), { recursive: true });
  chmodSync(join(folder, '..'), 0o755);
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
}

/** The process has a umask of 0077, so the socket has mode 0700. */
function listening(server: SocketServer, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
