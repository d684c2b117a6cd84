import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { PolicyIssue } from '@licet/core/yaml';
import { hintOf } from '../exit.ts';
import { VERSION } from '../version.ts';

/** One mistake or warning of a policy, as code scanning shows it. */
export interface Finding extends Pick<PolicyIssue, 'file' | 'line' | 'column' | 'message' | 'suggestion'> {
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
