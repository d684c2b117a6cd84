import type { RenderFormat } from '@licet/core';
import { renderPolicy } from '@licet/core';
import type { Command } from 'commander';

import { oneOf } from '../exit.ts';
import type { Run } from '../run.ts';
import { printDrawing } from '../text/picture.ts';
import type { Terminal } from '../text/terminal.ts';
import { PROFILE_OPTION, choosePolicy } from './choosePolicy.ts';

interface Options {
  readonly policy?: string;
  readonly profile?: string;
  readonly format: string;
  readonly out?: string;
  readonly json?: boolean;
}

const FORMATS = ['text', 'mermaid', 'dot', 'svg', 'png', 'json'] as const satisfies readonly (RenderFormat | 'svg' | 'png')[];

/** Draws the policy as a tree. */
export async function graph({ policy, profile, format, out, json = false }: Options, terminal: Terminal): Promise<number> {
  const wanted = json ? 'json' : oneOf('--format', format, FORMATS);
  const opened = await choosePolicy({ policy, profile, from: process.cwd() });
  const drawn = wanted === 'svg' || wanted === 'png' ? 'dot' : wanted;
  const text = renderPolicy(opened.policy, { format: drawn, color: terminal.hasColor && out === undefined });
  await printDrawing(text, { format: wanted, out }, terminal);
  return 0;
}

/** Adds the command. */
export function addGraph(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('graph')
    .description('draw the policy')
    .option('--policy <file>', 'the policy; otherwise the nearest governance.yaml')
    .option(...PROFILE_OPTION)
    .option('--format <format>', FORMATS.join(', '), 'text')
    .option('--out <file>', 'write it to a file; a PNG goes there or into a pipe')
    .option('--json', 'the same as --format json')
    .action((options: Options) => run(() => graph(options, terminal)));
}
