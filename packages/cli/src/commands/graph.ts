import type { RenderFormat } from '@licet/core';
import { renderPolicy } from '@licet/core';
import type { Command } from 'commander';

import { UsageError } from '../exit.ts';
import type { Run } from '../run.ts';
import type { Terminal } from '../text/terminal.ts';
import { PROFILE_OPTION, choosePolicy } from './choosePolicy.ts';

interface Options {
  readonly policy?: string;
  readonly profile?: string;
  readonly format: string;
}

const FORMATS = ['text', 'mermaid', 'dot', 'svg', 'json'] as const satisfies readonly (RenderFormat | 'svg')[];

/** Draws the policy as a tree. */
export async function graph({ policy, profile, format: wanted }: Options, terminal: Terminal): Promise<number> {
  const format = FORMATS.find(known => known === wanted);
  if (format === undefined) throw new UsageError(`\`--format\` must be one of ${FORMATS.join(', ')}, found \`${wanted}\``);
  const opened = await choosePolicy({ policy, profile, from: process.cwd() });
  const text = renderPolicy(opened.policy, { format: format === 'svg' ? 'dot' : format, color: terminal.hasColor });
  terminal.print((format === 'svg' ? await svg(text) : text).trimEnd());
  return 0;
}

async function svg(dot: string): Promise<string> {
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  return (await Graphviz.load()).dot(dot, 'svg');
}

/** Adds the command. */
export function addGraph(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('graph')
    .description('draw the policy')
    .option('--policy <file>', 'the policy; otherwise the nearest governance.yaml')
    .option(...PROFILE_OPTION)
    .option('--format <format>', FORMATS.join(', '), 'text')
    .action((options: Options) => run(() => graph(options, terminal)));
}
