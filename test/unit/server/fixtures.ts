import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { capabilityDefinitions } from '@licet/capabilities';
import { createConsole } from '@licet/console';
import type { ConsoleOptions, Pairing } from '@licet/console';
import type { ApprovalStore, Guard } from '@licet/core';
import type { PolicySettings } from '@licet/core/policy';
import { PolicyEngine, createRegistry, memoryApprovals, memoryAudit, memorySessions } from '@licet/core';
import type { MemoryAudit } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { guardDefinitions, shortForms } from '@licet/guards';
import type { ServedPolicy, ServerOptions } from '@licet/server';
import { createServer } from '@licet/server';
import { onTestFinished } from 'vitest';

/** The token that may do everything but end the server. */
export const TOKEN = 'a-token-of-these-tests-0123456789abcdef';

/** JSON of any shape: an expectation says what it is. */
export type Said = any; // oxlint-disable-line typescript/no-explicit-any -- a test asks for whatever should be there

/** What a server answered. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Said;
}

/** A server that runs, and how it is spoken to. */
export interface Running {
  readonly url: string;
  readonly audit: MemoryAudit;
  readonly approvals: ApprovalStore;
  readonly pair: () => Pairing;
  readonly post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  readonly close: () => Promise<void>;
}

/** Starts a server, for as long as the test runs, over a policy: a guard, or a policy file as it is on the disk at each request. */
export async function started(
  policy: Guard | { readonly file: string },
  { console, ...options }: Partial<ServerOptions> & { readonly console?: ConsoleOptions } = {},
  settings: PolicySettings = {},
): Promise<Running> {
  const kept = { sessions: memorySessions(), approvals: memoryApprovals(), audit: memoryAudit() };
  const open = (): ServedPolicy =>
    'file' in policy
      ? openFile(policy.file, kept)
      : {
          engine: new PolicyEngine({ policy, settings }, { ...kept, effects: analyzeEffects() }),
          settings,
          sources: [],
          approvals: kept.approvals,
          audit: kept.audit,
        };
  const page = console && createConsole(console);
  const server = createServer({
    open,
    tokens: [{ token: TOKEN, may: ['decide', 'report', 'look'] }],
    ...(page !== undefined && { extension: page }),
    ...options,
  });
  const url = await server.listen();
  const send = async (path: string, init: RequestInit): Promise<Answered> => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  };
  const bearer = { authorization: `Bearer ${TOKEN}` };
  const made: Running = {
    url,
    audit: kept.audit,
    approvals: kept.approvals,
    pair: () => page?.pair() ?? { code: '', confirm: '' },
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => send(path, { headers: { ...bearer, ...headers } }),
    close: () => server.close(),
  };
  onTestFinished(made.close);
  return made;
}

function openFile(file: string, kept: object): ServedPolicy {
  const text = readFileSync(file, 'utf8');
  const place = { root: dirname(file), home: '/home/none' };
  const loaded = loadPolicy(text, {
    registry: createRegistry([...guardDefinitions, ...capabilityDefinitions]),
    shortForms,
    file,
    ...place,
  });
  return {
    engine: new PolicyEngine(loaded, { ...kept, effects: analyzeEffects(place) }),
    settings: loaded.settings,
    sources: [{ file, text }],
  };
}
