import { appendFileSync, existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';

import { UsageError, unusable } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import type { AnchorSettings } from '@licet/core/policy';
import { messageOf } from '@licet/core/text';

import { outermostFirst } from '../pins/effective.ts';
import type { Effective } from '../pins/effective.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import { atIntervals } from '../text/atIntervals.ts';
import { boundedBytes } from '../text/conditionalGet.ts';
import { ANCHOR_KIND, readAnchors } from './anchors.ts';
import type { TrailChoice } from './openTrail.ts';
import { openTrail } from './openTrail.ts';

interface AnchorOptions extends TrailChoice {
  readonly out?: string;
  readonly send?: boolean;
  readonly every?: string;
}

/** No stamp and no webhook may take longer, and no stamp is larger. */
const [TIMEOUT_MS, MOST_BYTES] = [30_000, 64 << 10];

/**
 * Prints the end of the trail, or adds it to a file of anchors that is kept elsewhere; with `send` to where the policy wants anchors, which no
 * option names: an agent could else send something to any address.
 */
export async function anchorTrail({ every, ...options }: AnchorOptions, terminal: Terminal): Promise<number> {
  return atIntervals(every, async () => anchorOnce(options, terminal), terminal);
}

async function anchorOnce({ out, send = false, ...choice }: AnchorOptions, terminal: Terminal): Promise<number> {
  const places = send ? await requirePlaces(choice) : {};
  const { line } = await takeAnchor(choice, places);
  if (line === undefined) throw new UsageError('the trail is empty: there is nothing to anchor');
  if (out === undefined) terminal.print(line);
  else addTo(out, line);
  return 0;
}

/**
 * Takes an anchor of a trail, has it stamped, and posts it. Returns its number and its line; no line where the trail is no longer than `after` records.
 * Throws a {@link UsageError} where the stamp service or the webhook does not take it.
 */
export async function takeAnchor(
  choice: TrailChoice,
  { webhook, stamp }: AnchorSettings,
  after: number = 0,
): Promise<{ readonly seq: number; readonly line?: string }> {
  const { reader, name } = await openTrail(choice);
  const { seq, hash } = await reader.head();
  if (seq <= after) return { seq };
  const anchor = { kind: ANCHOR_KIND, version: 1, trail: name, at: new Date().toISOString(), seq, hash };
  const line = JSON.stringify({ ...anchor, ...(stamp !== undefined && { stamp: await stampOf(stamp, hash) }) });
  if (webhook !== undefined) await post(webhook, 'application/json', line);
  return { seq, line };
}

function addTo(file: string, line: string): void {
  if (existsSync(file)) readAnchors(file);
  try {
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  } catch (error) {
    throw unusable(`\`${file}\``, 'written', error);
  }
}

/** Where the policy, or one above it, wants anchors to be sent. The highest one decides. */
export async function anchorPlaces(policy: string | undefined): Promise<AnchorSettings | undefined> {
  return anchorPlacesIn(await readPolicies(policy, process.cwd(), false));
}

/** The same for policies that were read. */
export const anchorPlacesIn = (policies: Pick<Effective, 'kept' | 'above'>): AnchorSettings | undefined =>
  outermostFirst(policies)
    .map(({ settings }) => settings.audit?.anchor)
    .find(each => each !== undefined);

async function requirePlaces({ policy, trail }: TrailChoice): Promise<AnchorSettings> {
  if (trail !== undefined) throw new UsageError('`--send` anchors the trail of a policy: leave `--trail` out');
  const found = await anchorPlaces(policy);
  if (found !== undefined) return found;
  throw new UsageError('the policy does not say where anchors go: write `audit: { anchor: { webhook: https://… } }` or `stamp`');
}

/** Has a stamp service sign the hash with its time. Returns its reply in base64. */
async function stampOf(url: string, hash: string): Promise<string> {
  const random = randomBytes(8);
  const reply = await post(url, 'application/timestamp-query', stampRequest(hash, random));
  const problem = stampProblem(reply, hash, random);
  if (problem !== undefined) throw new UsageError(`no anchor was taken: ${problem}`);
  return reply.toString('base64');
}

async function post(url: string, type: string, body: string | Buffer): Promise<Buffer> {
  const { host } = new URL(url);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`it answers ${response.status}`);
    return await boundedBytes(response, MOST_BYTES);
  } catch (error) {
    throw new UsageError(`no anchor was taken, because ${host} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

/** What a stamp service is asked in: a request of RFC 3161 in DER. Its parts have fixed lengths but for the random number. */
const [VERSION, WANTS_CERTIFICATE] = [Buffer.from('020101', 'hex'), Buffer.from('0101ff', 'hex')];
const SHA256 = Buffer.from('300d06096086480165030402010500', 'hex');
const NONCE_BYTES = 8;

const element = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
};

/** The number of a request: positive, and in its shortest form. */
function numberOf(random: Uint8Array): Buffer {
  const bytes = Buffer.from(random.subarray(0, NONCE_BYTES));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return element(0x02, bytes);
}

/** A request to stamp a SHA-256, given as hexadecimal digits. `random` are eight bytes that make it unlike any other. */
const stampRequest = (sha256: string, random: Uint8Array): Buffer =>
  element(0x30, VERSION, element(0x30, SHA256, element(0x04, Buffer.from(sha256, 'hex'))), numberOf(random), WANTS_CERTIFICATE);

/**
 * Says why a reply is no stamp of what was asked; undefined where it is one. It does not check the signature of the service: `openssl ts -verify`
 * does, with the certificate that you trust.
 */
function stampProblem(reply: Buffer, sha256: string, random: Uint8Array): string | undefined {
  const status = reply[0] === 0x30 ? contentOf(contentOf(reply)) : undefined;
  if (status === undefined || status[0] !== 0x02 || status[1] !== 1) return 'the reply is no reply of a stamp service';
  if (status[2] !== 0 && status[2] !== 1) return `the service refuses to stamp, with status ${status[2]}`;
  if (!reply.includes(Buffer.from(sha256, 'hex'))) return 'the reply is a stamp of something else';
  return reply.includes(numberOf(random)) ? undefined : 'the reply is a stamp for another request';
}

/** What an element holds, and what follows it. */
function contentOf(bytes: Buffer): Buffer {
  const length = bytes[1] ?? 0;
  return bytes.subarray(length < 0x80 ? 2 : 2 + (length & 0x7f));
}
