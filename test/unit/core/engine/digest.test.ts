import { createHash } from 'node:crypto';

import { All, PolicyEngine, guard, pass } from '@licet/core';
import { digestAction, digestPolicy, freezeAction } from '@licet/core/policy';
import { describe, expect, it } from 'vitest';

const digest = (more: object = {}) => digestAction(freezeAction({ kind: 'bash', payload: { command: 'ls' }, ...more }));

describe('digestAction', () => {
  it('is hashed by the host of an engine that gives a hash, to the same digest', async () => {
    const hashed: string[] = [];
    const hash = (text: string): string => {
      hashed.push(text);
      return createHash('sha256').update(text).digest('hex');
    };
    const engine = new PolicyEngine(
      guard('yes', () => pass()),
      { hash },
    );
    const { actionDigest } = await engine.evaluate({ kind: 'bash', payload: { command: 'ls' } });
    expect(actionDigest).toBe(digest());
    expect(hashed).toHaveLength(1);
  });

  it('is about what the action does, not about the call', () => {
    expect(digest({ callId: 'a', sessionId: 's', approval: { id: 'x' } })).toBe(digest());
    for (const other of [
      { kind: 'read' },
      { payload: { command: 'rm' } },
      { cwd: '/' },
      { agentId: 'a' },
      { principal: { id: 'p' } },
      { tool: 'Bash' },
    ]) {
      expect(digest(other)).not.toBe(digest());
    }
  });

  it('is nothing where the arguments are not data', () => {
    for (const value of [() => 1, 1n, Symbol('a'), new Map([[1, 2]]), Number.NaN])
      expect(digest({ payload: { value } })).toBeUndefined();
  });
});

describe('digestPolicy', () => {
  it('is equal for equal trees and depends on their order', () => {
    const [a, b] = [guard('a', () => pass()), guard('b', () => pass())];

    expect(digestPolicy(All(a, b))).toBe(digestPolicy(All(a, b)));
    expect(digestPolicy(All(a, b))).not.toBe(digestPolicy(All(b, a)));
  });
});

describe('words for people', () => {
  const described = (description: string, remarks?: readonly string[]) =>
    digest({ payload: { command: 'ls', description }, ...(remarks !== undefined && { remarks }) });

  it('do not change what an action is', () => {
    expect(described('lists', ['description'])).toBe(described('shows', ['description']));
    expect(described('lists', ['description'])).toBe(digest({ payload: { command: 'ls' }, turnId: 'another' }));
  });

  it('count as arguments where the adapter does not name them', () => {
    expect(described('lists')).not.toBe(described('shows'));
    expect(described('lists', ['other'])).not.toBe(described('shows', ['other']));
  });
});
