import type { Request } from './requests.ts';

/** An engine, set up for the job. */
export interface Decider {
  decide(request: Request): boolean | Promise<boolean>;
}

/** Sets an engine up; what this costs is not part of the job. */
export type Setup = () => Decider | Promise<Decider>;
