import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { lineOf, linesReader } from '@licet/adapters/lines';
import { readAll } from '@licet/core/store';
import { memoryAudit } from '@licet/core';
import type { AuditRecord } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { runLean } from '../support/lean.ts';

const script = fileURLToPath(new URL('../../docs/verify_trail.py', import.meta.url));
const python = spawnSync('python3', ['--version'], { encoding: 'utf8' }).status === 0;
if (!python) console.warn('skipped: python3 is not installed, so the verifier in docs/ cannot be compared with ours');

const record = (at: number): AuditRecord => ({
  type: 'anomaly',
  at,
  evaluationId: `e${at}`,
  sessionId: 's',
  code: 'hook_failed',
  detail: `ünï "${at}" \u2028`,
});

async function trail(count: number): Promise<readonly string[]> {
  const audit = memoryAudit();
  for (let at = 1; at <= count; at++) audit.append(record(at));
  const lines: string[] = [];
  for await (const each of readAll(audit, {})) lines.push(lineOf(each));
  return lines;
}

const folder = mkdtempSync(join(tmpdir(), 'licet-verifier-'));

/** What the verifier in docs/ says of lines, line by line. */
function check(
  name: string,
  lines: readonly string[],
  anchor?: object,
): { readonly status: number | null; readonly said: readonly string[] } {
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, lines.map(line => `${line}\n`).join(''));
  if (anchor !== undefined) writeFileSync(`${file}.anchors`, `${JSON.stringify(anchor)}\n`);
  const args = [script, file, ...(anchor === undefined ? [] : ['--anchor', `${file}.anchors`])];
  const { status, stdout } = runLean({ command: 'python3', args });
  return { status, said: stdout.trim().split('\n') };
}

/** What both verifiers say of a trail: whether it is valid, and the first record that does not fit. */
async function both(
  name: string,
  lines: readonly string[],
  anchor?: { readonly seq: number; readonly hash: string },
): Promise<readonly unknown[]> {
  const { status, said } = check(name, lines, anchor);
  const file = join(folder, `${name}.jsonl`);
  const ours = linesReader(file).verify(...(anchor === undefined ? [] : [anchor]));
  const wanted =
    ours.bad === undefined
      ? `ok: ${ours.head.seq} records, up to ${ours.head.hash}`
      : `FAILED: record ${ours.bad.seq}: ${ours.bad.why}`;
  return [
    { status, said: said[0] },
    { status: ours.valid ? 0 : 2, said: wanted },
  ];
}

describe.skipIf(!python)('the verifier in docs/, which knows nothing of Licet', () => {
  it.each([
    ['whole', (lines: readonly string[]) => lines],
    ['exported', (lines: readonly string[]) => ['{"schema":"licet.audit","version":1}', ...lines]],
    ['changed', (lines: readonly string[]) => lines.with(3, (lines[3] ?? '').replace('hook_failed', 'trail_torn'))],
    ['missing', (lines: readonly string[]) => lines.toSpliced(3, 1)],
    ['swapped', (lines: readonly string[]) => [...lines.slice(0, 3), lines[4] ?? '', lines[3] ?? '', ...lines.slice(5)]],
    ['headless', (lines: readonly string[]) => lines.slice(2)],
    ['torn', (lines: readonly string[]) => lines.with(5, (lines[5] ?? '').slice(0, 40))],
    ['doubled', (lines: readonly string[]) => lines.toSpliced(4, 0, lines[3] ?? '')],
  ])('says the same as ours of a trail that is %s', async (name, change) => {
    const [theirs, ours] = await both(name, change(await trail(8)));

    expect(theirs).toEqual(ours);
  });

  it('says the same of a trail that was cut, or rewritten, after an anchor was taken', async () => {
    const lines = await trail(8);
    const { seq, hash } = JSON.parse(lines.at(-1) ?? '') as { seq: number; hash: string };
    const [cut, oursOfCut] = await both('cut', lines.slice(0, 5), { seq, hash });
    const [rewritten, oursOfRewritten] = await both('rewritten', lines, { seq, hash: '0'.repeat(64) });
    const [well, oursOfWell] = await both('well', lines, { seq, hash });

    expect([cut, rewritten, well]).toEqual([oursOfCut, oursOfRewritten, oursOfWell]);
    expect([cut, rewritten, well]).toMatchObject([{ status: 2 }, { status: 2 }, { status: 0 }]);
  });

  it.each([
    ['empty', []],
    ['nothing but a header', ['{"schema":"licet.audit","version":1}']],
  ])('proves nothing by a file that is %s', (name, lines) => {
    expect(check(name, lines)).toEqual({ status: 2, said: ['FAILED: there is no record: an empty file proves nothing'] });
  });

  it('says what it could not check: what was cut off, what may be rewritten, and what is not in the file', async () => {
    const lines = await trail(8);
    const anchor = JSON.parse(lines[3] ?? '') as { readonly seq: number; readonly hash: string };
    const unseen = (last: number, anchored: number): string =>
      `not checked: records before 1 and after ${last}, and whether those after ${anchored} were rewritten (an --anchor that is kept where the agent cannot write shows it)`;
    const ok = (count: number): unknown => expect.stringMatching(new RegExp(`^ok: ${count} records, up to [0-9a-f]{64}$`, 'u'));

    expect(check('cut-unseen', lines.slice(0, 5))).toEqual({ status: 0, said: [ok(5), unseen(5, 0)] });
    expect(check('anchored', lines, anchor)).toEqual({ status: 0, said: [ok(8), unseen(8, 4)] });
    expect(check('pruned', lines.slice(2))).toMatchObject({ status: 2 });
  });

  it('is short enough to be read', () => {
    expect(readFileSync(script, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });
});
