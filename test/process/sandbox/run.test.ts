import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { PROBES } from './probes.ts';
import { SandboxWorld, missingSandbox } from './sandboxWorld.ts';

const missing = missingSandbox();

describe.skipIf(missing !== undefined)(`licet run${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  it('holds every probe of a program that wants out', async () => {
    const world = new SandboxWorld();
    spawnSync('mkfifo', [join(world.project, 'pipe')]);
    const outside = createServer();
    const socket = createServer();
    const abstract = createServer();
    await new Promise<void>(resolve => void outside.listen(0, '127.0.0.1', resolve));
    await new Promise<void>(resolve => void socket.listen(join(world.project, 'server.sock'), resolve));
    await new Promise<void>(resolve => void abstract.listen('\0licet-probe', resolve));
    const { port } = outside.address() as AddressInfo;
    const script = PROBES.map(
      ({ script: lines }, at) =>
        `echo "@${at}"\n(export PORT=${port} HOST_PID=${process.pid}\n${lines}\n) 2>/dev/null </dev/null`,
    ).join('\n');

    const { stdout, stderr } = world.run(script, { API_TOKEN: 'hunter2', DATABASE_URL: 'postgres://u:hunter2@h/d' });
    for (const server of [outside, socket, abstract]) server.close();

    const results = stdout.split(/^@(?=\d+$)/mu).slice(1);
    expect({ stderr, count: results.length }).toEqual({ stderr: expect.any(String), count: PROBES.length });
    expect(results.filter(text => text.includes('LEAK')).map(text => PROBES[Number.parseInt(text, 10)]?.name)).toEqual([]);
    expect(readFileSync(join(world.home, '.bashrc'), 'utf8')).toBe('# start\n');
    expect(readFileSync(join(world.home, '.ssh/id_rsa'), 'utf8')).toBe('hunter2');
    expect(readdirSync(join(world.home, 'beside'))).toEqual(['file']);
    expect(
      ['planted', '.licet/pins', 'shop/stayed', 'shop/.claude', 'shop/.mcp.json'].filter(name =>
        existsSync(join(world.home, name)),
      ),
    ).toEqual([]);
    expect(readdirSync(join(world.project, 'fixed'))).toEqual(['file']);
  });
});
