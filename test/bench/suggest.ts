import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { profileText } from '@licet/guards';
import type { ProfileName } from '@licet/guards';
import type { AuditRecord } from '@licet/core';
import type { RecordedEvent } from '@licet/core/store';
import { readAll } from '@licet/core/store';
import { suggest } from '../../packages/analysis/src/commands/suggest.ts';
import { openTrail } from 'licet/source/audit/openTrail.ts';
import { replayPolicies } from '@licet/analysis/policies';
import { analysisProgram, policyHost } from 'licet/source/policy/analysisProgram.ts';
import { openEngine } from 'licet/source/index.ts';

import { actionsIn } from '../support/installed.ts';

// How many questions `licet suggest` spares: `node --conditions=@licet/source test/bench/suggest.ts`. A first week of ordinary days is lived under a profile,
// and a human says yes to every question; all that is proposed is applied. A second week of other sessions is judged under both policies.

const SESSIONS = 8;
const CALLS = 40;

const golden = join(import.meta.dirname, '..', 'golden', 'ordinary');
const everyday = actionsIn(golden).flatMap(({ command }) => command ?? []);

/** What people do over and over: the first commands of a list much more often than the last ones. */
const OFTEN = [
  'git push origin main',
  'git push',
  'git commit -am "work"',
  'git add -A && git commit -m "more"',
  'npm install zod',
  'npm publish --dry-run',
  'curl -s https://api.example.com/v1/status',
  'curl -s https://api.example.com/v1/jobs',
  'docker compose up -d',
  'docker compose down',
  'gh pr create --fill',
  'gh pr view 12',
  'npx playwright test',
  'make deploy-dev',
  'terraform plan',
];

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function week(seed: number, root: string): readonly RecordedEvent[] {
  const random = randomOf(seed * 7_919);
  const often = (): string => OFTEN[Math.floor(OFTEN.length * random() ** 2)] ?? 'ls';
  const seldom = (): string => everyday[Math.floor(everyday.length * random())] ?? 'ls';
  return Array.from({ length: SESSIONS * CALLS }, (_, index): RecordedEvent => ({
    type: 'call',
    at: index * 60_000,
    exact: true,
    action: {
      kind: 'bash',
      tool: 'Bash',
      payload: { command: (random() < 0.3 ? often() : seldom()).replaceAll('${PROJECT}', root) },
      sessionId: `${seed}-${Math.floor(index / CALLS)}`,
      callId: `${seed}-${index}`,
      cwd: root,
    },
  }));
}

async function measure(profile: ProfileName): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'licet-week-')));
  mkdirSync(join(root, 'src'));
  const file = join(root, 'governance.yaml');
  const before = profileText(profile);
  writeFileSync(file, before);
  const { engine } = await openEngine(file);
  for (const event of week(1, root)) {
    if (event.type !== 'call') continue;
    const asked = await engine.evaluate(event.action);
    if (asked.ruling === 'ask') await engine.resume(asked, { granted: true, by: 'ann' });
  }
  const program = { ...analysisProgram, requireHuman: () => undefined, confirm: () => Promise.resolve(true) };
  const lines: string[] = [];
  await suggest(
    { policy: file, apply: true },
    { print: line => void lines.push(line), complain: console.error, hasColor: false },
    program,
  );
  const [older, newer] = [
    policyHost.compile(before, file).compiled,
    policyHost.compile(readFileSync(file, 'utf8'), file).compiled,
  ];
  for (const [name, seed] of [
    ['the same week', 1],
    ['another week', 2],
  ] as const) {
    const events = async function* (): AsyncGenerator<RecordedEvent> {
      yield* week(seed, root);
    };
    const { asksPer100, changes } = await replayPolicies(policyHost, events(), { older, newer, root });
    const beyond = changes.filter(
      ({ change, before: was, after }) => change !== 'wider' || was.ruling !== 'ask' || after.ruling === 'ask',
    );
    console.log(
      `${profile}, ${name}: ${asksPer100.before} → ${asksPer100.after} asks per 100 calls; changed otherwise: ${beyond.length}`,
    );
  }
  const { reader } = await openTrail({ policy: file }, root);
  const records: AuditRecord[] = [];
  for await (const { record } of readAll(reader, {})) records.push(record);
  console.log(`  ${records.length} records; ${lines.filter(line => /^\d+\. /u.test(line)).join(' | ')}`);
  if (process.env['SHOW'] !== undefined) console.log(lines.join('\n'));
  rmSync(root, { recursive: true });
}

for (const profile of ['safe-agent', 'strict'] as const) await measure(profile);
