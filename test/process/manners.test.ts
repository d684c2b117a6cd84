import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createProgram } from 'licet/source/program.ts';
import { beforeAll, describe, expect, it } from 'vitest';

import { command as licet, licet as ownProcess, project } from '../support/cli.ts';
import { LONG_RUN, oneIn } from '../support/longRuns.ts';

type Command = ReturnType<typeof createProgram>;

const program = createProgram(async () => undefined, { print: () => undefined, complain: () => undefined, hasColor: false });

/** Every command that does something by itself, with the way to it. */
function commandsOf(command: Command, path: readonly string[] = []): readonly (readonly [string, Command])[] {
  const own = path.length > 0 && (command.commands.length === 0 || command.registeredArguments.length > 0);
  return [
    ...(own ? [[path.join(' '), command] as const] : []),
    ...command.commands.flatMap(each => commandsOf(each, [...path, each.name()])),
  ];
}

/** The commands that print no data, and why. */
const WITHOUT_JSON: Readonly<Record<string, string>> = {
  completion: 'prints a script for a shell',
  statusline: 'prints the one line that a runtime shows',
  mcp: 'speaks MCP on standard output',
  'approvals watch': 'is a conversation in a terminal',
  'approvals end': 'says one sentence, as `approve` does',
  watch: 'is a screen for people; `audit tail --follow --json` is for programs',
  'concepts learn': 'is a conversation in a terminal',
  'concepts renew': 'is one word of a person, and says one sentence',
  'concepts pull': 'says one sentence for each peer; `concepts peers --json` has the data',
  'concepts sign': 'writes a file',
  'bundle build': 'writes a file; `bundle verify --json` has its data',
  'bundle sign': 'writes a file; `bundle verify --json` has its data',
  'bundle push': 'writes a file; `bundle verify --json` has its data',
  'bundle pull': 'says one sentence; `bundle verify --json` has the data',
  'audit export': 'has its formats behind `--format`',
  'concepts export': 'has its formats behind `--format`',
  run: 'prints what the command prints',
  'sandbox print': 'prints settings as they would be written',
  'service print': 'prints files as they would be written',
  'service run': 'is the service, and prints nothing',
  ...Object.fromEntries(
    [
      'approvals approve',
      'approvals deny',
      'approve',
      'fact grant',
      'fact revoke',
      'hold',
      'continue',
      'flow reset',
      'pause',
      'revoke',
      'passkey add',
      'passkey remove',
      'service install',
      'service uninstall',
      'tokens rotate',
      'access',
      'protect',
      'concepts add',
      'concepts link',
      'concepts alias',
      'concepts rm',
      'concepts policy',
    ].map(name => [name, 'changes something, and says in one sentence what']),
  ),
};

const POLICY = `version: 1
default: pass
audit: { store: sqlite }
policy:
  all:
    - floor: {}
    - escalate: [{ file_boundary: { allow: ['src/**'] } }, { allow_once: {} }]
`;

const TESTS = 'cases:\n  - { write: src/a.ts, want: pass }\n';

const call = (root: string, id: string, command: string): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_use_id: id,
    cwd: root,
    tool_name: 'Bash',
    tool_input: { command },
  });

let root = '';
let trail = '';

beforeAll(() => {
  root = project(POLICY);
  mkdirSync(join(root, '.licet'));
  writeFileSync(join(root, 'governance.test.yaml'), TESTS);
  for (const [id, command] of ['ls', 'rm -rf /', 'cat package.json'].entries())
    licet(root, ['hook', 'claude-code', '--policy', 'governance.yaml'], call(root, String(id), command));
  licet(root, ['concepts', 'seed', 'filesystem']);
  trail = licet(root, ['audit', 'export', '--format', 'jsonl']).stdout;
});

describe('every command', () => {
  it.each(commandsOf(program).map(([path, command]) => [path, command] as const))(
    '%s prints its data as JSON, or is known to print none',
    (path, command) => {
      const has = command.options.some(({ long }) => long === '--json');

      expect(has || WITHOUT_JSON[path] !== undefined).toBe(true);
      expect(has && WITHOUT_JSON[path] !== undefined).toBe(false);
    },
  );

  const commands = [
    'init --dry-run',
    'validate',
    'fmt --check',
    'graph',
    'uninstall --dry-run',
    'doctor',
    'check --command ls',
    'explain --command ls',
    'effects ls',
    'test',
    'diff governance.yaml governance.yaml',
    'replay',
    'status',
    'context',
    'audit tail --lines 1',
    'audit query --limit 1',
    'audit show 1',
    'audit stats',
    'audit report',
    'audit verify',
    'audit anchor',
    'prove 1',
    'allow-once --list',
    'concepts check delete file',
    'concepts trace delete file',
    'concepts list',
    'concepts show delete',
    'concepts lint',
    'concepts pending',
    'concepts graph delete',
    'concepts seed filesystem',
  ].map(words => ({ words }));
  it.for(oneIn(2, commands))('`$words --json` prints JSON and nothing else', ({ words, leftOut }, context) => {
    if (leftOut) return context.skip(LONG_RUN);
    const { stdout, stderr } = licet(root, [...words.split(' '), '--json']);
    const parsed: unknown = JSON.parse(stdout === '' ? `no output: ${stderr}` : stdout);

    expect(typeof parsed).toBe('object');
  });
});

describe('`-` is standard input', () => {
  const input = JSON.stringify({ file_path: '/etc/passwd' });

  it.each<[string, readonly string[], () => string, number, RegExp]>([
    ['validate', ['validate', '-'], () => POLICY, 0, /<stdin>: valid/],
    ['validate, of what does not load', ['validate', '-'], () => 'version: 2\n', 3, /^$/],
    [
      'fmt',
      ['fmt', '-'],
      () => 'policy: {  floor: {}  }\nversion:   1\ndefault: pass\n',
      0,
      /^policy: \{ floor: \{\} \}\nversion: 1\n/,
    ],
    ['fmt --check', ['fmt', '--check', '-'], () => 'policy: {  floor: {}  }\nversion:   1\n', 1, /<stdin>: not formatted/],
    ['check --policy', ['check', '--policy', '-', '--command', 'ls'], () => POLICY, 0, /^pass/],
    ['check --command', ['check', '--command', '-'], () => 'rm -rf /\n', 2, /^block/],
    ['check --input', ['check', '--tool', 'Write', '--input', '-'], () => input, 2, /^block/],
    ['explain --input', ['explain', '--tool', 'Write', '--input', '-'], () => input, 2, /file_boundary/],
    ['effects', ['effects', '-'], () => 'rm -rf build\n', 0, /delete/],
    ['graph --policy', ['graph', '--policy', '-'], () => POLICY, 0, /^all\n/],
    ['test', ['test', '-'], () => TESTS, 0, /1 case, all pass/],
    ['test --policy', ['test', '--policy', '-'], () => POLICY, 0, /1 case, all pass/],
    ['diff', ['diff', 'governance.yaml', '-'], () => POLICY, 0, /^equal/],
    ['audit verify --trail', ['audit', 'verify', '--trail', '-'], () => trail, 0, /^ok/],
    ['audit query --trail', ['audit', 'query', '--trail', '-', '--json'], () => trail, 0, /"evaluation"/],
    ['replay audit', ['replay', 'audit', '-'], () => trail, 0, /3 calls/],
    ['replay of a transcript', ['replay', 'claude', '-'], () => '', 0, /0 calls/],
    ['import', ['import', 'claude-permissions', '-'], () => '{"permissions":{"deny":["Bash(rm:*)"]}}', 0, /version: 1/],
    [
      'mcp import',
      ['mcp', 'import', '-'],
      () => '{"tools":[{"name":"find","inputSchema":{"type":"object"}}]}',
      0,
      /capabilities/,
    ],
    [
      'concepts import',
      ['concepts', 'import', '-', '--store', 'other.db'],
      () => licet(root, ['concepts', 'export']).stdout,
      0,
      /imported \d+ concepts/,
    ],
  ])('%s', (_name, args, text, status, says) => {
    const ended = licet(root, args, text());

    expect(ended, ended.stderr).toMatchObject({ status });
    expect(ended.stdout).toMatch(says);
    expect(readFileSync(join(root, 'governance.yaml'), 'utf8')).toBe(POLICY);
  });
});

describe('licet graph --format png', () => {
  it('is a picture, with the text of every node inside its box whatever the fonts are', () => {
    const png = licet(root, ['graph', '--format', 'png', '--out', 'graph.png']);
    const bytes = readFileSync(join(root, 'graph.png'));
    const { stdout: svg } = licet(root, ['graph', '--format', 'svg']);

    expect(png).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(400);
    const nodes = [...svg.matchAll(/class="node">[^]*?<\/g>/gu)].map(([node]) => node);
    expect(nodes).toHaveLength(5);
    for (const node of nodes) {
      const xs = [...(/ d="([^"]+)"/u.exec(node)?.[1] ?? '').matchAll(/(-?[\d.]+),-?[\d.]+/gu)].map(([, x]) => Number(x));
      const width = Math.max(...xs) - Math.min(...xs);
      const texts = [...node.matchAll(/textLength="([\d.]+)"/gu)].map(([, length]) => Number(length));
      expect(texts.length).toBeGreaterThan(0);
      for (const length of texts) expect(length).toBeLessThan(width);
    }
  });

  it('goes into a pipe without a file', () => {
    const { stdout } = ownProcess(root, ['concepts', 'graph', 'delete', '--format', 'png']);

    expect(stdout.slice(1, 4)).toBe('PNG');
  });
});
