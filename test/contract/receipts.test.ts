import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { lineOf } from '@licet/adapters/lines';
import { PolicyEngine, block, guard, memoryAudit, pass } from '@licet/core';
import { readAll } from '@licet/core/store';
import type { ChainedRecord } from '@licet/core/store';
import { receiptOf, signedReceipt } from 'licet/source/audit/receipts.ts';
import type { Receipt } from 'licet/source/audit/receipts.ts';
import { publicKeyText } from 'licet/source/signing/ed25519.ts';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../docs/verify_trail.py', import.meta.url));
const runs = (code: string): boolean => spawnSync('python3', ['-c', code]).status === 0;
const python = runs('0');
const canSign = python && runs('import cryptography');
const canEnvelope = canSign && runs('import securesystemslib.dsse');
if (!canSign)
  console.warn('skipped: the package `cryptography` of Python is missing, so that no signature of a receipt is checked');
if (!canEnvelope)
  console.warn('skipped: the package `securesystemslib` of Python is missing, so that no other program reads a receipt');

const { privateKey: ann } = generateKeyPairSync('ed25519');
const { privateKey: eve } = generateKeyPairSync('ed25519');
const folder = mkdtempSync(join(tmpdir(), 'licet-receipts-'));
let files = 0;

/** A trail with three decisions and an outcome. */
async function trail(): Promise<readonly ChainedRecord[]> {
  const audit = memoryAudit();
  const careful = guard('careful', ({ kind }) =>
    kind === 'bash' ? block('`rm` loses ünï', { fix: 'stop', code: 'loses' }) : pass(),
  );
  const engine = new PolicyEngine(careful, { audit, runtime: 'mcp' });
  const read = await engine.evaluate({ kind: 'read', tool: 'Read', callId: 'c1', payload: { file_path: 'a' } });
  await engine.postAction(read, { status: 'ok' });
  await engine.evaluate({ kind: 'bash', payload: { command: 'rm a' } });
  await engine.evaluate({ kind: 'write' });
  const records: ChainedRecord[] = [];
  for await (const each of readAll(audit, {})) records.push(each);
  return records;
}

const receiptsOf = (records: readonly ChainedRecord[]): readonly Receipt[] => records.flatMap(record => receiptOf(record) ?? []);

/** What the verifier in docs/ says of a trail and receipts. */
function verify(
  records: readonly ChainedRecord[],
  receipts: readonly string[],
  key?: KeyObject,
): readonly [number | null, string] {
  const [lines, signed] = ['trail', 'receipts'].map(name => join(folder, `${name}-${files++}.jsonl`)) as [string, string];
  writeFileSync(lines, records.map(record => `${lineOf(record)}\n`).join(''));
  writeFileSync(signed, receipts.map(receipt => `${receipt}\n`).join(''));
  const args = [script, lines, '--receipts', signed, ...(key === undefined ? [] : ['--key', publicKeyText(key)])];
  const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
  return [status, stdout + stderr];
}

describe('a receipt', () => {
  it('says what was decided, by which rule of which policy, and where that is in the trail', async () => {
    const records = await trail();
    const [first, second, third] = receiptsOf(records);

    expect(receiptsOf(records)).toHaveLength(3);
    expect(first).toMatchObject({
      kind: 'read',
      tool: 'Read',
      call: 'c1',
      runtime: 'mcp',
      ruling: 'pass',
      enforced: 'pass',
      chain: { seq: 1 },
    });
    expect(second).toMatchObject({
      format: 1,
      ruling: 'block',
      rule: { guard: 'careful', code: 'loses' },
      chain: { seq: 3, prev: records[1]?.hash },
    });
    expect(second?.request.sha256).toMatch(/^[0-9a-f]{64}$/u);
    expect(second?.policy.sha256).toBe(third?.policy.sha256);
  });
});

describe.skipIf(!canSign)(`the verifier in docs/${canSign ? '' : ' (the package `cryptography` is missing)'}`, () => {
  it('accepts receipts of a trail that the key has signed', async () => {
    const records = await trail();
    const [status, said] = verify(
      records,
      receiptsOf(records).map(receipt => signedReceipt(receipt, ann)),
      ann,
    );

    expect(said).toContain('and 3 receipts');
    expect(said).not.toContain('who signed');
    expect(status).toBe(0);
  });

  it('says that it has not checked who signed, where it has no key', async () => {
    const records = await trail();
    const [status, said] = verify(
      records,
      receiptsOf(records).map(receipt => signedReceipt(receipt, eve)),
    );

    expect([status, said]).toEqual([
      0,
      expect.stringContaining('not checked: who signed the receipts, because no --key was given'),
    ]);
  });

  it('refuses a receipt of another key, of another decision, and one that was changed', async () => {
    const records = await trail();
    const [first, second] = receiptsOf(records) as [Receipt, Receipt];
    const lenient: Receipt = { ...second, ruling: 'pass' };
    const envelope = JSON.parse(signedReceipt(second, ann)) as { payload: string };
    const changed = JSON.stringify({ ...envelope, payload: Buffer.from(JSON.stringify(lenient)).toString('base64') });
    const other = JSON.stringify({ ...envelope, payloadType: 'application/json' });

    expect(verify(records, [signedReceipt(first, eve)], ann)).toEqual([2, 'FAILED: receipt 1: the key has not signed it\n']);
    expect(verify(records, [signedReceipt(first, ann), changed], ann)).toEqual([
      2,
      'FAILED: receipt 2: the key has not signed it\n',
    ]);
    expect(verify(records, [other], ann)).toEqual([2, 'FAILED: receipt 1: it is of another type\n']);
    expect(verify(records, [signedReceipt(lenient, ann)], ann)[1]).toContain(
      'FAILED: record 3: the receipt says something else than the trail',
    );
    expect(verify(records, [signedReceipt(second, ann), signedReceipt(lenient, ann)], ann)[1]).toContain(
      'another receipt for the same record',
    );
    expect(verify(records.slice(0, 2), [signedReceipt(second, ann)], ann)[1]).toContain('the trail does not have it');
    expect(verify(records, ['x'], ann)[0]).toBe(2);
  });
});

const THEIRS = `
import json, sys
from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import SSlibKey
envelope = Envelope.from_dict(json.loads(sys.argv[1]))
key = SSlibKey(next(iter(envelope.signatures)), "ed25519", "ed25519", {"public": sys.argv[2]})
try:
    envelope.verify([key], 1)
    print(json.loads(envelope.payload)["ruling"])
except VerificationError:
    print("refused")
`;

describe.skipIf(!canEnvelope)(`securesystemslib${canEnvelope ? '' : ' (it is not installed)'}`, () => {
  it('accepts what the key has signed, and refuses what another one has', async () => {
    const [, second] = receiptsOf(await trail()) as [Receipt, Receipt];
    const hex = Buffer.from(publicKeyText(ann).slice('ed25519:'.length), 'base64url').toString('hex');
    const said = (key: KeyObject): string =>
      spawnSync('python3', ['-c', THEIRS, signedReceipt(second, key), hex], { encoding: 'utf8' }).stdout.trim();

    expect(said(ann)).toBe('block');
    expect(said(eve)).toBe('refused');
  });
});
