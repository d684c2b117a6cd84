import type { ProfileName } from '@licet/guards';
import { createInterface } from 'node:readline';

import { faultText, fixText, reasonText } from '@licet/adapters';
import { escapeText } from '@licet/core';
import type { ActionInput, Certificate, Effect, Evaluation, Fix, KnowledgeGap, Obligations, Ruling } from '@licet/core';
import { dim, EXIT, jsonText, rulingWord, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { messageOf } from '@licet/core/text';
import type { GroundingResult } from '@licet/epistemic';

import { openOutput } from '../audit/output.ts';
import { actionInput } from './actionInput.ts';
import type { ActionArguments } from './actionInput.ts';
import { choosePolicy } from './choosePolicy.ts';
import type { OpenedPolicy } from '../policy/openEngine.ts';

/** What `licet check` takes. */
export interface CheckOptions extends Partial<ActionArguments> {
  readonly batch?: boolean;
  readonly policy?: string;
  readonly profile?: ProfileName;
  readonly json?: boolean;
}

/** Judges one action, or a stream of them, and changes nothing. Returns 0 for pass and warn, 1 for ask, 2 for block. */
export async function check(options: CheckOptions, terminal: Terminal): Promise<number> {
  const cwd = options.cwd ?? process.cwd();
  const opened = await choosePolicy({ policy: options.policy, profile: options.profile, from: cwd });
  for (const doubt of opened.doubts) terminal.complain(doubt);
  try {
    return await judgeWith(opened, options, cwd, terminal);
  } finally {
    await opened.grounding?.close();
  }
}

async function judgeWith(opened: OpenedPolicy, options: CheckOptions, cwd: string, terminal: Terminal): Promise<number> {
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

/** Most folders that a stream of actions gets its own profile for. */
const MAX_FOLDERS = 100;

/** A profile has no file that would say where its project is: it is the folder that an action starts in. */
function perFolder(opened: OpenedPolicy, profile: ProfileName, cwd: string): PolicyFor {
  const policies = new Map<string, Promise<OpenedPolicy>>();
  return folder => {
    if (folder === cwd || folder.startsWith(`${cwd}/`) || !folder.startsWith('/')) return opened;
    if (!policies.has(folder) && policies.size === MAX_FOLDERS) return opened;
    const known = policies.get(folder) ?? choosePolicy({ profile, from: folder });
    policies.set(folder, known);
    return known;
  };
}

/** Writes one decision for people: the ruling, its guard, the reason, and the fix. */
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
  const { notices = [], rewrite } = evaluation.obligations;
  for (const notice of notices) terminal.print(escapeText(notice));
  for (const [name, value] of Object.entries(rewrite ?? {}))
    terminal.print(`it would run with \`${name}\`: ${escapeText(typeof value === 'string' ? value : JSON.stringify(value))}`);
}

/** The longest line that is looked at, in UTF-16 units. */
const MAX_LINE = 8 * 1024 * 1024;

/** The policy for actions that start in a folder. */
type PolicyFor = (folder: string) => OpenedPolicy | Promise<OpenedPolicy>;

/** A line that is no action. It takes the place of the decision, and is never a pass. */
interface BadLine {
  readonly id: unknown;
  readonly line: number;
  readonly error: string;
}

/**
 * Judges a stream of actions, one JSON object a line, and writes one line of JSON for each, in order, as soon as it is
 * decided. A line that is no action gives a line with `error`. Returns 0 when every line was judged, whatever the
 * rulings, and 3 when one was not.
 */
async function checkBatch(
  policyFor: PolicyFor,
  given: Pick<ActionInput, 'cwd' | 'sessionId'> & { readonly cwd: string },
  input: NodeJS.ReadableStream,
  terminal: Terminal,
): Promise<number> {
  let number = 0;
  let isWhole = true;
  const output = openOutput(undefined, terminal);
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (text.trim() === '') continue;
    const result = await judge(policyFor, given, text, number);
    isWhole &&= !('error' in result);
    await output.line(jsonText(result));
  }
  output.close();
  return isWhole ? 0 : EXIT.usage;
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('the line is not JSON');
  }
}

async function judge(policyFor: PolicyFor, given: Parameters<typeof checkBatch>[1], text: string, line: number): Promise<object> {
  let id: unknown = null;
  try {
    if (text.length > MAX_LINE) throw new UsageError(`the line has ${text.length} characters, more than ${MAX_LINE}`);
    const parsed = parseLine(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      throw new UsageError('the line is not a JSON object');
    const { id: named = null, ...rest } = parsed as ActionInput & { readonly id?: unknown };
    id = named;
    const { engine, grounding } = await policyFor(typeof rest.cwd === 'string' ? rest.cwd : given.cwd);
    const evaluation = await engine.explain({ ...given, ...rest });
    if (evaluation.code === 'invalid_action') throw new UsageError(evaluation.reason ?? 'the line is not an action');
    return { id, ...evaluationJson(evaluation, grounding?.taken()) };
  } catch (error) {
    return { id, line, error: messageOf(error) } satisfies BadLine;
  }
}

/** One decision as `check` prints it. */
interface EvaluationJson {
  readonly ruling: Ruling;
  readonly code: string;
  readonly guard: string;
  /** Where the rule that decided is; absent for a pass. */
  readonly place?: NonNullable<Evaluation['place']>;
  readonly reason: string | null;
  readonly fix: Fix | null;
  readonly effects: readonly Effect[];
  /** What is not known and would have to be; absent where nothing was grounded. */
  readonly gaps?: readonly KnowledgeGap[];
  /** Why the runtime need not ask, where the policy's `quiet` level allows it; absent where it asks as always. */
  readonly certificate?: Certificate;
  /** What the runtime must do where the action runs, such as other arguments; absent where that is nothing. */
  readonly obligations?: Obligations;
  /** What went wrong while deciding, by guard; absent where nothing did. */
  readonly errors?: readonly { readonly code: string; readonly guard: string; readonly message: string }[];
  /** The evidence of every grounding; absent for a policy that does not ground. */
  readonly groundings?: readonly GroundingJson[];
}

/** What a decision was grounded on: `licet concepts check --json` has all of it. */
interface GroundingJson extends Pick<GroundingResult, 'grounded' | 'resolved' | 'notes' | 'minDepth' | 'version'> {
  /** The edges relied on: `delete APPLIES_TO file@D2`. */
  readonly pathway: readonly string[];
}

function groundingJson({ grounded, resolved, notes, minDepth, version, trace }: GroundingResult): GroundingJson {
  const pathway = trace.pathway.map(step => `${step.source} ${step.relation} ${step.target}@D${step.targetDepth}`);
  return { grounded, resolved, notes, minDepth, version, pathway };
}

/** Returns a decision as data. The effects are found even if no guard has asked for them. */
function evaluationJson(evaluation: Evaluation, groundings?: readonly GroundingResult[]): EvaluationJson {
  const { ruling, code, guard, place, reason, fix, context, gaps, certificate, obligations } = evaluation;
  const errors = evaluation.errors.map(error => ({ code: error.code, guard: error.guard, message: error.message }));
  return {
    ruling,
    code,
    guard,
    ...(place !== undefined && { place }),
    reason: reason ?? null,
    fix: fix ?? null,
    effects: context.effects,
    ...(certificate !== undefined && { certificate }),
    ...(Object.keys(obligations).length > 0 && { obligations }),
    ...(errors.length > 0 && { errors }),
    ...((groundings !== undefined || gaps.length > 0) && { gaps }),
    ...(groundings !== undefined && { groundings: groundings.map(groundingJson) }),
  };
}
