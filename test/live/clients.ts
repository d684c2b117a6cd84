import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hosts } from '../hosts/index.ts';
import type { Client } from './client.ts';

/** The clients that can be driven without an account. */
export const CLIENTS: readonly Client[] = hosts.flatMap(({ runtime, client }) =>
  client === undefined ? [] : [{ runtime: runtime.name, ...client }],
);

/** Installs a client from npm where it is not yet, and returns its folder and its version. */
export function install(client: Client): { readonly installed: string; readonly version: string } {
  const installed = join(process.env['LICET_LIVE_DIR'] ?? join(tmpdir(), 'licet-live'), client.runtime);
  const manifest = join(installed, 'node_modules', client.package, 'package.json');
  if (!existsSync(manifest)) {
    mkdirSync(installed, { recursive: true });
    const npm = ['-y', '-p', 'node@24', 'npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npx', [...npm, '--prefix', installed, client.package], { stdio: 'inherit' });
  }
  const read = `process.stdout.write(require(${JSON.stringify(manifest)}).version)`;
  return { installed, version: execFileSync(process.execPath, ['-e', read], { encoding: 'utf8' }) };
}
