import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { anchorSender } from 'licet/source/audit/anchorFromServer.ts';
import { anchorTrail } from 'licet/source/audit/anchorTrail.ts';
import { verifyTrail } from 'licet/source/audit/verify.ts';
import type { Clock } from '@licet/core';
import { sqliteState } from '@licet/adapters/sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lookAtPolicy } from 'licet/source/serve/lookAtPolicy.ts';

import 'licet/source/policy/compile.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-anchors-'));
const at = (name: string): string => join(folder, name);
const openssl = (...args: readonly string[]) => spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
const canStamp = openssl('version').status === 0;
if (!canStamp) console.warn('skipped: openssl is not installed, so that no stamp service of RFC 3161 can be played');

const CONFIG = `[tsa]
default_tsa = one
[one]
serial = ${at('serial')}
signer_cert = ${at('tsa.pem')}
signer_key = ${at('tsa.key')}
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
[req]
distinguished_name = name
x509_extensions = ext
prompt = no
[name]
CN = a stamp service
[ext]
extendedKeyUsage = critical,timeStamping
`;

interface Asked {
  readonly path: string | undefined;
  readonly type: string | undefined;
  readonly body: Buffer;
}

const asked: Asked[] = [];
/** What the stamp service answers in place of a stamp. */
let instead: { readonly status?: number; readonly body?: Buffer } | undefined;

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => void parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts);
    asked.push({ path: request.url, type: request.headers['content-type'], body });
    if (request.url !== '/stamp') return void response.writeHead(204).end();
    if (instead !== undefined) return void response.writeHead(instead.status ?? 200).end(instead.body);
    writeFileSync(at('query.tsq'), body);
    openssl('ts', '-reply', '-config', at('tsa.cnf'), '-queryfile', at('query.tsq'), '-out', at('reply.tsr'));
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(readFileSync(at('reply.tsr')));
  });
});

let policy = '';
const said: string[] = [];
const terminal = {
  print: (text: string) => void said.push(text),
  complain: (text: string) => void said.push(text),
  hasColor: false,
};

/** A project whose audit log has some records, and that says where anchors go. */
function project(name: string, anchor: string): string {
  mkdirSync(at(`${name}/.licet`), { recursive: true });
  const file = at(`${name}/governance.yaml`);
  writeFileSync(file, `version: 1\ndefault: pass\npolicy: { floor: {} }\naudit: { store: sqlite, ${anchor} }\n`);
  record(name, 3);
  return file;
}

function record(name: string, count: number): void {
  const state = sqliteState(at(`${name}/.licet/state.db`));
  for (let each = 0; each < count; each++)
    state.audit.append({ type: 'anomaly', at: each, evaluationId: 'e', sessionId: 's', code: 'hook_failed', detail: 'x' });
  state.close();
}

let base = '';
beforeAll(async () => {
  writeFileSync(at('tsa.cnf'), CONFIG);
  writeFileSync(at('serial'), '01\n');
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'tsa.key',
    '-out',
    'tsa.pem',
    '-config',
    'tsa.cnf',
    '-days',
    '2',
  );
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  policy = project('both', `anchor: { webhook: '${base}/anchors', stamp: '${base}/stamp' }`);
});
afterAll(() => void server.close());

describe.skipIf(!canStamp)(`licet audit anchor --send${canStamp ? '' : ' (openssl is missing)'}`, () => {
  it('posts the anchor, with a stamp that another program verifies, and keeps it', async () => {
    expect(await anchorTrail({ policy, send: true, out: at('anchors.jsonl') }, terminal)).toBe(0);

    const line = readFileSync(at('anchors.jsonl'), 'utf8').trim();
    const { seq, hash, stamp } = JSON.parse(line) as { readonly seq: number; readonly hash: string; readonly stamp: string };
    expect(seq).toBe(3);
    expect(asked.map(({ path, type }) => [path, type])).toEqual([
      ['/stamp', 'application/timestamp-query'],
      ['/anchors', 'application/json'],
    ]);
    expect(asked.at(-1)?.body.toString()).toBe(line);
    writeFileSync(at('kept.tsr'), Buffer.from(stamp, 'base64'));
    const verify = (digest: string) => openssl('ts', '-verify', '-digest', digest, '-in', 'kept.tsr', '-CAfile', 'tsa.pem');
    expect(verify(hash).stdout + verify(hash).stderr).toContain('Verification: OK');
    expect(verify('0'.repeat(64)).status).not.toBe(0);
  });

  it('finds a log that was cut or rewritten behind an anchor', async () => {
    record('both', 2);
    expect(await verifyTrail({ policy, anchor: [at('anchors.jsonl')] }, terminal)).toBe(0);
    const other = project('other', `anchor: { webhook: '${base}/anchors' }`);
    expect(await verifyTrail({ policy: other, anchor: [at('anchors.jsonl')] }, terminal)).toBe(0);
    const cut = at('cut.jsonl');
    writeFileSync(cut, readFileSync(at('anchors.jsonl'), 'utf8').replace('"seq":3', '"seq":4'));
    expect(await verifyTrail({ policy: other, anchor: [cut] }, terminal)).toBe(2);
    writeFileSync(cut, readFileSync(at('anchors.jsonl'), 'utf8').replace(/"hash":"\w{8}/u, '"hash":"00000000'));
    expect(await verifyTrail({ policy, anchor: [cut] }, terminal)).toBe(2);
  });

  it('takes no anchor where the service refuses, stamps something else, or is away', async () => {
    const send = async () => anchorTrail({ policy, send: true }, terminal);
    const old = readFileSync(at('reply.tsr'));
    for (const [answer, why] of [
      [{ status: 500 }, 'it answers 500'],
      [{ body: Buffer.from('<html>') }, 'is no reply of a stamp service'],
      [{ body: Buffer.from('30053003020102', 'hex') }, 'refuses to stamp, with status 2'],
      [{ body: old }, 'a stamp of something else'],
      [{ body: Buffer.alloc(70_000) }, 'larger than'],
    ] as const) {
      instead = answer;
      await expect(send(), why).rejects.toThrow(why);
    }
    instead = undefined;
  });

  it('refuses a stamp that was made for an earlier request', async () => {
    await anchorTrail({ policy, send: true }, terminal);
    instead = { body: readFileSync(at('reply.tsr')) };
    await expect(anchorTrail({ policy, send: true }, terminal)).rejects.toThrow('a stamp for another request');
    instead = undefined;
  });

  it('sends only where the policy says', async () => {
    const silent = project('silent', 'durability: normal');

    await expect(anchorTrail({ policy: silent, send: true }, terminal)).rejects.toThrow('does not say where anchors go');
    await expect(anchorTrail({ trail: at('both/.licet/state.db'), send: true }, terminal)).rejects.toThrow('leave `--trail` out');
    await expect(anchorTrail({ policy, every: 'often' }, terminal)).rejects.toThrow('must be a time like `15m`');
  });
});

describe('a server whose policy says how often it is anchored', () => {
  /** A clock that goes on only when it is told to, and then runs what is due. */
  function handClock() {
    const at: { now: number; work?: (() => void) | undefined } = { now: 0 };
    const clock: Clock = {
      now: () => at.now,
      elapsed: () => at.now,
      after(_ms, work) {
        at.work = work;
        return () => void (at.work = undefined);
      },
    };
    const isIdle = async (): Promise<unknown> => vi.waitFor(() => expect(at.work).toBeDefined());
    const goOn = async (ms: number): Promise<void> => {
      await isIdle();
      at.now += ms;
      const { work } = at;
      at.work = undefined;
      work?.();
      await isIdle();
    };
    return { clock, goOn };
  }

  it('posts an anchor that often, if the log has grown, and tells of the first failure in a row', async () => {
    const file = project('served', `anchor: { webhook: '${base}/served', every: 15m }`);
    const complaints: string[] = [];
    const { clock, goOn } = handClock();
    const posted = (): number => asked.filter(({ path }) => path === '/served').length;
    const end = lookAtPolicy(file, [anchorSender(file, text => void complaints.push(text), clock)], clock);
    await goOn(1_000);
    expect(posted()).toBe(1);
    record('served', 1);
    await goOn(60_000);
    expect(posted()).toBe(1);
    await goOn(15 * 60_000);
    expect(posted()).toBe(2);
    await goOn(15 * 60_000);
    expect(posted()).toBe(2);
    writeFileSync(file, 'version: 1\npolicy: [\n');
    await goOn(15 * 60_000);
    await goOn(15 * 60_000);
    end();

    expect(complaints).toEqual([expect.stringContaining('does not load')]);
  });
});
