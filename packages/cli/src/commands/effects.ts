import { homedir } from 'node:os';

import { escapeText } from '@licet/core';
import { effectsOf } from '@licet/effects';
import type { ReportedEffect, ReportedTarget } from '@licet/effects';
import { columns, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { actionInput } from './actionInput.ts';

interface Options {
  readonly cwd?: string;
  readonly json?: boolean;
  readonly tool?: string;
  readonly input?: string;
}

/** Shows what a command, or a call of a tool, would do to the world, as the guards see it. Runs nothing. */
export async function effects(command: string | undefined, options: Options, terminal: Terminal): Promise<number> {
  const cwd = options.cwd ?? process.cwd();
  const action = await actionInput({ command, tool: options.tool, input: options.input, cwd });
  const report = await effectsOf(action, { root: cwd, home: homedir() });
  if (options.json === true) terminal.print(jsonText(report));
  else printTable(report.effects, terminal);
  return 0;
}

function printTable(found: readonly ReportedEffect[], { print }: Terminal): void {
  if (found.length === 0) return print('no effects');
  const rows = found.map(effect =>
    [
      effect.kind,
      targetText(effect.target),
      effect.program ?? '',
      effect.via.join(' > '),
      effect.certainty,
      (effect.tags ?? []).join(' '),
    ].map(cell => escapeText(cell)),
  );
  const head = ['effect', 'target', 'by', 'through', 'certainty', 'marks'];
  for (const line of columns([head, ...rows])) print(line);
}

function targetText(target: ReportedTarget | undefined): string {
  switch (target?.type) {
    case undefined:
      return '';
    case 'file':
      return `${target.glob ?? target.lexical}${target.recursive === true ? '/**' : ''}`;
    case 'network':
      return `${target.host ?? 'any host'}${target.port === undefined ? '' : `:${target.port}`} (${target.direction})`;
    case 'program':
      return target.argv.map(word => word ?? '…').join(' ');
    case 'named':
      return `${target.category} ${target.name}`;
  }
}
