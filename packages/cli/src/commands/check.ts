import { parseArgs } from 'node:util';

import { faultText, fixText, reasonText } from '@licet/adapters';
import { escapeText } from '@licet/core';
import type { Evaluation } from '@licet/core';
import type { Command } from 'commander';

import { didYouMean } from '@licet/core/text';
import { EXIT, UsageError, reworded } from '../exit.ts';
import type { Run } from '../run.ts';
import type { OpenedPolicy } from '../policy/openEngine.ts';
import { jsonText, dim, rulingWord } from '../text/terminal.ts';
import type { Terminal } from '../text/terminal.ts';
import { CALL_OPTIONS, PLACE_OPTIONS, REQUEST_OPTIONS, actionInput } from './actionInput.ts';
import { checkBatch } from './checkBatch.ts';
import type { PolicyFor } from './checkBatch.ts';
import { choosePolicy } from './choosePolicy.ts';
import { evaluationJson } from './evaluationJson.ts';

const OPTIONS = {
  tool: { type: 'string' },
  input: { type: 'string' },
  command: { type: 'string' },
  batch: { type: 'boolean' },
  session: { type: 'string' },
  policy: { type: 'string' },
  profile: { type: 'string' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
  principal: { type: 'string' },
  role: { type: 'string', multiple: true },
  tenant: { type: 'string' },
  justification: { type: 'string' },
} as const;

/** Judges one action, or a stream of them, and changes nothing. Returns 0 for pass and warn, 1 for ask, 2 for block. */
export async function check(args: readonly string[], terminal: Terminal): Promise<number> {
  return checkAs(parse(args), terminal);
}

async function checkAs(options: Options, terminal: Terminal): Promise<number> {
  const cwd = options.cwd ?? process.cwd();
  const opened = await choosePolicy({ policy: options.policy, profile: options.profile, from: cwd });
  for (const doubt of opened.doubts) terminal.complain(doubt);
  try {
    return await judgeWith(opened, options, cwd, terminal);
  } finally {
    await opened.grounding?.close();
  }
}

async function judgeWith(opened: OpenedPolicy, options: Options, cwd: string, terminal: Terminal): Promise<number> {
  if (options.batch === true)
    return checkBatch(
      options.profile === undefined ? () => opened : perFolder(opened, options.profile, cwd),
      { cwd, ...(options.session !== undefined && { sessionId: options.session }) },
      process.stdin,
      terminal,
    );
  const evaluation = await opened.engine.explain(await actionInput({ ...options, cwd }));
  if (options.json === true) terminal.print(jsonText(evaluationJson(evaluation, opened.grounding?.taken())));
  else printEvaluation(evaluation, terminal);
  return EXIT[evaluation.ruling];
}

/** Most folders that a stream of actions gets a profile of its own for. */
const MAX_FOLDERS = 100;

/** A profile has no file that would say where its project is: it is the folder that an action starts in. */
function perFolder(opened: OpenedPolicy, profile: string, cwd: string): PolicyFor {
  const policies = new Map<string, Promise<OpenedPolicy>>();
  return folder => {
    if (folder === cwd || folder.startsWith(`${cwd}/`) || !folder.startsWith('/')) return opened;
    if (!policies.has(folder) && policies.size === MAX_FOLDERS) return opened;
    const known = policies.get(folder) ?? choosePolicy({ profile, from: folder });
    policies.set(folder, known);
    return known;
  };
}

type Values = { -readonly [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name]['type'] extends 'string' ? string : boolean };

type Options = Omit<Values, 'role'> & { role?: string[] };

/** Writes an option that takes several texts before each of them. */
function eachNamed(args: readonly string[], option: string): string[] {
  let isMore = false;
  return args.flatMap((arg, at) => {
    isMore = !arg.startsWith('-') && (isMore || args[at - 2] === option);
    return isMore ? [option, arg] : [arg];
  });
}

function parse(args: readonly string[]): Options {
  try {
    return parseArgs({ args: eachNamed(args, '--role'), options: OPTIONS, strict: true }).values;
  } catch (error) {
    const given = args.map(arg => arg.split('=', 1).join('')).filter(arg => arg.startsWith('--'));
    const known = Object.keys(OPTIONS).map(name => `--${name}`);
    const unknown = given.find(arg => !known.includes(arg));
    const hint = unknown === undefined ? '' : didYouMean(unknown, known);
    throw new UsageError(
      `${reworded((error as Error).message.split('\n')[0] ?? '')}${hint} (\`licet check --help\` lists the options)`,
    );
  }
}

/** Writes one decision for people: the ruling, who says so, why, and the way out. */
export function printEvaluation(evaluation: Evaluation, terminal: Terminal): void {
  const { ruling, code, guard } = evaluation;
  terminal.print(`${rulingWord(ruling, terminal)}  ${dim(`${guard}, ${code}`, terminal)}`);
  if (ruling !== 'pass') terminal.print(reasonText(evaluation));
  const { certificate } = evaluation;
  if (certificate !== undefined)
    terminal.print(
      `no question: it is certain to do no more than ${certificate.level}: ${escapeText(certificate.because.join('; '))}`,
    );
  const fix = fixText(evaluation);
  if (fix !== undefined) terminal.print(`instead: ${fix}`);
  const fault = faultText(evaluation);
  if (fault !== undefined) terminal.print(fault);
}

/** Adds the command to the help. The action itself is only reached through an alias or an abbreviation. */
export function addCheck(program: Command, run: Run, terminal: Terminal): void {
  const command = program.command('check').description('judge one action, or a stream of them, without running it');
  for (const option of CALL_OPTIONS) command.option(...option);
  command.option('--batch', 'actions from standard input, one JSON object a line: {"id","kind","tool","payload","cwd"}');
  for (const option of PLACE_OPTIONS) command.option(...option);
  command.option('--json', 'print JSON');
  for (const option of REQUEST_OPTIONS) command.option(...option);
  command.action((options: Options) => run(() => checkAs(options, terminal)));
}
