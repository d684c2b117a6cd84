/** A call that clients of several servers make. */
export interface Called {
  readonly kind: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** What was said about a call. Undefined where nothing was: the client asks another machine. */
export interface Answer {
  readonly id: string;
  readonly passed: boolean;
  readonly ruling: string;
  readonly code: string;
  readonly approval?: { readonly id: string };
}

/** A state that cannot be read or written stops a call and decides nothing about it: the same call may be asked again. */
export const isNoAnswer = (code: string): boolean => code.endsWith('_unavailable');

async function sent(url: string, token: string, body?: object): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return response.status === 200 ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Asks one server. Undefined for every answer that is no decision: no connection, another status, or a state that cannot be written. */
export async function ask(url: string, token: string, action: Called): Promise<Answer | undefined> {
  const answer = (await sent(`${url}/v1/evaluate`, token, { action })) as Answer | undefined;
  return answer === undefined || isNoAnswer(answer.code) ? undefined : answer;
}

/** Reports how a call ended, and whether it was recorded. */
export const report = async (url: string, token: string, action: Called): Promise<boolean> =>
  (await sent(`${url}/v1/outcome`, token, { action, outcome: { status: 'ok' } })) !== undefined;

/** Returns the status of a request for approval; undefined where the server does not say. */
export const statusOf = async (url: string, token: string, id: string): Promise<string | undefined> =>
  ((await sent(`${url}/v1/approvals/${id}`, token)) as { readonly status: string } | undefined)?.status;

/** Asks one server after the other, from the one with this number on, until one has an answer. */
export async function insist<T>(
  urls: readonly string[],
  first: number,
  question: (url: string) => Promise<T | undefined>,
): Promise<T> {
  for (let time = first; ; time++) {
    const said = await question(urls[time % urls.length] ?? '');
    if (said !== undefined) return said;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
