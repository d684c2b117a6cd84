import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ServiceDoor, ServiceOptions } from '@licet/server/resident';
import { startService } from '@licet/server/resident';
import { describe, expect, it, onTestFinished } from 'vitest';

interface NamedDoor extends ServiceDoor {
  readonly name: string;
  readonly socket: string;
}

async function started(answer: ServiceOptions<NamedDoor>['answer'], limits: ServiceOptions<NamedDoor>['limits'] = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'licet-doors-'));
  const doors = ['a', 'b'].map((name): NamedDoor => {
    const socket = join(folder, name);
    return { name, socket, listen: server => new Promise(resolve => server.listen({ path: socket }, () => resolve())) };
  });
  const service = await startService({ doors, about: { name: 'licet' }, answer, release: async () => undefined, limits });
  onTestFinished(service.end);
  const [a, b] = doors.map(({ socket }) => socket) as [string, string];
  return { a, b };
}

function post(socketPath: string, path: string, body: string | Buffer, method = 'POST'): Promise<readonly [number, string]> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, method, headers: { 'content-length': Buffer.byteLength(body) }, agent: false });
    sent.once('error', reject).once('response', response => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => resolve([response.statusCode ?? 0, text]));
    });
    sent.end(body);
  });
}

const HEAD = '{"args":["x"]}\n';

describe.skipIf(process.platform === 'win32')('startService', () => {
  it('tells the doors apart, and hands over the head and the bytes behind it', async () => {
    const { a, b } = await started(async ({ name }, { kind, head, body }) => ({
      code: 0,
      out: JSON.stringify([name, kind, head, Buffer.from(body).toString('latin1')]),
    }));
    const said = [await post(a, '/v1/hook', `${HEAD}{}`), await post(b, '/v1/command', '{}')];

    expect(said.map(([status, text]) => [status, (JSON.parse(text) as { out: string }).out])).toEqual([
      [200, '["a","hook",{"args":["x"]},"{}"]'],
      [200, '["b","command",{},""]'],
    ]);
  });

  it('answers one request at a time', async () => {
    let [running, most] = [0, 0];
    const { a, b } = await started(async () => {
      most = Math.max(most, ++running);
      await sleep(20);
      running--;
      return { code: 0 };
    });
    await Promise.all([a, b, a, b].map(socket => post(socket, '/v1/hook', HEAD)));

    expect(most).toBe(1);
  });

  it.each([
    ['another path', '/v1/other', HEAD, 'POST'],
    ['another method', '/v1/hook', HEAD, 'PUT'],
    ['a head that is no JSON', '/v1/hook', 'no\n', 'POST'],
    ['a head that is no object', '/v1/hook', '1\n', 'POST'],
    ['nothing', '/v1/hook', '', 'POST'],
    ['too many bytes', '/v1/hook', HEAD.padEnd(2_000), 'POST'],
  ])('says nothing to %s', async (_name, path, body, method) => {
    const { a } = await started(async () => ({ code: 0 }), { requestBytes: 1_000 });

    expect(await post(a, path, body, method)).toEqual([503, '']);
  });

  it('says nothing of what fails, and answers the next one', async () => {
    let calls = 0;
    const { a } = await started(async () => {
      if (calls++ === 0) throw new Error('secret');
      return { code: 0 };
    });

    expect(await post(a, '/v1/hook', HEAD)).toEqual([503, '']);
    expect(await post(a, '/v1/hook', HEAD)).toEqual([200, '{"code":0}']);
  });

  it('holds no more bytes for a door than its share, and leaves the other doors theirs', async () => {
    let free = (): void => undefined;
    const held = new Promise<void>(resolve => (free = resolve));
    const { a, b } = await started(
      async ({ name }) => {
        if (name === 'a') await held;
        return { code: 0 };
      },
      { requestBytes: 1_000, doorBytes: 1_500 },
    );
    const first = post(a, '/v1/hook', HEAD.padEnd(1_000));
    await sleep(50);
    expect(await post(a, '/v1/hook', HEAD.padEnd(1_000))).toEqual([503, '']);
    const other = post(b, '/v1/hook', HEAD.padEnd(1_000));
    free();

    expect([(await first)[0], (await other)[0]]).toEqual([200, 200]);
    expect((await post(a, '/v1/hook', HEAD.padEnd(1_000)))[0]).toBe(200);
  });

  it('sends a request away whose turn does not come in time', async () => {
    let free = (): void => undefined;
    const held = new Promise<void>(resolve => (free = resolve));
    const { a, b } = await started(
      async ({ name }) => {
        if (name === 'a') await held;
        return { code: 0 };
      },
      { turnMs: 30 },
    );
    const first = post(a, '/v1/hook', HEAD);
    await sleep(50);
    expect(await post(b, '/v1/hook', HEAD)).toEqual([503, '']);
    free();

    expect((await first)[0]).toBe(200);
  });

  it('says what it is', async () => {
    const { a } = await started(async () => ({ code: 0 }));

    expect(await post(a, '/v1/status', '', 'GET')).toEqual([200, '{"name":"licet"}']);
  });
});
