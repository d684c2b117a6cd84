import { PolicyEngine, All, When, block, guard, skip } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { Roles } from '@licet/guards';
import { expect, it, test } from 'vitest';

const closed = guard('closed', () => block('reviewers change nothing', { fix: 'report it' }));
const roles = Roles({
  roles: { reviewer: { agents: ['code-review*', 'a7'], principals: ['ci-*'] }, lead: { agents: ['main'] } },
});

test.each([
  ['a sub-agent of the sort', { agentId: 'a1', agentType: 'code-reviewer' }, 'block'],
  ['an agent of the id', { agentId: 'a7' }, 'block'],
  ['a principal', { agentId: 'a1', principal: { id: 'ci-7' } }, 'block'],
  ['a principal that has the role from the host', { principal: { id: 'ann', roles: ['reviewer'] } }, 'block'],
  ['another sub-agent', { agentId: 'a1', agentType: 'general' }, 'pass'],
  ['the main agent', {}, 'pass'],
  ['the main agent, whatever sort it is of', { agentType: 'code-reviewer' }, 'pass'],
])('%s plays the role that the policy gives it, and no other', (_who, who, ruling) => {
  const engine = new PolicyEngine(All(roles, When({ role: 'reviewer' }, closed)), { default: 'pass' });

  expect(engine.evaluateSync({ kind: 'write', ...who }).ruling).toBe(ruling);
});

it('is seen by expressions, and the main agent by its name', () => {
  const engine = new PolicyEngine(All(roles, When(celCondition('"lead" in action.principal.roles'), closed)), {
    default: 'pass',
  });

  expect(engine.evaluateSync({ kind: 'write' }).ruling).toBe('block');
  expect(engine.evaluateSync({ kind: 'write', agentId: 'a1' }).ruling).toBe('pass');
});

it('takes the sort of an agent for a role without being asked, and nothing that another guard says', () => {
  const liar = guard('liar', (_action, ctx) => (ctx.annotate('note', ['reviewer']), skip()));
  const engine = new PolicyEngine(All(liar, When({ role: ['planner', 'reviewer'] }, closed)), { default: 'pass' });

  expect(engine.evaluateSync({ kind: 'write', agentId: 'a1', agentType: 'planner' }).ruling).toBe('block');
  expect(engine.evaluateSync({ kind: 'write' }).ruling).toBe('pass');
});

it('refuses a role that no agent plays', () => {
  expect(() => Roles({ roles: { reviewer: {} } })).toThrow('role `reviewer` needs `agents` or `principals`');
});
