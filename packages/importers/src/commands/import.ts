import { existsSync, writeFileSync } from 'node:fs';

import { escapeText } from '@licet/core';
import { counted, EXIT, jsonText, UsageError, withProgress } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { importPolicy, testsText } from '../importPolicy.ts';
import type { ImportProgram } from './program.ts';

interface Options {
  readonly tests?: boolean;
  readonly write?: boolean;
  readonly json?: boolean;
}

/**
 * Prints the policy that is made of another tool's configuration, or its tests: what that configuration itself says of some calls, tried against the policy
 * first. What could not be turned, and where the policy says otherwise, is listed line by line. `write` writes both where none is.
 */
export async function importFrom(
  tool: string,
  file: string,
  options: Options,
  terminal: Terminal,
  program: ImportProgram,
): Promise<number> {
  const { text, cases, left } = importPolicy(tool, program.readText(file, 'the file'));
  const { issues, warnings, failures } = await withProgress(`trying ${counted(cases.length, 'call')}`, () =>
    program.tryPolicy(text, testsText(tool, cases)),
  );
  const tests = testsText(
    tool,
    cases.filter((_, index) => index in failures && failures[index] === undefined),
  );
  const differing = failures.filter(failure => failure !== undefined);
  if (options.json === true) terminal.print(jsonText({ policy: text, tests, left, differing, issues, warnings }));
  else {
    if (options.write === true && issues.length === 0) writeBoth(text, tests, terminal);
    else terminal.print((options.tests === true ? tests : text).trimEnd());
    for (const { line, path, why } of left) terminal.complain(escapeText(`${file}:${line}: ${path}: ${why}`));
    for (const each of differing) terminal.complain(escapeText(`the policy says otherwise, and no test was made: ${each}`));
    for (const { line, column, message } of issues)
      terminal.complain(escapeText(`line ${line}:${column} of the policy does not load: ${message}`));
    for (const { line, message } of warnings) terminal.complain(escapeText(`line ${line} of the policy: ${message}`));
  }
  return issues.length === 0 ? 0 : EXIT.usage;
}

const WRITTEN = ['governance.yaml', 'governance.test.yaml'] as const;

function writeBoth(policy: string, tests: string, { print }: Terminal): void {
  const found = WRITTEN.find(name => existsSync(name));
  if (found !== undefined)
    throw new UsageError(
      `there is a \`${found}\` here already: move it away, or leave \`--write\` out and compare what is printed`,
    );
  for (const [index, text] of [policy, tests].entries()) {
    writeFileSync(WRITTEN[index] ?? '', text, { flag: 'wx' });
    print(`create  ${WRITTEN[index]}`);
  }
}
