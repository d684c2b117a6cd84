import type { Effect } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, test } from 'vitest';

import { boundedCost } from '../../../support/boundedCost.ts';

const files = memoryFiles({ '/w': 'folder', '/w/.env': 'file', '/w/governance.yaml': 'file', '/w/src/a.ts': 'file' });
const analyze = analyzeEffects({ root: '/w', home: '/home/u', env: {}, files });

async function effectsOf(tool: string, payload: Readonly<Record<string, unknown>>): Promise<readonly Effect[]> {
  return analyze({ kind: 'tool', tool, payload, sessionId: 's', cwd: '/w' });
}

const textOf = ({ kind, target, tags = [] }: Effect): string => {
  const on = target?.type === 'file' ? ` ${target.lexical}` : target?.type === 'program' ? ` ${target.argv.join(' ')}` : '';
  return `${kind}${on}${tags.includes('secret') ? ' secret' : ''}`;
};

describe('a value of a tool that reads', () => {
  test.each([
    ['mcp__git__git_show', { revision: 'HEAD:.env' }, 'read /w/.env secret'],
    ['mcp__git__git_show', { revision: 'main~2:config/prod.env' }, 'read /w/config/prod.env secret'],
    ['mcp__git__git_show', { revision: '--output=governance.yaml' }, 'write /w/governance.yaml'],
    ['mcp__git__git_diff', { target: '--output=src/a.ts' }, 'write /w/src/a.ts'],
    ['mcp__git__git_log', { start_timestamp: '--output=governance.yaml' }, 'write /w/governance.yaml'],
    ['mcp__git__show', { object: 'HEAD:.env' }, 'read /w/.env secret'],
    ['mcp__git__read_file', { ref: 'HEAD', path: '.env' }, 'read /w/.env secret'],
    ['mcp__git__git_fetch', { args: ['--upload-pack=touch x'] }, 'unknown'],
    ['mcp__curl__get', { url: 'http://x.example', options: '--output governance.yaml' }, 'write /w/governance.yaml'],
    ['mcp__x__get', { flags: '-K .env' }, 'read /w/.env secret'],
    ['mcp__ripgrep__search', { pattern: '--pre=./x.sh', path: 'src' }, 'unknown'],
    ['mcp__tar__list', { archive: 'a.tar', options: ['--to-command=sh'] }, 'unknown'],
    ['mcp__ssh__get_info', { host: '-oProxyCommand=touch x' }, 'unknown'],
    ['mcp__x__get', { thing: '-c core.fsmonitor=x' }, 'unknown'],
    ['mcp__x__read_thing', { which: '.env' }, 'read /w/.env secret'],
    ['mcp__x__read_thing', { deep: [{ name: 'certs/server.key' }] }, 'read /w/certs/server.key secret'],
    ['mcp__x__read_doc', { path: 'a.md', save_to: 'governance.yaml' }, 'write /w/governance.yaml'],
    ['mcp__x__read_doc', { path: 'a.md', cache: '.claude/settings.json' }, 'write /w/.claude/settings.json'],
    ['mcp__x__get_thing', { x: 'rm -rf src' }, 'delete /w/src'],
    ['mcp__x__get_thing', { x: 'a $(rm -rf src)' }, 'delete /w/src'],
    ['mcp__x__get_thing', { x: 'licet approve ABCD-1234\n' }, 'execute licet approve ABCD-1234'],
    ['mcp__x__put', { deep: [{ text: 'licet accept' }] }, 'execute licet accept'],
    ['mcp__x__put', { args: { text: '/opt/bin/licet approve X\r' } }, 'execute /opt/bin/licet approve X'],
  ] as const)('%s %j: %s', async (tool, payload, text) => {
    expect((await effectsOf(tool, payload)).map(textOf)).toContain(text);
  });

  test.each([
    ['mcp__git__git_show', { repo_path: '/w', revision: 'HEAD' }],
    ['mcp__git__git_diff', { repo_path: '/w', target: 'main' }],
    ['mcp__git__git_show', { revision: 'HEAD:src/a.ts' }],
    ['mcp__x__search', { query: 'where is .env read' }],
    ['mcp__x__search', { query: '.env' }],
    ['mcp__x__search', { pattern: '--verbose', path: 'src' }],
    ['mcp__x__get_page', { title: 'rm -rf src', id: 'a' }],
    ['mcp__x__get_page', { title: 'licet approve fails', description: 'licet approve X fails' }],
    ['mcp__x__get', { host: 'db.example:5432' }],
    ['mcp__x__get', { id: 'governance.yaml' }],
    ['mcp__x__get_file', { path: 'governance.yaml' }],
    ['mcp__x__list', { resource: 'secrets' }],
    ['mcp__github__get_file_contents', { owner: 'o', repo: 'r', path: '.env.ts', ref: 'main' }],
  ] as const)('says nothing more: %s %j', async (tool, payload) => {
    const found = (await effectsOf(tool, payload)).filter(
      ({ kind, tags = [] }) => (kind !== 'read' && kind !== 'network') || tags.includes('secret'),
    );

    expect(found).toEqual([]);
  });

  test('is looked through in a time that does not grow with its length', async () => {
    const within = boundedCost();
    await effectsOf('mcp__x__get', {
      a: `-${'-o '.repeat(600)}`,
      b: '$('.repeat(900),
      c: 'HEAD:'.repeat(300),
      d: '-'.repeat(100_000),
    });

    within(200);
  });
});
