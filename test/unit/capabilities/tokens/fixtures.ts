import { All, memorySessions } from '@licet/core';
import type { Guard, SessionStore } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import type { CapabilityEngineOptions } from '@licet/capabilities';
import type { TokenOptions } from '@licet/capabilities/tokens';
import { Capabilities, CapabilityEngine } from '@licet/capabilities';
import { Token, keyRing } from '@licet/capabilities/tokens';

export const OLD = 'an old secret of at least thirty-two letters';
export const NEW = 'a new secret of at least thirty-two letters!';

/** An engine whose policy asks for tokens, with a stopped clock. */
export function stage(
  more: CapabilityEngineOptions & {
    readonly token?: TokenOptions;
    readonly guards?: readonly Guard[];
    readonly sessions?: SessionStore;
  } = {},
) {
  const { token = {}, guards = [], keys = keyRing(OLD), sessions = memorySessions(), ...options } = more;
  const clock = fakeClock(1_000_000);
  const catalogue = Capabilities({
    catalogue: { 'crm.find': { safety: 'read' }, 'crm.edit': { safety: 'write' }, 'crm.drop': { safety: 'destructive' } },
  });
  const policy = All(catalogue, ...guards, Token({ keys, ...token }));
  const engine = new CapabilityEngine(policy, { keys, sessions, clock, ...options });
  return { engine, clock, sessions, policy };
}

export const ann = { id: 'ann', roles: ['writer'] };

/** Grants a token that must be granted. */
export async function granted(
  engine: CapabilityEngine,
  wish: Partial<Parameters<CapabilityEngine['grant']>[0]> = {},
): Promise<string> {
  const result = await engine.grant({ tool: 'crm.find', principal: ann, ...wish });
  if (!result.granted) throw new Error(`not granted: ${result.evaluation.code}`);
  return result.token;
}

/** The code of a call with a token. */
export async function use(engine: CapabilityEngine, token: string | undefined, more: object = {}): Promise<string> {
  const request = token === undefined ? {} : { token };
  return (await engine.evaluate({ kind: 'tool', tool: 'crm.find', principal: ann, request, ...more })).code;
}
