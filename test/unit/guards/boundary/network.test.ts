import type { Effect, NetworkTarget } from '@licet/core';
import { InvariantError, PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { Network } from '@licet/guards';
import type { NetworkOptions } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { effect, file, judge, skipped } from '../fixtures.ts';

const net = (host: string | undefined, more: Partial<NetworkTarget> = {}): Effect =>
  effect('network', { target: { type: 'network', direction: 'download', ...(host !== undefined && { host }), ...more } });

describe('Network', () => {
  test.each<readonly [string, NetworkOptions, Effect, string, string]>([
    ['reaches an allowed host', { allow: ['a.example'] }, net('a.example'), 'pass', 'ok'],
    ['reaches another host', { allow: ['a.example'] }, net('b.example'), 'block', 'host_not_allowed'],
    ['reaches a host that ends alike', { allow: ['a.example'] }, net('evila.example'), 'block', 'host_not_allowed'],
    ['reaches a host that begins alike', { allow: ['a.example'] }, net('a.example.evil.net'), 'block', 'host_not_allowed'],
    ['reaches a host below', { allow: ['*.a.example'] }, net('x.y.a.example'), 'pass', 'ok'],
    ['reaches the domain of a wildcard itself', { allow: ['*.a.example'] }, net('a.example'), 'block', 'host_not_allowed'],
    ['writes the host in capitals with a final dot', { deny: ['a.example'] }, net('A.EXAMPLE.'), 'block', 'host_denied'],
    ['reaches another port', { allow: ['a.example:443'] }, net('a.example', { port: 80 }), 'block', 'host_not_allowed'],
    ['reaches the port', { allow: ['a.example:443'] }, net('a.example', { port: 443 }), 'pass', 'ok'],
    ['reaches an unknown port', { allow: ['a.example:443'] }, net('a.example'), 'block', 'host_not_allowed'],
    ['reaches an address in a network', { deny: ['10.0.0.0/8'] }, net('10.1.2.3'), 'block', 'host_denied'],
    ['writes the address as one number', { deny: ['127.0.0.1'] }, net('2130706433'), 'block', 'host_denied'],
    ['writes the address in hexadecimal', { deny: ['127.0.0.1'] }, net('0x7f.1'), 'block', 'host_denied'],
    ['wraps the address in IPv6', { deny: ['127.0.0.1'] }, net('::ffff:127.0.0.1'), 'block', 'host_denied'],
    [
      'reaches a denied host that is also allowed',
      { allow: ['*'], deny: ['a.example'] },
      net('a.example'),
      'block',
      'host_denied',
    ],
    ['reaches the metadata of the cloud', {}, net('169.254.169.254'), 'block', 'host_denied'],
    ['reaches the metadata in another spelling', { allow: ['*'] }, net('0xa9fea9fe'), 'block', 'host_denied'],
    ['reaches a host that cannot be told', { allow: ['a.example'] }, net(undefined), 'ask', 'network_unknown'],
    ['reaches a host that cannot be told, where every host is free', {}, net(undefined), 'pass', 'ok'],
    ['does what cannot be seen', { allow: ['a.example'] }, effect('unknown'), 'ask', 'network_unknown'],
    ['sends data', {}, net('a.example', { direction: 'upload' }), 'ask', 'network_upload'],
    ['sends data where it may', { uploadTo: ['a.example'] }, net('a.example', { direction: 'upload' }), 'pass', 'ok'],
    [
      'sends data and the policy forbids it',
      { uploads: 'block' },
      net('a.example', { direction: 'upload' }),
      'block',
      'network_upload',
    ],
    ['opens a port', {}, net(undefined, { direction: 'listen' }), 'ask', 'network_listen'],
    ['uses another method', { methods: ['GET'] }, net('a.example', { method: 'delete' }), 'block', 'method_not_allowed'],
    ['downloads without saying how', { methods: ['GET'] }, net('a.example'), 'pass', 'ok'],
    ['does both without saying how', { methods: ['GET'] }, net('a.example', { direction: 'both' }), 'ask', 'network_unknown'],
  ])('when the action %s', (_what, options, one, ruling, code) => {
    const evaluation = judge(Network(options), [one]);

    expect({ ruling: evaluation.ruling, code: evaluation.code }).toEqual({ ruling, code });
    if (ruling !== 'pass') expect(evaluation.fix?.summary).toMatch(/\S/);
  });

  it('passes over an action that does not use the network', () => {
    expect(skipped(judge(Network(), [file('read', '/w/a'), effect('unknown')]))).toBe(true);
  });

  it.each(['https://a.example', 'a.example/x', 'a*.example', '', '10.0.0.0/99', 'a.example/8', 'a b'])(
    'refuses the pattern %j',
    host => {
      expect(() => Network({ allow: [host] })).toThrow(InvariantError);
    },
  );

  it('refuses an empty list', () => {
    expect(() => Network({ allow: [] })).toThrow('`allow` must be a list of texts, at least one, found an empty list');
  });

  it.each([
    ['node -e "fetch(\'https://b.example\')"', 'block'],
    ['echo https://b.example', 'pass'],
  ])('judges the command %s', (command, ruling) => {
    const engine = new PolicyEngine(Network({ allow: ['a.example'] }), {
      effects: analyzeEffects({ root: '/w', files: false, env: {} }),
    });
    expect(engine.evaluateSync({ kind: 'bash', tool: 'Bash', cwd: '/w', payload: { command } }).ruling).toBe(ruling);
  });
});
