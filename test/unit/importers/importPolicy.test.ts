import type { Evaluation } from '@licet/core';
import { PolicyEngine } from '@licet/core';
import { buildPolicy } from '@licet/core/policy';
import { analyzeEffects } from '@licet/effects';
import { testTexts } from '@licet/analysis/policies';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import { importPolicy, testsText } from '@licet/importers';
import { celCondition, compilePolicy } from 'licet/source/policy/compile.ts';
import { registry } from 'licet/source/policy/registry.ts';
import { describe, expect, it, test } from 'vitest';

const [root, home] = ['/project', '/home/me'];

interface Turned {
  readonly text: string;
  readonly left: readonly string[];
  /** Runs the tests that were imported with it: their names, and the names of those that fail. */
  readonly tests: () => Promise<{ readonly names: readonly string[]; readonly failed: readonly string[] }>;
  readonly bash: (command: string, agentType?: string) => Evaluation['ruling'];
  readonly file: (tool: 'Read' | 'Write', path: string) => Evaluation['ruling'];
  readonly tool: (tool: string, roles?: readonly string[]) => Evaluation['ruling'];
}

/** Imports a configuration, loads the result as `licet validate` does, and opens an engine with it. */
function turned(kind: string, text: string): Turned {
  const { text: policy, left, cases } = importPolicy(kind, text);
  const result = compilePolicy(policy, `${root}/governance.yaml`);
  expect('issues' in result ? result.issues : []).toEqual([]);
  if ('issues' in result) throw new Error('it does not load');
  // Whether anybody says what roles a principal has is for the host of the engine.
  expect(result.warnings.filter(({ code }) => code !== 'never_supplied')).toEqual([]);
  const built = buildPolicy(result.compiled, { registry: registry(), root, home, conditions: celCondition });
  const audit = { append: () => undefined };
  const engine = new PolicyEngine(built, { effects: analyzeEffects({ root, home, files: false, env: {} }), audit });
  let session = 0;
  const act = (): { sessionId: string; cwd: string } => ({ sessionId: `s${(session += 1)}`, cwd: root });
  return {
    text: policy,
    left: left.map(({ line, path }) => `${line} ${path}`),
    async tests() {
      const results = await testTexts(policyHost, policy, testsText(kind, cases));
      return {
        names: results.map(({ name }) => name),
        failed: results.filter(({ passed }) => !passed).map(({ name }) => name),
      };
    },
    bash: (command, agentType) =>
      engine.evaluateSync({
        ...act(),
        kind: 'bash',
        tool: 'Bash',
        payload: { command },
        ...(agentType !== undefined && { agentId: 'a1', agentType }),
      }).ruling,
    file: (tool, path) =>
      engine.evaluateSync({ ...act(), kind: tool === 'Read' ? 'read' : 'write', tool, payload: { file_path: path, content: '' } })
        .ruling,
    tool: (tool, roles = []) =>
      engine.evaluateSync({ ...act(), kind: 'tool', tool, payload: {}, principal: { id: 'ann', roles } }).ruling,
  };
}

describe('import verdikt', () => {
  const policy = turned(
    'verdikt',
    `boundaries:
  allowed_dirs: [src, tests, docs]
  red_line_files: [src/auth/handler.py]
bash_safety:
  blocked_patterns:
    - 'rm\\s+-rf\\s+/'
    - 'DROP\\s+TABLE'
    - '(?<!sudo )reboot'
  blocked_prefixes: ['npm run']
  allowlist: ['npm run deploy', '^ls$']
budget: { max_tasks: 100 }
layer_isolation:
  layers: { domain: [src/domain/], infra: [src/infra/] }
  allow: { infra: [domain] }
audit: { path: audit.db }
storage: { backend: sqlite }
`,
  );

  it('turns what its guards say', () => {
    expect(policy.file('Write', 'src/a.py')).toBe('pass');
    expect(policy.file('Write', 'README.md')).toBe('block');
    expect(policy.file('Read', 'src/auth/handler.py')).toBe('block');
    expect(policy.bash('psql -c "DROP TABLE users"')).toBe('block');
    expect(policy.bash('npm run deploy')).toBe('pass');
    expect(policy.bash('npm run deploy; rm -rf ~')).toBe('block');
    expect(policy.bash('npm run build')).toBe('block');
    expect(policy.bash('cp src/infra/db.py src/domain/db.py')).toBe('block');
  });

  it('lists what it could not turn, with the line', () => {
    expect(policy.left).toEqual(['8 bash_safety.blocked_patterns[2]', '10 bash_safety.allowlist[1]', '16 storage.backend']);
    expect(policy.text).toContain('# line 8: bash_safety.blocked_patterns[2]: the pattern is not in RE2 syntax');
  });
});

describe('the tests that an import brings', () => {
  test.each([
    [
      'verdikt',
      'boundaries: { allowed_dirs: [src], red_line_files: [src/auth.py] }\nbash_safety: { blocked_patterns: ["DROP\\\\s+TABLE"], blocked_prefixes: [npm run], allowlist: [npm run deploy] }\nbudget: { max_tasks: 3 }\nlayer_isolation: { layers: { domain: [src/domain/], infra: [src/infra/] }, allow: { infra: [domain] } }\naudit: {}\n',
      [
        'rm -rf /',
        'write governance.yaml',
        'write src/example.txt',
        'write elsewhere/example.txt',
        'read src/auth.py',
        'cat src/auth.py',
        'DROP TABLE',
        'npm run',
        'npm run deploy',
        'npm run deploy; rm -rf ~',
        'the budget ends after 3',
        'cp src/domain/example.txt src/infra/example.txt',
        'cp src/infra/example.txt src/domain/example.txt',
      ],
    ],
    [
      'aorta',
      'include: [tool-hygiene]\nroles: { dev: { capabilities: [read_file, execute_command] }, ops: {} }\naccess: { /: read-only, .env: no-access }\nnorms: [{ type: forbidden_command, role: dev, command_pattern: npm publish }, { type: readonly, role: ops, paths: [dist/] }, { type: required_before, role: ops, command_pattern: git tag, requires: tested }]\nachievement_triggers: [{ marks: tested, command_pattern: pytest }]\nsanctions: [{ threshold: 2, action: hold }]\n',
      [
        'rm -rf /',
        'write governance.yaml',
        'write example.txt',
        'read example.txt',
        'write .env',
        'read .env',
        'npm publish',
        'write dist/example.txt',
        'git tag needs tested',
        'write example.txt',
        'grep -r x .',
        'a hold after 2 violations',
      ],
    ],
    [
      'agent-kernel',
      'capabilities: { docs.search: { safety_class: READ }, crm.find: { safety_class: READ, sensitivity: [PII] }, t.update: { safety_class: WRITE }, t.delete: { safety_class: DESTRUCTIVE } }\nrules:\n  - { name: reads, action: allow, match: { safety_class: [READ], sensitivity: [NONE] }, constraints: { max_rows: 20 } }\n  - { action: allow, match: { sensitivity: [PII], attributes: { tenant: "*" } } }\n  - { action: allow, match: { safety_class: [WRITE], roles: [writer], min_justification: 15, intent: [triage], scope: { project: "web*" } } }\n  - { action: deny, reason: never }\n',
      ['docs.search', 'crm.find', 'crm.find', 't.update', 't.update', 't.delete'],
    ],
    [
      'agent-kernel',
      'policies:\n  - { effect: allow, match: { capability: "list*", roles: [reader] } }\n  - { effect: ask, match: { capability: close } }\n  - { effect: deny, match: { capability: drop } }\n',
      ['unknown.tool', 'listexample', 'listexample', 'close', 'drop'],
    ],
    [
      'claude-permissions',
      '{"permissions": {"allow": ["Bash(npm test:*)", "Bash(git push:*)"], "ask": ["Bash(npm publish)", "Edit(/config/**)", "mcp__x"], "deny": ["Bash(git push:*)", "Read(//etc/shadow)", "WebFetch(domain:bad.example)", "WebSearch"]}}',
      [
        'rm -rf /',
        'write governance.yaml',
        'git push',
        'read /etc/shadow',
        'fetch https://bad.example/',
        'WebSearch',
        'npm publish',
        'write config/example',
        'mcp__x__example',
        'npm test',
      ],
    ],
    [
      'cc-safety-net',
      '{"rules": [{"command": "git", "subcommand": "add", "block_args": ["-A"]}]}',
      ['rm -rf /', 'write governance.yaml', 'git add -A', "ls && sh -c 'git add -A'", "echo 'git add -A'"],
    ],
  ])('say what the configuration of %s says, and pass', async (kind, text, names) => {
    expect(await turned(kind, text).tests()).toEqual({ names, failed: [] });
  });
});

describe('import aorta', () => {
  const policy = turned(
    'aorta',
    `organization: safe_agent
bash_analysis: true
allow_memory: true
include: [tool-hygiene, house-rules]
roles:
  agent:
    objectives: [task_complete]
    capabilities: [read_file, write_file, execute_command]
access:
  src/:       read-write
  tests/:     read-write
  config/:    read-only
  .env:       no-access
  .env.local: no-access
  secrets/:   no-access
norms:
  - type: forbidden_command
    role: agent
    command_pattern: "git push"
    severity: soft
  - type: forbidden_command
    role: agent
    command_pattern: "npm publish"
  - type: required_before
    role: agent
    command_pattern: "git commit"
    requires: quality_verified
  - type: obligation
    role: agent
    objective: write_report
achievement_triggers:
  - { tool: Bash, command_pattern: pytest, marks: tests_passing, reset_on_file_change: true }
  - { tool: Bash, command_pattern: ruff check, marks: spec_valid }
counts_as:
  - { when: [tests_passing, spec_valid], marks: quality_verified }
sanctions:
  - { after_violations: 3, then: hold }
  - { after_violations: 3, then: tell }
guardrails:
  max_failures: 5
  max_rewrites: 9
`,
  );

  it('turns access, norms and achievements', () => {
    expect(policy.file('Write', 'src/models/task.py')).toBe('pass');
    expect(policy.file('Write', 'README.md')).toBe('block');
    expect(policy.file('Read', '.env')).toBe('block');
    expect(policy.file('Write', 'config/a.yaml')).toBe('block');
    expect(policy.file('Read', 'config/a.yaml')).toBe('warn');
    expect(policy.file('Write', `${home}/.claude/projects/p/memory/a.md`)).not.toBe('block');
    expect(policy.file('Write', `${home}/notes/a.md`)).toBe('block');
    expect(policy.bash('pytest')).toBe('pass');
    expect(policy.bash('git push')).toBe('ask');
    expect(policy.bash('ls && npm publish')).toBe('block');
    expect(policy.bash('git commit -m "feat: add task model"')).toBe('block');
    expect(policy.bash('grep -r x src')).toBe('ask');
    expect(policy.bash('cp src/app.py ../leak.py')).toBe('block');
  });

  it('lists what it could not turn, with the line', () => {
    expect(policy.left).toEqual(['4 include[1]', '28 norms[3]', '38 sanctions[1]', '41 guardrails.max_rewrites']);
  });

  it('closes what a role cannot do, and the memory where it is not allowed', () => {
    const reader = turned('aorta', 'allow_memory: false\nroles: { reader: { capabilities: [read_file, fly] } }\n');

    expect(reader.bash('ls')).toBe('block');
    expect(reader.file('Write', 'a.txt')).toBe('block');
    expect(reader.file('Write', `${home}/.claude/projects/p/memory/a.md`)).toBe('block');
    expect(reader.file('Read', 'a.txt')).toBe('pass');
    expect(reader.left).toEqual(['2 roles.reader.capabilities[1]']);
  });

  it('binds the main agent and every sub-agent to the first role, and sub-agents of a sort to the role of that name', () => {
    const roles = turned(
      'aorta',
      `roles: { reviewer: { capabilities: [read_file] }, dev: {}, ops: {} }
norms:
  - { type: forbidden_command, role: dev, command_pattern: npm publish }
  - { type: forbidden_command, role: ops, command_pattern: git tag }
  - { type: forbidden_command, role: typo, command_pattern: docker push }
`,
    );

    expect(['npm publish', 'docker push', 'git tag v1'].map(command => roles.bash(command))).toEqual(['block', 'block', 'pass']);
    expect(['npm publish', 'docker push', 'git tag v1'].map(command => roles.bash(command, 'ops'))).toEqual([
      'block',
      'block',
      'block',
    ]);
    expect([roles.bash('ls', 'dev'), roles.bash('ls', 'reviewer')]).toEqual(['pass', 'block']);
    expect(roles.left).toEqual([]);
  });

  it('gives the commands of a pattern with alternatives to facts and norms, and joins the triggers of one mark', async () => {
    const gate = turned(
      'aorta',
      `organization: test_gate
roles: { agent: { objectives: [tests_passing, task_complete], capabilities: [read_file, write_file, execute_command] } }
norms:
  - { type: required_before, role: agent, command_pattern: 'git commit|git push', requires: tests_passing }
  - { type: forbidden_command, role: agent, command_pattern: 'terraform\\s+(apply|destroy)', severity: soft, message: plan first }
  - { type: forbidden_command, role: agent, command_pattern: '[a-z]+ release', severity: soft }
achievement_triggers:
  - { tool: Bash, command_pattern: 'pytest|python -m pytest', exit_code: 0, marks: tests_passing, reset_on_file_change: true }
  - { tool: Bash, command_pattern: '(npm|yarn|pnpm) test', exit_code: 0, marks: tests_passing, reset_on_file_change: true }
  - { tool: Bash, command_pattern: '\\b(?:cargo|go)\\s+test\\b', exit_code: 0, marks: tests_passing, reset_on_file_change: true }
`,
    );

    expect(gate.left).toEqual([]);
    for (const program of ['pytest', 'python -m pytest', 'npm test', 'yarn test', 'pnpm test', 'cargo test', 'go test'])
      expect(gate.text).toContain(`- ${program}\n`);
    expect(['git commit -m a', 'git push'].map(command => gate.bash(command))).toEqual(['block', 'block']);
    expect(['terraform destroy', 'terraform plan', 'make release'].map(command => gate.bash(command))).toEqual([
      'ask',
      'pass',
      'ask',
    ]);
    expect((await gate.tests()).failed).toEqual([]);
    expect((await gate.tests()).names).toContain('git commit needs tests_passing');
  });

  it('loads where nothing earns what is asked for: a human grants it, and the account tells it', () => {
    const asking = turned(
      'aorta',
      'roles: { agent: {} }\nnorms: [{ type: required_before, command_pattern: git tag, requires: reviewed }]\nachievement_triggers: [{ tool: Bash, output_contains: clean, marks: lint_ok }, { tool: Bash, output_contains: FAIL, clears: lint_ok }]\ncounts_as: [{ when: [lint_ok, signed], marks: ready }]\n',
    );

    expect(asking.bash('git tag v1')).toBe('block');
    expect(asking.left).toEqual([
      '2 norms[0].requires',
      '3 achievement_triggers[0]',
      '3 achievement_triggers[1]',
      '4 counts_as[0].when[1]',
    ]);
    expect(asking.text).toContain('nothing earns `reviewed`: a human grants it by `licet fact grant reviewed`');
  });

  it('turns sanctions with several consequences: a hold, and what is due after so many violations', async () => {
    const text = `roles: { agent: {} }
achievement_triggers: [{ tool: Bash, command_pattern: make report, marks: reported }]
sanctions: [{ on_violation_count: 2, then: [{ type: obliged, objective: reported }, { type: obliged, objective: ask_lead }] }, { on_violation_count: 4, then: [{ type: hold, message: stop }] }]
`;
    const { text: policy, left } = turned('aorta', text);
    const cases = `cases:
  - name: a violation is followed by a question, until it is made good
    session: [{ bash: rm -rf /, times: 2, want: block }, { read: a.txt, want: pass }, { write: a.txt, want: ask }, { bash: rm -rf /, times: 2, want: block }, { write: a.txt, want: { ruling: block, code: held } }]
`;

    expect(left).toEqual(['3 sanctions[0].then[1].objective', '3 sanctions[1].then[0].message']);
    expect((await testTexts(policyHost, policy, cases)).filter(({ passed }) => !passed)).toEqual([]);
  });

  it('turns guardrails: failures among the last calls, and writing one file again and again', async () => {
    const { text, left } = turned(
      'aorta',
      'roles: { agent: {} }\nguardrails: { window_size: 4, failure_rate: { threshold: 0.5, action: hold }, per_file_rewrites: { threshold: 2 }, bash_commands: { threshold: 6, action: hold }, files_modified: {} }\n',
    );
    const cases = `cases:
  - name: half of four have failed
    session: [{ bash: make a, outcome: error, times: 2 }, { bash: ls, want: { ruling: block, code: held } }]
  - name: a file is written again
    session: [{ write: a.txt, times: 2 }, { write: a.txt, want: warn }, { write: b.txt, want: pass }]
  - name: many commands
    session: [{ bash: ls, times: 6 }, { bash: ls, want: ask }]
`;

    expect((await testTexts(policyHost, text, cases)).filter(({ passed }) => !passed)).toEqual([]);
    expect(left).toEqual(['2 guardrails.bash_commands.action', '2 guardrails.files_modified']);
  });

  it('turns what is obliged once something is achieved', async () => {
    const { text, left } = turned(
      'aorta',
      `roles: { agent: {} }
norms:
  - { type: obliged, role: agent, objective: changelog, condition: 'achieved(tested)', deadline: 'false' }
  - { type: required_before, role: agent, command_pattern: git tag, requires: all_obligations_fulfilled }
  - { type: forbidden, role: agent, objective: 'execute_command(C)', condition: 'not(achieved(told))' }
  - { type: forbidden, role: agent, objective: 'write_file(P)', condition: '(in(P), member(P, L))' }
achievement_triggers:
  - { tool: Bash, command_pattern: make test, marks: tested }
  - { tool: Write, path_pattern: 'CHANGELOG*', marks: changelog }
  - { tool: Bash, command_pattern: make told, marks: told }
counts_as: [{ when: [tested, told], creates_obligation: { objective: thanks } }]
`,
    );

    expect(text).toContain('name: changelog');
    expect(text).toContain('tested_and_told');
    expect(text).toContain('obligations: fulfilled');
    expect(left).toEqual(['6 norms[3]', '11 counts_as[0].creates_obligation.objective']);
  });
});

describe('import agent-kernel', () => {
  const policy = turned(
    'agent-kernel',
    `version: 1
default: deny
policies:
  - name: anyone may search
    effect: allow
    match: { capability: docs.search, safety_class: READ }
  - name: writers update
    effect: allow
    match: { capability: tickets.update_status, roles: [writer] }
    min_justification: 15
  - name: admins delete
    effect: ask
    match: { capability: tickets.delete, roles: [admin], intent: cleanup }
    reason: deleting a ticket cannot be undone
  - name: readers list
    effect: allow
    match: { capability: 'tickets.list*', roles: [reader] }
  - name: never export
    effect: deny
    match: { capability: 'tickets.list_all', scope: { tenant: other } }
  - effect: maybe
`,
  );

  it('turns what roles may use', () => {
    expect(policy.tool('tickets.list', ['reader'])).toBe('pass');
    expect(policy.tool('tickets.list')).toBe('block');
    expect(policy.tool('tickets.list_all', ['reader'])).toBe('block');
    expect(policy.tool('tickets.update_status', ['writer'])).toBe('ask');
    expect(policy.tool('tickets.update_status', ['reader'])).toBe('block');
    expect(policy.tool('tickets.delete', ['reader', 'writer'])).toBe('block');
    expect(policy.tool('tickets.delete', ['admin'])).toBe('ask');
    expect(policy.tool('tickets.purge', ['admin'])).toBe('block');
  });

  it('makes a policy of rules alone, and says that what no catalogue names counts as destructive', async () => {
    const rules = turned(
      'agent-kernel',
      'default: deny\nrules: [{ action: allow, match: { safety_class: [READ] } }, { action: allow, match: { roles: [admin] } }]\n',
    );

    expect(rules.text).not.toContain('capabilities:');
    expect([rules.tool('docs.search'), rules.tool('docs.search', ['admin'])]).toEqual(['block', 'pass']);
    expect(rules.left).toEqual(['2 rules']);
    expect(await rules.tests()).toEqual({ names: ['rm -rf /', 'write governance.yaml'], failed: [] });
  });

  it('never allows more than what it was made of: a rule that it cannot read wholly does not allow', () => {
    expect(policy.tool('docs.search')).toBe('block');
    expect(policy.left).toEqual([
      '4 policies[0]',
      '10 policies[1].min_justification',
      '13 policies[2].match.intent',
      '20 policies[4].match.scope',
      '21 policies[5]',
    ]);
  });
});

describe('import claude-permissions', () => {
  const policy = turned(
    'claude-permissions',
    JSON.stringify(
      {
        permissions: {
          allow: [
            'Bash(npm run test:*)',
            'Bash(git *)',
            'Read(./src/**)',
            'WebFetch(domain:docs.example.com)',
            'mcp__docs__search',
          ],
          ask: ['Bash(npm publish:*)', 'Edit(/config/**)', 'mcp__tickets', 'Read(./notes)', 'WebFetch(domain:a.example)'],
          deny: [
            'Bash(git push:*)',
            'Bash(curl * -o *)',
            'Read(.env*)',
            'Edit(/dist/**)',
            'Read(//etc/shadow)',
            'WebFetch(domain:bad.example)',
            'WebSearch',
            'Task(Explore)',
          ],
          defaultMode: 'acceptEdits',
          additionalDirectories: ['../shared'],
          disableBypassPermissionsMode: 'disable',
        },
        model: 'opus',
      },
      undefined,
      2,
    ),
  );

  test.each([
    ['npm run test', 'pass'],
    ['npm run test -- --watch', 'pass'],
    ['git push', 'block'],
    ['ls && git push origin main', 'block'],
    ['git reset --hard HEAD~3', 'pass'],
    ['git status; rm -rf ~', 'block'],
    ['npm publish --access public', 'ask'],
    ['curl https://a.example -o x', 'block'],
    ['curl https://bad.example', 'block'],
    ['cat .env', 'block'],
    ['echo x > dist/a.js', 'block'],
    ['echo x > config/a.yaml', 'ask'],
    ['echo x > src/a.ts', 'pass'],
  ])('turns its rules for commands: `%s` is %s', (command, ruling) => {
    expect(policy.bash(command)).toBe(ruling);
  });

  it('turns its rules for tools', () => {
    expect(policy.tool('WebSearch')).toBe('block');
    expect(policy.tool('mcp__tickets__create')).toBe('ask');
    expect(policy.tool('mcp__docs__search')).toBe('pass');
    expect(policy.file('Read', '/etc/shadow')).toBe('block');
  });

  it('lists what it could not turn, with the line', () => {
    expect(policy.left).toEqual([
      '6 permissions.allow[2]',
      '7 permissions.allow[3]',
      '14 permissions.ask[3]',
      '15 permissions.ask[4]',
      '25 permissions.deny[7]',
      '29 permissions.additionalDirectories[0]',
      '31 permissions.disableBypassPermissionsMode',
      '33 model',
    ]);
  });
});

describe('import cc-safety-net', () => {
  const policy = turned(
    'cc-safety-net',
    `{
  "version": 1,
  "rules": [
    { "name": "block-git-add-all", "command": "git", "subcommand": "add", "block_args": ["-A", "--all", "."], "reason": "name the files" },
    { "name": "block-npm-global", "command": "npm", "block_args": ["-g"] },
    { "name": "nothing" }
  ]
}`,
  );

  test.each([
    ['git add -A', 'block'],
    ['git add src -A', 'block'],
    ['sudo git add --all', 'block'],
    ['bash -c "git add ."', 'block'],
    ['git add src', 'pass'],
    ['npm install -g x', 'block'],
    ['npm install x', 'pass'],
    ['git commit -m "never git add -A"', 'pass'],
    ['rm -rf /', 'block'],
  ])('turns its rules: `%s` is %s', (command, ruling) => {
    expect(policy.bash(command)).toBe(ruling);
  });

  it('lists what it could not turn, with the line', () => {
    expect(policy.left).toEqual(['4 rules[0].reason', '6 rules[2]']);
  });
});

describe('import', () => {
  it('refuses what it does not know', () => {
    expect(() => importPolicy('verdict', 'a: 1')).toThrow('there is no import from `verdict`, did you mean `verdikt`?');
    expect(() => importPolicy('aorta', 'a: [')).toThrow('the file is neither YAML nor JSON');
    expect(() => importPolicy('aorta', '- a')).toThrow('expected a mapping of settings');
  });

  it('says that nothing was left', () => {
    expect(importPolicy('verdikt', 'bash_safety: {}').text).toContain('# Everything in it could be turned.');
  });
});
