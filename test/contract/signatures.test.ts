import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { lineOf } from '@licet/adapters/lines';
import { memoryAudit } from '@licet/core';
import type { AuditRecord } from '@licet/core';
import { TRAIL, answerChallenge, answerRecord, readAll } from '@licet/core/store';
import type { AnswerRecord, FactRecord, KeyChange, KeyRecord } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

import { checkSignatures } from '../../packages/cli/src/passkeys/trailSignatures.ts';
import type { Authenticator, Deviation } from '../support/authenticator.ts';
import { authenticator, changed } from '../support/authenticator.ts';
import { runLean } from '../support/lean.ts';
import { plain, request } from '../unit/core/store/approvalFixtures.ts';

const script = fileURLToPath(new URL('../../docs/verify_signatures.py', import.meta.url));
const python = spawnSync('python3', ['--version'], { encoding: 'utf8' }).status === 0;
if (!python)
  console.warn('skipped: python3 is not installed, so the verifier of signatures in docs/ cannot be compared with ours');

const ann = authenticator('Änn');
const ben = authenticator('ben', { algorithm: -257 });
const eve = authenticator('eve');

/** The first key, a second one that the first has enrolled, and keys that were removed. */
const first = changed([], 'add', ann.key);
const second = changed([first], 'add', ben.key, ann);
const removed = changed([first, second], 'remove', ben.key, ann);
const keyRecord = (change: KeyChange): KeyRecord => ({ type: 'key', ...TRAIL, ...change });

let asked = 0;
/** A yes, signed by an authenticator where one is given. */
function yes(by: string, who?: Authenticator, deviation: Deviation = {}, more: Partial<AnswerRecord> = {}): AnswerRecord {
  const answer = { granted: [true], by, channel: 'passkey' };
  const record = answerRecord(request([plain], { id: `r${asked++}` }), answer, 1);
  return { ...record, ...(who !== undefined && { signature: who.sign(answerChallenge(record), deviation) }), ...more };
}

const no: AnswerRecord = answerRecord(request([plain], { id: 'no' }), { granted: [false] }, 1);
const signed = yes('Änn', ann);

/** What a person did, with the request that they have signed for it. */
const deed = (name: string, approvalId?: string, more: Partial<FactRecord> = {}): FactRecord => ({
  type: 'fact',
  at: 5,
  evaluationId: 'human',
  sessionId: 's',
  name,
  change: 'established',
  scope: 'session',
  ...(approvalId !== undefined && { approvalId }),
  ...more,
});
const ended = { change: 'void' } as const;
const accepted = { evaluationId: 'accept' } as const;

/** Each trail with the numbers of the records that do not hold. */
const TRAILS: Readonly<Record<string, readonly [records: readonly AuditRecord[], bad: readonly number[]]>> = {
  'without keys': [[yes('somebody'), no], []],
  'of answers that were signed': [[yes('before'), keyRecord(first), keyRecord(second), yes('Änn', ann), yes('BEN', ben), no], []],
  'with a yes without a signature': [[keyRecord(first), yes('Änn')], [2]],
  'with a yes of a stranger': [
    [keyRecord(first), yes('Änn', eve), yes('eve', eve)],
    [2, 3],
  ],
  'with a yes in the name of another': [[keyRecord(first), keyRecord(second), yes('ben', ann)], [3]],
  'with a signature of another answer': [[keyRecord(first), { ...yes('Änn'), signature: signed.signature as never }], [2]],
  'with another request': [[keyRecord(first), { ...signed, requestDigest: 'another' }], [2]],
  'with a yes on another page': [[keyRecord(first), yes('Änn', ann, { origin: 'http://localhost:1' })], [2]],
  'with a yes of a person who was not verified': [[keyRecord(first), yes('Änn', ann, { flags: 1 })], [2]],
  'with a counter that goes back': [[keyRecord(first), yes('Änn', ann, { counter: 90 }), yes('Änn', ann, { counter: 90 })], [3]],
  'with nonsense for a signature': [
    [keyRecord(first), yes('Änn', undefined, {}, { signature: { ...(signed.signature as object), signature: 'AAAA' } as never })],
    [2],
  ],
  'with a key that was not enrolled': [
    [keyRecord(first), keyRecord(changed([first], 'add', eve.key)), yes('eve', eve)],
    [2, 3],
  ],
  'with a key that vouches for itself': [[keyRecord(first), keyRecord(changed([first], 'add', eve.key, eve))], [2]],
  'that begins with keys once more': [
    [keyRecord(first), keyRecord(changed([], 'add', eve.key)), yes('eve', eve)],
    [2, 3],
  ],
  'with a key that was removed': [[keyRecord(first), keyRecord(second), keyRecord(removed), yes('ben', ben)], [4]],
  'of what people did before a key was enrolled': [[deed('reviewed'), deed('hold', undefined, ended), keyRecord(first)], []],
  'of what people did and have signed': [
    [keyRecord(first), signed, deed('continued', signed.approvalId), deed('hold', signed.approvalId, ended)],
    [],
  ],
  'of what only stops, and of what outcomes earn': [
    [keyRecord(first), deed('hold'), deed('reviewed', undefined, ended), deed('tests', undefined, { evaluationId: 'e' })],
    [],
  ],
  'with what no person has signed': [
    [
      keyRecord(first),
      deed('reviewed'),
      deed('exception/g1'),
      deed('hold', undefined, ended),
      deed('flow', undefined, ended),
      deed('policy', undefined, accepted),
    ],
    [2, 3, 4, 5, 6],
  ],
  'with a fact before the answer that it names': [[keyRecord(first), deed('reviewed', signed.approvalId), signed], [2]],
  'with a fact that names an answer which does not hold': [
    [keyRecord(first), yes('Änn', eve, {}, { approvalId: 'x' }), deed('reviewed', 'x')],
    [2, 3],
  ],
  'with a signature that is used a second time': [
    [keyRecord(first), signed, deed('reviewed', signed.approvalId), deed('reviewed', signed.approvalId, { at: 6 })],
    [4],
  ],
  'whose last key is removed': [[keyRecord(first), keyRecord(changed([first], 'remove', ann.key, ann))], [2]],
};

const folder = mkdtempSync(join(tmpdir(), 'licet-signatures-'));

async function trailOf(records: readonly AuditRecord[]) {
  const audit = memoryAudit();
  for (const each of records) audit.append(each);
  return audit;
}

describe('the signatures of a trail', () => {
  it.each(Object.entries(TRAILS))('%s are judged', async (_name, [records, bad]) => {
    const { problems } = await checkSignatures(await trailOf(records));

    expect(problems.map(({ seq }) => seq)).toEqual(bad);
  });

  it('are held against the keys that the project keeps', async () => {
    const audit = await trailOf([keyRecord(first), signed]);

    expect((await checkSignatures(audit, [first])).problems).toEqual([]);
    for (const kept of [[], [changed([], 'add', eve.key)], [first, second]])
      expect((await checkSignatures(audit, kept)).problems).toMatchObject([{ why: expect.stringContaining('passkeys') }]);
  });
});

describe.skipIf(!python)('the verifier of signatures in docs/, which knows nothing of Licet', () => {
  it.each(Object.entries(TRAILS))('judges a trail %s as we do', async (name, [records, bad]) => {
    const lines: string[] = ['{"schema":"licet.audit","version":1}'];
    for await (const each of readAll(await trailOf(records), {})) lines.push(lineOf(each));
    const file = join(folder, `${name.replaceAll(' ', '-')}.jsonl`);
    writeFileSync(file, lines.map(line => `${line}\n`).join(''));
    const { status, stdout, stderr } = runLean({ command: 'python3', args: [script, file] });
    const found = Array.from(stdout.matchAll(/^FAILED: record (\d+)/gmu), ([, seq]) => Number(seq));

    expect(stderr).toBe('');
    expect(found).toEqual(bad);
    expect(status).toBe(bad.length === 0 ? 0 : 2);
  });
});
