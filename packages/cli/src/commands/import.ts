import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { escapeText } from '@licet/core';
import type { Command } from 'commander';

import { EXIT, UsageError } from '../exit.ts';
import type { Run } from '../run.ts';
import { jsonText } from '../text/json.ts';
import type { Terminal } from '../text/terminal.ts';

interface Options {
  readonly json?: boolean;
}

/**
 * Prints the policy that another tool's configuration comes to. What could not be turned is listed line by line, and stands in the text as comments. Nothing
 * is written: whoever wants a file redirects it.
 */
export async function importFrom(tool: string, file: string, { json = false }: Options, terminal: Terminal): Promise<number> {
  const { importPolicy } = await import('../import/importPolicy.ts');
  const { compilePolicy } = await import('../policy/compile.ts');
  const { text, left } = importPolicy(tool, readInput(file));
  const result = compilePolicy(text, resolve('governance.yaml'));
  const issues = 'issues' in result ? result.issues : [];
  const warnings = 'issues' in result ? [] : result.warnings;
  if (json) terminal.print(jsonText({ policy: text, left, issues, warnings }));
  else {
    terminal.print(text.trimEnd());
    for (const { line, path, why } of left) terminal.complain(escapeText(`${file}:${line}: ${path}: ${why}`));
    for (const { line, column, message } of issues)
      terminal.complain(escapeText(`line ${line}:${column} of the policy does not load: ${message}`));
    for (const { line, message } of warnings) terminal.complain(escapeText(`line ${line} of the policy: ${message}`));
  }
  return issues.length === 0 ? 0 : EXIT.usage;
}

function readInput(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`the file \`${file}\` cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
}

/** Adds the command. */
export function addImport(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('import')
    .description('print the policy that the configuration of another tool comes to, and what of it could not be turned')
    .argument('<tool>', 'verdikt, aorta, agent-kernel, claude-permissions or cc-safety-net')
    .argument('<file>', 'its configuration; `-` for standard input')
    .option('--json', 'print JSON')
    .action((tool: string, file: string, options: Options) => run(() => importFrom(tool, file, options, terminal)));
}
