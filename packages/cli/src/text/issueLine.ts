import { escapeText } from '@licet/core';
import type { PolicyIssue } from '@licet/core/yaml';

/** Writes what is wrong or doubtful about a policy with its place, as compilers do. `main` is the file of an issue that names none. */
export function issueLine(what: string, { file, line, column, message, suggestion, code }: PolicyIssue, main: string): string {
  const hint = suggestion === undefined ? '' : `, did you mean \`${suggestion}\`?`;
  const [words = '', ...frame] = message.split('\n');
  const head = `${file ?? main}:${line}:${column}: ${what}: ${words}${hint} (${code})`;
  return [head, ...frame.filter(row => row.trim() !== '')].map(row => escapeText(row)).join('\n');
}
