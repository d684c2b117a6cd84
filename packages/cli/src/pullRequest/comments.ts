import { UsageError } from '@licet/core/command';
import { isRecord } from '@licet/core/nodes';
import { messageOf } from '@licet/core/text';

const TIMEOUT_MS = 20_000;
/** A page of comments, and how many pages are looked through. */
const PAGE = 100;
const MOST_PAGES = 50;
/** The author of what the token of a job writes. Such a token may not ask who it is. */
const JOB_AUTHOR = 'github-actions[bot]';

/** A pull request, and what is needed to write on it. */
export interface PullRequest {
  readonly api: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly token: string;
}

interface Comment {
  readonly id: number;
  readonly body: string;
}

/** The comments of a pull request. Every function throws {@link UsageError} with why it failed. */
export interface Comments {
  /** Finds the comment of ours that begins with a text: others may write the same text, and only its author may change a comment. */
  readonly find: (beginning: string) => Promise<Comment | undefined>;
  readonly create: (body: string) => Promise<void>;
  readonly update: (id: number, body: string) => Promise<void>;
}

/** Opens the comments of a pull request by the interface of GitHub. */
export function openComments({ api, repository, number, token }: PullRequest): Comments {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    };
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new UsageError(`\`${api}\` did not answer: ${messageOf(error)}`);
    });
    if (!response.ok) throw new UsageError(refusalOf(response.status, method), { cause: response.status });
    return response.json().catch(() => undefined);
  };
  const issues = `/repos/${repository}/issues`;
  return {
    async find(beginning) {
      const found: (Comment & { readonly author: unknown })[] = [];
      for (let page = 1; page <= MOST_PAGES; page++) {
        const listed = await ask('GET', `${issues}/${number}/comments?per_page=${PAGE}&page=${page}`);
        if (!Array.isArray(listed)) break;
        found.push(...listed.flatMap(commentOf).filter(({ body }) => body.startsWith(beginning)));
        if (listed.length < PAGE) break;
      }
      if (found.length === 0) return undefined;
      const me = await ownName(ask);
      return found.find(({ author }) => author === me);
    },
    create: async body => void (await ask('POST', `${issues}/${number}/comments`, { body })),
    update: async (id, body) => void (await ask('PATCH', `${issues}/comments/${id}`, { body })),
  };
}

function refusalOf(status: number, method: string): string {
  if (method !== 'GET' && (status === 403 || status === 404))
    return 'its token may not write comments. A pull request from a fork has no token that may; elsewhere give the job `permissions: { pull-requests: write }`';
  return `GitHub answered ${status} to a ${method}`;
}

async function ownName(ask: (method: string, path: string) => Promise<unknown>): Promise<unknown> {
  try {
    const user = await ask('GET', '/user');
    return isRecord(user) ? user['login'] : undefined;
  } catch (error) {
    if (error instanceof UsageError && error.cause === 403) return JOB_AUTHOR;
    throw error;
  }
}

function commentOf(given: unknown): readonly (Comment & { readonly author: unknown })[] {
  if (!isRecord(given)) return [];
  const { id, body, user } = given;
  if (typeof id !== 'number' || typeof body !== 'string') return [];
  return [{ id, body, author: isRecord(user) ? user['login'] : undefined }];
}
