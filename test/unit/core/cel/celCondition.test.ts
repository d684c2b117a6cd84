import { PolicyEngine, When, block, guard, memorySessions, pass } from '@licet/core';
import { freezeAction } from '@licet/core/policy';
import type { ActionInput, Effect, EngineOptions, Evaluation } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { describe, expect, it } from 'vitest';
import { boundedCost } from '../../../support/boundedCost.ts';

const EFFECTS: readonly Effect[] = [
  {
    kind: 'delete',
    target: { type: 'file', lexical: '/project/link', resolved: '/etc/passwd' },
    program: 'rm',
    via: ['sh -c'],
    certainty: 'certain',
    tags: ['destructive'],
  },
  {
    kind: 'network',
    target: { type: 'network', host: 'example.org', direction: 'upload' },
    program: 'curl',
    via: [],
    certainty: 'possible',
  },
  { kind: 'unknown', via: [], certainty: 'possible' },
];

/** Evaluates a policy that blocks where the expression holds and passes elsewhere. */
async function ask(source: string, action: Partial<ActionInput> = {}, options: EngineOptions = {}): Promise<Evaluation> {
  const policy = When(
    celCondition(source),
    guard('yes', () => block('it holds', { fix: 'none' })),
    guard('no', () => pass()),
  );
  return new PolicyEngine(policy, { effects: () => EFFECTS, ...options }).evaluate({ kind: 'bash', ...action });
}

describe('celCondition', () => {
  it.each([
    ['action.kind == "bash"', true],
    ['action.tool == ""', true],
    ['action.tool.startsWith("mcp__")', false],
    ['action.session_id == "default"', true],
    ['action.principal.id == "" && size(action.principal.roles) == 0', true],
    ['"team" in action.principal.attributes', false],
    ['session.evaluated == 0 && session.consecutive_blocks == 0', true],
    ['session.blocked + session.asked + session.warned + session.passed > 0', false],
    ['effects.exists(e, e.kind == "delete" && e.resolved.startsWith("/etc/"))', true],
    ['effects.exists(e, e.host == "example.org" && e.certainty == "possible")', true],
    ['effects.all(e, e.kind == "read")', false],
    ['effects[0].program == "rm" && "destructive" in effects[0].tags', true],
    ['effects[2].path == "" && size(effects[2].tags) == 0', true],
    ['size(effects.filter(e, e.kind == "unknown")) == 1', true],
    ['risk < 0.5 && risk >= 0', true],
    ['has(action.payload.nothing)', false],
    ['action.kind in ["read", "write"] ? false : true', true],
  ])('reads `%s` as %s', async (source, wanted) => {
    const { ruling, errors } = await ask(source);

    expect(errors).toEqual([]);
    expect(ruling).toBe(wanted ? 'block' : 'pass');
  });

  it('reads the arguments of a tool by their own types', async () => {
    const payload = { path: '/tmp/a', count: 3, ratio: 2.5, flags: ['-r', '-f'], deep: { er: [{ x: true }] }, nothing: null };
    const holds = async (source: string): Promise<string> => (await ask(source, { payload })).ruling;

    expect(await holds('action.payload.path == "/tmp/a" && action.payload.count > 2 && action.payload.ratio < 3')).toBe('block');
    expect(await holds('"-f" in action.payload.flags && action.payload.deep.er[0].x')).toBe('block');
    expect(await holds('action.payload.nothing == null')).toBe('block');
  });

  it('reads the principal, the facts and the counts of the session', async () => {
    const sessions = memorySessions();
    await sessions.append('s', [{ type: 'fact', at: 0, name: 'tests_passing', value: true }]);
    const action = {
      sessionId: 's',
      principal: { id: 'ann', roles: ['dev'], attributes: { team: 'core' } },
      taskType: 'deploy',
      agentId: 'a1',
      cwd: '/project',
    };
    const source =
      '"dev" in action.principal.roles && action.principal.attributes.team == "core" && session.facts.tests_passing == true && action.task_type == "deploy" && action.agent_id == "a1" && action.cwd == "/project"';

    expect((await ask(source, action, { sessions })).ruling).toBe('block');
    expect(
      (await ask('session.evaluated == 1 && session.blocked == 1 && session.consecutive_blocks == 1', action, { sessions }))
        .ruling,
    ).toBe('block');
  });

  it.each([
    'action.payload.path == "x"',
    'action.payload.count > 3',
    'action.payload.list[9] == 1',
    'action.payload.kind',
    'session.facts.reviewed == true',
    'effects[9].kind == "read"',
    '"a".matches(action.payload.kind)',
  ])('makes a run of `%s` that cannot be answered a fault, never a no', async source => {
    const { ruling, errors } = await ask(source, { payload: { count: 'many', list: [], kind: '(', pattern: 'x' } });

    expect(ruling).toBe('block');
    expect(errors.map(({ code }) => code)).toEqual(['condition_failed']);
  });

  it('does not look at the effects unless the expression does', async () => {
    const effects = (): never => {
      throw new Error('it was not asked');
    };

    expect((await ask('action.kind == "bash"', {}, { effects })).errors).toEqual([]);
    expect((await ask('size(effects) == 0', {}, { effects })).errors).not.toEqual([]);
  });

  it('waits for effects that come by promise', async () => {
    expect((await ask('effects.exists(e, e.kind == "delete")', {}, { effects: () => Promise.resolve(EFFECTS) })).ruling).toBe(
      'block',
    );
  });

  it.each([
    ['', 'the expression ends too early'],
    ['action.kind ==', 'the expression ends too early'],
    ['actoin.kind == "x"', 'unknown variable `actoin`, did you mean `action`?'],
    ['action.taskType == "x"', 'no such key `taskType`, did you mean `task_type`?'],
    ['effects.exists(e, e.targt == "x")', 'no such key `targt`'],
    ['action.kind == 3', 'no such overload'],
    ['risk', 'expected a condition that is true or false, found one of type `double`'],
    ['effects', 'found one of type'],
    ['nothing(3)', 'found no matching overload'],
    ['action.tool.startWith("x")', "found no matching overload for 'string.startWith(string)', did you mean `startsWith`?"],
    ['process.exit(1) == 1', 'unknown variable `process`'],
    ['action.constructor == 1', 'no such key `constructor`'],
    ['"a".matches("(?=b)")', '`(?=b)` is not a pattern in RE2 syntax'],
    ['"a".matches("(")', '`(` is not a pattern in RE2 syntax'],
    [`${'('.repeat(40)}true${')'.repeat(40)}`, 'exceeded maxDepth (32)'],
    [Array(600).fill('1').join('+').concat(' > 0'), 'exceeded maxAstNodes (512)'],
    [`action.kind == "${'x'.repeat(5_000)}"`, 'expected at most 4096 characters'],
  ])('refuses `%s`', (source, message) => {
    expect(() => celCondition(source)).toThrow(message);
  });

  it('shows the place of a mistake below the message', () => {
    expect(() => celCondition('action.kind == "bash" && risc > 0.5')).toThrow(
      'unknown variable `risc`, did you mean `risk`?\n\n>    1 | action.kind == "bash" && risc > 0.5\n                                  ^',
    );
  });

  it('matches patterns in time linear in a text that the agent chose', async () => {
    const within = boundedCost();
    const { ruling } = await ask('action.payload.text.matches("^(a+)+$")', { payload: { text: `${'a'.repeat(50_000)}!` } });

    expect(ruling).toBe('pass');
    within(400);
  });

  it.each([
    ['action.kind.matches("^ba")', true],
    ['(action.kind + "!").matches("h!$")', true],
    ['"matches".matches("atch") && action.kind . matches ( ("^x") )', false],
    ['["bash"].exists(k, k.matches(action.kind))', true],
    ['"a\\nb".matches("a.b")', false],
  ])('finds every call of matches in `%s`', async (source, wanted) => {
    expect((await ask(source)).ruling).toBe(wanted ? 'block' : 'pass');
  });

  it('refuses a comment inside a call of matches, where it would not find it', () => {
    expect(() => celCondition('("a" // .matches(\n).matches("a")')).toThrow('expected no comment inside a call of `matches`');
  });

  it('keeps its text as its data', () => {
    const condition = celCondition('risk > 0.5');

    expect([condition.source, condition.text]).toEqual(['risk > 0.5', 'risk > 0.5']);
    expect(Object.isFrozen(condition)).toBe(true);
  });

  it('changes nothing of the action', async () => {
    const action = freezeAction({ kind: 'bash', payload: { list: [1, 2] } });

    expect((await ask('size(action.payload.list) == 2', action)).ruling).toBe('block');
  });
});
