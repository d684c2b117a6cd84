import type { PolicyIssue } from '@licet/core/yaml';
import { escapeText } from '@licet/core';
import type { Command } from 'commander';

import { EXIT } from '../exit.ts';
import type { Run } from '../main.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { readText } from '../policy/readPolicy.ts';
import type { Terminal } from '../text/terminal.ts';

/** Loads a policy and reports everything that is wrong with it, with the place. Returns 3 when it does not load. */
export async function validate(
  named: string | undefined,
  { json = false }: { readonly json?: boolean },
  terminal: Terminal,
): Promise<number> {
  const file = findPolicy(named, process.cwd());
  const { compilePolicy } = await import('../policy/compile.ts');
  const result = compilePolicy(readText(file), file);
  const isValid = !('issues' in result);
  const issues = isValid ? [] : result.issues;
  const warnings = isValid ? result.warnings : [];
  if (json) terminal.print(JSON.stringify({ file, valid: isValid, issues, warnings }));
  else {
    for (const issue of issues) terminal.complain(line('error', issue, file));
    for (const warning of warnings) terminal.complain(line('warning', warning, file));
    if (isValid) terminal.print(`${file}: valid`);
    else terminal.complain(`${file}: ${issues.length} ${issues.length === 1 ? 'error' : 'errors'}`);
  }
  return isValid ? 0 : EXIT.usage;
}

function line(what: string, { file, line, column, message, suggestion, code }: PolicyIssue, main: string): string {
  const hint = suggestion === undefined ? '' : `, did you mean \`${suggestion}\`?`;
  return escapeText(`${file ?? main}:${line}:${column}: ${what}: ${message}${hint} (${code})`);
}

/** Adds the command. */
export function addValidate(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('validate')
    .description('check a policy file and report everything that is wrong with it')
    .argument('[file]', 'the policy; otherwise the nearest governance.yaml')
    .option('--json', 'print JSON')
    .action((file: string | undefined, options: { json?: boolean }) => run(() => validate(file, options, terminal)));
}
