import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openEngine } from 'licet';
import { describe, expect, it, onTestFinished } from 'vitest';

import { tell } from '../../../../packages/cli/src/approvals/notify.ts';

interface Got {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A place that gets notices. It answers with each of these statuses in turn, then with 200. */
async function place(...statuses: readonly number[]) {
  const got: Got[] = [];
  const left = [...statuses];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', part => (body += String(part)));
    request.on('end', () => {
      got.push({ path: request.url, headers: request.headers, body });
      response.writeHead(left.shift() ?? 200, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/topic` };
}

const SECRET = ['AKIA', 'Q3EGRT5VBN7YUJ2K'].join('');

/** A project that tells the places, and the requests that a session has opened there. */
async function asked(notify: string, commands: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'licet-notify-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const file = join(root, 'governance.yaml');
  const text = (more: string): string =>
    `version: 1\ndefault: pass\napprovals: { channel: out_of_band${more} }\npolicy: { human_approval: { reason: "it reaches <!channel> & ${SECRET}" } }\n`;
  writeFileSync(file, text(''));
  const opened = await openEngine(file);
  const ids: string[] = [];
  for (const command of commands) {
    const call = { kind: 'bash', tool: 'Bash', cwd: root, payload: { command }, sessionId: 's' };
    ids.push((await opened.engine.evaluate(call)).approval?.id ?? '');
  }
  await opened.close();
  writeFileSync(file, text(`, notify: [${notify}]`));
  return { file, ids };
}

const PUSH = 'git push origin hunter2-branch';

describe('a notice of a request', () => {
  it('is signed over time and body, says what waits, and holds nothing of the arguments', async () => {
    const { got, url } = await place();
    const { file, ids } = await asked(`{ url: "${url}", format: json, secret: "env:KEY" }`, [PUSH]);
    await tell(file, ids[0] ?? '', { KEY: 'k1' });

    const nothing: Got = { path: '', headers: {}, body: '{}' };
    const { headers, body } = got[0] ?? nothing;
    const expected = createHmac('sha256', 'k1')
      .update(`${String(headers['licet-time'])}.${body}`)
      .digest('hex');
    expect(headers['licet-signature']).toBe(`sha256=${expected}`);
    expect(JSON.parse(body)).toMatchObject({
      type: 'approval_requested',
      id: ids[0],
      session: 's',
      tool: 'Bash',
      effects: ['execute git', 'network an unknown host'],
      answer: expect.stringMatching(/^licet approve .{9}$/u) as string,
    });
    for (const hidden of ['hunter2', SECRET]) expect(body).not.toContain(hidden);
  });

  it('is text for ntfy, and text without its own signs for Slack', async () => {
    const [ntfy, slack] = [await place(), await place()];
    const places = `{ url: "${ntfy.url}", format: ntfy }, { url: "${slack.url}", format: slack }`;
    const { file, ids } = await asked(places, [PUSH]);
    await tell(file, ids[0] ?? '', {});

    expect(ntfy.got[0]?.headers['title']).toMatch(/^Licet asks: .{9}$/u);
    expect(ntfy.got[0]?.headers['licet-signature']).toBeUndefined();
    expect(ntfy.got[0]?.body).toMatch(/^Bash in session s: it reaches <!channel> & .*\n {2}execute git\n/u);
    expect((JSON.parse(slack.got[0]?.body ?? '{}') as { readonly text: string }).text).toContain(
      'it reaches &lt;!channel&gt; &amp;',
    );
  });

  it('is sent again after a fault of the server, not after a refusal, and follows no redirect', async () => {
    const [failing, refusing, moved] = [await place(500), await place(403), await place(307)];
    const places = [failing, refusing, moved].map(({ url }) => `{ url: "${url}", format: json }`).join(', ');
    const { file, ids } = await asked(places, [PUSH]);
    await tell(file, ids[0] ?? '', {});

    expect(failing.got).toHaveLength(2);
    expect(refusing.got).toHaveLength(1);
    expect(new Set(moved.got.map(({ path }) => path))).toEqual(new Set(['/topic']));
  }, 60_000);

  it('is not sent without the key that is named, for what is answered, nor for more than a few requests of a minute', async () => {
    const { got, url } = await place();
    const commands = Array.from({ length: 8 }, (_, index) => `git push origin b${index}`);
    const { file, ids } = await asked(`{ url: "${url}", format: json, secret: "env:KEY" }`, commands);
    await tell(file, ids[0] ?? '', {});
    await tell(file, 'nothing', { KEY: 'k' });
    await tell(join(file, '..', 'none.yaml'), ids[0] ?? '', { KEY: 'k' });
    expect(got).toEqual([]);

    for (const id of ids) await tell(file, id, { KEY: 'k' });
    expect(got).toHaveLength(6);
    expect(got[5]?.body).toContain('more requests of this minute are not told of');
    expect(got[4]?.body).not.toContain('more requests of this minute');
  });
});
