import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { SelfProtection } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { place } from '../fixtures.ts';

const RUN = '/home/u/.licet/run';
const running = place({
  [RUN]: 'folder',
  [`${RUN}/0a`]: 'folder',
  [`${RUN}/0a/server.json`]: { text: '{"pid":1,"url":"http://127.0.0.1:43123","version":"0","control":"x"}' },
  [`${RUN}/hook-1`]: 'folder',
  [`${RUN}/hook-1/port`]: { text: '40404\n' },
});

const engineOf = (where = running) =>
  new PolicyEngine(SelfProtection(where), { effects: analyzeEffects({ ...where, env: {} }), default: 'pass' });
const engine = engineOf();
const bash = async (command: string, judge = engine) =>
  (await judge.evaluate({ kind: 'bash', tool: 'Bash', cwd: '/w', payload: { command } })).ruling;
const tool = async (name: string, payload: object) =>
  (await engine.evaluate({ kind: 'tool', tool: name, cwd: '/w', payload: { ...payload } })).ruling;

describe('a running server of Licet', () => {
  it.each([
    'curl -s -X POST http://127.0.0.1:43123/v1/console/pairings',
    `curl localhost:43123/v1/approvals/x -d '{"yes":true}'`,
    'P=43123; curl http://127.0.0.1:$P/v1/outcome -d @o.json',
    'curl http://127.1:43123/v1/stop',
    'curl http://0x7f000001:43123/',
    'curl http://127.0.0.1.nip.io:43123/',
    "curl 'http://[::ffff:127.0.0.1]:43123/'",
    'curl -x http://127.0.0.1:43123 http://other.example/v1/status',
    'curl --connect-to a.example:80:127.0.0.1:43123 http://a.example/v1/status',
    'wget -qO- http://localhost:40404/judge',
    'nc 127.0.0.1 43123 < request',
    'telnet localhost 43123',
    'socat - TCP:localhost:43123',
    'ssh -L 9999:127.0.0.1:43123 localhost',
    'http POST :43123/v1/stop',
    'exec 3<>/dev/tcp/127.0.0.1/43123',
    `node -e "fetch('http://127.0.0.1:43123/v1/evaluate',{method:'POST',body:'{}'})"`,
    `node -e "require('http').request({host:'127.0.0.1',port:43123,path:'/v1/stop'}).end()"`,
    `python3 -c "import requests; requests.post('http://localhost:43123/v1/console/pair')"`,
    `python3 -c "import socket; socket.create_connection(('127.0.0.1',43123))"`,
    'curl -X POST http://localhost:8181/v1/console/pairings',
  ])('is not for agents to ask: %s', async command => {
    expect(await bash(command)).toBe('block');
  });

  it('is not for tools of agents to ask', async () => {
    expect(await tool('WebFetch', { url: 'http://localhost:43123/console', prompt: 'read' })).toBe('block');
    expect(await tool('mcp__fetch__fetch', { url: 'http://127.0.0.1:43123/v1/status' })).toBe('block');
    expect(await tool('WebFetch', { url: 'http://localhost:5173/', prompt: 'read' })).toBe('pass');
  });

  it.each([
    'curl -s http://127.0.0.1:43123/health',
    'curl -s http://127.0.0.1:43123/openapi.json | jq .paths',
    'curl -s localhost:3000/v1/approvals',
    'curl -s localhost:5173/console',
    'curl http://api.example.com:43123/v1/evaluate',
    'curl "localhost:3000/?page=43123"',
    'grep -rn 127.0.0.1:43123 docs',
    'echo http://127.0.0.1:43123/console',
  ])('says whether it lives, and stays out of the way of others: %s', async command => {
    expect(await bash(command)).not.toBe('block');
  });

  it('is known by what it has left in the home folder only', async () => {
    expect(await bash('curl localhost:43123/v1/stop', engineOf(place()))).toBe('pass');
  });
});
