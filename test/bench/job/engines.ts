import type { Decider } from './decider.ts';
import type { Request } from './requests.ts';

/** The engines of the job. Each is loaded only where it is measured. */
export const ENGINES: Readonly<Record<string, (all: readonly Request[]) => Promise<Decider>>> = {
  'hand-written': async () => (await import('./handWritten.ts')).handWritten(),
  licet: async all => (await import('./licet.ts')).licet(all, false),
  'licet, trace read': async all => (await import('./licet.ts')).licet(all, true),
  casl: async all => (await import('./casl.ts')).casl(all),
  casbin: async () => (await import('./casbin.ts')).casbin(),
  cedar: async () => (await import('./cedar.ts')).cedar(),
  'json-rules-engine': async () => (await import('./jsonRules.ts')).jsonRules(),
};
