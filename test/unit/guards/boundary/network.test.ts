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
    ['reaches the metadata by a public name', {}, net('a.169-254-169-254.sslip.io'), 'block', 'host_denied'],
    ['reaches the credentials of a pod', {}, net('169.254.170.23'), 'block', 'host_denied'],
    [
      'reaches an address in such a name, where it is allowed by name',
      { allow: ['*.nip.io'] },
      net('10.0.0.1.nip.io'),
      'pass',
      'ok',
    ],
    ['reaches a denied address by a public name', { deny: ['10.0.0.0/8'] }, net('10.0.0.1.nip.io'), 'block', 'host_denied'],
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
    ['downloads without saying how', { methods: ['GET'] }, net('a.example'), 'ask', 'network_unknown'],
    ['does both without saying how', { methods: ['GET'] }, net('a.example', { direction: 'both' }), 'ask', 'network_unknown'],
  ])('when the action %s', (_what, options, one, ruling, code) => {
    const evaluation = judge(Network(options), [one]);

    expect({ ruling: evaluation.ruling, code: evaluation.code }).toEqual({ ruling, code });
    if (ruling !== 'pass') expect(evaluation.fix?.summary).toMatch(/\S/);
  });

  it('skips an action that does not use the network', () => {
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

describe('Network with `methods: [GET]`', () => {
  const engine = new PolicyEngine(Network({ methods: ['GET'] }), {
    effects: analyzeEffects({ root: '/project' }),
    default: 'pass',
  });
  const bash = async (command: string): Promise<string> =>
    (await engine.evaluate({ kind: 'bash', tool: 'Bash', payload: { command }, sessionId: 's', cwd: '/project' })).ruling;

  it.each([
    ['curl https://x.example/a', 'pass'],
    ['curl -G -d q=1 https://x.example/a', 'pass'],
    ['curl -X GET https://x.example/a', 'pass'],
    ['curl -X DELETE https://x.example/a', 'block'],
    ['curl -XDELETE http://localhost:3000/a', 'block'],
    ['curl --request put https://x.example/a', 'block'],
    ['curl -d a=1 https://x.example/a', 'block'],
    ['curl --json "{}" --url https://x.example/a', 'block'],
    ['curl -F a=1 https://x.example/a', 'block'],
    ['curl -T a.txt https://x.example/a', 'block'],
    ['curl -I https://x.example/a', 'block'],
    ['curl -X "$M" https://x.example/a', 'ask'],
    ['curl -K options https://x.example/a', 'ask'],
    ['wget https://x.example/a', 'pass'],
    ['wget --method=DELETE https://x.example/a', 'block'],
    ['wget --post-data=a https://x.example/a', 'block'],
    ['wget -e method=DELETE https://x.example/a', 'ask'],
    ['http https://x.example/a', 'pass'],
    ['http x.example/a q==1 X-A:b', 'pass'],
    ['http DELETE x.example/a', 'block'],
    ['xh put x.example/a b=1', 'block'],
    ['xh x.example/a b=1', 'block'],
    ['aria2c https://x.example/a', 'pass'],
    ['gh api repos/o/r', 'pass'],
    ['gh api -X DELETE repos/o/r', 'block'],
    ['gh api repos/o/r -f a=b', 'block'],
    ['gh api -X "$M" repos/o/r', 'ask'],
    ['gh repo delete o/r --yes', 'ask'],
    ['aws s3 rm s3://b/k', 'ask'],
    ['npm install', 'pass'],
    ['nc x.example 80', 'ask'],
    ['node -e "fetch(\'https://x.example\')"', 'pass'],
    ["node -e \"fetch('https://x.example', {method: 'DELETE'})\"", 'block'],
    ['node -e "fetch(\'https://x.example\', {method: process.argv[1]})"', 'ask'],
    ['node -e "fetch(\'https://x.example\', JSON.parse(a))"', 'ask'],
    ["node -e \"require('axios').delete('https://x.example')\"", 'block'],
    ["node -e \"require('axios')({url: 'https://x.example', method: 'delete'})\"", 'block'],
    ["node -e \"require('https').request({host: 'x.example', method: 'DELETE'}).end()\"", 'block'],
    ['python3 -c "import requests; requests.get(\'https://x.example\')"', 'pass'],
    ['python3 -c "import requests; requests.delete(\'https://x.example\')"', 'block'],
    ["python3 -c \"import requests; requests.request('DELETE', 'https://x.example')\"", 'block'],
    ['python3 -c "import requests,sys; requests.request(sys.argv[1], \'https://x.example\')"', 'ask'],
    ["python3 -c \"import httpx; httpx.put('https://x.example', data=b'')\"", 'block'],
    ["python3 -c \"import urllib.request as u; u.urlopen(u.Request('https://x.example', method='DELETE'))\"", 'block'],
  ])('rules %s: %s', async (command, ruling) => {
    expect(await bash(command)).toBe(ruling);
  });

  it.each([
    ['DELETE', 'block'],
    ['GET', 'pass'],
  ])('judges the method %s of a tool that fetches', (method, ruling) => {
    const payload = { url: 'https://x.example/a', method };

    expect(engine.evaluateSync({ kind: 'network', tool: 'fetch', payload, sessionId: 's' }).ruling).toBe(ruling);
  });
});
