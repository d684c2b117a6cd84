import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { publishComparison } from 'licet/source/pullRequest/publish.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { startGitHub } from '../../../support/gitHub.ts';

const github = await startGitHub();
afterAll(() => github.close());
beforeEach(() => github.reset());

const WIDER = { policy: 'governance.yaml', markdown: '**wider**', hasChange: true };

/** Publishes in a job with an event, and returns what was complained about. */
async function publish(
  comparison: typeof WIDER,
  event: unknown = { pull_request: { number: 7 } },
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<{ readonly complaints: string; readonly summary: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-publish-'));
  const [file, summary] = [join(folder, 'event.json'), join(folder, 'summary.md')];
  writeFileSync(file, typeof event === 'string' ? event : JSON.stringify(event));
  writeFileSync(summary, '');
  const complaints: string[] = [];
  const terminal = { print: () => undefined, complain: (line: string) => void complaints.push(line), hasColor: false };
  await publishComparison(comparison, terminal, {
    GITHUB_EVENT_PATH: file,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_REPOSITORY: 'acme/web',
    GITHUB_API_URL: github.api,
    GITHUB_TOKEN: 'ghs_test',
    ...more,
  });
  return { complaints: complaints.join('\n'), summary: readFileSync(summary, 'utf8') };
}

describe('a comparison that is published', () => {
  it('is a comment, and in the summary of the job', async () => {
    const { complaints, summary } = await publish(WIDER);

    expect([complaints, summary]).toEqual(['', '**wider**\n']);
    expect(github.comments.map(({ body }) => body)).toEqual(['<!-- licet diff: governance.yaml -->\n**wider**']);
  });

  it('has a separate comment for each policy', async () => {
    await publish(WIDER);
    await publish({ ...WIDER, policy: 'apps/--> web/governance.yaml' });

    expect(github.comments.map(({ body }) => body.split('\n')[0])).toEqual([
      '<!-- licet diff: governance.yaml -->',
      '<!-- licet diff: apps%2F--%3E%20web%2Fgovernance.yaml -->',
    ]);
  });

  it('tells in the comment that is there when the change is gone', async () => {
    await publish(WIDER);
    await publish({ ...WIDER, markdown: '**equal**', hasChange: false });

    expect(github.comments.map(({ body }) => body.split('\n')[1])).toEqual(['**equal**']);
  });

  it('updates the comment of a token that belongs to a user', async () => {
    github.user = 'licet-of-acme';
    await publish(WIDER);
    await publish({ ...WIDER, markdown: '**narrower**' });

    expect(github.writes().map(line => line.split(' ')[0])).toEqual(['POST', 'PATCH']);
  });

  it('is cut at the end of a line where a comment may not be so long', async () => {
    const { summary } = await publish({ ...WIDER, markdown: 'a row of a table\n'.repeat(5_000) });
    const [comment] = github.comments;

    expect(comment?.body.length).toBeLessThan(65_536);
    expect(comment?.body).toMatch(/a row of a table\n\nThe rest is in the summary of the job\.$/u);
    expect(summary.length).toBeGreaterThan(80_000);
  });

  it.each([
    ['the event is a push', { ref: 'refs/heads/main' }, {}, 'the event of this job is no pull request'],
    ['the event is no JSON', '{', {}, 'the event of this job is no pull request'],
    ['there is no token', undefined, { GITHUB_TOKEN: '' }, 'this job has no `GITHUB_TOKEN`'],
    ['there is no job', undefined, { GITHUB_EVENT_PATH: undefined }, 'this is no job of GitHub Actions'],
  ])('is only in the summary where %s', async (_case, event, more, reason) => {
    const { complaints, summary } = await publish(WIDER, event, more);

    expect(complaints).toContain(`no comment was written: ${reason}`);
    expect([github.asked, summary]).toEqual([[], '**wider**\n']);
  });

  it('is only printed where there is no summary either', async () => {
    const { complaints } = await publish(WIDER, undefined, { GITHUB_STEP_SUMMARY: undefined, GITHUB_TOKEN: undefined });

    expect(complaints).toContain('only the output has the comparison');
  });

  it('names the permission that the job lacks', async () => {
    github.mayWrite = false;

    expect((await publish(WIDER)).complaints).toContain('permissions: { pull-requests: write }');
  });

  it('tells what GitHub answered to a repository that it does not know', async () => {
    const { complaints } = await publish(WIDER, undefined, { GITHUB_REPOSITORY: 'acme/other' });

    expect(complaints).toContain('GitHub answered 404 to a GET');
  });
});
