import { appendFileSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Anchor, AuditReader, ChainReport } from '@licet/core/store';
import { escapeText } from '@licet/core';

import { counted, EXIT, jsonText, UsageError, withProgress, unusable } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { keyFile } from '../passkeys/keyFile.ts';
import type { SignatureReport } from '../passkeys/trailSignatures.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { readNamedFile } from '../text/inputFile.ts';
import type { TrailChoice } from './openTrail.ts';
import { openTrail } from './openTrail.ts';
import { unprovenRecords } from './unproven.ts';
import type { Unproven } from './unproven.ts';

/** The options of `verify` and `anchor`. */
export interface VerifyOptions extends TrailChoice {
  readonly anchor?: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

const KIND = 'licet-audit-anchor';

/**
 * Checks a whole trail, and, for that of the policy, whether it has what people are said to have done. Returns 0 when everything is as it was
 * written, 2 when it is not.
 */
export async function verifyTrail({ anchor = [], json = false, ...choice }: VerifyOptions, terminal: Terminal): Promise<number> {
  const { reader, name, state } = await openTrail(choice);
  const anchors = anchor.flatMap(readAnchors);
  const { seq } = await reader.head();
  const report = await withProgress(`checking ${seq} records`, () => reader.verify(...anchors));
  const { checked, problems } = report.valid ? await lookAtSignatures(reader, choice) : { checked: 0, problems: [] };
  const others = report.valid ? [...(await unprovenRecords(reader)), ...((await state?.(Date.now())) ?? [])] : [];
  const unproven: readonly Unproven[] = [...others, ...problems];
  const unchecked = anchors.filter(({ seq }) => seq < report.first).length;
  const isValid = report.valid && unproven.length === 0;
  if (json)
    terminal.print(
      jsonText({ trail: name, anchors: anchors.length, unchecked, ...report, valid: isValid, unproven, signatures: checked }),
    );
  else
    printReport(
      { ...report, valid: isValid },
      unproven,
      { name, anchors: anchors.length, unchecked, signatures: checked },
      terminal,
    );
  return isValid ? 0 : EXIT.block;
}

interface Checked {
  readonly name: string;
  readonly anchors: number;
  readonly unchecked: number;
  /** How many answers and changes of keys were looked at for signatures. */
  readonly signatures: number;
}

/** Checks the signatures of a trail, and holds its keys against those that the project keeps, where it is a project's. */
async function lookAtSignatures(reader: AuditReader, { policy, trail }: TrailChoice): Promise<SignatureReport> {
  const { checkSignatures } = await import('../passkeys/trailSignatures.ts');
  const kept = trail === undefined ? keyFile(dirname(findPolicy(policy))).read().log : undefined;
  return checkSignatures(reader, kept);
}

function printReport(
  report: ChainReport,
  unproven: readonly Unproven[],
  { name, anchors, unchecked, signatures }: Checked,
  { print }: Terminal,
): void {
  const { valid, records, first, head, bad } = report;
  print(`${valid ? 'ok    ' : 'FAILED'}  ${escapeText(name)}`);
  if (bad !== undefined) print(`        record ${bad.seq}: ${bad.why}`);
  for (const { seq, why } of unproven) print(escapeText(`        ${seq === undefined ? '' : `record ${seq}: `}${why}`, 500));
  print(`        ${counted(records, 'record')}${bad === undefined ? '' : ' before that'}, up to ${head.seq}`);
  if (signatures > 0)
    print(`        ${counted(signatures, 'answer or change of keys', 'answers and changes of keys')} looked at for signatures`);
  if (first > 1) print(`        it begins with record ${first}: those before it have been pruned or rotated away`);
  if (anchors > 0) print(`        held against ${anchors - unchecked} of ${anchors} anchors`);
  if (unchecked > 0) print(`        ${unchecked} lie before record ${first} and could not be checked`);
  if (anchors === 0) print('        without an anchor from elsewhere, an end that was cut off with its head cannot be seen');
}

/** Prints the end of the trail, or adds it to a file of anchors that is kept elsewhere. */
export async function anchorTrail({ out, ...choice }: VerifyOptions, terminal: Terminal): Promise<number> {
  const { reader, name } = await openTrail(choice);
  const { seq, hash } = await reader.head();
  if (seq === 0) throw new UsageError(`the trail \`${name}\` is empty: there is nothing to anchor`);
  const line = JSON.stringify({ kind: KIND, version: 1, trail: name, at: new Date().toISOString(), seq, hash });
  if (out === undefined) terminal.print(line);
  else {
    if (existsSync(out)) readAnchors(out);
    try {
      appendFileSync(out, `${line}\n`, { mode: 0o600 });
    } catch (error) {
      throw unusable(`\`${out}\``, 'written', error);
    }
  }
  return 0;
}

/** Reads a file of anchors. Nothing in it is skipped: an anchor that cannot be read would check nothing. */
function readAnchors(file: string): readonly Anchor[] {
  const lines = readNamedFile(file, 'the anchors')
    .split('\n')
    .filter(line => line.trim() !== '');
  return lines.map((line, index) => {
    const anchor = parsed(line);
    if (anchor === undefined)
      throw new UsageError(`line ${index + 1} of \`${file}\` is no anchor that \`licet audit anchor\` has written`);
    return anchor;
  });
}

function parsed(line: string): Anchor | undefined {
  try {
    const { kind, version, seq, hash } = JSON.parse(line) as { kind?: unknown; version?: unknown; seq?: unknown; hash?: unknown };
    const isAnchor =
      kind === KIND && version === 1 && Number.isSafeInteger(seq) && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
    return isAnchor ? { seq: seq as number, hash } : undefined;
  } catch {
    return undefined;
  }
}
