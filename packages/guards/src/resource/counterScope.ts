import type { Action } from '@licet/core';

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
