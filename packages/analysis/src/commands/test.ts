import { existsSync } from 'node:fs';
import { basename } from 'node:path';

import { escapeText } from '@licet/core';
import { counted, dim, inputPath, isStdin, jsonText, UsageError, withProgress } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

import type { Coverage } from '../coverage.ts';
import type { TestReport } from '../policies/testPolicy.ts';
import { failureText, testFileOf } from '../policies/testWords.ts';
import type { AnalysisProgram } from './program.ts';

interface Options {
  readonly policy?: string;
  readonly run?: string;
  readonly coverage?: boolean;
  readonly threshold?: string;
  readonly mutate?: boolean;
  readonly json?: boolean;
  readonly junit?: boolean;
  readonly watch?: boolean;
  readonly fromAudit?: string;
}

/** A test failed, too little was covered, or there was nothing to run. */
const FAILED = 1;

/** Runs the tests of a policy. Returns 1 when one fails, when none ran, and when less than the threshold was covered or noticed. */
export async function test(
  named: string | undefined,
  options: Options,
  terminal: Terminal,
  program: AnalysisProgram,
): Promise<number> {
  if (options.fromAudit !== undefined) {
    const { addRecordedCase } = await import('../policies/policies.ts');
    const { policy } = options;
    return await addRecordedCase(options.fromAudit, { ...(policy !== undefined && { policy }), named }, terminal, program);
  }
  const file = named === undefined ? besidePolicy(program) : inputPath(named);
  if (options.watch !== true) return await runOnce(file, options, terminal, program);
  if (isStdin(file)) throw new UsageError('`--watch` looks at files, and standard input is none: name the file of the tests');
  const { whenChanged } = await import('./whenChanged.ts');
  const again = async (): Promise<readonly string[]> => {
    try {
      await runOnce(file, options, terminal, program);
    } catch (error) {
      if (!program.isTold(error)) throw error;
      terminal.complain(escapeText(error.message));
    }
    const { filesOf } = await import('../policies/policies.ts');
    return filesOf(program, file, options.policy === undefined ? undefined : inputPath(options.policy));
  };
  return await whenChanged(again, changed => terminal.print(dim(`${basename(changed)} has changed`, terminal)));
}

async function runOnce(file: string, options: Options, terminal: Terminal, program: AnalysisProgram): Promise<number> {
  const threshold = readThreshold(options.threshold);
  const { testPolicy } = await import('../policies/policies.ts');
  const wanted = {
    policy: options.policy === undefined ? undefined : inputPath(options.policy),
    only: readPattern(options.run),
    coverage: options.coverage === true || (threshold !== undefined && options.mutate !== true),
    mutate: options.mutate,
  };
  const report = await withProgress(options.mutate === true ? 'trying mistakes' : 'testing', () =>
    testPolicy(program, file, wanted),
  );
  if (options.json === true) terminal.print(jsonText({ passed: isGood(report, threshold), ...report }));
  else if (options.junit === true) terminal.print(junit(report));
  else tell(report, terminal);
  return isGood(report, threshold) ? 0 : FAILED;
}

function besidePolicy({ findPolicy }: AnalysisProgram): string {
  const policy = findPolicy(undefined);
  const file = testFileOf(policy);
  if (existsSync(file)) return file;
  throw new UsageError(`there is no \`${basename(file)}\` beside \`${policy}\`: \`licet init\` writes one, or name another file`);
}

function readPattern(text: string | undefined): RegExp | undefined {
  try {
    return text === undefined ? undefined : new RegExp(text, 'u');
  } catch {
    throw new UsageError(`\`--run\` must be a regular expression over the names of cases, found \`${text}\``);
  }
}

function readThreshold(text: string | undefined): number | undefined {
  const value = text === undefined ? undefined : Number(text);
  if (value === undefined || (value >= 0 && value <= 100)) return value;
  throw new UsageError(`\`--threshold\` must be a percentage from 0 to 100, found \`${text}\``);
}

const percentOf = ({ mutants, noticed }: NonNullable<TestReport['mutation']>): number =>
  mutants === 0 ? 100 : Math.floor((100 * noticed) / mutants);

function isGood({ results, coverage, mutation }: TestReport, threshold = 0): boolean {
  const isCovered = coverage === undefined || coverage.percent >= threshold;
  const isNoticed = mutation === undefined || percentOf(mutation) >= threshold;
  return results.length > 0 && results.every(({ passed }) => passed) && isCovered && isNoticed;
}

function tell({ file, results, coverage, mutation }: TestReport, terminal: Terminal): void {
  const failed = results.filter(({ passed }) => !passed);
  for (const result of failed) terminal.print(escapeText(`${file}:${result.line}: ${result.name}: ${failureText(result)}`));
  if (results.length === 0) terminal.complain(`${file}: no case was run`);
  else terminal.print(`${counted(results.length, 'case')}, ${failed.length === 0 ? 'all pass' : `${failed.length} failed`}`);
  for (const { line, name, hints = [] } of results)
    for (const hint of hints) terminal.complain(escapeText(`${file}:${line}: ${name}: ${hint}`));
  if (coverage !== undefined) {
    terminal.print(`coverage: ${coverage.percent} %`);
    for (const node of coverage.nodes) for (const line of uncovered(node, terminal)) terminal.print(line);
  }
  if (mutation !== undefined) {
    terminal.print(`mutants: ${mutation.noticed} of ${mutation.mutants} noticed (${percentOf(mutation)} %)`);
    for (const { change, way, kind } of mutation.survivors)
      terminal.print(escapeText(`  not noticed: ${change} ${dim(`at ${way === '' ? 'the root' : way} (${kind})`, terminal)}`));
  }
}

function uncovered(
  { way, kind, id, missing, notHit, rulings }: Coverage['nodes'][number],
  terminal: Terminal,
): readonly string[] {
  const name = `  ${escapeText(id ?? kind)} ${dim(`at ${way === '' ? 'the root' : way}`, terminal)}:`;
  const seen = rulings.length > 0 ? `; seen: ${rulings.join(', ')}` : '';
  // No case hits a pattern of a node that no case applies to: it is said once.
  const patterns = missing.includes('applies') ? [] : notHit;
  return [
    ...(missing.length > 0 ? [`${name} ${missing.map(each => MISSING[each]).join(', ')}${seen}`] : []),
    ...patterns.map(({ param, pattern }) => `${name} no case hits ${escapeText(`\`${pattern}\` of \`${param}\``)}`),
  ];
}

const MISSING = {
  applies: 'no case applies to it',
  decides: 'no case is warned, asked or blocked by it',
  otherwise: 'in no case its condition is false',
} as const;

function junit({ file, results }: TestReport): string {
  const failed = results.filter(({ passed }) => !passed).length;
  const cases = results.map(result => {
    const open = `  <testcase classname="${xml(file)}" name="${xml(result.name)}"`;
    return result.passed ? `${open}/>` : `${open}><failure message="${xml(failureText(result))}"/></testcase>`;
  });
  return [`<testsuite name="licet" tests="${results.length}" failures="${failed}">`, ...cases, '</testsuite>'].join('\n');
}

function xml(text: string): string {
  return escapeText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
