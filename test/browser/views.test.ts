import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { createConsole, knowledgeOf } from '@licet/console';
import { layOut } from '@licet/console/pictures';
import { inFileNames } from '@licet/core/policy';
import { createServer } from '@licet/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { policyGraphs } from 'licet/source/grounding/policyGraphs.ts';
import { policyEdits } from 'licet/source/serve/policyEdits.ts';
import { holdsOf, openServed } from 'licet/source/serve/start.ts';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';

import { LONG_RUN, isLongRun, longIt } from '../support/longRuns.ts';
import { TOKEN } from '../unit/server/fixtures.ts';
import { BROWSER, builtPage, launch, openPage } from './browser.ts';
import type { OpenedPage } from './browser.ts';
import { pictures, violations } from './look.ts';

const POLICY = `version: 1
default: pass
sessions: { store: sqlite }
audit: { store: sqlite }
approvals: { store: sqlite }
graphs: { main: { store: sqlite, path: .licet/concepts.db, seeds: [filesystem] } }
policy:
  all:
    - file_boundary: { allow: ['src/**'], deny: ['**/.env*'] }
      id: boundary
    - hold: {}
    - when:
        if: { task_type: deploy }
        then: { grounded: { graph: main, concepts: [deploy, production] } }
`;

describe.skipIf(BROWSER === undefined)('the views of a policy and of what is known, in a browser', () => {
  const html = BROWSER === undefined ? '' : builtPage();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  interface Opened extends OpenedPage {
    readonly file: string;
    readonly act: (action: object) => Promise<unknown>;
  }

  /** A project with the real stores, its server, and the page of it. */
  async function opened(look: Parameters<Browser['newContext']>[0] = {}, text = POLICY): Promise<Opened> {
    const root = mkdtempSync(join(tmpdir(), 'licet-views-'));
    mkdirSync(join(root, '.licet'));
    const file = join(root, 'governance.yaml');
    writeFileSync(file, text);
    const edits = policyEdits(file);
    const extension = createConsole({
      page: html,
      by: 'ann',
      edits,
      knowledge: knowledgeOf(policyGraphs(file)),
      holds: holdsOf(file),
      docOf: kind => policyHost.nodesAt(root).registry.get(kind)?.doc,
      inWords: policy => inFileNames(policy, policyHost.nodesAt(root).registry),
      layOut,
    });
    const server = createServer({
      open: () => openServed(file, edits.opened),
      tokens: [{ token: TOKEN, may: ['decide', 'report', 'look'] }],
      extension,
    });
    const url = await server.listen();
    onTestFinished(() => server.close());
    const act = async (action: object): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
      const body = JSON.stringify({ action: { sessionId: 'a-session', agentId: 'main', cwd: root, ...action } });
      return (await fetch(`${url}/v1/evaluate`, { method: 'POST', headers, body })).json();
    };
    return { file, act, ...(await openPage(browser, url, extension.pair(), look)) };
  }

  const write = (path: string) => ({ kind: 'write', tool: 'Write', payload: { file_path: path, content: 'x' } });

  /** Leaves an edge that a failure has suggested, as the hook does. */
  async function proposed(file: string, source = 'file'): Promise<void> {
    const graph = sqliteGraph(join(file, '..', '.licet', 'concepts.db'));
    const edge = { source, relation: 'CONSTRAINED_BY', target: 'permission', sourceDepth: 2, targetDepth: 1 };
    const proposal = {
      ...edge,
      id: 'edge/1',
      cause: 'permission_denied',
      error: 'EACCES: permission denied',
      at: '2026-01-02T03:04:05Z',
    };
    graph.write([{ type: 'propose', proposal: { id: 'edge/1', content: JSON.stringify(proposal) } }]);
    graph.close();
  }

  longIt(
    'says what an edit of the policy changes, by examples and by the recorded calls, until somebody has seen it',
    async () => {
      const { page, file, act, faults } = await opened();
      await act(write('docs/a.md'));
      await act(write('docs/b.md'));
      await act(write('src/a.ts'));
      await page.getByRole('navigation').getByRole('link', { name: 'policy' }).click();
      await page.getByText('what that changes appears here').waitFor();
      writeFileSync(file, POLICY.replace("['src/**']", "['src/**', 'docs/**']"));
      const card = page.getByRole('article', { name: 'what the edit changes' });
      await card.getByText('the new policy is milder for some actions', { exact: true }).waitFor();

      const text = await card.innerText();
      expect(text).toContain('wider');
      expect(text).toMatch(/Of the last 3 calls[^]*wider · 2 calls · block \(boundary, .*\) → pass/u);
      expect(await act(write('docs/c.md'))).toMatchObject({ passed: true });
      await card.getByRole('button', { name: 'Seen' }).click();
      await page.getByText('what that changes appears here').waitFor();
      expect(faults).toEqual([]);
    },
  );

  longIt('says why an edited policy does not load, with the line, and goes on when it does', async () => {
    const { page, file, act, faults } = await opened();
    await page.getByRole('navigation').getByRole('link', { name: 'policy' }).click();
    writeFileSync(file, POLICY.replace('file_boundary', 'file_boundry'));
    const alert = page.getByRole('alert').filter({ hasText: 'every call is stopped' });
    await alert.getByText('governance.yaml:9').waitFor();

    expect(await alert.innerText()).toContain('did you mean `file_boundary`');
    expect(await act(write('src/a.ts'))).toMatchObject({ error: { code: 'policy_unavailable' } });
    writeFileSync(file, POLICY);
    await page.getByText('what that changes appears here').waitFor();
    expect(faults.filter(each => !each.includes('503'))).toEqual([]);
  });

  it('shows what is known, what calls lacked, and takes what a failure has suggested only with the code', async () => {
    const { page, file, act, confirm, faults } = await opened();
    await act({ kind: 'bash', tool: 'Bash', taskType: 'deploy', payload: { command: 'ls' } });
    await proposed(file);
    await page.getByRole('navigation').getByRole('link', { name: 'knowledge' }).click();
    const pending = page.getByRole('article', { name: 'file@D2 CONSTRAINED_BY permission@D1' });
    await pending.getByText('EACCES: permission denied').waitFor();
    expect(await page.getByRole('article', { name: 'gaps' }).innerText()).toContain('licet concepts learn deploy');
    await pending.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('alert').filter({ hasText: 'that is not the code' }).waitFor();
    await pending.getByRole('button', { name: 'Modify' }).click();
    await pending.getByLabel('to depth').selectOption('0');
    await pending.getByLabel('code from the terminal').fill(confirm);
    await pending.getByRole('button', { name: 'Accept as modified' }).click();
    await pending.getByText('accepted here').waitFor();
    expect(await pending.getByLabel('code from the terminal').inputValue()).toBe('');
    await page.getByRole('searchbox', { name: 'search main' }).fill('permission');
    await page.getByRole('button', { name: 'list', exact: true }).click();
    await page.getByRole('list', { name: 'concepts of main' }).getByText('file', { exact: true }).click();

    await page.getByText('D2 CONSTRAINED_BY permission@D0').waitFor();
    expect(faults.filter(each => !each.includes('403'))).toEqual([]);
  });

  longIt('rejects what a failure has suggested with one press, and tells when it is settled already', async () => {
    const { page, file } = await opened();
    await proposed(file);
    await page.getByRole('navigation').getByRole('link', { name: 'knowledge' }).click();
    const pending = page.getByRole('article', { name: 'file@D2 CONSTRAINED_BY permission@D1' });
    await pending.getByRole('button', { name: 'Reject' }).click();
    await pending.getByText('rejected here').waitFor();
    expect(await pending.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(true);

    const answer = await knowledgeOf(policyGraphs(file)).settle({ graph: 'main', id: 'edge/1', accept: false });
    expect(answer).toBe('it is settled already');
  });

  longIt('puts a session on hold with a reason for the agent, and lets it go on only with the code', async () => {
    const { page, act, confirm } = await opened();
    await act(write('src/a.ts'));
    await page.getByRole('navigation').getByRole('link', { name: 'sessions' }).click();
    const card = page.getByRole('article');
    await card.getByLabel('why it is to stop').fill('the release is out');
    await card.getByRole('button', { name: 'Hold' }).click();
    await card.getByText('on hold').waitFor();
    expect(await act(write('src/b.ts'))).toMatchObject({ passed: false, code: 'held' });
    await card.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').filter({ hasText: 'that is not the code' }).waitFor();
    await card.getByLabel('code from the terminal').fill(confirm);
    await card.getByRole('button', { name: 'Continue' }).click();
    await card.getByRole('button', { name: 'Hold' }).waitFor();

    expect(await act(write('src/c.ts'))).toMatchObject({ passed: true });
    await card.getByText(/^timeline/u).click();
    await card.getByRole('list', { name: 'timeline of a-session' }).getByText('src/c.ts').waitFor();
  });

  longIt('says of a node what it does and has stopped, and of a call what it would do and what the policy says now', async () => {
    const { page, act, faults } = await opened();
    await act(write('docs/a.md'));
    await page.getByRole('navigation').getByRole('link', { name: 'policy' }).click();
    await page.getByRole('button', { name: 'file_boundary' }).click();
    await page.getByText('keeps the files that the agent reads, writes and deletes within bounds').waitFor();
    await page.getByRole('list', { name: 'its last decisions' }).getByRole('link').click();
    const details = page.getByRole('complementary');
    await details.getByText(/^writes .*docs\/a\.md/u).waitFor();

    expect(await details.getByRole('term').allInnerTexts()).toEqual(
      expect.arrayContaining(['Why', 'Rule', 'What to do', 'What it would do']),
    );
    expect(await details.innerText()).toContain('boundary · governance.yaml:9');
    expect(faults).toEqual([]);
  });

  it('draws the policy and what is known, by keyboard, and every name in them is only text', async () => {
    const hostile = 'x\\"];n0</title></svg><img src=x onerror=alert(1)>\u202Egpj';
    const text = POLICY.replace("['src/**']", JSON.stringify(['src/**', '<script>alert(1)</script>']));
    const { page, file, act, faults } = await opened({}, text);
    await act(write('docs/a.md'));
    await page.getByRole('navigation').getByRole('link', { name: 'policy' }).click();
    const picture = page.getByRole('group', { name: 'the policy' });
    const node = picture.getByRole('button', { name: /^boundary file_boundary .* 1$/u });
    await picture.getByRole('button').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    expect(await node.evaluate(each => each === each.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const card = page.getByRole('article', { name: 'node boundary' });
    expect(await card.innerText()).toContain('allow: src/**, <script>alert(1)</script>');
    expect(await picture.locator('path.lit').count()).toBe(1);
    await page.getByRole('button', { name: 'list', exact: true }).click();
    await page.getByRole('list', { name: 'the policy' }).getByText('then: ').waitFor();
    await page.getByRole('button', { name: 'picture', exact: true }).click();

    await act({ kind: 'bash', tool: 'Bash', taskType: 'deploy', payload: { command: 'ls' } });
    await proposed(file, hostile);
    await page.getByRole('navigation').getByRole('link', { name: 'knowledge' }).click();
    const graph = page.getByRole('group', { name: 'concepts of main' });
    await graph.getByRole('button', { name: '⚠ deploy not in the graph' }).waitFor();
    await graph.getByRole('button', { name: /^⚠ x\\"\];n0<\/title>.* not in the graph · constrained by/u }).waitFor();
    await page.getByText(/^\d+ of \d+ concepts: what is next to permission/u).waitFor();
    await graph.getByRole('button', { name: 'directory' }).press(' ');
    await page.getByText(/what is next to directory/u).waitFor();
    await page.getByRole('article', { name: 'concept directory' }).waitFor();

    expect(await page.locator('img, script:not([type=module])').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  longIt('shows an edit of a file as a difference', async () => {
    const { page, act } = await opened();
    const payload = { file_path: 'src/a.ts', old_string: 'one\ntwo\n', new_string: 'one\nthree\n' };
    await act({ kind: 'write', tool: 'Edit', payload });
    await page.getByRole('navigation').getByRole('link', { name: 'live' }).click();
    await page.getByRole('listitem').filter({ hasText: 'src/a.ts' }).click();

    expect(await page.getByRole('complementary').locator('del').textContent()).toBe('- one\n- two\n');
    expect(await page.getByRole('complementary').locator('ins').textContent()).toBe('+ one\n+ three\n');
  });

  longIt('says what a policy without a graph, and a graph that cannot be read, lack', async () => {
    const none = await opened({}, 'version: 1\ndefault: pass\npolicy: { budget: { max: 5 } }\n');
    await none.page.getByRole('navigation').getByRole('link', { name: 'knowledge' }).click();
    await none.page.getByText('The policy names no knowledge graph').waitFor();
    const broken = await opened();
    writeFileSync(join(broken.file, '..', '.licet', 'concepts.db'), 'no database at all'.repeat(300));
    await broken.page.getByRole('navigation').getByRole('link', { name: 'knowledge' }).click();

    await broken.page.getByRole('alert').filter({ hasText: 'broken' }).waitFor();
  });

  it.for([
    [1_280, 'dark'],
    [390, 'light'],
    [1_280, 'light'],
    [390, 'dark'],
  ] as const)('can be read by everybody at %i px in %s', async ([width, colorScheme], context) => {
    if (!isLongRun) return context.skip(LONG_RUN);
    const { page, file, act } = await opened({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    const picture = pictures(page, `${width}-${colorScheme}`);
    await act(write('docs/a.md'));
    await act({ kind: 'bash', tool: 'Bash', taskType: 'deploy', payload: { command: 'ls' } });
    await proposed(file);
    const found: Record<string, readonly string[]> = {};
    await page.getByRole('navigation').getByRole('link', { name: 'knowledge' }).click();
    await page.getByRole('button', { name: 'Modify' }).click();
    await page.getByRole('button', { name: 'list', exact: true }).click();
    await page.getByRole('list', { name: 'concepts of main' }).getByText('directory', { exact: true }).click();
    found['knowledge'] = await violations(page);
    await picture('knowledge-list');
    await page.getByRole('button', { name: 'picture', exact: true }).click();
    await page.getByRole('group', { name: 'concepts of main' }).getByRole('button', { name: 'directory' }).click();
    await page.getByRole('article', { name: 'concept directory' }).waitFor();
    found['graph'] = await violations(page);
    await picture('knowledge-graph');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('navigation').getByRole('link', { name: 'sessions' }).click();
    await page.getByText(/^timeline/u).click();
    found['sessions'] = await violations(page);
    await picture('sessions-hold');
    await page.getByRole('navigation').getByRole('link', { name: 'policy' }).click();
    await page.getByRole('button', { name: 'file_boundary' }).click();
    found['policy'] = await violations(page);
    await picture('policy-picture');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    writeFileSync(file, POLICY.replace("['src/**']", "['docs/**']"));
    await page.getByRole('article', { name: 'what the edit changes' }).waitFor();
    found['edit'] = await violations(page);
    await picture('policy-edit');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    writeFileSync(file, POLICY.replace('file_boundary', 'file_boundry'));
    await page.getByRole('alert').filter({ hasText: 'every call is stopped' }).waitFor();
    found['broken'] = await violations(page);
    await picture('policy-broken');
    writeFileSync(file, POLICY);

    await page.getByRole('navigation').getByRole('link', { name: 'live' }).click();
    await page.getByRole('listitem').filter({ hasText: 'docs/a.md' }).click();
    await page.getByText('What it would do', { exact: true }).waitFor();
    found['now'] = await violations(page);
    await picture('details-now');

    expect(Object.values(found).flat()).toEqual([]);
  });
});
