import type { ActionInput } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import type { AuditReader, EvaluationRecord, StoredApproval } from '@licet/core/store';
import { coverageLines } from '@licet/core/store';
import { recordedAction } from '@licet/analysis';
import { reviewText } from '@licet/adapters/terminal';

import { EXIT, UsageError } from '@licet/core/command';
import { openTrail } from '../audit/openTrail.ts';
import { openEngine } from '../policy/openEngine.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import { jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

/** What `licet request` is told. */
export interface TaskOptions {
  readonly task?: string | undefined;
  readonly needs?: readonly string[] | undefined;
  readonly session?: string;
  readonly policy?: string;
  readonly json?: boolean;
}

/** Puts one request for a task. Returns the exit code of an ask where one waits, and that of a block where none can be put. */
export async function requestTask(
  { task = '', needs = [], session, policy, json = false }: TaskOptions,
  { print, complain }: Terminal,
): Promise<number> {
  const found = await readPolicies(policy, process.cwd(), false);
  const { reader } = await openTrail({ policy: found.file });
  const by = session === undefined ? await callerOf(task, reader, Date.now()) : { sessionId: session, cwd: process.cwd() };
  const opened = await openEngine(found, { records: true, livesOn: true });
  try {
    const calls = needs.map((command): ActionInput => ({ tool: 'Bash', ...by, kind: 'bash', payload: { command } }));
    const result = await opened.engine.declareTask({ words: task, needs: calls });
    if (!result.declared) {
      complain(`licet: no request was made: ${reviewText(result.why)}`);
      return EXIT.block;
    }
    for (const line of json ? [jsonText(taskJson(result.approval))] : waitingLines(result.approval)) print(line);
    return EXIT.ask;
  } finally {
    await opened.close();
  }
}

function taskJson({ request: { id, code, expiresAt, generalization, sessionId } }: StoredApproval): object {
  return { id, code, sessionId, expiresAt: new Date(expiresAt).toISOString(), generalization };
}

const waitingLines = ({ request: { code, generalization } }: StoredApproval): readonly string[] => [
  `a person can approve the whole task with \`licet approve ${code}\`. It would cover:`,
  ...(generalization === undefined ? [] : coverageLines(generalization, 'file').map(line => reviewText(`  ${line}`))),
  'Tell the user, and begin when they have said yes. Until then each of these calls asks by itself.',
];

/** How long ago the call that runs this command was judged, at most. */
const RECENT_MS = 60_000;

/** Who runs this command: the call with it was judged just before, so its record says the session, the agent and the prompt. */
async function callerOf(task: string, reader: AuditReader, now: number): Promise<Omit<ActionInput, 'kind' | 'payload'>> {
  const records = await reader.read({ type: 'evaluation', since: now - RECENT_MS });
  const call = records.flatMap(({ record }) => (record.type === 'evaluation' && asksFor(task, record) ? [record] : [])).at(-1);
  if (call === undefined)
    throw new UsageError(
      'the session is not known: no hook has judged the call that runs this command in the last minute. Run it as one call of an agent under a hook, or name the session with `--session ID`',
    );
  const { callId: _call, kind: _kind, payload: _payload, remarks: _remarks, ...who } = recordedAction(call).action;
  return who;
}

const asksFor = (task: string, { payload, enforced }: EvaluationRecord): boolean =>
  isRecord(payload) &&
  typeof payload['command'] === 'string' &&
  payload['command'].includes('request') &&
  payload['command'].includes(task) &&
  (enforced === 'pass' || enforced === 'warn');
