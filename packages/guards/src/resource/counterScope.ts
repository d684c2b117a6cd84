import type { Action, Zod } from '@licet/core';
import { InvariantError } from '@licet/core';
import type { ZodType } from 'zod';

const SCOPES = ['session', 'agent', 'tool', 'principal', 'project'] as const;

/**
 * Who shares a counter: the session, one agent in it, one tool in it, one principal in all of their sessions, or every
 * session on the same store.
 */
export type CounterScope = (typeof SCOPES)[number];

/** Returns the part of a counter's key that tells those apart who do not share it. Actions without a principal share one. */
export function scopeKey({ sessionId, agentId, tool, kind, principal }: Action, per: CounterScope): string {
  switch (per) {
    case 'project':
      return 'project';
    case 'principal':
      return principal === undefined ? 'principal' : `principal:${keyPart(principal.id)}`;
    case 'session':
      return `session:${keyPart(sessionId)}`;
    case 'agent':
      return `session:${keyPart(sessionId)}:agent:${keyPart(agentId ?? 'main')}`;
    case 'tool':
      return `session:${keyPart(sessionId)}:tool:${keyPart(tool ?? kind)}`;
  }
}

/** Keeps a name from posing as several parts of a key. */
export function keyPart(name: string): string {
  return name.replaceAll(/[%:]/g, char => (char === ':' ? '%3A' : '%25'));
}

/** Throws for what is no scope. */
export function checkScope(per: CounterScope): void {
  if (SCOPES.includes(per)) return;
  const known = `\`${SCOPES.slice(0, -1).join('`, `')}\` or \`${SCOPES.at(-1)}\``;
  throw new InvariantError('invalid_param', `\`per\` must be ${known}, found \`${String(per)}\``, { path: ['per'] });
}

/** The schema of a scope. */
export function scopeSchema(z: Zod): ZodType<CounterScope> {
  return z.enum(SCOPES).describe('who shares the counter');
}
