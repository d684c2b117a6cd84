import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import { escapeText } from '@licet/core';
import type { PolicyIssue } from '@licet/core/yaml';
import { counted, EXIT, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

import { inspectGraphs, reportLine } from '../grounding/inspectGraphs.ts';
import { doubtfulValues, unmatchedRuns } from '../policy/doubts.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { cappedAt, cappedIssue } from '../policy/limits.ts';
import { readText } from '../policy/readPolicy.ts';
import { issueLine, hintOf } from '../exit.ts';
import { VERSION } from '../version.ts';

/**
 * Loads a policy and reports everything that is wrong with it, with the place. With `graphs` its knowledge graphs are
 * opened too. As `sarif` it prints a log that code scanning reads. Returns 3 when it does not load, or when a graph that
 * was asked for cannot be opened.
 */
export async function validate(
  named: string | undefined,
  { json = false, format, graphs = false }: { readonly json?: boolean; readonly format?: string; readonly graphs?: boolean },
  terminal: Terminal,
): Promise<number> {
  const file = findPolicy(named);
  const { compilePolicy } = await import('../policy/compile.ts');
  const result = compilePolicy(readText(file), file);
  const isValid = !('issues' in result);
  const issues = isValid ? [] : result.issues;
  const root = dirname(file);
  const warnings = isValid
    ? [
        ...result.warnings,
        ...(await doubtfulValues(result.compiled, file)),
        ...unmatchedRuns(result.compiled, root),
        ...(await beyondLimits(file)),
      ]
    : [];
  const reports = isValid && graphs ? await inspectGraphs(result.compiled, root, false) : undefined;
  const isWell = isValid && reports?.some(report => 'error' in report) !== true;
  if (format === 'sarif') {
    const unopened = (reports ?? []).filter(report => 'error' in report).map(report => reportLine(report));
    terminal.print(jsonText(sarifOf(findingsOf(issues, warnings, unopened), file, process.cwd())));
  } else if (json || format === 'json')
    terminal.print(jsonText({ file, valid: isValid, issues, warnings, ...(reports && { graphs: reports }) }));
  else {
    for (const issue of issues) terminal.complain(issueLine('error', issue, file));
    for (const warning of warnings) terminal.complain(issueLine('warning', warning, file));
    if (isValid) terminal.print(`${file}: valid`);
    else terminal.complain(`${file}: ${counted(issues.length, 'error')}`);
    for (const report of reports ?? []) terminal['error' in report ? 'complain' : 'print'](escapeText(reportLine(report)));
  }
  return isWell ? 0 : EXIT.usage;
}

/** The settings that do not count below the policies above. Where one of those does not load, that is not a mistake of this policy. */
async function beyondLimits(file: string): Promise<readonly PolicyIssue[]> {
  const capped = await cappedAt(file).catch(() => []);
  return capped.map(each => cappedIssue(each, readText(file), file));
}

function findingsOf(
  issues: readonly PolicyIssue[],
  warnings: readonly PolicyIssue[],
  unopened: readonly string[],
): readonly Finding[] {
  return [
    ...issues.map(issue => ({ ...issue, level: 'error' as const })),
    ...warnings.map(warning => ({ ...warning, level: 'warning' as const })),
    ...unopened.map(message => ({ level: 'error' as const, code: 'unopened_graph', message, line: 1, column: 1 })),
  ];
}

/** One mistake or warning of a policy, as code scanning shows it. */
interface Finding extends Pick<PolicyIssue, 'file' | 'line' | 'column' | 'message' | 'suggestion'> {
  readonly level: 'error' | 'warning';
  readonly code: string;
}

/**
 * Writes findings as a log in SARIF 2.1.0, which code scanning reads. A file below `root` is named from there, because
 * code scanning shows only files of the checkout. `main` is the file of a finding that names none.
 */
export function sarifOf(findings: readonly Finding[], main: string, root: string): object {
  const rules = [...new Set(findings.map(({ code }) => code))].map(id => ({ id }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'licet', version: VERSION, rules } },
        columnKind: 'utf16CodeUnits',
        results: findings.map(finding => resultOf(finding, main, root)),
      },
    ],
  };
}

function resultOf({ level, code, file, line, column, message, suggestion }: Finding, main: string, root: string): object {
  const physicalLocation = {
    artifactLocation: { uri: uriOf(file ?? main, root) },
    region: { startLine: Math.max(1, line), startColumn: Math.max(1, column) },
  };
  return { ruleId: code, level, message: { text: `${message}${hintOf(suggestion)}` }, locations: [{ physicalLocation }] };
}

function uriOf(file: string, root: string): string {
  const path = relative(root, resolve(root, file));
  if (isAbsolute(path) || path.split(sep)[0] === '..') return pathToFileURL(resolve(root, file)).href;
  return path.split(sep).map(encodeURIComponent).join('/');
}
