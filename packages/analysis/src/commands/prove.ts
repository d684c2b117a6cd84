import { escapeText } from '@licet/core';
import { EXIT, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

import type { RecordProof } from '../policies/proveRecord.ts';
import type { Proven } from '../prove.ts';
import type { AnalysisProgram, TrailChoice } from './program.ts';

interface Options extends TrailChoice {
  readonly json?: boolean;
}

/** Computes a recorded ruling again. Returns 0 when it is equal, 1 when that cannot be known any more, 2 when it differs. */
export async function prove(
  name: string,
  { json = false, ...choice }: Options,
  terminal: Terminal,
  program: AnalysisProgram,
): Promise<number> {
  const reader = await program.openTrail(choice.trail === undefined ? choice : { trail: choice.trail });
  const { findRecord, proveRecord } = await import('../policies/policies.ts');
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
