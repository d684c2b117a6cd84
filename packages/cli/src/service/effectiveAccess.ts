import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Has `existsSync` look with the rights that this process has now. The system answers `access` by the real user of a process, which stays
 * that of the service: a file that only the user who asks can see would not be there, and a policy that is not there stops nothing.
 */
export function useEffectiveRights(host: Pick<typeof fs, 'existsSync' | 'accessSync' | 'statSync'> = fs): void {
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
