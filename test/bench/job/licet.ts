import type { ActionInput, Guard } from '@licet/core';
import { All, PolicyEngine, block, guard, pass, skip } from '@licet/core';

import type { Decider } from './decider.ts';
import { pathAllowed } from './requests.ts';
import type { Request } from './requests.ts';
import { BUDGET, DANGERS, READ, TOOLS_OF, WRITE } from './rules.ts';
import type { PathRules } from './rules.ts';

/** What the engine gets of a request: made beforehand, as a runtime's own call would be. */
export function actionOf({ tool, text, role, session, cost, spent }: Request): ActionInput {
  const argument = tool === 'Bash' ? { command: text } : { path: text };
  return {
    kind: 'tool',
    tool,
    payload: { ...argument, cost, spent },
    sessionId: session,
    principal: { id: role, roles: [role] },
  };
}

export function policy(): Guard {
  const budget = guard('budget', ({ payload }) =>
    Number(payload['spent']) + Number(payload['cost']) > BUDGET ? block('the budget is used up', { fix: 'stop here' }) : pass(),
  );
  const role = guard('role', ({ tool, principal }) =>
    TOOLS_OF[principal?.roles?.[0] ?? '']?.includes(tool ?? '') === true
      ? pass()
      : block('the role has no such tool', { fix: 'use a tool of the role' }),
  );
  const paths = (name: string, wanted: string, rules: PathRules): Guard =>
    guard(name, ({ tool, payload }) => {
      if (tool !== wanted) return skip();
      return pathAllowed(String(payload['path']), rules) ? pass() : block('the path is off limits', { fix: 'use another path' });
    });
  const patterns = DANGERS.map(({ pattern }) => pattern);
  const commands = guard('commands', ({ tool, payload }) => {
    if (tool !== 'Bash') return skip();
    const command = String(payload['command']);
    for (const pattern of patterns)
      if (pattern.test(command)) return block('the command is dangerous', { fix: 'do it another way' });
    return pass();
  });
  return All(budget, role, paths('reads', 'Read', READ), paths('writes', 'Write', WRITE), commands);
}

/** The engine as an application uses it: session, identity and the whole trace are kept; `read` also looks at the trace. */
export function licet(all: readonly Request[], read: boolean): Decider {
  const engine = new PolicyEngine(policy(), { default: 'block' });
  const actions = all.map(actionOf);
  return {
    decide({ index }) {
      const evaluation = engine.evaluateSync(actions[index] as ActionInput);
      return read ? evaluation.trace.ruling === 'pass' && evaluation.passed : evaluation.passed;
    },
  };
}
