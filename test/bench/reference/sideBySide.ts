// The same scenarios under weaver-kernel and under Licet: rulings, codes, what leaks, times.
// Run: node --conditions=@licet/source test/bench/reference/sideBySide.ts PYTHON, with a Python that has `pip install weaver-kernel`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import type { Principal } from '@licet/core';
import { All, PolicyEngine, memorySessions } from '@licet/core';
import type { CapabilitiesOptions } from '@licet/capabilities';
import { Capabilities, CapabilityEngine, CapabilityPolicy, Firewall, shapeOutput } from '@licet/capabilities';
import { Token, grantToken, keyRing, tokenStore } from '@licet/capabilities/tokens';

const catalogue: CapabilitiesOptions['catalogue'] = {
  'docs.search': { safety: 'read' },
  'tickets.update': { safety: 'write' },
  'tickets.delete': { safety: 'destructive' },
  'crm.update': { safety: 'write', sensitivity: ['pii'] },
  'crm.find': { safety: 'read', sensitivity: ['pii'], allowedFields: ['id', 'name'] },
  'vault.read': { safety: 'read', sensitivity: ['secrets'] },
};

const secrets = {
  github: `ghp_${'a1B2'.repeat(9)}`,
  aws: 'AKIAQ2W3E4R5T6Y7U2I3',
  card: '4111 1111 1111 1111',
  key: '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----',
  ssn: '078-05-1120',
  nested: `npm_${'a1B2'.repeat(9)}`,
  name: `glpat-${'a1B2'.repeat(5)}`,
};

const rows = [
  { id: 1, name: 'ann', ssn: secrets.ssn, note: `token ${secrets.github}`, card: secrets.card },
  {
    id: 2,
    name: 'ben',
    ssn: '',
    note: secrets.key,
    card: secrets.aws,
    more: { deep: { deeper: secrets.nested } },
    [secrets.name]: 1,
  },
];

interface Scenario {
  readonly name: string;
  readonly tool: string;
  readonly principal: Principal;
  readonly justification?: string;
  readonly args?: Readonly<Record<string, string>>;
  readonly mode?: 'raw' | 'table' | 'summary';
  readonly constraints?: { readonly max_rows?: unknown };
  readonly then?: 'tampered' | 'other_principal' | 'role_taken' | 'twice' | 'expand_hidden';
}

const agent = { id: 'ann', roles: ['reader', 'writer'] };
const tenant = { ...agent, attributes: { tenant: 'acme' } };
const admin = { id: 'root', roles: ['admin'], attributes: { tenant: 'acme' } };
const justification = 'the customer confirmed the repair';

const scenarios: readonly Scenario[] = [
  { name: 'a reader searches', tool: 'docs.search', principal: agent },
  { name: 'a writer without a justification', tool: 'tickets.update', principal: agent },
  { name: 'the same with one', tool: 'tickets.update', principal: agent, justification },
  { name: 'a justification in the arguments', tool: 'tickets.update', principal: agent, args: { _justification: justification } },
  { name: 'a writer destroys, with words', tool: 'tickets.delete', principal: agent, justification },
  { name: 'neither tenant nor justification', tool: 'crm.update', principal: agent },
  { name: 'the answer to that question', tool: 'crm.update', principal: agent, justification },
  { name: 'secrets without a role', tool: 'vault.read', principal: agent, justification },
  { name: 'rows as a text', tool: 'docs.search', principal: agent, constraints: { max_rows: '20' } },
  { name: 'a token that was changed', tool: 'docs.search', principal: agent, then: 'tampered' },
  { name: 'the token of another', tool: 'docs.search', principal: agent, then: 'other_principal' },
  { name: 'a role taken away after the grant', tool: 'tickets.update', principal: agent, justification, then: 'role_taken' },
  { name: 'a token used twice', tool: 'docs.search', principal: agent, then: 'twice' },
  { name: 'raw for a reader', tool: 'docs.search', principal: agent, mode: 'raw' },
  { name: 'raw for an admin', tool: 'docs.search', principal: admin, mode: 'raw' },
  { name: 'a table', tool: 'docs.search', principal: agent, mode: 'table' },
  { name: 'a summary of personal data', tool: 'crm.find', principal: tenant },
  { name: 'a hidden field of a handle', tool: 'crm.find', principal: tenant, then: 'expand_hidden' },
];

interface Said {
  readonly ruling: string;
  readonly code: string;
  readonly leaks?: readonly string[];
}

const keys = keyRing('a secret of at least thirty-two letters');

async function ours({ tool, principal, args = {}, mode = 'summary', constraints = {}, then, ...rest }: Scenario): Promise<Said> {
  const policy = All(Capabilities({ catalogue }), CapabilityPolicy(), Firewall(), Token({ keys }));
  const host = new CapabilityEngine(policy, { keys });
  const max = constraints.max_rows;
  const asked = {
    ...(rest.justification !== undefined && { justification: rest.justification }),
    ...(max !== undefined && { maxRows: max as number }),
  };
  const request = { ...asked, mode };
  const grant = await host.grant({
    tool,
    principal,
    request,
    singleUse: then === 'twice',
    ...(mode === 'raw' && { constraints: { mode } }),
  });
  if (!grant.granted) return { ruling: grant.evaluation.ruling, code: grant.evaluation.code };
  const [claims = '', signature = ''] = grant.token.split('.').slice(-2);
  const changed = `${grant.token.slice(0, -claims.length - signature.length - 1)}${claims.slice(0, -2)}AA.${signature}`;
  const token = then === 'tampered' ? changed : grant.token;
  const who = then === 'other_principal' ? { id: 'mallory' } : then === 'role_taken' ? { id: principal.id } : principal;
  const call = () => host.invoke({ tool, principal: who, args, request: { ...request, token }, run: () => rows });
  let frame = await call();
  if (then === 'twice' && frame.status === 'ok') frame = await call();
  if (then === 'expand_hidden' && frame.status === 'ok')
    frame = await host.expand({ handle: frame.handle?.id ?? '', fields: ['ssn'] }, { principal: who, request: { token } });
  if (frame.status !== 'ok') return { ruling: frame.evaluation.ruling, code: frame.evaluation.code };
  const shown = JSON.stringify(frame.shown);
  const leaks = Object.entries(secrets).filter(([, secret]) => shown.includes(JSON.stringify(secret).slice(1, -1)));
  return { ruling: frame.evaluation.ruling, code: frame.mode, leaks: leaks.map(([name]) => name) };
}

const big = Array.from({ length: 1_000 }, (_, row) =>
  Object.fromEntries(
    Array.from({ length: 20 }, (_, field) => [
      `field_${field}`,
      field % 3 === 0 ? row * field : `value ${row} of ${field} in town`,
    ]),
  ),
);

/** CPU time in microseconds, the best of several passes. */
function best(work: () => unknown, times: number, passes = 12): number {
  let least = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < passes; pass++) {
    const begun = process.cpuUsage();
    for (let time = 0; time < times; time++) work();
    const { user, system } = process.cpuUsage(begun);
    least = Math.min(least, (user + system) / times);
  }
  return least;
}

async function ourTimes(): Promise<Readonly<Record<string, number>>> {
  const sessions = memorySessions();
  const engine = new PolicyEngine(Token({ keys }), { sessions });
  const granted = await grantToken(
    engine,
    { tool: 'docs.search', principal: agent },
    { keys, tokens: tokenStore(sessions), now: Date.now() },
  );
  const token = granted.granted ? granted.token : '';
  const action = { kind: 'tool', tool: 'docs.search', principal: agent, request: { token } };
  const redact = ['secrets', 'card', 'iban'];
  const show = (mode: 'summary' | 'table') => () =>
    shapeOutput(big, { redact, maxRows: 1_000, maxFields: 20, maxDepth: 3, mode });
  return {
    verify: best(() => engine.evaluateSync(action), 1_000),
    summary: best(show('summary'), 1),
    table: best(show('table'), 1),
  };
}

const [python = 'python3'] = process.argv.slice(2);
const input = JSON.stringify({ catalogue, scenarios, rows, secrets, big });
const { stdout, stderr, status } = spawnSync(python, [join(import.meta.dirname, 'kernel.py')], {
  input,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
if (status !== 0) throw new Error(`the reference did not run: ${stderr.split('\n').slice(-3).join(' ')}`);
const theirs = JSON.parse(stdout) as { version: string; said: Record<string, Said>; times: Record<string, number> };

const text = ({ ruling, code, leaks = [] }: Said): string =>
  `${ruling} (${code})${leaks.length > 0 ? `, shows ${leaks.join(', ')}` : ''}`;
console.log(`| scenario | weaver-kernel ${theirs.version} | licet |\n|---|---|---|`);
for (const scenario of scenarios)
  console.log(`| ${scenario.name} | ${text(theirs.said[scenario.name] as Said)} | ${text(await ours(scenario))} |`);
const times = await ourTimes();
console.log('\n| CPU, best of 10 | weaver-kernel | licet |\n|---|---|---|');
const NAMES = {
  verify: 'verify a token (licet: a whole evaluation), µs',
  summary: '1,000 rows of 20 fields as a summary, µs',
  table: 'the same as a table, µs',
};
for (const [name, what] of Object.entries(NAMES))
  console.log(`| ${what} | ${theirs.times[name]?.toFixed(0)} | ${times[name]?.toFixed(0)} |`);
