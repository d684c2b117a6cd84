import { realpathSync } from 'node:fs';

import { enterWorld } from '@licet/server/resident';
import type { ServiceRequest } from '@licet/server/resident';

import { UsageError } from '@licet/core/command';
import { serve } from '../policy/licetHome.ts';
import type { ServedUser } from '../policy/licetHome.ts';
import type { Judges } from '../resident/judges.ts';
import { identityOf } from '@licet/server/service';
import type { ServiceConfig, SystemUser, Identity } from '@licet/server/service';
import { homeFor, makeStateFolder } from './projects.ts';

/** What answers the requests of one service. */
export interface Service {
  readonly config: ServiceConfig;
  readonly rights: Identity;
  readonly judges: Judges;
}

/** Does something for a user: with the user's rights to files, and with all that Licet keeps in the folders of the service. */
export async function servedAs<T>(
  { config, rights }: Pick<Service, 'config' | 'rights'>,
  user: SystemUser,
  more: Pick<ServedUser, 'human' | 'input' | 'confirm'>,
  work: () => Promise<T>,
): Promise<T> {
  const { asOwner } = rights;
  // Another name of a folder leads to the same state.
  const stateOf = (root: string): string => {
    const real = realpathSync(root);
    return asOwner(() => makeStateFolder(config, { uid: user.uid, root: real }));
  };
  serve({ home: homeFor(config, user.uid), stateOf, asOwner, ...more });
  try {
    return await rights.as(user, work);
  } finally {
    serve(undefined);
    process.chdir('/');
  }
}

/**
 * Makes the environment and the folder of the caller those of this process. What would lead Licet itself elsewhere is left out, and the home is
 * the one that the system has for the user. Throws where the caller sees other files under the same names.
 */
export function enterCaller({ env, cwd, sees }: ServiceRequest['head'], { home }: SystemUser): void {
  const told = Object.entries(typeof env === 'object' && env !== null ? env : {});
  const world = new Map(told.flatMap(([name, value]) => (isTaken(name, value) ? [[name, value] as const] : [])));
  world.set('HOME', home);
  try {
    enterWorld({ env: world, cwd: typeof cwd === 'string' && cwd.startsWith('/') ? cwd : '/' });
  } catch (cause) {
    throw new UsageError('the folder that the caller works in cannot be entered: go to one that is there', { cause });
  }
  const seen = wordsIn(sees);
  if (seen[0] !== identityOf('/') || seen[1] !== identityOf('.'))
    throw new UsageError('the caller sees other files than the service, as in a container: install Licet in there');
}

const isTaken = (name: string, value: unknown): value is string =>
  typeof value === 'string' && !/^LICET_|^HOME$/u.test(name) && name !== '' && !`${name}${value}`.includes('\0');

/** The texts of a list that a caller sent. */
export const wordsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
