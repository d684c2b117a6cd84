import { dirname } from 'node:path';

import type { AuditReader, ChainReport } from '@licet/core/store';
import { escapeText } from '@licet/core';

import { counted, EXIT, jsonText, withProgress } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { keyFile } from '../passkeys/keyFile.ts';
import type { SignatureReport } from '../passkeys/trailSignatures.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { unacceptedPolicy } from './acceptedPolicy.ts';
import { readAnchors } from './anchors.ts';
import type { TrailChoice } from './openTrail.ts';
import { openTrail } from './openTrail.ts';
import { unprovenRecords } from './unproven.ts';
import type { Unproven } from './unproven.ts';

/** The options of `verify`. */
export interface VerifyOptions extends TrailChoice {
  readonly anchor?: readonly string[];
  readonly json?: boolean;
}

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
  const others = report.valid ? await lookAtWords(reader, choice, state) : [];
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

/** Finds what claims to be a person's word and is not: answers, facts, and, for the trail of a policy, the policy in force. */
async function lookAtWords(
  reader: AuditReader,
  { policy, trail }: TrailChoice,
  state: ((now: number) => Promise<readonly Unproven[]>) | undefined,
): Promise<readonly Unproven[]> {
  const accepted = trail === undefined ? await unacceptedPolicy(reader, findPolicy(policy)) : [];
  return [...(await unprovenRecords(reader)), ...((await state?.(Date.now())) ?? []), ...accepted];
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
