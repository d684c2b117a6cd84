import { basename, dirname } from 'node:path';

import { httpTransport, licetGateway, processTransport, streamTransport } from '@licet/adapters/mcp';
import type { McpTransport } from '@licet/adapters/mcp';
import { escapeText } from '@licet/core';
import { messageOf } from '@licet/core/text';
import { outputFirewall } from '@licet/capabilities';

import { UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { openEngine } from '../policy/openEngine.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import { askingOf, storesBelow } from '../policy/stores.ts';
import { WITHOUT_PROMPTS } from '../policy/unheardPrompts.ts';
import { filePins } from './pins.ts';

interface GatewayCommand {
  readonly url?: string;
  readonly header?: readonly string[];
  readonly name?: string;
  readonly policy?: string;
}

/**
 * Is between the client on standard input and output and a server, until one of them goes. The policy is read once, at the
 * start: a client that starts its servers again has the new one. Nothing but messages is written to standard output.
 */
export async function runGateway(command: readonly string[], options: GatewayCommand, { complain }: Terminal): Promise<number> {
  const name = options.name ?? nameOf(command, options.url);
  const upstream = serverOf(command, options);
  const found = await readPolicies(options.policy, process.cwd(), false);
  const { file } = found;
  const root = dirname(file);
  const stores = storesBelow(found, root, { writes: true });
  const onFault = (text: string): void => complain(`licet mcp: ${escapeText(text, 2_000)}`);
  try {
    const { engine, settings, grounding } = await openEngine(found, {
      records: true,
      livesOn: true,
      stores,
      runtime: 'mcp',
    });
    if (engine.hearsPrompts) complain(`licet mcp: no message tells a server what the user says, so ${WITHOUT_PROMPTS}`);
    const asking = askingOf(settings);
    const pins = filePins(root, name);
    const gateway = licetGateway(upstream, engine, {
      name,
      pins,
      asking,
      shaper: outputFirewall,
      onFault,
      context: { cwd: process.cwd() },
      ...(grounding !== undefined && {
        knowledge: async action => (await grounding.answer(action)) ?? NO_GRAPH,
        propose: async suggestion => grounding.propose(suggestion),
      }),
    });
    const client = streamTransport(process.stdin, process.stdout);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void client.close());
    await said(() => gateway.connect(client));
    await gateway.closed;
    await grounding?.close();
    return 0;
  } finally {
    await stores.close();
  }
}

const NO_GRAPH = 'The policy has no knowledge graph.';

/** A server that cannot be started is a mistake in the command line. */
async function said(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function serverOf([program, ...args]: readonly string[], { url, header = [] }: GatewayCommand): McpTransport {
  if ((program === undefined) === (url === undefined))
    throw new UsageError('expected the program of a server behind `--`, or where one is reached with `--url`');
  if (program !== undefined) {
    if (header.length > 0) throw new UsageError('`--header` is for a server that is reached with `--url`');
    return processTransport(program, args);
  }
  const target = URL.parse(url ?? '');
  if (target === null || !/^https?:$/u.test(target.protocol))
    throw new UsageError(`expected a URL of HTTP after \`--url\`, found \`${url}\``);
  return httpTransport(target, { headers: Object.fromEntries(header.map(headerFrom)) });
}

function headerFrom(text: string): [name: string, value: string] {
  const [, name = '', variable = ''] = /^([\w-]+)=(\w+)$/u.exec(text) ?? [];
  if (name === '') throw new UsageError(`expected \`NAME=VARIABLE\` after \`--header\`, found \`${text}\``);
  const value = process.env[variable];
  if (value === undefined) throw new UsageError(`the environment has no variable \`${variable}\` for the header \`${name}\``);
  return [name, value];
}

/** Programs that start another one, which is the server. */
const STARTERS: ReadonlySet<string> = new Set([
  'npx',
  'bunx',
  'pnpm',
  'uvx',
  'pipx',
  'node',
  'deno',
  'bun',
  'python',
  'python3',
  'uv',
]);
const STARTING: ReadonlySet<string> = new Set(['run', 'exec', 'dlx', 'tool', 'x']);

/** The name of a server that is not named: its program or its package, without path, scope and ending. */
function nameOf(command: readonly string[], url: string | undefined): string {
  if (url !== undefined) return URL.parse(url)?.hostname ?? 'server';
  const [program = '', ...rest] = command;
  const plain = basename(program).replace(/\.\w+$/u, '');
  const started = rest.find(word => !word.startsWith('-') && !STARTING.has(word));
  const named = STARTERS.has(plain) && started !== undefined ? basename(started) : plain;
  const name = named.replace(/@.*$|\.\w+$/u, '').replaceAll(/[^a-z\d.-]+/giu, '-');
  return name.replaceAll(/^[.-]+|[.-]+$/gu, '') || 'server';
}
