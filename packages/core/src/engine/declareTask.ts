import type { Action, ActionInput } from '../model/action.ts';
import type { Generalization } from '../model/generalization.ts';
import type { ApprovalRequest, Question, StoredApproval } from '../ports/approval.ts';
import { APPROVAL_CODE_BYTES, approvalCode } from '../store/approvalCode.ts';
import { isForAnybody } from '../store/approvalRules.ts';
import { TASK_KIND } from '../store/scopeRules.ts';
import { canonicalJson } from '../text/canonical.ts';
import { questionsOf } from './decide.ts';
import { digestAction } from './digest.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import { Frame } from './frame.ts';
import { freezeAction } from './freezeAction.ts';
import { generalized } from './generalized.ts';
import { inTime, recordAsk } from './writeDown.ts';
import type { Evaluation } from '../model/evaluation.ts';

/** A task that an agent declares before it begins: what it is, in the agent's words, and the calls that it needs. */
export interface DeclaredTask {
  readonly words: string;
  /** At least one, and at most {@link MOST_NEEDS}. All are of one session. */
  readonly needs: readonly ActionInput[];
}

/** What became of a declared task: a request that waits, nothing to ask, or why it is not put. */
export type TaskResult =
  | { readonly declared: true; readonly approval: StoredApproval }
  | { readonly declared: false; readonly why: string };

/** The most calls that a task may need. */
const MOST_NEEDS = 20;

const MOST_WORDS = 200;

/** What declaring needs of the engine. */
interface Declaring {
  readonly options: ResolvedOptions;
  readonly policyDigest: string;
  readonly explain: (action: ActionInput) => Promise<Evaluation>;
  readonly newId: () => string;
}

/** Makes one request of all that a task needs. It grants nothing: the human reads what it would cover, and every call is decided about again. */
export async function declareTask({ words, needs }: DeclaredTask, declaring: Declaring): Promise<TaskResult> {
  const refused = (why: string): TaskResult => ({ declared: false, why });
  const { explain, options } = declaring;
  if (words.trim() === '' || words.length > MOST_WORDS) return refused(`expected the task in 1 to ${MOST_WORDS} characters`);
  if (needs.length === 0 || needs.length > MOST_NEEDS) return refused(`expected 1 to ${MOST_NEEDS} calls that the task needs`);
  const questions: Question[] = [];
  const found: Generalization[] = [];
  for (const [index, need] of needs.entries()) {
    const evaluation = await explain(need);
    const place = `need ${index + 1}`;
    if (evaluation.ruling === 'block') return refused(`${place} is blocked: ${evaluation.reason ?? evaluation.code}`);
    if (evaluation.ruling !== 'ask') continue;
    const asked = askedBy(evaluation, options);
    if (asked === undefined) return refused(`${place} cannot be approved in advance: each such call asks by itself`);
    questions.push(...asked.questions);
    found.push(asked.generalization);
  }
  const [first] = found;
  if (first === undefined) return refused('no call of the task asks: it can begin');
  const same = canonicalJson(first.within);
  if (found.some(({ within }) => canonicalJson(within) !== same))
    return refused('the calls of a task must be of one sort, in one folder: write each as a plain command without pipes');
  const generalization = { within: first.within, acts: found.flatMap(({ acts }) => acts) };
  const action = freezeAction(taskAction(words, needs), options.tools);
  return open(requestOf(action, distinct(questions), generalization, declaring), declaring);
}

/** What a call that asks is asked about, and what a yes for several calls would cover; undefined where there is no such yes. */
function askedBy(
  { context }: Evaluation,
  { generalize }: ResolvedOptions,
): { readonly questions: readonly Question[]; readonly generalization: Generalization } | undefined {
  if (!(context instanceof Frame)) return undefined;
  const generalization = generalized(context, generalize);
  const questions = questionsOf(context);
  return generalization === undefined || questions.length === 0 || !isForAnybody(questions)
    ? undefined
    : { questions, generalization };
}

/** The principal of a task is the principal of its calls. The words are the agent's, and are shown as such. */
function taskAction(words: string, needs: readonly ActionInput[]): ActionInput {
  const { callId: _call, payload: _payload, remarks: _remarks, approval: _approval, ...who } = needs[0] ?? { kind: TASK_KIND };
  const calls = needs.map(({ tool, kind, payload = {} }) =>
    typeof payload['command'] === 'string' ? payload['command'] : `${tool ?? kind} ${JSON.stringify(payload)}`,
  );
  return { ...who, kind: TASK_KIND, tool: 'declared task', payload: { 'the agent says': words, needs: calls } };
}

/** The same guard may ask about several calls for one reason. */
function distinct(questions: readonly Question[]): readonly Question[] {
  const known = new Map(questions.map(question => [canonicalJson([question.guard, question.code, question.reason]), question]));
  return [...known.values()];
}

function requestOf(
  action: Action,
  questions: readonly Question[],
  generalization: Generalization,
  { options, policyDigest, newId }: Declaring,
): ApprovalRequest {
  const now = options.clock.now();
  return {
    id: newId(),
    code: approvalCode(options.random(APPROVAL_CODE_BYTES)),
    action,
    actionDigest: digestAction(action) ?? '',
    policyDigest,
    sessionId: action.sessionId,
    questions,
    generalization,
    createdAt: now,
    expiresAt: now + Math.min(...questions.map(({ expiresInMs }) => expiresInMs ?? options.approvalTimeoutMs)),
  };
}

async function open(request: ApprovalRequest, { options }: Declaring): Promise<TaskResult> {
  const result = await inTime(options.approvals.open(request), options);
  if (!result.opened) return { declared: false, why: 'no free code for a request was found: try again' };
  if (result.fresh) await recordAsk(request, options);
  return { declared: true, approval: result.approval };
}
