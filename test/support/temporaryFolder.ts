import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a run of the tests its own temporary folder, and removes it with everything that tests and their processes left there. */
export function setup(): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'licet-'));
  // Servers run as separate users.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
