import { readService, roleOf } from './config.ts';
import type { ServiceConfig, ServiceRole } from './config.ts';

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
