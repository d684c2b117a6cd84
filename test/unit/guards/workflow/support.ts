import type { ActionInput, Evaluation, OutcomeStatus, SessionStore } from '@licet/core';
import { PolicyEngine, createRegistry, memoryAudit, memorySessions } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { guardDefinitions, includePack, shortForms } from '@licet/guards';

const place = { root: '/w', home: '/home/u' };
const stored = memoryFiles({
  '/w/src/a.ts': 'file',
  '/w/test/a.test.ts': 'file',
  '/w/package.json': 'file',
  '/w/CHANGELOG.md': 'file',
});
/** A clone: git knows every file. */
const files = { ...stored, isKnownToGit: (): boolean => true };

/** An agent that works under the text of a policy. Every call has its own id and is reported. */
export function agentUnder(text: string, sessions: SessionStore = memorySessions()) {
  const options = { registry: createRegistry(guardDefinitions), ...place, shortForms, include: includePack };
  const built = loadPolicy(`version: 1\n${text.includes('default:') ? '' : 'default: pass\n'}${text}`, options);
  const audit = memoryAudit();
  const engine = new PolicyEngine(built, { sessions, audit, effects: analyzeEffects({ ...place, files, env: {} }) });
  let calls = 0;
  const call = (command: string, more: Partial<ActionInput> = {}): ActionInput => ({
    kind: 'bash',
    tool: 'Bash',
    cwd: '/w',
    sessionId: 's',
    callId: `c${calls++}`,
    payload: { command },
    ...more,
  });
  const act = async (action: ActionInput, status: OutcomeStatus = 'ok'): Promise<Evaluation> => {
    const evaluation = await engine.evaluate(action);
    if (evaluation.passed) await engine.postAction(action, { status });
    return evaluation;
  };
  const read = (path: string): ActionInput => ({ ...call(''), kind: 'read', tool: 'Read', payload: { file_path: path } });
  const run = async (command: string, status?: OutcomeStatus, more?: Partial<ActionInput>): Promise<Evaluation> =>
    act(call(command, more), status);
  return { engine, sessions, audit, call, act, read, run };
}
