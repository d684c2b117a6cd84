import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A comment on pull request 7 of `acme/web`. */
export interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string };
}

const COMMENTS = '/repos/acme/web/issues/7/comments';

/** What doubles for the interface of GitHub, on loopback: the comments of one pull request, and what was asked. */
export class GitHub {
  comments: Comment[] = [];
  asked: string[] = [];
  mayWrite = true;
  /** Who the token belongs to; a token of a job may not ask. */
  user: string | undefined;
  readonly api: string;
  readonly close: () => void;

  constructor(api: string, close: () => void) {
    [this.api, this.close] = [api, close];
  }

  reset(): void {
    Object.assign(this, { comments: [], asked: [], mayWrite: true, user: undefined });
  }

  /** What was asked that changes something. */
  writes(): readonly string[] {
    return this.asked.filter(line => !line.startsWith('GET'));
  }

  answer(method: string, path: string, body: string): readonly [status: number, value: unknown] {
    this.asked.push(`${method} ${path}`);
    const refused = [403, { message: 'Resource not accessible by integration' }] as const;
    if (path === '/user') return this.user === undefined ? refused : [200, { login: this.user }];
    if (method !== 'GET' && !this.mayWrite) return refused;
    const { pathname, searchParams } = new URL(path, this.api);
    const end = Number(searchParams.get('page')) * 100;
    if (method === 'GET' && pathname === COMMENTS) return [200, this.comments.slice(end - 100, end)];
    const text = (JSON.parse(body || '{}') as { readonly body?: string }).body ?? '';
    if (method === 'POST' && pathname === COMMENTS) {
      this.comments.push({ id: this.comments.length + 1, body: text, user: { login: this.user ?? 'github-actions[bot]' } });
      return [201, {}];
    }
    const changed = this.comments.find(({ id }) => pathname === `/repos/acme/web/issues/comments/${id}`);
    if (method !== 'PATCH' || changed === undefined) return [404, {}];
    changed.body = text;
    return [200, {}];
  }
}

/** Starts the double on a free port of loopback. */
export async function startGitHub(): Promise<GitHub> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', part => (body += part));
    request.on('end', () => {
      const [status, value] = double.answer(request.method ?? '', request.url ?? '', body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const double = new GitHub(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
    server.closeAllConnections();
    server.close();
  });
  return double;
}
