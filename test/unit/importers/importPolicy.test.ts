import type { Evaluation } from '@licet/core';
import { PolicyEngine } from '@licet/core';
import { buildPolicy } from '@licet/core/policy';
import { analyzeEffects } from '@licet/effects';
import { testTexts } from 'licet/source/analysis/testPolicy.ts';
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
  readonly bash: (command: string) => Evaluation['ruling'];
  readonly file: (tool: 'Read' | 'Write', path: string) => Evaluation['ruling'];
  readonly tool: (tool: string, roles?: readonly string[]) => Evaluation['ruling'];
}

/** Imports a configuration, loads what it comes to as `licet validate` does, and opens an engine with it. */
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
      const results = await testTexts(policy, testsText(kind, cases));
      return {
        names: results.map(({ name }) => name),
        failed: results.filter(({ passed }) => !passed).map(({ name }) => name),
      };
    },
    bash: command => engine.evaluateSync({ ...act(), kind: 'bash', tool: 'Bash', payload: { command } }).ruling,
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
      ['nobody.knows', 'listexample', 'listexample', 'close', 'drop'],
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

  it('keeps roles apart where there are several', () => {
    const { text } = turned(
      'aorta',
      'roles: { dev: {}, ops: {} }\nnorms: [{ type: forbidden_command, role: dev, command_pattern: "npm publish" }]\n',
    );

    expect(text).toContain('role: dev');
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
