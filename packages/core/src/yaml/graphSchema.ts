import * as z from 'zod';

import { GRAPH_STORES, PEER_DEPTHS, PEER_KINDS } from '../model/settings.ts';
import { readDuration } from '../text/quantity.ts';
import { time } from './timeSchema.ts';
import { toSnake } from '../text/toSnake.ts';

const SERVER_KEYS = ['uri', 'uriEnv', 'user', 'passwordEnv', 'database'];

const place = {
  path: z.string().min(1).exactOptional().describe('a file, relative to the folder of the policy'),
  uri: z.string().min(1).exactOptional().describe('the address of a server, without a password'),
  uriEnv: z.string().min(1).exactOptional().describe('the environment variable that holds the address'),
};

/** Where something is kept: a store, and what leads to it. */
export const storeOf = <Store extends string>(stores: readonly [Store, ...Store[]]) => ({ store: z.enum(stores), ...place });

const memory = z.strictObject({
  halfLife: time.exactOptional().describe('the time without use after which a concept loses one level, such as `90d`'),
  floor: z.enum(['D0', 'D1', 'D2', 'D3', 'D4']).exactOptional().describe('the depth below which nothing fades; `D1` when absent'),
  strengthen: z
    .number()
    .min(0)
    .max(1)
    .exactOptional()
    .describe('by what part a day of use lengthens the half-life, and a day of failures shortens it; 0.1 when absent'),
  expires: z
    .partialRecord(z.enum(['D1', 'D2', 'D3', 'D4']), time)
    .exactOptional()
    .describe('how old a level may be before a person must renew it, by its depth'),
});
/** A server that is asked more often than once a minute is asked too often. */
const SHORTEST_REFRESH_MS = 60_000;

const peer = z
  .strictObject({
    path: z.string().min(1).exactOptional().describe('the file with the signed snapshot, relative to the folder of the policy'),
    url: z
      .string()
      .regex(
        /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/])[^\s@]+$/u,
        'expected an address of `https:` without a user; `http:` is for this machine only',
      )
      .exactOptional()
      .describe('the address of the signed snapshot, such as `https://HOST/v1/graph`'),
    tokenEnv: z.string().min(1).exactOptional().describe('the environment variable that holds the token for the address'),
    key: z
      .string()
      .regex(/^ed25519:[\w-]{43}$/u, 'expected `ed25519:` and 43 characters, as `licet concepts peers` prints them')
      .describe('the public key that signs the snapshots'),
    staleAfter: z
      .string()
      .refine(time => readDuration(time) !== undefined, 'expected a duration such as `12h` or `7d`')
      .exactOptional()
      .describe('how long a snapshot counts after it was signed; `7d` when it is absent'),
    refresh: z
      .string()
      .refine(time => (readDuration(time) ?? 0) >= SHORTEST_REFRESH_MS, 'expected a duration of a minute or more, such as `1h`')
      .exactOptional()
      .describe('how often `licet serve` fetches the snapshot; only `licet concepts pull` does when it is absent'),
    trust: z
      .strictObject({
        maxDepth: z.enum(PEER_DEPTHS).exactOptional().describe('the deepest level that counts; `D2` when it is absent'),
        kinds: z
          .array(z.enum(PEER_KINDS))
          .min(1)
          .exactOptional()
          .describe('the origins of knowledge that count; all when absent'),
      })
      .exactOptional()
      .describe('how far the knowledge of the peer counts'),
  })
  .refine(({ path, url }) => (path === undefined) !== (url === undefined), 'expected the snapshot in either `path` or `url`')
  .refine(({ url, tokenEnv }) => tokenEnv === undefined || url !== undefined, 'expected `token_env` only with a `url`')
  .refine(({ refresh, staleAfter = '7d' }) => (readDuration(refresh ?? '') ?? 0) < (readDuration(staleAfter) ?? 0), {
    path: ['refresh'],
    message: 'expected a duration shorter than `stale_after`: the snapshot would be stale before it is fetched again',
  });

/** Two peers with one key could not be told apart. */
const peers = z
  .record(z.string().regex(/^[\w-]{1,64}$/u, 'expected a name of letters, digits, `_` and `-`'), peer)
  .refine(
    named => new Set(Object.values(named).map(({ key }) => key)).size === Object.keys(named).length,
    'expected another key for each peer',
  );

const graphMembers = z.strictObject({
  ...storeOf(GRAPH_STORES),
  database: z.string().min(1).exactOptional().describe('the database on the server'),
  user: z.string().min(1).exactOptional(),
  passwordEnv: z.string().min(1).exactOptional().describe('the environment variable that holds the password'),
  seeds: z
    .array(z.string().min(1))
    .exactOptional()
    .describe('what a fresh graph starts from: `filesystem`, `gaps`, or documents, relative to the folder of the policy'),
  memory: memory.exactOptional().describe('how what the graph knows fades when it is not used'),
  peers: peers
    .exactOptional()
    .describe('the graphs of other teams that it may rest on, by the names that its references give them'),
});

/** What a graph of each kind has no use for. */
const USELESS: Readonly<Record<(typeof GRAPH_STORES)[number], readonly string[]>> = {
  memory: ['path', 'memory', ...SERVER_KEYS],
  sqlite: SERVER_KEYS,
  neo4j: ['path'],
};

/** The schema of a graph in governance.yaml. A server needs an address; what a graph in a file or in memory has no use for is a mistake, not to be passed over. */
export const graphSchema = graphMembers.superRefine((settings, found) => {
  const { store, uri, uriEnv } = settings;
  const useless = USELESS[store];
  const refuse = (message: string, ...path: readonly string[]): void =>
    found.addIssue({ code: 'custom', path: [...path], message });
  if (!useless.includes('uri') && (uri === undefined) === (uriEnv === undefined))
    refuse('expected the address of the server in either `uri` or `uri_env`');
  const { floor = 'D1', expires = {} } = settings.memory ?? {};
  for (const depth of Object.keys(expires))
    if (depth <= floor) refuse(`expected a level above the floor ${floor}, where nothing fades`, 'memory', 'expires', depth);
  for (const key of useless) if (key in settings) refuse(`expected no \`${toSnake(key)}\` for a graph in \`${store}\``, key);
});
