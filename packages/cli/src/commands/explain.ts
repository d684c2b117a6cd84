import type { ProfileName } from '@licet/guards';
import type { Evaluation, GuardNode, RenderFormat } from '@licet/core';
import { escapeText, renderTrace } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import type { GroundingResult } from '@licet/epistemic';
import { EXIT } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { nodesOf, paramsOf } from '../policy/nodes.ts';
import { actionInput } from './actionInput.ts';
import { printEvaluation } from './check.ts';
import { choosePolicy } from './choosePolicy.ts';
import type { ActionArguments } from './actionInput.ts';

interface Options extends Partial<ActionArguments> {
  readonly policy?: string;
  readonly profile?: ProfileName;
  readonly format: RenderFormat;
  readonly json?: boolean;
  readonly timing?: boolean;
}

/** Judges one action and draws how every node of the policy took part. Changes nothing. */
export async function explain(options: Options, terminal: Terminal): Promise<number> {
  const format = options.json === true ? 'json' : options.format;
  const cwd = options.cwd ?? process.cwd();
  const { engine, grounding, policy } = await choosePolicy({ policy: options.policy, profile: options.profile, from: cwd });
  const evaluation = await engine.explain(await actionInput({ ...options, cwd }), { timing: options.timing === true });
  if (format === 'text') {
    printEvaluation(evaluation, terminal);
    await printConditions(evaluation, terminal);
    await printOrigins(evaluation, policy, terminal);
    terminal.print('');
  }
  terminal.print(renderTrace(evaluation.trace, { format, color: terminal.hasColor }).trimEnd());
  if (format === 'text' && grounding !== undefined) await printGroundings(grounding.taken(), terminal);
  await grounding?.close();
  return EXIT[evaluation.ruling];
}

/** Lists what prevents the action in the order of evaluation, where a guard says more of it than its reason. */
async function printConditions(evaluation: Evaluation, terminal: Terminal): Promise<void> {
  const isTold = evaluation.violations.some(({ evidence }) => isRecord(evidence) && Array.isArray(evidence['conditions']));
  if (evaluation.passed || !isTold) return;
  const { explainDenial } = await import('@licet/capabilities');
  terminal.print('\nwhat prevents it:');
  for (const [index, { condition, required, found, fix, code }] of explainDenial(evaluation).conditions.entries()) {
    terminal.print(`  ${index + 1}. ${condition} (${code})`);
    terminal.print(`     needs ${required}; found ${found}`);
    if (fix !== '') terminal.print(`     ${fix}`);
  }
}

/** Tells where the aims of the call came from, under a policy that has `flow`. */
async function printOrigins({ action, context }: Evaluation, policy: GuardNode, terminal: Terminal): Promise<void> {
  const { flowDefinition, hasRead, originsOf } = await import('@licet/guards/state');
  for (const node of nodesOf(policy, flowDefinition)) {
    const origins = originsOf(action, context.session.state, paramsOf(node, flowDefinition) ?? {}, context.effects);
    const note = hasRead(context.session.state) ? '' : ' (the session has read no text of outsiders, so nothing asks)';
    if (origins.length > 0) terminal.print(`\nwhere its values come from${note}:`);
    for (const { argument, value, origin } of origins)
      terminal.print(`  ${escapeText(argument, 60)} = ${escapeText(value, 120)}: ${origin}`);
  }
}

/** Draws what the decision was grounded on: concepts with their depths, edges, gaps. */
async function printGroundings(results: readonly GroundingResult[], terminal: Terminal): Promise<void> {
  const { formatTree, treeColors } = await import('@licet/epistemic/render');
  for (const result of results) terminal.print(`\n${formatTree(result, treeColors(terminal))}`);
}
