import { assert, boolean, constantFrom, dictionary, jsonValue, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyzeTool } from '../../../../packages/effects/src/tools/analyzeTool.ts';
import { createWork } from '../../../../packages/effects/src/work.ts';
import { memoryFiles } from '@licet/effects/places';
import type { ToolOverride } from '@licet/effects';
import type { ToolContext } from '../../../../packages/effects/src/tools/use.ts';
import type { Effect } from '@licet/core';

import { cases } from '../../../support/longRuns.ts';

const files = memoryFiles({
  '/w/.env': 'file',
  '/w/src/a.ts': 'file',
  '/w/src/link': { link: '/etc/passwd' },
  '/etc/passwd': 'file',
});

const contextFor = (tool: string): ToolContext => ({
  tool,
  paths: { cwd: '/w', home: '/home/u', files },
  shell: command => [{ kind: 'execute', target: { type: 'program', argv: [command] }, via: [], certainty: 'certain' }],
  code: (language, source) => [
    { kind: 'execute', target: { type: 'named', category: language, name: source }, via: [], certainty: 'certain' },
  ],
  marks: () => [],
  work: createWork(),
});

const show = ({ kind, target, certainty, tags = [] }: Effect): string => {
  const sure = certainty === 'possible' ? ' ?' : '';
  const marks = tags.map(tag => ` #${tag}`).join('');
  if (target === undefined) return `${kind}${sure}${marks}`;
  switch (target.type) {
    case 'file': {
      const path = target.glob ?? (target.recursive === true ? `${target.lexical}/**` : target.lexical);
      return `${kind} ${path}${target.resolved === target.lexical ? '' : ` -> ${target.resolved}`}${sure}${marks}`;
    }
    case 'network':
      return `${kind} ${target.direction} ${target.host ?? ''}${target.port === undefined ? '' : `:${target.port}`}${sure}${marks}`;
    case 'program':
      return `${kind} [${target.argv.join(' ')}]${sure}${marks}`;
    case 'named':
      return `${kind} ${target.category}:${target.name}${sure}${marks}`;
  }
};

const effectsOf = (tool: string, payload: Record<string, unknown>, overrides?: Record<string, ToolOverride>): string[] =>
  analyzeTool({ kind: 'tool', tool, payload, sessionId: 's' }, contextFor(tool), overrides).map(show);

type Row = readonly [tool: string, payload: Record<string, unknown>, effects: readonly string[]];

describe('analyzeTool on known tools', () => {
  test.each<Row>([
    ['Read', { file_path: '/w/.env' }, ['read /w/.env']],
    ['Read', { file_path: 'src/link' }, ['read /w/src/link -> /etc/passwd']],
    ['Read', { file_path: ' /etc/passwd' }, ['read /w/ /etc/passwd', 'read /etc/passwd ?']],
    ['Read', { file_path: 'src/a', path: '/w/.env' }, ['read /w/src/a', 'read /w/.env']],
    ['Read', {}, ['unknown #malformed']],
    ['Read', { file_path: { x: 1 } }, ['unknown #malformed']],
    ['Read', { file_path: 'a\u0000b' }, ['unknown #control_character']],
    ['Read', { file_path: 'C:\\x' }, ['unknown #windows_path']],
    ['Write', { file_path: 'src/new.ts', content: 'rm -rf /' }, ['write /w/src/new.ts']],
    ['Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, ['read /w/src/a.ts', 'write /w/src/a.ts']],
    ['MultiEdit', { file_path: 'src/a.ts', edits: [] }, ['read /w/src/a.ts', 'write /w/src/a.ts']],
    ['NotebookEdit', { notebook_path: 'n.ipynb', new_source: '' }, ['read /w/n.ipynb', 'write /w/n.ipynb']],
    ['LS', { path: 'src' }, ['read /w/src #metadata']],
    ['Glob', { pattern: '**/.env*' }, ['read /w #metadata']],
    ['Glob', { pattern: '/etc/**' }, ['read /etc #metadata']],
    ['Glob', { pattern: '~/.ssh/*' }, ['read /home/u/.ssh #metadata']],
    ['Glob', { pattern: 'a/*.ts', path: 'src' }, ['read /w/src/a #metadata']],
    ['Glob', {}, ['unknown #malformed']],
    ['Grep', { pattern: 'KEY' }, ['read /w #metadata']],
    ['Grep', { pattern: 'KEY', output_mode: 'content' }, ['read /w/** ?', 'read /w/.env ? #secret #among']],
    ['Grep', { pattern: '.', path: '.env', output_mode: 'content' }, ['read /w/.env']],
    ['Grep', { pattern: '.', path: '.env' }, ['read /w/.env #metadata']],
    ['Grep', { pattern: '.', glob: '*.ts', output_mode: 'content' }, ['read /w/**/{*.ts,.*.ts} ?']],
    ['Grep', { pattern: '.', glob: '!*.ts', output_mode: 'content' }, ['read /w/** ?', 'read /w/.env ? #secret #among']],
    ['grep', { pattern: 'KEY', include: '.env*' }, ['read /w/**/.env* ?']],
    ['Grep', { pattern: '.', type: 'go', output_mode: 'content' }, ['read /w/**/*.go ?']],
    ['Grep', { pattern: '.', type: 'rust', output_mode: 'content' }, ['read /w/**/*.rs ?']],
    ['Grep', { pattern: '.', type: 'unknown-one', output_mode: 'content' }, ['read /w/** ?', 'read /w/.env ? #secret #among']],
    ['mcp__playwright__browser_click', { element: 'order', ref: 'e42' }, ['write web_page:the open page ? #browses']],
    ['mcp__playwright__browser_console_messages', {}, ['network download  ?']],
    ['mcp__playwright__browser_navigate', { url: 'file:///etc/passwd' }, ['read /etc/passwd']],
    [
      'mcp__playwright__browser_evaluate',
      { function: '() => document.title' },
      ['write web_page:the open page ? #browses', 'execute javascript:() => document.title'],
    ],
    ['mcp__playwright__browser_take_screenshot', { filename: 'a.png' }, ['network download  ?', 'write /w/a.png']],
    [
      'mcp__playwright__browser_file_upload',
      { paths: ['/w/.env'] },
      ['write web_page:the open page ? #browses', 'read /w/.env', 'network upload  #uploads'],
    ],
    ['Bash', { command: 'ls -la', description: 'x' }, ['execute [ls -la]']],
    ['Bash', { command: ['bash', '-lc', "echo 'a b'"] }, [`execute [bash -lc 'echo '\\''a b'\\''']`]],
    ['Bash', {}, ['unknown #malformed']],
    ['Bash', { command: 3 }, ['unknown #malformed']],
    ['run_shell_command', { command: 'id', directory: 'x' }, ['execute [id]']],
    ['exec_command', { cmd: 'id' }, ['execute [id]']],
    ['write_stdin', { session_id: 1, chars: 'rm x\n' }, ['execute [rm x\n] ?']],
    ['send-keys', { keys: 'rm x' }, ['execute [rm x] ?']],
    ['WebFetch', { url: 'https://Example.com/a?b', prompt: 'x' }, ['network download example.com:443']],
    ['WebFetch', { url: 'http://127.0.0.1:8080/' }, ['network download 127.0.0.1:8080']],
    ['WebFetch', { url: 'http://[::1]/' }, ['network download ::1:80']],
    ['WebFetch', { url: 'file:///etc/passwd' }, ['read /etc/passwd']],
    ['WebFetch', { url: 'example.com/x' }, ['network download example.com']],
    ['WebFetch', { url: 'nonsense here' }, ['unknown download  #malformed']],
    [
      'web_fetch',
      { prompt: 'read https://a.example/x and https://b.example' },
      ['network download a.example:443', 'network download b.example:443'],
    ],
    ['fetch', { url: 'https://a.example', method: 'POST', body: 'x' }, ['network upload a.example:443']],
    ['WebSearch', { query: 'x' }, ['network download ']],
    ['Task', { prompt: 'rm -rf /', description: 'd' }, ['execute agent:subagent']],
    ['TodoWrite', { todos: [{ content: 'rm -rf /', path: '/etc' }] }, []],
    ['save_memory', { fact: 'x' }, ['configure agent_memory:memory']],
    ['CronCreate', { prompt: 'x' }, ['configure schedule:agent #persistence #detached']],
    ['PowerShell', { command: 'ls' }, ['execute [powershell -Command ls]']],
    ['view', { path: 'a' }, ['read /w/a']],
    ['str_replace_editor', { command: 'create', path: 'a' }, ['write /w/a']],
    ['str_replace_editor', { command: 'view', path: 'a' }, ['read /w/a']],
    ['delete_file', { target_file: 'a' }, ['delete /w/a/** #destructive']],
    ['execute_python', { code: 'x' }, ['execute python:x']],
    ['read', { filePath: '/etc/passwd' }, ['read /etc/passwd']],
    ['read_many_files', { paths: ['a', '.env'] }, ['read /w/a', 'read /w/.env']],
  ])('%s %j', (tool, payload, effects) => {
    expect(effectsOf(tool, payload)).toEqual(effects);
  });

  test('a patch counts every file that it names', () => {
    const input =
      '*** Begin Patch\n*** Add File: new.ts\n+x\n*** Update File: src/a.ts\n*** Move to: lib/a.ts\n@@\n-a\n+b\n*** Delete File: .env\n*** End Patch';
    const wanted = [
      'write /w/new.ts',
      'read /w/src/a.ts',
      'write /w/src/a.ts',
      'delete /w/src/a.ts #moved',
      'write /w/lib/a.ts',
      'delete /w/.env #destructive',
    ];
    expect(effectsOf('apply_patch', { input })).toEqual(wanted);
    expect(effectsOf('apply_patch', { command: ['apply_patch', input] })).toEqual(wanted);
    expect(effectsOf('apply_patch', { input: 'nothing' })).toEqual(['unknown #malformed']);
    expect(effectsOf('apply_patch', {})).toContain('unknown #malformed');
  });

  test('a patch inside a command counts too', () => {
    const patch = '*** Begin Patch\n*** Delete File: .env\n*** End Patch';
    const wanted = expect.arrayContaining(['delete /w/.env #destructive']) as string[];
    expect(effectsOf('Bash', { command: `apply_patch <<'EOF'\n${patch}\nEOF` })).toEqual(wanted);
    expect(effectsOf('shell', { command: ['apply_patch', patch] })).toEqual(wanted);
    expect(effectsOf('Bash', { command: `echo '${patch}'` })).not.toEqual(wanted);
  });

  test('a git diff counts renames, additions and deletions', () => {
    const patch =
      'diff --git a/x b/y\nrename from x\nrename to ../y\n--- a/k\n+++ b/k\n@@\n--- /dev/null\n+++ b/new\n--- a/old\n+++ /dev/null\n';
    expect(effectsOf('patch', { patch })).toEqual([
      'delete /w/x #moved',
      'write /y',
      'read /w/k',
      'write /w/k',
      'write /w/new',
      'delete /w/old #destructive',
    ]);
  });

  test('an action without a tool is judged by its kind', () => {
    const effects = (kind: string, payload: Record<string, unknown>): string[] =>
      analyzeTool({ kind, payload, sessionId: 's' }, contextFor(kind)).map(show);
    expect(effects('read', { path: 'a' })).toEqual(['read /w/a']);
    expect(effects('write', { file_path: 'a' })).toEqual(['write /w/a']);
    expect(effects('bash', { command: 'id' })).toEqual(['execute [id]']);
    expect(effects('network', { url: 'https://x.example', method: 'PUT' })).toEqual(['network upload x.example:443']);
    expect(effects('execute_code', { language: 'python', code: 'x' })).toEqual(['execute python:x']);
    expect(effects('submit_task', { path: '/etc' })).toEqual([]);
  });

  test('a shell action keeps its command whatever its tool is called', () => {
    const action = { kind: 'bash', tool: 'my_runner', payload: { command: 'id' }, sessionId: 's' };
    expect(analyzeTool(action, contextFor('my_runner')).map(show)).toContain('execute [id]');
  });
});

describe('analyzeTool on tools without a description', () => {
  test.each<Row>([
    ['lookup_order', { id: '12-34' }, ['network download ']],
    ['frobnicate', { amount: 3, note: 'hi there' }, []],
    ['frobnicate', { command: 'rm -rf /' }, ['unknown #malformed', 'execute [rm -rf /]']],
    ['frobnicate', { path: '/etc/passwd' }, ['unknown #malformed']],
    ['frobnicate', { nested: { list: [{ x: '~/.ssh/id_rsa' }] } }, ['unknown #malformed', 'read /home/u/.ssh/id_rsa']],
    ['mcp__fs__read_file', { path: '.env' }, ['read /w/.env']],
    ['mcp_fs_read_file', { path: '.env' }, ['read /w/.env']],
    ['MCP:move_file', { source: 'a', destination: '../b' }, ['read /w/a', 'delete /w/a #moved', 'write /b']],
    ['mcp__x__frobnicate', {}, ['unknown tool:mcp__x__frobnicate #unlisted']],
    ['mcp__linear__create', { title: 'a' }, ['write tool:mcp__linear__create #remote_change']],
    ['mcp__github__get_issue', { owner: 'o', repo: 'r', number: 1 }, ['network download ']],
    [
      'mcp__github__create_or_update_file',
      { owner: 'o', repo: 'r', path: 'src/x', content: 'y' },
      ['write tool:mcp__github__create_or_update_file #remote_change'],
    ],
    [
      'mcp__github__delete_file',
      { owner: 'o', repo: 'r', path: 'src/x' },
      ['delete tool:mcp__github__delete_file #remote_change #destructive'],
    ],
    ['mcp__db__drop_table', { table: 't' }, ['delete tool:mcp__db__drop_table #remote_change #destructive']],
    ['mcp__db__run_query', { sql: 'SELECT 1' }, ['network download ', 'read database:mcp__db__run_query']],
    [
      'mcp__db__query',
      { sql: 'select 1; drop table users' },
      ['network download ', 'delete database:mcp__db__query #destructive'],
    ],
    ['mcp__db__query', { sql: "select 'drop table x'" }, ['network download ', 'read database:mcp__db__query']],
    [
      'mcp__db__query',
      { sql: "select read_text(chr(46) || 'env')" },
      ['network download ', 'read database:mcp__db__query', 'unknown ? #dynamic'],
    ],
    [
      'mcp__db__query',
      { sql: 'select * from read_csv($1)', values: ['.env'] },
      ['network download ', 'read database:mcp__db__query', 'unknown ? #dynamic', 'read /w/.env'],
    ],
    [
      'mcp__mail__send',
      { to: 'a@b.c', attachments: ['~/.aws/credentials'] },
      ['write tool:mcp__mail__send #remote_change', 'read /home/u/.aws/credentials'],
    ],
    [
      'mcp__img__resize_image',
      { inputPath: 'a.png', outputPath: 'b.png' },
      ['unknown tool:mcp__img__resize_image #unlisted', 'unknown #malformed', 'unknown #malformed'],
    ],
    [
      'mcp__x__save_page',
      { url: 'https://h.example', file: 'out.html' },
      ['write tool:mcp__x__save_page #remote_change', 'network upload h.example:443', 'write /w/out.html'],
    ],
    ['mcp__x__get', { uri: 'file:///etc/passwd' }, ['network download ', 'read /etc/passwd']],
  ])('%s %j', (tool, payload, effects) => {
    expect(effectsOf(tool, payload)).toEqual(effects);
  });

  test('annotations raise the class, and lower it only for a trusted server', () => {
    const readOnly = { readOnlyHint: true, openWorldHint: false };
    expect(effectsOf('mcp__a__delete_x', {}, { mcp__a__delete_x: { annotations: readOnly } })).toEqual([
      'delete tool:mcp__a__delete_x #remote_change #destructive',
    ]);
    expect(effectsOf('mcp__a__delete_x', {}, { 'mcp__a__*': { annotations: readOnly, trusted: true } })).toEqual([
      'read tool:mcp__a__delete_x',
    ]);
    expect(effectsOf('mcp__a__get_x', {}, { 'mcp__*': { annotations: {} } })).toEqual([
      'delete tool:mcp__a__get_x #remote_change #destructive',
    ]);
    expect(effectsOf('mcp__a__get_x', {}, { 'mcp__*': { annotations: { destructiveHint: false } } })).toEqual([
      'write tool:mcp__a__get_x #remote_change',
    ]);
  });

  test('an operator may say what the arguments are', () => {
    const overrides: Record<string, ToolOverride> = {
      frob: { arguments: { where: 'write', note: 'text' } },
      'mcp__q__*': { class: 'harmless' },
    };
    expect(effectsOf('frob', { where: '/etc/x', note: '/etc/y' }, overrides)).toEqual(['write /etc/x']);
    expect(effectsOf('mcp__q__delete_all', {}, overrides)).toEqual([]);
  });
});

describe('analyzeTool on hostile input', () => {
  test('never throws and never returns a malformed effect', () => {
    const tool = oneof(
      constantFrom(
        'Read',
        'Bash',
        'Grep',
        'Glob',
        'apply_patch',
        'mcp__a__read',
        '__proto__',
        'constructor',
        'toString',
        'fetch',
        'patch',
      ),
      string(),
    );
    const key = oneof(
      constantFrom(
        'file_path',
        'path',
        'command',
        'url',
        'pattern',
        'input',
        'prompt',
        'glob',
        'sql',
        'output_mode',
        '__proto__',
      ),
      string(),
    );
    assert(
      property(tool, dictionary(key, oneof(jsonValue(), string({ unit: 'binary' }))), boolean(), (name, payload, withFiles) => {
        const context = contextFor(name);
        const bare = withFiles ? context : { ...context, paths: { cwd: undefined } };
        for (const effect of analyzeTool({ kind: 'tool', tool: name, payload, sessionId: 's' }, bare))
          expect(typeof effect.kind).toBe('string');
      }),
      { numRuns: process.env['LICET_FUZZ'] === undefined ? cases(1000) : 20_000 },
    );
  });

  test('requests in a list are requests, however many stand before them', () => {
    const looks = Array.from({ length: 100 }, () => ({ method: 'GET', url: 'https://api.example/a' }));
    const requests = [...looks, { method: 'DELETE', url: 'https://api.example/b' }];
    expect(effectsOf('mcp__api__list', { batch: [requests] }).join()).toContain('delete');
    expect(effectsOf('mcp__api__list', { batch: [looks] }).join()).not.toContain('delete');
  });

  test('a payload that is too large or too deep ends', () => {
    let deep: unknown = '/etc/passwd';
    for (let at = 0; at < 5000; at += 1) deep = { a: deep };
    expect(effectsOf('frobnicate', { deep })).toEqual(['unknown #malformed']);
    expect(effectsOf('frobnicate', { many: Array.from({ length: 50_000 }, () => 'x') })).toEqual(['unknown #malformed']);
  });
});
