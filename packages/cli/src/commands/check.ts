import { faultText, fixText, reasonText } from '@licet/adapters';
import { escapeText } from '@licet/core';
import type { Evaluation } from '@licet/core';
import { dim, EXIT, jsonText, rulingWord } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import type { OpenedPolicy } from '../policy/openEngine.ts';
import { actionInput } from './actionInput.ts';
import type { ActionArguments } from './actionInput.ts';
import { checkBatch } from './checkBatch.ts';
import type { PolicyFor } from './checkBatch.ts';
import { choosePolicy } from './choosePolicy.ts';
import { evaluationJson } from './evaluationJson.ts';

/** What `licet check` takes. */
export interface CheckOptions extends Partial<ActionArguments> {
  readonly batch?: boolean;
  readonly policy?: string;
  readonly profile?: string;
  readonly json?: boolean;
}

/** Judges one action, or a stream of them, and changes nothing. Returns 0 for pass and warn, 1 for ask, 2 for block. */
export async function check(options: CheckOptions, terminal: Terminal): Promise<number> {
  const cwd = options.cwd ?? process.cwd();
  const opened = await choosePolicy({ policy: options.policy, profile: options.profile, from: cwd });
  for (const doubt of opened.doubts) terminal.complain(doubt);
  try {
    return await judgeWith(opened, options, cwd, terminal);
  } finally {
    await opened.grounding?.close();
  }
}

async function judgeWith(opened: OpenedPolicy, options: CheckOptions, cwd: string, terminal: Terminal): Promise<number> {
  if (options.batch === true)
    return checkBatch(
      options.profile === undefined ? () => opened : perFolder(opened, options.profile, cwd),
      { cwd, ...(options.session !== undefined && { sessionId: options.session }) },
      process.stdin,
      terminal,
    );
  const evaluation = await opened.engine.explain(await actionInput({ ...options, cwd }));
  if (options.json === true) terminal.print(jsonText(evaluationJson(evaluation, opened.grounding?.taken())));
  else printEvaluation(evaluation, terminal);
  return EXIT[evaluation.ruling];
}

/** Most folders that a stream of actions gets a profile of its own for. */
const MAX_FOLDERS = 100;

/** A profile has no file that would say where its project is: it is the folder that an action starts in. */
function perFolder(opened: OpenedPolicy, profile: string, cwd: string): PolicyFor {
  const policies = new Map<string, Promise<OpenedPolicy>>();
  return folder => {
    if (folder === cwd || folder.startsWith(`${cwd}/`) || !folder.startsWith('/')) return opened;
    if (!policies.has(folder) && policies.size === MAX_FOLDERS) return opened;
    const known = policies.get(folder) ?? choosePolicy({ profile, from: folder });
    policies.set(folder, known);
    return known;
  };
}

/** Writes one decision for people: the ruling, who says so, why, and the way out. */
export function printEvaluation(evaluation: Evaluation, terminal: Terminal): void {
  const { ruling, code, guard } = evaluation;
  terminal.print(`${rulingWord(ruling, terminal)}  ${dim(`${guard}, ${code}`, terminal)}`);
  if (ruling !== 'pass') terminal.print(reasonText(evaluation));
  const { certificate } = evaluation;
  if (certificate !== undefined)
    terminal.print(
      `no question: it is certain to do no more than ${certificate.level}: ${escapeText(certificate.because.join('; '))}`,
    );
  const fix = fixText(evaluation);
  if (fix !== undefined) terminal.print(`instead: ${fix}`);
  const fault = faultText(evaluation);
  if (fault !== undefined) terminal.print(fault);
}
