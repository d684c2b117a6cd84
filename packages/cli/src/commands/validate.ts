import { dirname } from 'node:path';

import { escapeText } from '@licet/core';
import { counted, EXIT, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { inspectGraphs, reportLine } from '../grounding/inspectGraphs.ts';
import { doubtfulValues, unmatchedRuns } from '../policy/doubts.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { readText } from '../policy/readPolicy.ts';
import { issueLine } from '../exit.ts';

/**
 * Loads a policy and reports everything that is wrong with it, with the place. With `graphs` its knowledge graphs are
 * opened too. Returns 3 when it does not load, or when a graph that was asked for cannot be opened.
 */
export async function validate(
  named: string | undefined,
  { json = false, graphs = false }: { readonly json?: boolean; readonly graphs?: boolean },
  terminal: Terminal,
): Promise<number> {
  const file = findPolicy(named);
  const { compilePolicy } = await import('../policy/compile.ts');
  const result = compilePolicy(readText(file), file);
  const isValid = !('issues' in result);
  const issues = isValid ? [] : result.issues;
  const root = dirname(file);
  const warnings = isValid
    ? [...result.warnings, ...(await doubtfulValues(result.compiled, file)), ...unmatchedRuns(result.compiled, root)]
    : [];
  const reports = isValid && graphs ? await inspectGraphs(result.compiled, root, false) : undefined;
  const isWell = isValid && reports?.some(report => 'error' in report) !== true;
  if (json) terminal.print(jsonText({ file, valid: isValid, issues, warnings, ...(reports && { graphs: reports }) }));
  else {
    for (const issue of issues) terminal.complain(issueLine('error', issue, file));
    for (const warning of warnings) terminal.complain(issueLine('warning', warning, file));
    if (isValid) terminal.print(`${file}: valid`);
    else terminal.complain(`${file}: ${counted(issues.length, 'error')}`);
    for (const report of reports ?? []) terminal['error' in report ? 'complain' : 'print'](escapeText(reportLine(report)));
  }
  return isWell ? 0 : EXIT.usage;
}
