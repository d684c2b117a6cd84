import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { validate } from 'licet/source/commands/validate.ts';
import { describe, expect, it } from 'vitest';

/** What `licet validate` says of a policy in a folder with these files. */
async function said(nodes: string, { files = ['src/a.ts'], settings }: { files?: string[]; settings?: object } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'licet-test-'));
  for (const file of files) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  if (settings !== undefined) {
    mkdirSync(join(root, '.claude'));
    writeFileSync(join(root, '.claude', 'settings.json'), JSON.stringify(settings));
  }
  const file = join(root, 'governance.yaml');
  writeFileSync(file, `version: 1\ndefault: pass\npolicy:\n  all:\n    - self_protection: {}\n    - ${nodes}\n`);
  const lines: string[] = [];
  await validate(file, {}, { print: () => undefined, complain: text => void lines.push(text), hasColor: false });
  return lines.map(line => line.replace(`${file}:`, ''));
}

const CLAUDE = {
  hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'npx licet hook claude-code' }] }] },
};

describe('doubtfulValues', () => {
  it('warns of a policy without self_protection, and of no other', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'licet-test-')), 'governance.yaml');
    const lines: string[] = [];
    const terminal = { print: () => undefined, complain: (text: string) => void lines.push(text), hasColor: false };
    writeFileSync(file, 'version: 1\ndefault: pass\npolicy: { bash_safety: {} }\n');
    expect(await validate(file, {}, terminal)).toBe(0);
    writeFileSync(file, 'version: 1\ndefault: pass\ninclude: [standard]\n');
    expect(await validate(file, {}, terminal)).toBe(0);

    expect(lines).toEqual([
      `${file}:1:1: warning: no node keeps the agent from changing this policy and the hook: add \`self_protection: {}\` to the outer \`all\`, or include a pack that has it (unprotected_file)`,
    ]);
  });

  it.each([
    '{ when: { if: { tool: bash }, then: { human_approval: {} } } }',
    '{ when: { if: { tool: [bash, mcp__x] }, then: { human_approval: {} } } }',
    `{ when: { if: 'action.tool == "bash"', then: { human_approval: {} } } }`,
    '{ budget: { max: 3, match: { tool: bash } } }',
  ])('warns of a tool that is there with other capitals: %s', async node => {
    expect(await said(node)).toEqual([
      expect.stringMatching(/^6:1: warning: Claude Code, .*have no tool `bash`: .*, did you mean `Bash`\? \(never_supplied\)$/u),
    ]);
  });

  it.each(['Bash', 'mcp__github__*', 'run_shell_command', '*', 'deploy'])('says nothing of the tool `%s`', async tool => {
    expect(await said(`{ when: { if: { tool: '${tool}' }, then: { human_approval: {} } } }`)).toEqual([]);
  });

  it('speaks of the runtimes that have the hook here', async () => {
    const node = '{ when: { if: { tool: bash }, then: { human_approval: {} } } }';

    expect(await said(node, { settings: CLAUDE })).toEqual([expect.stringContaining('warning: Claude Code has no tool `bash`')]);
  });

  it.each([
    ["{ file_boundary: { allow: ['srcc/**'] } }", 'no file matches `srcc/**`, did you mean `src/**`?'],
    ["{ file_boundary: { allow: ['lib/**'] } }", 'no file matches `lib/**` ('],
    ["{ file_boundary: { deny: ['srcs/**'] } }", 'did you mean `src/**`?'],
    ['{ access_map: { paths: { srcc/: read-write } } }', 'did you mean `src/`?'],
    ["{ facts: { facts: { tested: { earned_by: human, reset_by: { writes: ['srcc/**'] } } } } }", 'did you mean `src/**`?'],
  ])('warns of a pattern that matches no file: %s', async (node, words) => {
    expect(await said(node)).toEqual([expect.stringContaining(words)]);
  });

  it.each([
    "{ file_boundary: { allow: ['src/**', './src/*.ts', '*.md', '**/x', '/tmp/**', '~/notes/**'], deny: ['**/.env*', 'secrets/**'] } }",
    '{ access_map: { paths: { src/: read-write, .env: no-access } } }',
  ])('says nothing of patterns that match, may match anywhere, or forbid what may come: %s', async node => {
    expect(await said(node)).toEqual([]);
  });
});
