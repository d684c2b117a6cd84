import type { AuditReader, ChainedRecord, EvaluationRecord } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { readAll } from '@licet/core/store';
import type { Proven } from '@licet/core/analysis';
import type { Command } from 'commander';

import type { RecordProof } from '../analysis/proveRecord.ts';
import { openTrail } from '../audit/openTrail.ts';
import type { TrailChoice } from '../audit/openTrail.ts';
import { withTrail } from '../audit/filters.ts';
import { EXIT, UsageError } from '../exit.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import type { Run } from '../run.ts';
import { jsonText } from '../text/terminal.ts';
import type { Terminal } from '../text/terminal.ts';

interface Options extends TrailChoice {
  readonly json?: boolean;
}

/** Computes a recorded ruling again. Returns 0 when it is equal, 1 when that cannot be known any more, 2 when it differs. */
export async function prove(name: string, { json = false, ...choice }: Options, terminal: Terminal): Promise<number> {
  const { reader } = await openTrail(choice.trail === undefined ? choice : { trail: choice.trail });
  const { proveRecord } = await import('../analysis/analysis.ts');
  const wanted = await findRecord(reader, name);
  if (wanted === undefined) throw new UsageError(`there is no evaluation \`${escapeText(name, 100)}\` in this trail`);
  const proof = await proveRecord(wanted, reader, policyFile(choice));
  if (json) terminal.print(jsonText(proof));
  else tell(proof, terminal);
  return { equal: 0, not_reproducible: 1, differs: EXIT.block }[proof.verdict];
}

/** The record of this number, or the last one about an evaluation or a call of this id. */
export async function findRecord(reader: AuditReader, name: string): Promise<Evaluated | undefined> {
  if (/^\d{1,15}$/u.test(name)) {
    const page = await reader.read({ after: Number(name) - 1, limit: 1 });
    return page.find((each): each is Evaluated => isEvaluated(each) && each.seq === Number(name));
  }
  let found: Evaluated | undefined;
  for await (const each of readAll(reader, { text: name })) if (isEvaluated(each) && isOf(each, name)) found = each;
  return found;
}

type Evaluated = ChainedRecord & { readonly record: EvaluationRecord };

const isEvaluated = (chained: ChainedRecord): chained is Evaluated => chained.record.type === 'evaluation';

const isOf = ({ hash, record }: Evaluated, name: string): boolean => [hash, record.evaluationId, record.callId].includes(name);

/** A trail that was named alone may have no policy beside it. */
function policyFile({ policy, trail }: TrailChoice): string | undefined {
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

/** Adds the command. */
export function addProve(program: Command, run: Run, terminal: Terminal): void {
  withTrail(program.command('prove').description('compute a recorded ruling again, and say whether the record tells the truth'))
    .argument('<record>', 'a number of a record, or the id of an evaluation or of a call')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nReturns 0 when it is equal, 1 when something that it takes is gone, 2 when it differs.')
    .action((record: string, options: Options) => run(() => prove(record, options, terminal)));
}
