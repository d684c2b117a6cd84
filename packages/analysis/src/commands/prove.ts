import { escapeText } from '@licet/core';
import { EXIT, UsageError, jsonText, withProgress } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

import type { RecordProof, TrailProof } from '../policies/proveRecord.ts';
import type { Proven } from '../prove.ts';
import type { AnalysisProgram, TrailChoice } from './program.ts';

interface Options extends TrailChoice {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** Computes a recorded ruling again, or with `all` every one of the trail. Returns 0 when it is equal, 1 when that cannot be known any more, 2 when it differs. */
export async function prove(
  name: string | undefined,
  { all = false, json = false, ...choice }: Options,
  terminal: Terminal,
  program: AnalysisProgram,
): Promise<number> {
  if ((name === undefined) !== all) throw new UsageError('expected a record, or `--all` for every decision of the trail');
  const reader = await program.openTrail(choice.trail === undefined ? choice : { trail: choice.trail });
  const { findRecord, proveRecord, proveTrail } = await import('../policies/policies.ts');
  if (name === undefined) {
    const whole = await withProgress('proving', async step => proveTrail(program, reader, policyFile(choice, program), step));
    if (json) terminal.print(jsonText(whole));
    else tellAll(whole, terminal);
    return whole.differs > 0 ? EXIT.block : whole.notReproducible > 0 ? 1 : 0;
  }
  const proof = await proveRecord(program, await findRecord(reader, name), reader, policyFile(choice, program));
  if (json) terminal.print(jsonText(proof));
  else tell(proof, terminal);
  return { equal: 0, not_reproducible: 1, differs: EXIT.block }[proof.verdict];
}

/** A trail that was named alone may have no policy beside it. */
function policyFile({ policy, trail }: TrailChoice, { findPolicy }: AnalysisProgram): string | undefined {
  try {
    return findPolicy(policy);
  } catch (error) {
    if (trail !== undefined) return undefined;
    throw error;
  }
}

function tellAll({ decisions, equal, differs, notReproducible, different, gone }: TrailProof, { print }: Terminal): void {
  print(`${decisions} decisions: ${equal} equal, ${differs} differ, ${notReproducible} not reproducible`);
  for (const { seq, where } of different) print(escapeText(`  record ${seq} differs: ${where}`));
  if (differs > different.length) print(`  … and ${differs - different.length} more`);
  for (const { what, times, first } of gone)
    print(escapeText(`  ${times} not reproducible, the first is record ${first}: ${what} is gone`));
}

const wordFor = (verdict: Proven['verdict']): string => verdict.replace('_', ' ');

function tell(proof: RecordProof, { print }: Terminal): void {
  const { seq, ruling, verdict, policy } = proof;
  print(`${wordFor(verdict)}: record ${seq}, ${ruling}`);
  for (const [name, what] of [
    ['chain', 'the record is what its hash was made of'],
    ['tree', 'the ruling follows from what the nodes said'],
    ['verdicts', `the nodes say the same under ${policy ?? 'the policy'}`],
  ] as const) {
    const part = proof[name];
    const detail = part.verdict === 'equal' ? what : part.verdict === 'differs' ? part.where : `${part.gone} is gone`;
    print(escapeText(`  ${name.padEnd(8)}  ${wordFor(part.verdict)}: ${detail}`));
  }
}
