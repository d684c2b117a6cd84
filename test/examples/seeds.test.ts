import { guarded } from '@licet/adapters/function';
import type { ActionInput, Evaluation, Guard, Ruling } from '@licet/core';
import type { GuardInput } from '@licet/core/nodes';
import {
  All,
  Any,
  Escalate,
  Not,
  PolicyEngine,
  Threshold,
  When,
  block,
  collectingTracer,
  createRegistry,
  guard,
  memoryAudit,
  memorySessions,
  pass,
  warn,
} from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { EdgePolicies, SEEDS, ground, groundedCalls, importGraph, memoryGraph, policyRegistry } from '@licet/epistemic';
import { formatTrace } from '@licet/epistemic/render';
import { learnAll } from '@licet/epistemic/learning';
import type { ConceptGraph } from '@licet/epistemic';
import {
  Audit,
  BashSafety,
  Budget,
  FileBoundary,
  HumanApproval,
  LayerIsolation,
  RateLimit,
  RiskThreshold,
  Sandbox,
  ToolAllowlist,
  guardDefinitions,
  includePack,
  profileText,
  shortForms,
} from '@licet/guards';
import { describe, expect, it } from 'vitest';

// The examples of the five documents that Licet comes from, in our form: which document, the line there, what it shows, and the code.

const place = { root: '/project', home: '/home/me' };
const analyse = { ...place, files: false as const, env: {} };

const engineOf = (policy: GuardInput, options = {}): PolicyEngine =>
  new PolicyEngine(policy, { effects: analyzeEffects(analyse), ...options });
const bash = (command: string, more: Partial<ActionInput> = {}): ActionInput => ({
  kind: 'bash',
  tool: 'Bash',
  cwd: '/project',
  payload: { command },
  ...more,
});
const write = (file_path: string, content = ''): ActionInput => ({
  kind: 'write',
  tool: 'Write',
  cwd: '/project',
  payload: { file_path, content },
});
const read = (file_path: string): ActionInput => ({ kind: 'read', tool: 'Read', cwd: '/project', payload: { file_path } });
const rules = async (policy: GuardInput, action: ActionInput): Promise<Ruling> =>
  (await engineOf(policy).evaluate(action)).ruling;
const yes = guard('yes', () => pass());
const no = guard('no', () => block('no', { fix: 'do something else' }));

const loaded = (text: string): PolicyEngine => {
  const options = { registry: createRegistry(guardDefinitions), include: includePack, shortForms, ...place };
  return new PolicyEngine(loadPolicy(text, options), { effects: analyzeEffects(analyse) });
};

async function graphOf(seed: 'filesystem' | 'gaps'): Promise<ConceptGraph> {
  const graph = memoryGraph();
  await importGraph(graph, SEEDS[seed], { now: 0 });
  return graph;
}

/** A policy on `delete → file` with a callback and a wish for a human, as a row of the table of issue 22. */
async function issue22(
  requiresConfirmation: boolean,
  answer: { readonly passed: boolean; readonly message?: string } | undefined,
  says?: boolean,
): Promise<Evaluation> {
  const registry = policyRegistry();
  const at = { name: 'p', source: 'delete', target: 'file', sourceDepth: 'D3', requiresConfirmation } as const;
  registry.register(() => answer ?? { passed: false }, { key: 'p', ...at });
  const graph = await graphOf('filesystem');
  const approver =
    says === undefined
      ? {}
      : { approver: { approve: ({ questions }: { questions: readonly unknown[] }) => ({ granted: questions.map(() => says) }) } };
  return new PolicyEngine(
    EdgePolicies({ graph, registry, concepts: ['delete', 'file'], cardinality: 'single' }),
    approver,
  ).evaluate(bash('rm a'));
}

type Example = readonly [seed: string, line: number, shows: string, run: () => Promise<void>];

const safeAgent = profileText('safe-agent', { scope: ['src/**', 'tests/**'] });
const access =
  'version: 1\ndefault: pass\naccess: { src/: read-write, tests/: read-write, config/: read-only, .env: no-access, .env.local: no-access, secrets/: no-access }\n';
const soft = (command: string): string =>
  `version: 1\ndefault: pass\npolicy: { when: { if: { runs: [${command}, '${command} *'] }, then: { human_approval: {} } } }\n`;
const isRuled = async (engine: PolicyEngine, action: ActionInput, ruling: Ruling): Promise<void> => {
  expect((await engine.evaluate(action)).ruling).toBe(ruling);
};

const verdikt: readonly Example[] = [
  [
    '002',
    11,
    'the policy graph of the introduction',
    async () => {
      const checklist = guard('deploy_checklist', () => block('not reviewed', { fix: 'ask for a review' }));
      const engine = engineOf(
        All(
          All(FileBoundary(place), BashSafety(place), { shortCircuit: true }),
          Budget({ max: 100 }),
          When(action => action.taskType === 'deploy', Escalate(checklist, RiskThreshold({ block: 0.3 })), yes),
        ),
      );
      expect((await engine.evaluate({ kind: 'submit_task', taskType: 'deploy' })).ruling).toBe('pass');
      expect((await engine.evaluate({ ...bash('rm -rf /'), taskType: 'deploy' })).ruling).toBe('block');
    },
  ],
  [
    '002',
    30,
    'All: every child must pass',
    async () =>
      expect([await rules(All(yes, no), bash('ls')), await rules(All(yes, yes), bash('ls'))]).toEqual(['block', 'pass']),
  ],
  ['002', 32, 'Any: one pass suffices', async () => expect(await rules(Any(no, yes), bash('ls'))).toBe('pass')],
  ['002', 34, 'Not: the verdict the other way', async () => expect(await rules(Not(no), bash('ls'))).toBe('pass')],
  [
    '002',
    36,
    'When: a branch by the kind of action',
    async () => expect(await rules(When({ kind: 'bash' }, no, yes), read('a'))).toBe('pass'),
  ],
  [
    '002',
    38,
    'Threshold: a quorum',
    async () =>
      expect([await rules(Threshold(2, yes, yes, no), bash('ls')), await rules(Threshold(2, yes, no, no), bash('ls'))]).toEqual([
        'pass',
        'block',
      ]),
  ],
  [
    '002',
    40,
    'Escalate: a fallback on a block',
    async () => expect(await rules(Escalate(no, HumanApproval()), bash('ls'))).toBe('ask'),
  ],
  [
    '002',
    49,
    'notes and risk for the guards that follow',
    async () => {
      const writer = guard('writer', (_action, ctx) => (ctx.annotate('seen', true), ctx.raiseRisk(0.4), pass()));
      const reader = guard('reader', (_action, ctx) =>
        ctx.annotations[0]?.value === true && ctx.risk === 0.4 ? warn('noted') : pass(),
      );
      expect(await rules(All(writer, reader), bash('ls'))).toBe('warn');
    },
  ],
  [
    '002',
    63,
    'the first engine, with rm -rf /',
    async () => {
      const result = await engineOf(All(FileBoundary(place), BashSafety(place), { shortCircuit: true })).evaluate(
        bash('rm -rf /'),
      );
      expect([result.passed, typeof result.reason, typeof result.fix?.summary]).toEqual([false, 'string', 'string']);
    },
  ],
  [
    '002',
    69,
    'a branch with a boundary on both sides',
    async () => {
      const policy = All(
        BashSafety(place),
        When(a => a.kind === 'bash', All(FileBoundary(place), BashSafety(place)), FileBoundary(place)),
      );
      expect([await rules(policy, write('/project/a.ts')), await rules(policy, write('/home/me/a.ts'))]).toEqual([
        'pass',
        'block',
      ]);
    },
  ],
  [
    '002',
    80,
    'a session that counts',
    async () => {
      const sessions = memorySessions();
      await engineOf(All(BashSafety(place)), { sessions }).evaluate(bash('ls', { sessionId: 's1' }));
      expect((await sessions.load('s1'))?.evaluated).toBe(1);
    },
  ],
  [
    '002',
    90,
    'a tracer that collects',
    async () => {
      const tracer = collectingTracer();
      await engineOf(All(BashSafety(place)), { tracer }).evaluate(bash('ls'));
      expect(tracer.evaluations.map(({ trace }) => trace.children[0]?.name)).toEqual(['bash_safety']);
    },
  ],
  [
    '002',
    104,
    'red-line files',
    async () =>
      expect(await rules(FileBoundary({ deny: ['src/auth/handler.py'], ...place }), bash('cat src/auth/handler.py'))).toBe(
        'block',
      ),
  ],
  [
    '002',
    107,
    'prefixes, and exceptions that lift nothing else',
    async () => {
      const policy = BashSafety({ blockedPrefixes: ['npm run'], allow: [{ runs: 'npm run deploy' }], ...place });
      expect([
        await rules(policy, bash('npm run deploy')),
        await rules(policy, bash('npm run deploy; rm -rf ~')),
        await rules(policy, bash('ls && npm run x')),
      ]).toEqual(['pass', 'block', 'block']);
    },
  ],
  [
    '002',
    109,
    'file access across layers',
    async () => {
      const policy = LayerIsolation({
        layers: { domain: ['src/domain/'], infra: ['src/infra/'] },
        allow: { infra: ['domain'] },
        within: 'domain',
        ...place,
      });
      expect([
        await rules(policy, read('src/domain/a.ts')),
        await rules(policy, read('src/infra/db.ts')),
        await rules(policy, bash('mv src/infra/db.ts src/domain/')),
      ]).toEqual(['pass', 'block', 'block']);
    },
  ],
  [
    '002',
    111,
    'dangerous code',
    async () =>
      expect(
        await rules(Sandbox(), {
          kind: 'execute_code',
          payload: { language: 'python', code: "import os\nos.system('ls')" },
        }),
      ).toBe('block'),
  ],
  [
    '002',
    113,
    'a budget of the session',
    async () => {
      const engine = engineOf(Budget({ max: 1 }));
      expect([
        (await engine.evaluate(bash('ls', { callId: 'a' }))).passed,
        (await engine.evaluate(bash('ls', { callId: 'b' }))).passed,
      ]).toEqual([true, false]);
    },
  ],
  [
    '002',
    117,
    'an audit that records what is blocked too',
    async () => {
      const seen: string[] = [];
      await engineOf(All(Audit({ to: ({ type }) => void seen.push(type) }), no)).evaluate(bash('ls'));
      expect(seen).toEqual(['stopped']);
    },
  ],
  [
    '002',
    121,
    'a rate limit',
    async () => {
      const engine = engineOf(RateLimit({ max: 1, window: '1m' }));
      expect([
        (await engine.evaluate(bash('ls', { callId: 'a' }))).passed,
        (await engine.evaluate(bash('ls', { callId: 'b' }))).passed,
      ]).toEqual([true, false]);
    },
  ],
  [
    '002',
    139,
    'a guard that is only a name and a check',
    async () => {
      const mine: Guard = { name: 'my_guard', check: () => pass() };
      expect(await rules(mine, bash('ls'))).toBe('pass');
    },
  ],
  [
    '002',
    154,
    'the outcome after the action',
    async () => {
      const engine = engineOf(All(BashSafety(place)));
      const action = bash('ls');
      await engine.evaluate(action);
      expect(await engine.postAction(action, { success: true })).toMatchObject({ recorded: true });
    },
  ],
  [
    '002',
    172,
    'its governance.yaml as it is',
    async () => {
      const engine = loaded(
        "boundaries:\n  allowed_dirs: [src, tests, docs]\n  red_line_files: [src/auth/handler.py]\nbash_safety:\n  blocked_patterns:\n    - 'rm\\s+-rf\\s+/'\n    - 'DROP\\s+TABLE'\n",
      );
      await isRuled(engine, bash('psql -c "DROP TABLE t"'), 'block');
      await isRuled(engine, write('src/auth/handler.py'), 'block');
      await isRuled(engine, write('src/a.py'), 'pass');
    },
  ],
];

const aorta: readonly Example[] = [
  ['003', 80, 'creating a file in scope', async () => isRuled(loaded(safeAgent), write('/project/src/models/task.py'), 'pass')],
  ['003', 81, 'creating a file out of scope', async () => isRuled(loaded(safeAgent), write('/project/README.md'), 'block')],
  ['003', 82, 'reading .env', async () => isRuled(loaded(safeAgent), read('/project/.env'), 'block')],
  ['003', 83, 'running the tests', async () => isRuled(loaded(safeAgent), bash('pytest'), 'pass')],
  [
    '003',
    84,
    'a commit that a person confirms',
    async () => isRuled(loaded(safeAgent), bash("git commit -m 'feat: add task model'"), 'ask'),
  ],
  [
    '003',
    60,
    'the policy protects itself',
    async () => isRuled(loaded(safeAgent), bash('echo x >> .claude/settings.json'), 'block'),
  ],
  [
    '003',
    61,
    'a notice after reading a read-only file',
    async () => isRuled(loaded(access), read('/project/config/db.yaml'), 'warn'),
  ],
  ['003', 62, 'writes hidden in commands', async () => isRuled(loaded(access), bash('cp src/app.py ../leak.py'), 'block')],
  [
    '003',
    72,
    'a pack that prefers the tools of the runtime',
    async () => isRuled(loaded('version: 1\ndefault: pass\ninclude: [own-tools]\n'), bash('grep -r x .'), 'ask'),
  ],
  ['003', 127, 'read-only in the access map', async () => isRuled(loaded(access), write('/project/config/a.yaml'), 'block')],
  ['003', 128, 'no-access in the access map', async () => isRuled(loaded(access), bash('cat .env'), 'block')],
  ['003', 134, 'a soft block of a command', async () => isRuled(loaded(soft('git commit')), bash('git commit -m x'), 'ask')],
];

const kernel: readonly Example[] = [
  [
    '004',
    58,
    'what needs a justification asks',
    async () =>
      expect(
        await rules(When({ tool: 'tickets.update_status' }, HumanApproval()), { kind: 'tool', tool: 'tickets.update_status' }),
      ).toBe('ask'),
  ],
  [
    '004',
    59,
    'a role that is missing is a denial',
    async () => {
      const policy = When({ role: 'admin' }, yes, ToolAllowlist({ tools: ['*'], deny: ['tickets.delete'] }));
      const principal = { id: 'support-agent', roles: ['reader', 'writer'] };
      expect(await rules(policy, { kind: 'tool', tool: 'tickets.delete', principal })).toBe('block');
    },
  ],
  [
    '004',
    73,
    'a decision before and a trace after every execution',
    async () => {
      const audit = memoryAudit();
      const engine = engineOf(yes, { audit });
      await engine.postAction(await engine.evaluate({ kind: 'tool', tool: 'docs.search' }), { success: true });
      expect(audit.records.map(({ type }) => type)).toEqual(['evaluation', 'outcome']);
    },
  ],
];

const vre: readonly Example[] = [
  [
    '000',
    58,
    'a question to the graph',
    async () => {
      const result = await ground(await graphOf('filesystem'), ['create', 'file']);
      expect([result.grounded, result.resolved, result.gaps, formatTrace(result).includes('Grounded')]).toEqual([
        true,
        ['create', 'file'],
        [],
        true,
      ]);
    },
  ],
  [
    '000',
    63,
    'a floor of depth',
    async () => expect((await ground(await graphOf('filesystem'), ['create', 'file'], { minDepth: 'D4' })).grounded).toBe(false),
  ],
  [
    '000',
    80,
    'the policies of an action on many files',
    async () => {
      const graph = await graphOf('filesystem');
      expect(await rules(EdgePolicies({ graph, concepts: ['delete', 'file'], cardinality: 'multiple' }), bash('rm *.txt'))).toBe(
        'ask',
      );
    },
  ],
  [
    '000',
    133,
    'a guarded function that does not run',
    async () => {
      const graph = await graphOf('gaps');
      const writeFile = guarded(
        (path: string) => `wrote ${path}`,
        groundedCalls<[path: string]>({ graph, concepts: ['write', 'file'] }),
      );
      await expect(writeFile('a')).rejects.toMatchObject({ name: 'ActionBlockedError' });
    },
  ],
  [
    '000',
    169,
    'a trace for the user interface',
    async () => {
      const seen: boolean[] = [];
      const graph = await graphOf('filesystem');
      const options = {
        graph,
        concepts: ['create', 'file'],
        cardinality: 'single',
        onTrace: (result: { grounded: boolean }) => void seen.push(result.grounded),
      } as const;
      await guarded((path: string) => path, groundedCalls<[path: string]>(options))('a');
      expect(seen).toEqual([true]);
    },
  ],
  [
    '000',
    243,
    'a learner',
    async () => {
      const learner = { propose: () => ({ decision: 'rejected' as const }) };
      const { result } = await learnAll(await graphOf('gaps'), ['write'], learner as never, { now: 0 });
      expect(result.grounded).toBe(false);
    },
  ],
  [
    '001',
    108,
    'a callback that passes, no human wanted',
    async () => expect((await issue22(false, { passed: true })).ruling).toBe('pass'),
  ],
  [
    '001',
    109,
    'a callback that fails, no human wanted',
    async () => expect((await issue22(false, { passed: false, message: 'a protected file' })).reason).toBe('a protected file'),
  ],
  [
    '001',
    110,
    'a callback that passes, a human wanted',
    async () =>
      expect([(await issue22(true, { passed: true })).ruling, (await issue22(true, { passed: true }, true)).passed]).toEqual([
        'ask',
        true,
      ]),
  ],
  [
    '001',
    111,
    'a callback that fails, a human wanted',
    async () => expect((await issue22(true, { passed: false }, false)).passed).toBe(false),
  ],
];

const examples = [...verdikt, ...aorta, ...kernel, ...vre];

describe('the examples of the documents that this comes from', () => {
  it('are at least forty', () => expect(examples.length).toBeGreaterThanOrEqual(40));

  it.each(examples)('seed %s, line %i: %s', async (_seed, _line, _shows, run) => run());
});
