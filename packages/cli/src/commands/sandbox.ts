import { escapeText } from '@licet/core';
import type { SandboxPlan } from '@licet/sandbox';
import type { Command } from 'commander';

import type { Run } from '../run.ts';
import { openPlan } from '../sandbox/openPlan.ts';
import { ruleWithLine } from '../sandbox/ruleLine.ts';
import { jsonText } from '../text/terminal.ts';
import type { Terminal } from '../text/terminal.ts';

interface PlanOptions {
  readonly json?: boolean;
}

/** Prints what code may do in a sandbox under the policy of this folder. Runs nothing. */
export async function sandboxPlan({ json = false }: PlanOptions, terminal: Terminal): Promise<number> {
  const { plan, opened, found } = await openPlan(process.cwd(), false);
  await opened.close();
  if (json) terminal.print(jsonText(plan, 2));
  else for (const line of planLines(plan, rule => ruleWithLine(rule, found))) terminal.print(escapeText(line));
  return 0;
}

/** A rule of the built-in lists has hundreds of patterns: the first ones say which list it is. */
const SHOWN_PATTERNS = 6;

function planLines(plan: SandboxPlan, named: (rule: string) => string): readonly string[] {
  const list = (name: string, values: readonly string[], empty: string): readonly string[] => [
    `${name}: ${values.length === 0 ? empty : values.join(', ')}`,
  ];
  const closed = (name: string, rules: SandboxPlan['hide']): readonly string[] =>
    rules.map(({ rule, patterns }) => {
      const more = patterns.length > SHOWN_PATTERNS ? ` and ${patterns.length - SHOWN_PATTERNS} more` : '';
      return `${name}: ${patterns.slice(0, SHOWN_PATTERNS).join(' ')}${more}, by ${named(rule)}`;
    });
  return [
    ...list('may change', plan.write, 'nothing'),
    ...list('may read', plan.read, 'nothing of the project'),
    ...closed('closed', plan.hide),
    ...closed('read-only, it governs the agent', plan.freeze),
    ...closed('read-only', plan.readOnly),
    ...list(
      'network',
      plan.hosts.map(({ pattern, uploads }) => (uploads ? pattern : `${pattern} (plain GET only)`)),
      'none',
    ),
    ...list('variables', plan.environment, 'none'),
    `processes: at most ${plan.limits.processes}`,
    ...plan.residual.map(({ rule, text }) => `not as the policy says it: ${named(rule)}: ${text}`),
  ];
}

/** Adds the command. */
export function addSandbox(program: Command, run: Run, terminal: Terminal): void {
  const sandbox = program.command('sandbox').description('show what code may do in a sandbox under this policy');
  sandbox
    .command('plan')
    .description('print what `licet run` lets a command do here, and what the policy says that a sandbox cannot')
    .option('--json', 'print JSON')
    .action((options: PlanOptions) => run(() => sandboxPlan(options, terminal)));
}
