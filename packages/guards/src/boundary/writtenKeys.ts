import type { Action, Effect } from '@licet/core';
import { isTemporaryFor } from '@licet/effects/places';
import type { KnownPlace } from '@licet/effects/places';

import type { Finding } from '../judging/findings.ts';
import { fileName } from '../judging/findings.ts';
import { entropy } from '../redaction/checksums.ts';
import { createRedactor } from '../redaction/redactor.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { rulesFor } from '../redaction/ruleSets.ts';

/** Forms whose prefix and length make it nearly sure that a text is a key of a running service. */
const LIVE = [
  'aws_access_key',
  'github_token',
  'github_fine_grained_token',
  'gitlab_token',
  'slack_token',
  'slack_webhook',
  'discord_webhook',
  'stripe_key',
  'openai_key',
  'anthropic_key',
  'google_api_key',
  'google_oauth_secret',
  'npm_token',
  'pypi_token',
  'rubygems_key',
  'docker_token',
  'huggingface_token',
  'sendgrid_key',
  'telegram_token',
  'shopify_token',
  'digitalocean_token',
  'linear_key',
  'hashicorp_token',
  'doppler_token',
  'age_key',
  'private_key',
];

/** A cheap look before any rule is made: without one of these beginnings no form fits. */
const MAY_HOLD =
  /A(?:KIA|SIA|BIA|CCA)[A-Z2-7]|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|xox[abeoprs]|xapp-|hooks\.slack\.com|\/api\/webhooks\/|[sr]k_(?:live|prod)_|sk-[A-Za-z]|AIza|GOCSPX-|npm_|pypi-AgE|rubygems_|dckr_|hf_|SG\.|:AA|shp(?:at|ca|pa|ss)_|do[opr]_v1_|lin_api_|hv[bs]\.|dp\.|AGE-SECRET-KEY-|-----BEGIN [A-Z ]{0,20}PRIVATE KEY/;

/** What documentation, tests and people write in the place of a key. */
const PLACEHOLDER =
  /(.)\1{5}|1234|abcdef|example|fake|dummy|sample|placeholder|redacted|your|test|secret|token|change|insert|replace|xxxx/i;

/** What is before the part of a key that is random. */
const PREFIX = /^(?:github_pat_|[sr]k_(?:live|prod)_|sk-\w+-|https:\/\/[^/]+)/;

/** Keys of tests and examples, which open nothing. */
const TRIALS = /\/(?:tests?|__tests__|testdata|spec|fixtures?|examples?|mocks?)\/|[._-](?:test|spec)\.\w+$|\/test_[^/]*$/i;

/** Programs that put their own words, or code in them, into files. */
const WRITES_WORDS = /^(?:echo|printf|cat|tee|sed|g?awk|perl|ruby|python[\d.]*|node|bun|deno|php|dd|ed|ex|jq|yq)$/;

/** Bits for each character below which a text behind the prefix was typed and not drawn. */
const LEAST_ENTROPY = 3;

let redactor: Redactor | undefined;

/** The live-looking keys in a text, each with the name of its form. They are compared and never said. */
export function liveKeysIn(text: string): ReadonlyMap<string, string> {
  if (!MAY_HOLD.test(text)) return new Map();
  redactor ??= createRedactor(rulesFor(LIVE));
  const found = redactor.redact(text).findings.map(({ start, end, rule }) => [text.slice(start, end), rule] as const);
  return new Map(found.filter(([key]) => !PLACEHOLDER.test(key.replace(PREFIX, '')) && entropy(key) >= LEAST_ENTROPY));
}

/** Arguments that are what was there before, or that people read. */
const NOT_WRITTEN = /^(?:old_?str(?:ing)?|old_?text|search|file_?path|path|description|reason|prompt|cwd)$/i;

/** The texts that an action puts into files, as far as its arguments hold them. */
function textsOf(value: unknown, isOld: boolean, depth = 0): readonly string[] {
  if (typeof value === 'string') return isOld ? [] : [value];
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, isOld || NOT_WRITTEN.test(name), depth + 1));
}

/** Arguments that an edit takes out of a file: a key in them was there before. */
const oldTexts = ({ payload }: Action): string =>
  Object.entries(payload)
    .flatMap(([name, value]) => (/^old/i.test(name) && typeof value === 'string' ? value : []))
    .join('\n');

/** Whether a command talks to a server and runs nothing that writes its words into files: it uses a key and keeps none. */
const onlyUses = (effects: readonly Effect[]): boolean =>
  effects.some(({ kind }) => kind === 'network') &&
  !effects.some(({ kind, program = '' }) => kind === 'execute' && WRITES_WORDS.test(program));

/**
 * Finds live-looking keys that an action writes into files that others see: sources, documents, configurations. A file that is made for
 * secrets (`.env`, a key store) and scratch are no such place, and a command that talks to a server uses the key and does not keep it.
 */
export function writtenKeys(action: Action, effects: readonly Effect[], place: KnownPlace): readonly Omit<Finding, 'ruling'>[] {
  const isOpen = ({ kind, target, tags = [] }: Effect): boolean =>
    kind === 'write' && target?.type === 'file' && !tags.includes('secret') && !isTemporaryFor(place.root, target.lexical);
  const written = effects.find(isOpen);
  if (written?.target?.type !== 'file') return [];
  if (typeof action.payload['command'] === 'string' && onlyUses(effects)) return [];
  const before = liveKeysIn(oldTexts(action));
  const found = textsOf(action.payload, false).flatMap(text => [...liveKeysIn(text)]);
  const isTrial = TRIALS.test(written.target.lexical);
  const form = found.find(([key, rule]) => !before.has(key) && !(isTrial && rule === 'private_key'))?.[1];
  if (form === undefined) return [];
  const name = fileName(written.target, place);
  return [
    {
      code: 'secret_written',
      reason: `${name} would hold a key that looks live (\`${form}\`): everyone who sees the file can use it`,
      fix: 'keep the key in `.env` or a secret store, and read it from the environment when the program runs',
      effect: written,
    },
  ];
}
