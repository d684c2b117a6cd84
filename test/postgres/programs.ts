import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names the folder of the newest server programs on this machine. */
export function programs(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map(version => join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find(folder => ['postgres', 'initdb'].every(name => existsSync(join(folder, name))));
}

/** Who the server runs as. PostgreSQL refuses to run as root: then it is somebody who may do little. */
export function lesserUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map(flag => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  return undefined;
}

/** Why no server can be had on this machine; undefined when one can. */
export function whyNot(): string | undefined {
  if (process.env['DATABASE_URL'] !== undefined) return undefined;
  if (process.platform === 'win32') return 'DATABASE_URL is not set';
  if (programs() === undefined) return 'DATABASE_URL is not set, and `postgres` and `initdb` are not installed';
  if (process.getuid?.() === 0 && lesserUser() === undefined)
    return 'PostgreSQL does not run as root, and there is no other user';
  return undefined;
}
