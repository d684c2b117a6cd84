import { appendFileSync, readFileSync } from 'node:fs';

import { UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { isRecord } from '@licet/core/nodes';

import { openComments } from './comments.ts';
import type { PullRequest } from './comments.ts';

/** The longest comment that GitHub takes has 65,536 characters. */
const MOST_CHARACTERS = 60_000;

/** A comparison of two versions of a policy, to be published. */
export interface Comparison {
  /** The policy, as a person names it: each policy of a repository has its own comment. */
  readonly policy: string;
  readonly markdown: string;
  /** Whether something has changed. Where nothing has, no new comment is made. */
  readonly hasChange: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Writes a comparison into the summary of a GitHub Actions job, and as a comment on its pull request: one comment for each policy, made once
 * and then updated. Where the token may not write, as in a pull request from a fork, only the summary has it. A comment that fails is
 * reported and fails no job: what fails one is `--fail-on`.
 */
export async function publishComparison(
  comparison: Comparison,
  { complain }: Terminal,
  env: Variables = process.env,
): Promise<void> {
  const summary = env['GITHUB_STEP_SUMMARY'];
  if (summary) appendFileSync(summary, `${comparison.markdown}\n`);
  const seen = summary ? 'the summary of this job has the comparison' : 'only the output has the comparison';
  const place = pullRequestOf(env);
  if (typeof place === 'string') {
    complain(`no comment was written: ${place}; ${seen}`);
    return;
  }
  try {
    await writeComment(place, comparison);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(`::warning::no comment was written on pull request ${place.number}: ${error.message}; ${seen}`);
  }
}

async function writeComment(place: PullRequest, { policy, markdown, hasChange }: Comparison): Promise<void> {
  const mark = `<!-- licet diff: ${encodeURIComponent(policy)} -->`;
  const body = `${mark}\n${shortened(markdown)}`;
  const comments = openComments(place);
  const own = await comments.find(mark);
  if (own === undefined) {
    if (hasChange) await comments.create(body);
  } else if (own.body !== body) await comments.update(own.id, body);
}

function shortened(markdown: string): string {
  if (markdown.length <= MOST_CHARACTERS) return markdown;
  const end = markdown.lastIndexOf('\n', MOST_CHARACTERS);
  return `${markdown.slice(0, end)}\n\nThe rest is in the summary of the job.`;
}

/** The pull request that this job is for, or why there is none. */
function pullRequestOf(env: Variables): PullRequest | string {
  const { GITHUB_EVENT_PATH: file, GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token } = env;
  if (!file || !repository) return 'this is no job of GitHub Actions';
  const number = numberIn(file);
  if (number === undefined) return 'the event of this job is no pull request';
  if (!token) return 'this job has no `GITHUB_TOKEN`: pass `${{ github.token }}` in its environment';
  return { api: env['GITHUB_API_URL'] ?? 'https://api.github.com', repository, number, token };
}

/** The number of the pull request that an event is about; undefined for other events, and for a file that is none. */
function numberIn(file: string): number | undefined {
  try {
    const event = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    const number = isRecord(event) && isRecord(event['pull_request']) ? event['pull_request']['number'] : undefined;
    return typeof number === 'number' ? number : undefined;
  } catch {
    return undefined;
  }
}
