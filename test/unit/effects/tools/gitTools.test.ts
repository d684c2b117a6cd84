import { analyzeEffects } from '@licet/effects';
import { expect, test } from 'vitest';

const analyze = analyzeEffects({ root: '/w', home: '/home/u', env: {} });

async function runsOf(tool: string, payload: Readonly<Record<string, unknown>>) {
  const effects = await analyze({ kind: 'tool', tool, payload, sessionId: 's', cwd: '/w' });
  return effects.flatMap(({ target }) => (target?.type === 'program' ? [target.argv.join(' ')] : []));
}

test.each([
  ['mcp__git__git_commit', { repo_path: '/w', message: "it's done" }, "git -C /w commit -m it's done"],
  ['mcp__git__git_add', { repo_path: '/w', files: ['a', 'b'] }, 'git -C /w add a b'],
  ['mcp__git__git_reset', { repo_path: '/w' }, 'git -C /w reset'],
  ['mcp__git__git_reset', { path: '/w', mode: 'hard', commit: 'HEAD~1' }, 'git -C /w reset --hard HEAD~1'],
  ['mcp__git__git_checkout', { repo_path: '/w', branch_name: 'b' }, 'git -C /w checkout b'],
  ['mcp__git__git_create_branch', { repo_path: '/w', branch_name: 'b', base_branch: 'main' }, 'git -C /w branch b main'],
  ['mcp__git__git_cherry_pick', { commitRef: 'abc', noCommit: true }, 'git cherry-pick --no-commit abc'],
  ['mcp__git__git_push', { remote: 'origin', branch: 'main', force: true }, 'git push --force origin main'],
  ['mcp__git__git_stash', { mode: 'pop' }, 'git stash pop'],
  ['mcp__mcp-server-git__commit', { message: 'x' }, 'git commit -m x'],
  ['MCP:git_commit', { message: 'x' }, 'git commit -m x'],
  ['git_commit', { message: 'x' }, 'git commit -m x'],
  ['mcp__github__push_files', { owner: 'o', repo: 'r', branch: 'b', message: 'x', files: [] }, 'git commit -m x'],
  ['mcp__github__push_files', { owner: 'o', repo: 'r', branch: 'b', message: 'x', files: [] }, 'git push origin b'],
])('%s with %j is `%s`', async (tool, payload, command) => {
  expect(await runsOf(tool, payload)).toContain(command);
});

test.each([
  ['mcp__git__git_status', { repo_path: '/w' }],
  ['mcp__git__git_log', { repo_path: '/w', max_count: 3 }],
  ['mcp__github__create_commit', { message: 'x' }],
  ['mcp__notes__commit', { message: 'x' }],
  ['mcp__github__create_branch', { owner: 'o', repo: 'r', branch: 'b' }],
  ['mcp__github__get_file_contents', { owner: 'o', repo: 'r', branch: 'b', path: 'a' }],
  ['mcp__github__merge_pull_request', { owner: 'o', repo: 'r', pullNumber: 1 }],
  ['mcp__github__create_pull_request', { owner: 'o', repo: 'r', title: 'x', head: 'b', base: 'main' }],
  ['mcp__github__add_comment_to_pending_review', { owner: 'o', repo: 'r', pullNumber: 1, path: 'a', body: 'x' }],
  ['mcp__legit__commit', { message: 'x' }],
  ['commit', { message: 'x' }],
])('%s is no command of git that changes something', async (tool, payload) => {
  expect(await runsOf(tool, payload)).toEqual([]);
});
