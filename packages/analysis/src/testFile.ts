import { LineCounter, isMap, isSeq, parseDocument } from 'yaml';
import * as z from 'zod';

import { GovernanceError, RULINGS } from '@licet/core';
import type { ActionInput, Json, OutcomeStatus, Principal, Ruling } from '@licet/core';
import { defined, OUTCOME_STATUSES } from '@licet/core/nodes';
import type { CapabilityRequest } from '@licet/core/nodes';
import { readDuration } from '@licet/core/text';

/** What a step must come to. */
export interface Wanted {
  readonly ruling: Ruling;
  /** The guard that decides. */
  readonly guard?: string;
  /** The code of the reason. */
  readonly code?: string;
}

/** One call of a test, or a pause before the next one. */
export interface TestStep {
  readonly action?: Omit<ActionInput, 'sessionId'>;
  /** How often the call is made; each time it must come to what is wanted. */
  readonly times: number;
  /** How the call ends, where it was let through. */
  readonly outcome: OutcomeStatus;
  /** What the call answered, where a fact is earned by it. */
  readonly output?: Json;
  /** How long to wait before the call, in milliseconds. */
  readonly waitMs: number;
  readonly want?: Wanted;
}

/** One test: steps in a new session. */
export interface TestCase {
  readonly name: string;
  /** The line of the file where it begins. */
  readonly line: number;
  readonly facts: Readonly<Record<string, Json>>;
  /** What is established in the project, and so in every session. */
  readonly project: Readonly<Record<string, Json>>;
  readonly steps: readonly TestStep[];
}

/** A governance.test.yaml. */
export interface PolicyTests {
  /** The policy that is tested, as the file names it. */
  readonly policy?: string;
  /** The time at which every case begins, in milliseconds since the epoch. */
  readonly now: number;
  /** The files that are there, with their texts, by their paths from the project's folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Those of the files that git does not hold; it knows all others, as in a clone. */
  readonly untracked: readonly string[];
  readonly cases: readonly TestCase[];
}

const NOON = '2026-01-05T12:00:00Z';

const ruling = z.enum(RULINGS);
const want = z.union([ruling, z.strictObject({ ruling, guard: z.string().optional(), code: z.string().optional() })]);
const texts = z.union([z.string(), z.array(z.string()).min(1)]);
const facts = z.union([z.array(z.string()), z.record(z.string(), z.json())]);
const call = {
  bash: texts.optional(),
  read: texts.optional(),
  write: texts.optional(),
  fetch: texts.optional(),
  tool: z.string().optional(),
  kind: z.string().optional(),
  input: z.record(z.string(), z.json()).optional(),
  cwd: z.string().optional(),
  agent: z.string().optional(),
  task: z.string().optional(),
  principal: z
    .strictObject({
      id: z.string(),
      roles: z.array(z.string()).optional(),
      attributes: z.record(z.string(), z.json()).optional(),
    })
    .optional(),
  request: z
    .strictObject({
      justification: z.string().optional(),
      intent: z.string().optional(),
      scope: z.record(z.string(), z.json()).optional(),
    })
    .optional(),
};
const step = z.strictObject({
  ...call,
  wait: z.string().optional(),
  times: z.int().min(1).max(100_000).optional(),
  outcome: z.enum(OUTCOME_STATUSES).optional(),
  output: z.json().optional(),
  want: want.optional(),
});
const about = { name: z.string().optional(), facts: facts.optional(), project: facts.optional() };
const single = z.strictObject({ ...call, ...about, want });
const session = z.strictObject({ session: z.array(step).min(1), ...about });
const testFile = z.strictObject({
  policy: z.string().optional(),
  now: z.string().optional(),
  files: z.record(z.string(), z.string()).optional(),
  untracked: z.array(z.string()).optional(),
  facts: facts.optional(),
  project: facts.optional(),
  cases: z.array(z.unknown()),
});

type Call = Omit<z.infer<typeof step>, 'wait' | 'times' | 'outcome' | 'output' | 'want'>;

/**
 * Reads the text of a governance.test.yaml. Throws a {@link GovernanceError} of code `policy_invalid` that names the line, for
 * text that is no YAML, for an unknown key and for a case that says too little.
 *
 * A case is one call (`bash`, `read`, `write`, `fetch`, or `tool` with `input`) with what it must come to, or a `session` of
 * several. A list of calls is as many cases.
 *
 * @example
 * ```ts
 * import { parsePolicyTests } from '@licet/analysis';
 *
 * const { cases } = parsePolicyTests("cases:\n  - { bash: ['git push -f', 'git push'], want: ask }\n");
 * cases.map(({ name, line }) => [name, line]); // => [['git push -f', 2], ['git push', 2]]
 * ```
 */
export function parsePolicyTests(text: string, file = 'governance.test.yaml'): PolicyTests {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2', schema: 'core', merge: false });
  const [broken] = document.errors;
  if (broken !== undefined) throw invalid(file, lines.linePos(broken.pos[0]).line, 'it is not YAML');
  const body = read(testFile, dataOf(document, file), file, 1);
  const now = Date.parse(body.now ?? NOON);
  if (Number.isNaN(now)) throw invalid(file, 1, `\`now\` must be a time such as \`${NOON}\`, found \`${body.now}\``);
  const stray = body.untracked?.find(path => body.files?.[path] === undefined);
  if (stray !== undefined) throw invalid(file, 1, `\`untracked\` names \`${stray}\`, which is not among the \`files\``);
  const lineOf = linesOfCases(document.contents, lines);
  return {
    ...(body.policy !== undefined && { policy: body.policy }),
    now,
    files: body.files ?? {},
    untracked: body.untracked ?? [],
    cases: body.cases.flatMap((given, index) => casesOf(given, body, file, lineOf[index] ?? 1)),
  };
}

function dataOf(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw invalid(file, 1, 'an alias has no anchor above it, or there are too many of them');
  }
}

function linesOfCases(contents: unknown, lines: LineCounter): readonly number[] {
  const cases = isMap(contents) ? contents.get('cases', true) : undefined;
  if (!isSeq(cases)) return [];
  return cases.items.map(item => lines.linePos((item as { range?: readonly [number] }).range?.[0] ?? 0).line);
}

interface Shared {
  readonly facts?: z.infer<typeof facts> | undefined;
  readonly project?: z.infer<typeof facts> | undefined;
}

function casesOf(given: unknown, shared: Shared, file: string, line: number): readonly TestCase[] {
  const established = (own: Shared): Pick<TestCase, 'facts' | 'project'> => ({
    facts: { ...factsOf(shared.facts), ...factsOf(own.facts) },
    project: { ...factsOf(shared.project), ...factsOf(own.project) },
  });
  if (typeof given === 'object' && given !== null && 'session' in given) {
    const { session: steps, name = `session of line ${line}`, ...own } = read(session, given, file, line);
    const all = steps.flatMap(each => stepsOf(each, file, line));
    if (!all.some(each => each.want !== undefined)) throw invalid(file, line, 'no step of the session has a `want`');
    return [{ name, line, ...established(own), steps: all }];
  }
  const { name, facts: ownFacts, project, want: wanted, ...rest } = read(single, given, file, line);
  const actions = actionsOf(rest, file, line);
  return actions.map(([words, action]) => ({
    name: name === undefined || actions.length > 1 ? words : name,
    line,
    ...established({ facts: ownFacts, project }),
    steps: [{ action, times: 1, outcome: 'ok', waitMs: 0, want: wantedOf(wanted) }],
  }));
}

function stepsOf(
  { wait, times = 1, outcome = 'ok', output, want: wanted, ...rest }: z.infer<typeof step>,
  file: string,
  line: number,
): readonly TestStep[] {
  const waitMs = wait === undefined ? 0 : readDuration(wait);
  if (waitMs === undefined) throw invalid(file, line, `\`wait\` must be a time such as \`15m\`, found \`${wait}\``);
  const common = {
    times,
    outcome,
    ...(output !== undefined && { output }),
    ...(wanted !== undefined && { want: wantedOf(wanted) }),
  };
  if (Object.keys(rest).length === 0 && wait !== undefined && wanted === undefined) return [{ times: 1, outcome, waitMs }];
  return actionsOf(rest, file, line).map(([, action], index) => ({ action, ...common, waitMs: index === 0 ? waitMs : 0 }));
}

type Named = readonly [words: string, action: Omit<ActionInput, 'sessionId'>];

function actionsOf(
  { bash, read: reads, write, fetch, tool, kind, input, cwd, agent, task, principal, request }: Call,
  file: string,
  line: number,
): readonly Named[] {
  const about = {
    ...(cwd !== undefined && { cwd }),
    ...(agent !== undefined && { agentId: agent }),
    ...(task !== undefined && { taskType: task }),
    ...(principal !== undefined && { principal: defined<Principal>(principal) }),
    ...(request !== undefined && { request: defined<CapabilityRequest>(request) }),
  };
  const made = (given: string | readonly string[] | undefined, make: (text: string) => Named[1], words = ''): readonly Named[] =>
    given === undefined ? [] : [given].flat().map(each => [words + each, { ...make(each), ...about }]);
  const found = [
    made(bash, command => ({ kind: 'bash', tool: 'Bash', payload: { command } })),
    made(reads, path => ({ kind: 'read', tool: 'Read', payload: { file_path: path } }), 'read '),
    made(write, path => ({ kind: 'write', tool: 'Write', payload: { file_path: path, content: '' } }), 'write '),
    made(fetch, url => ({ kind: 'network', tool: 'WebFetch', payload: { url } }), 'fetch '),
    made(tool ?? kind, name => ({
      ...(kind === undefined ? { kind: 'tool', tool: name } : { kind, ...(tool !== undefined && { tool }) }),
      payload: input ?? {},
    })),
  ].filter(each => each.length > 0);
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw invalid(
      file,
      line,
      `expected one of \`bash\`, \`read\`, \`write\`, \`fetch\`, \`tool\` and \`kind\`, found ${found.length}`,
    );
  if (input !== undefined && tool === undefined && kind === undefined)
    throw invalid(file, line, '`input` belongs to `tool` or `kind`');
  return only;
}

function wantedOf(given: z.infer<typeof want>): Wanted {
  if (typeof given === 'string') return { ruling: given };
  const { ruling: wanted, guard, code } = given;
  return { ruling: wanted, ...(guard !== undefined && { guard }), ...(code !== undefined && { code }) };
}

function factsOf(given: z.infer<typeof facts> | undefined): Readonly<Record<string, Json>> {
  return Array.isArray(given) ? Object.fromEntries(given.map(name => [name, true])) : (given ?? {});
}

function read<T>(schema: z.ZodType<T>, value: unknown, file: string, line: number): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? '' : `\`${issue.path.join('.')}\`: `;
  const what = issue?.message ?? 'it does not fit';
  throw invalid(file, line, at + what.charAt(0).toLowerCase() + what.slice(1));
}

function invalid(file: string, line: number, message: string): GovernanceError {
  return new GovernanceError('policy_invalid', `${file}:${line}: ${message}`);
}
