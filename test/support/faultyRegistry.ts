import { capabilityDefinitions } from '@licet/capabilities';
import type { GuardNode, Registry } from '@licet/core';
import { createRegistry, pass } from '@licet/core';
import { defineNode } from '@licet/core/nodes';
import { guardDefinitions } from '@licet/guards';

const FAULTS: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error('broken on purpose');
  },
  rejects: () => Promise.reject(new Error('broken on purpose')),
  hangs: () => new Promise(() => undefined),
  nonsense: () => 'yes',
  nothing: () => undefined,
  wrongRuling: () => ({ ...pass(), ruling: 'allow' }),
  exits: () => process.exit(0),
  throwsLater: () => {
    setTimeout(() => {
      throw new Error('broken on purpose');
    });
    return new Promise(() => undefined);
  },
  rejectsUnseen: () => {
    void Promise.reject(new Error('broken on purpose'));
    return new Promise(() => undefined);
  },
  aborts: () => process.kill(process.pid, 'SIGKILL'),
};

/** The registry of the command line, and a guard that fails in the way that the policy wants: for tests of the hook process. */
export function registry(): Registry {
  const faulty = defineNode<{ how: string; after?: boolean }>({
    kind: 'faulty',
    doc: 'fails',
    params: z => z.strictObject({ how: z.enum(Object.keys(FAULTS)), after: z.boolean().exactOptional() }),
    build: ({ how, after = false }): GuardNode => ({
      name: 'faulty',
      kind: 'faulty',
      params: { how, after },
      check: () => (after ? pass() : (FAULTS[how]?.() as never)),
      ...(after && { record: () => FAULTS[how]?.() as never }),
    }),
  });
  return createRegistry([...guardDefinitions, ...capabilityDefinitions, faulty]);
}
