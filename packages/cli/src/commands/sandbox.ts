import { escapeText } from '@licet/core';
import { EXIT, UsageError, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { PRINT_TARGETS, containedCommand, prepareSandbox, stateFolder } from '@licet/sandbox';
import type { PrintTarget, SandboxPlan } from '@licet/sandbox';

import { licetHome } from '../policy/licetHome.ts';
import { readPlan } from '../sandbox/openPlan.ts';
import { ruleWithLine } from '../sandbox/ruleLine.ts';

interface PlanOptions {
  readonly json?: boolean;
}

/** Prints what code may do in a sandbox under the policy of this folder. Runs nothing. */
export async function sandboxPlan({ json = false }: PlanOptions, terminal: Terminal): Promise<number> {
  const { plan, found } = await readPlan(process.cwd());
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

/** Prints the settings of another sandbox for the plan of this folder. Fails where that sandbox would let more happen. */
export async function sandboxPrint({ for: name }: { readonly for?: string }, terminal: Terminal): Promise<number> {
  const targets = Object.keys(PRINT_TARGETS) as PrintTarget[];
  const target = targets.find(each => each === name);
  if (target === undefined) throw new UsageError(`\`--for\` must be one of ${targets.join(', ')}, found \`${name ?? ''}\``);
  const { plan } = await readPlan(process.cwd());
  const state = stateFolder(licetHome(), plan.project);
  const run = { plan, state, command: [], cwd: plan.project, env: process.env, gitWrites: false, makes: false };
  const { args, sandbox } = containedCommand({ ...run, plan: { ...plan, hosts: [] } }, '');
  const missing = prepareSandbox(plan, { gitWrites: false }).placeholders;
  const fixed = sandbox.mounts.filter(({ path, as }) => as === 'readOnly' && !plan.read.includes(path));
  const { text, notes, wider } = PRINT_TARGETS[target](plan, {
    hidden: sandbox.mounts.filter(({ as }) => as.startsWith('empty')).map(({ path }) => path),
    fixed: [...fixed.map(({ path }) => path), ...missing],
    mounts: sandbox.mounts,
    bubblewrap: [...withoutDescriptors(args), '--', '"$@"'],
  });
  for (const note of notes) terminal.complain(escapeText(`licet: ${target} is narrower, or less certain: ${note}`, 500));
  for (const each of wider)
    terminal.complain(escapeText(`licet: not printed, since ${target} would be wider than the policy: ${each}`, 500));
  if (wider.length > 0) return EXIT.block;
  terminal.print(text.trimEnd());
  return 0;
}

/** The filter and the process id go over file descriptors, which a script has not. Placeholders are not made for it. */
const withoutDescriptors = (args: readonly string[]): readonly string[] =>
  args.filter((word, at) => !DESCRIPTORS.has(word) && !DESCRIPTORS.has(args[at - 1] ?? ''));

const DESCRIPTORS: ReadonlySet<string> = new Set(['--seccomp', '--json-status-fd']);
