import { createServer as createPlain } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { reusingHash } from '@licet/adapters/stores';
import { PolicyEngine } from '@licet/core';
import { createServer } from '@licet/server';

import { cedar } from './job/cedar.ts';
import type { Decider } from './job/decider.ts';
import { policy } from './job/licet.ts';
import type { Request } from './job/requests.ts';

/** One server under load, in its own process: `node serverWorker.ts licet|kept|cedar|bare TOKEN`. It says its address, and how much processor time it has used. */
const [, , subject = '', token = ''] = process.argv;

/** The least that has to be done for such a request with Node's own server: read, parse, decide, answer. */
async function plain(decider: Decider): Promise<string> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Request;
      const content = JSON.stringify({ decision: decider.decide(body) });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) });
      response.end(content);
    });
  };
  const server = createPlain(answer);
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`;
}

/** `kept` puts sessions and the trail into a SQLite file, each answer after its transaction. */
async function licet(kept: boolean): Promise<string> {
  const folder = kept ? mkdtempSync(join(tmpdir(), 'licet-kept-')) : undefined;
  const state = folder === undefined ? undefined : sqliteState(join(folder, 'state.db'), { later: setImmediate });
  if (folder !== undefined) process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const engine = new PolicyEngine(policy(), {
    default: 'block',
    hash: reusingHash(),
    ...(state && { sessions: state.sessions, audit: state.audit }),
  });
  const open = () => ({ engine, settings: {}, sources: [] });
  return createServer({ open, tokens: [{ token, may: ['decide'] }] }).listen();
}

const url =
  subject === 'licet' || subject === 'kept'
    ? await licet(subject === 'kept')
    : await plain(subject === 'cedar' ? cedar() : { decide: ({ allowed }) => allowed });
process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => process.exit());
process.send?.(url);
