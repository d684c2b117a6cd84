import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { authenticator, changed } from '../support/authenticator.ts';
import { BUNDLE, humanEnv, licet, project } from '../support/cli.ts';
import { enrol, hexOf, pageOf as pageIn } from '../support/passkeyPage.ts';

const POLICY = `version: 1
default: pass
approvals: { proof: passkey }
policy: { human_approval: { reason: it reaches others } }
`;

/** A terminal for a program: util-linux's \`script\`. */
const HAS_TERMINAL = spawnSync('script', ['--version']).status === 0;
if (!HAS_TERMINAL) console.warn('`licet passkey` is not tried on a terminal: there is no `script` of util-linux');

interface Spoken {
  readonly child: ChildProcess;
  readonly text: () => string;
  readonly ended: Promise<number | null>;
}

/** Runs a command on a terminal until it has said something. */
function onTerminal(root: string, args: string, line: RegExp): Promise<Spoken> {
  const child = spawn('script', ['-qec', `'${process.execPath}' '${BUNDLE}' ${args}`, '/dev/null'], {
    cwd: root,
    env: { ...humanEnv(), HOME: join(root, 'home'), NO_COLOR: '1', DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (part: Buffer) => {
      text += String(part);
      if (line.test(text)) resolve({ child, text: () => text, ended });
    });
    child.once('exit', () => reject(new Error(text)));
  });
}

/** Opens the page that a terminal has named. */
const pageOf = ({ text }: Spoken): ReturnType<typeof pageIn> => pageIn(text());

function folder(policy = POLICY): string {
  const root = project(policy);
  mkdirSync(join(root, 'home'));
  return root;
}

const hook = (root: string, command = 'deploy production') =>
  licet(
    root,
    ['hook', 'claude-code'],
    JSON.stringify({
      session_id: 's',
      cwd: root,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      permission_mode: 'default',
    }),
    BUNDLE,
    { HOME: join(root, 'home') },
  );

const answerOf = (root: string): { readonly permissionDecision: string; readonly permissionDecisionReason: string } =>
  JSON.parse(hook(root).stdout).hookSpecificOutput ?? {};

const run = (root: string, ...args: readonly string[]) => licet(root, args, '', BUNDLE, { HOME: join(root, 'home') });

describe.skipIf(!HAS_TERMINAL)('a policy that counts a yes only with a passkey', () => {
  it('is replaced only with a signature once a key is enrolled, whatever the new policy asks for', async () => {
    const root = folder();
    const home = join(root, 'home');
    const first = await onTerminal(root, 'accept', /\[y\/N\]/u);
    first.child.stdin?.write('y\n');
    expect(await first.ended).toBe(0);
    const adding = await onTerminal(root, 'passkey add ann', /Ctrl-C ends it/u);
    const ann = await enrol(await pageOf(adding), 'ann');
    expect(await adding.ended).toBe(0);
    const pins = (): readonly string[] =>
      readdirSync(join(home, '.licet', 'pins')).map(name => readFileSync(join(home, '.licet', 'pins', name), 'utf8'));
    const before = pins();

    writeFileSync(join(root, 'governance.yaml'), POLICY.replace('proof: passkey', 'proof: terminal'));
    const faked = await onTerminal(root, 'accept', /\[y\/N\]/u);
    faked.child.stdin?.write('y\n');
    await vi.waitFor(() => expect(faked.text()).toMatch(/Ctrl-C ends it/u), { timeout: 20_000 });
    expect(pins()).toEqual(before);

    const page = await pageOf(faked);
    const { waiting } = (await page.ask('/v1/approvals')) as unknown as { waiting: { id: string; digest: string }[] };
    const shown = waiting.find(({ id }) => id === page.request);
    const question = await page.ask('/v1/passkeys/question', { request: page.request, digest: shown?.digest, name: 'ann' });
    const { kind: _kind, ...signed } = ann.sign(hexOf(question['challenge']));
    const answer = { yes: true, digest: shown?.digest, signed };
    expect(await page.ask(`/v1/approvals/${page.request}`, answer)).toMatchObject({ taken: true });
    expect(await faked.ended).toBe(0);
    expect(pins()).not.toEqual(before);
  });

  it('runs a call once when a person has signed for it on the page that the terminal opened', async () => {
    const root = folder();
    const adding = await onTerminal(root, 'passkey add ann', /Ctrl-C ends it/u);
    const ann = await enrol(await pageOf(adding), 'ann');
    expect(await adding.ended).toBe(0);
    expect(adding.text()).toContain('enrolled  a key of ann');

    const asked = answerOf(root);
    expect(asked.permissionDecision).toBe('deny');
    const [code = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}/u.exec(asked.permissionDecisionReason) ?? [];
    const approving = await onTerminal(root, `approve ${code}`, /Ctrl-C ends it/u);
    const page = await pageOf(approving);
    const { waiting } = (await page.ask('/v1/approvals')) as unknown as { waiting: { id: string; digest: string }[] };
    const shown = waiting.find(({ id }) => id === page.request);
    const question = await page.ask('/v1/passkeys/question', { request: page.request, digest: shown?.digest, name: 'ann' });
    const { kind: _kind, ...signed } = ann.sign(hexOf(question['challenge']));
    expect(await page.ask(`/v1/approvals/${page.request}`, { yes: true, digest: shown?.digest, signed })).toMatchObject({
      taken: true,
    });
    expect(await approving.ended).toBe(0);

    expect(answerOf(root).permissionDecision).not.toBe('deny');
    expect(answerOf(root).permissionDecision).toBe('deny');
    const verified = run(root, 'audit', 'verify');
    expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining('2 answers and changes of keys') });
    expect(run(root, 'doctor', '--no-timing').stdout).toContain('every signature of the trail holds');
    expect(run(root, 'status').stdout).toContain('answers count at level passkey');

    // As a program of the same user does that puts its own key in place of the person's.
    const pins = join(root, 'home', '.licet', 'pins');
    const [name = ''] = readdirSync(pins);
    const eve = changed([], 'add', authenticator('ann', { origin: page.origin }).key);
    writeFileSync(join(pins, name), JSON.stringify({ format: 1, changes: [eve], counters: {} }));
    expect(run(root, 'audit', 'verify')).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('not those that the trail'),
    });
    expect(run(root, 'doctor', '--no-timing').stdout).toContain('not those that the trail');
  });

  it('enrolls a second key only with the signature of the first', async () => {
    const root = folder();
    const first = await onTerminal(root, 'passkey add ann', /Ctrl-C ends it/u);
    const ann = await enrol(await pageOf(first), 'ann');
    await first.ended;
    const second = await onTerminal(root, 'passkey add ben', /Ctrl-C ends it/u);
    const page = await pageOf(second);
    const forged = await page.ask('/v1/passkeys', { name: 'eve' });
    const eve = authenticator('eve', { origin: page.origin });
    const next = await page.ask('/v1/passkeys', eve.make(hexOf(forged['challenge'])));
    const { kind: _kind, ...signed } = eve.sign(hexOf(next['challenge']));
    expect(await page.ask('/v1/passkeys', { signed })).toMatchObject({ error: { code: 'forbidden' } });
    await enrol(page, 'ben', () => ann);
    await second.ended;

    expect(run(root, 'passkey', 'list').stdout).toMatch(/ann .*a terminal.*\nben .*by ann/su);
  });

  it('lets nothing else be an answer: no row in the state, no `--yes`, no control token, no other list of keys', async () => {
    const root = folder();
    const adding = await onTerminal(root, 'passkey add ann', /Ctrl-C ends it/u);
    await enrol(await pageOf(adding), 'ann');
    await adding.ended;
    const asked = answerOf(root);
    const [code = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}/u.exec(asked.permissionDecisionReason) ?? [];
    const { DatabaseSync } = await import('node:sqlite');
    const state = new DatabaseSync(join(root, '.licet', 'state.db'));
    state.exec(
      `update approvals set answer = '${JSON.stringify([{ granted: [true], by: 'ann', at: Date.now(), channel: 'passkey' }])}'`,
    );
    state.close();
    expect(answerOf(root).permissionDecision).toBe('deny');
    for (const words of ['--yes', '--as ben', '--only 1']) {
      const refused = spawnSync('script', ['-qec', `'${process.execPath}' '${BUNDLE}' approve ${code} ${words}`, '/dev/null'], {
        cwd: root,
        env: { ...humanEnv(), HOME: join(root, 'home'), NO_COLOR: '1' },
        encoding: 'utf8',
      });
      expect(refused.stdout).toContain('only with the signature of a passkey');
    }
    const pins = join(root, 'home', '.licet', 'pins');
    const [name = ''] = readdirSync(pins);
    const kept = JSON.parse(readFileSync(join(pins, name), 'utf8'));
    writeFileSync(
      join(pins, name),
      JSON.stringify({ ...kept, changes: [...kept.changes, { ...kept.changes[0], previous: 'x' }] }),
    );
    expect(answerOf(root).permissionDecision).toBe('deny');
    expect(run(root, 'passkey', 'list')).toMatchObject({ status: 3, stderr: expect.stringContaining('does not follow') });
  });

  it('pauses when a person has signed the pause, and not by a row of the state', async () => {
    const root = folder(
      'version: 1\napprovals: { proof: passkey }\npolicy:\n  all:\n    - floor: {}\n    - human_approval: { reason: it reaches others }\n',
    );
    const adding = await onTerminal(root, 'passkey add ann', /Ctrl-C ends it/u);
    const ann = await enrol(await pageOf(adding), 'ann');
    await adding.ended;
    expect(answerOf(root).permissionDecision).toBe('deny');
    const pausing = await onTerminal(root, "pause 5m 'a demonstration'", /Ctrl-C ends it/u);
    const page = await pageOf(pausing);
    const { waiting } = (await page.ask('/v1/approvals')) as unknown as { waiting: { id: string; digest: string }[] };
    const digest = waiting.find(({ id }) => id === page.request)?.digest;
    const question = await page.ask('/v1/passkeys/question', { request: page.request, digest, name: 'ann' });
    const { kind: _kind, ...signed } = ann.sign(hexOf(question['challenge']));
    await page.ask(`/v1/approvals/${page.request}`, { yes: true, digest, signed });
    expect(await pausing.ended).toBe(0);
    expect(answerOf(root).permissionDecision).not.toBe('deny');

    const { DatabaseSync } = await import('node:sqlite');
    const state = new DatabaseSync(join(root, '.licet', 'state.db'));
    const tables = state.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
    for (const { name } of tables)
      for (const { name: column, type } of state.prepare(`pragma table_info(${name})`).all() as { name: string; type: string }[])
        if (type.toLowerCase() === 'text')
          state.exec(`update ${name} set ${column} = replace(${column}, '"kind":"passkey"', '"kind":"forged"')`);
    state.close();
    expect(answerOf(root).permissionDecision).toBe('deny');
  });
});
