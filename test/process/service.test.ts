import { dirname } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { BUNDLE } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';
import { GROUNDED_PROJECTS } from '../support/groundedProjects.ts';
import { ServiceMachine, serviceProblem } from '../support/serviceMachine.ts';

const POLICY = 'version: 1\ndefault: pass\ninclude: [standard]\n';

/** What the hook says of a call. */
function ruling({ status, stdout, stderr }: Ended): 'pass' | 'deny' | 'failed' {
  if (status === 2 && stderr !== '') return 'failed';
  if (status === 0 && stdout.includes('"permissionDecision":"deny"')) return 'deny';
  if (status === 0 && stdout === '{}\n') return 'pass';
  throw new Error(`no answer of a hook: ${status} ${stdout} ${stderr}`);
}

const codeIn = ({ stdout }: Ended): string => /sudo licet approve ([\dA-Z]{4}-[\dA-Z]{4})/u.exec(stdout)?.[1] ?? 'no code';

const problem = serviceProblem();
if (problem !== undefined) console.log(`the tests of the service are left out: ${problem}`);

describe.skipIf(problem !== undefined)(
  `the service, with several real users${problem === undefined ? '' : ` (${problem})`}`,
  () => {
    let machine: ServiceMachine;
    let root: string;
    let pid: number;

    beforeAll(async () => {
      machine = await ServiceMachine.start();
      const installed = await machine.install(['--for', 'lagent', '--for', 'lother', '--approver', 'lhuman', '--managed']);
      expect(installed).toMatchObject({ status: 0, stderr: '' });
      pid = await machine.startService();
      root = await machine.project('lagent', 'project', POLICY);
    }, 120_000);

    afterAll(async () => machine.end());

    /** Starts the service again after something was done to it. */
    const restart = async (): Promise<void> => {
      await machine.stopService();
      pid = await machine.startService();
    };

    describe('installing it', () => {
      it('changes nothing when it is done again, but the copy of the program', async () => {
        const { status, stdout } = await machine.install([]);

        expect(status).toBe(0);
        expect(stdout.split('\n\n')[0]).toBe('copied the program to /usr/lib/licet');
      });

      it('leaves nothing behind when it fails, and says why', async () => {
        await machine.sh(
          'root',
          `mkdir -p '${machine.folder}/open' && cp -r '${dirname(dirname(BUNDLE))}/.' '${machine.folder}/open/' && chmod 0777 '${machine.folder}/open/cli'`,
        );
        const before = await machine.sh('root', 'cat /etc/licet/service.json; ls /usr/lib | grep licet');
        const { status, stderr } = await machine.install(['--for', 'lnobody'], `${machine.folder}/open/cli/licet.cjs`);

        expect(status).toBe(3);
        expect(stderr).toContain(`others may write to \`${machine.folder}/open/cli\``);
        expect(await machine.sh('root', 'cat /etc/licet/service.json; ls /usr/lib | grep licet')).toEqual(before);
      });

      it.each([
        ['root', ['--for', 'root'], 'root cannot be governed'],
        ['a user who answers', ['--for', 'lhuman'], '`lhuman` cannot both ask and answer'],
        ['an approver whose agent is governed', ['--approver', 'lagent'], '`lagent` cannot both ask and answer'],
        ['the user of the service', ['--for', 'licet'], '`licet` is the user of the service'],
        ['a user that the system does not know', ['--for', 'lghost'], 'this system has no user `lghost`'],
      ])('refuses to govern %s', async (_who, args, why) => {
        const { status, stderr } = await machine.install(args);

        expect(status).toBe(3);
        expect(stderr).toContain(why);
      });

      it('is for root alone', async () => {
        const { status, stderr } = await machine.licet('lagent', ['service', 'install', '--yes', '--for', 'lagent']);

        expect([status, stderr]).toEqual([3, 'licet: `licet service install` is for root: run it with `sudo`\n']);
      });

      it('writes a unit that systemd takes, where systemd is there to say so', async ({ skip }) => {
        const { status } = await machine.sh('root', 'command -v systemd-analyze');
        skip(status !== 0, 'there is no systemd-analyze');
        const { stdout, stderr } = await machine.as('root', [
          'systemd-analyze',
          'verify',
          '--man=no',
          '/etc/systemd/system/licet.service',
        ]);

        expect(`${stdout}${stderr}`.split('\n').filter(line => line.includes('licet.service'))).toEqual([]);
      });

      it('prints every file that it would write', async () => {
        const { stdout } = await machine.licet('lnobody', ['service', 'print', '--for', 'lnobody', '--managed']);

        for (const file of ['licet.service', 'service.json', '50-licet.json', 'licet.plist']) expect(stdout).toContain(file);
        expect(stdout).toContain('AmbientCapabilities=CAP_SETUID CAP_SETGID\nCapabilityBoundingSet=CAP_SETUID CAP_SETGID\n');
      });

      it('keeps the policy that a user had for all projects', async () => {
        await machine.sh(
          'lnobody',
          'mkdir ~/.licet && printf "version: 1\\ndefault: block\\npolicy: { bash_safety: {} }\\n" >~/.licet/governance.yaml',
        );
        const { stdout } = await machine.install(['--for', 'lnobody']);
        const kept = await machine.sh('root', 'cat /var/lib/licet/users/$(id -u lnobody)/.licet/governance.yaml');

        expect(stdout).toMatch(
          /created .*governance\.yaml, from .*lnobody\/\.licet\/governance\.yaml: it holds in every project of lnobody/u,
        );
        expect(kept.stdout).toContain('default: block');
      });
    });

    describe('a hook of a governed user', () => {
      it.each([
        ['ls', 'pass'],
        ['git status && npm test', 'pass'],
        ['rm -rf /', 'deny'],
        ['cat .env', 'deny'],
      ])('has `%s` judged: %s', async (command, want) => {
        expect(ruling(await machine.hook('lagent', root, command))).toBe(want);
      });

      it('is denied with a code where a human must say yes, for the prompt of the runtime belongs to that user', async () => {
        const asked = await machine.hook('lagent', root, 'git push --force origin main');

        expect(ruling(asked)).toBe('deny');
        expect(codeIn(asked)).toMatch(/^[\dA-Z]{4}-[\dA-Z]{4}$/u);
      });

      it('stops a call whose event is no JSON', async () => {
        const ended = await machine.licet('lagent', ['hook', 'claude-code'], { cwd: root, input: 'no' });

        expect(ended.status).toBe(2);
      });

      it('lets an event after a call pass, and never ends with the code that stops one', async () => {
        const event = { hook_event_name: 'PostToolUse', session_id: 's', cwd: root, tool_use_id: 'toolu_1', tool_name: 'Bash' };
        const input = JSON.stringify({ ...event, tool_input: { command: 'ls' }, tool_response: { stdout: '' } });

        expect(await machine.licet('lagent', ['hook', 'claude-code', '--after'], { cwd: root, input })).toMatchObject({
          status: 0,
        });
        expect(await machine.licet('lagent', ['hook', 'claude-code', '--after'], { cwd: root, input: 'no' })).toMatchObject({
          status: 1,
        });
      });

      it('goes by the policy of the folder, and by the one that holds in every project', async () => {
        const weak = await machine.project('lagent', 'weak', 'version: 1\ndefault: pass\npolicy: { bash_safety: {} }\n');

        expect(ruling(await machine.hook('lagent', weak, 'cat .env'))).toBe('deny');
      });

      it('is judged in a folder without a policy', async () => {
        await machine.sh('lagent', 'mkdir ~/bare');
        const bare = `${machine.homeOf('lagent')}/bare`;

        expect(ruling(await machine.hook('lagent', bare, 'ls'))).toBe('pass');
        expect(ruling(await machine.hook('lagent', bare, 'rm -rf ~'))).toBe('deny');
      });

      it('goes by a policy that appears in a folder later', async () => {
        await machine.sh('lagent', 'mkdir ~/later');
        const later = `${machine.homeOf('lagent')}/later`;
        const before = ruling(await machine.hook('lagent', later, 'ls'));
        await machine.sh('lagent', 'cat >~/later/governance.yaml', {
          input: 'version: 1\ndefault: block\npolicy: { bash_safety: {} }\n',
        });
        const strict = 'version: 1\ndefault: pass\npolicy: { tool_allowlist: { tools: [Read] } }\n';
        await machine.sh('lagent', 'cat >~/later/governance.yaml', { input: strict });

        expect([before, ruling(await machine.hook('lagent', later, 'ls'))]).toEqual(['pass', 'deny']);
      });

      it('leaves other users to themselves', async () => {
        const own = await machine.project('lhuman', 'own', POLICY);

        expect(ruling(await machine.hook('lhuman', own, 'ls'))).toBe('pass');
        expect((await machine.sh('lhuman', 'ls ~/own/.licet')).stdout).toContain('state.db');
      });
    });

    describe('a governed user', () => {
      it('can read and write nothing that the service keeps', async () => {
        await machine.hook('lagent', root, 'ls');
        const all = (await machine.sh('root', 'find /var/lib/licet -type f ! -name governance.yaml')).stdout.trim().split('\n');
        expect(all.some(file => file.endsWith('/state.db'))).toBe(true);
        for (const file of all) {
          const tried = `cat '${file}'; echo x >>'${file}'; mv '${file}' '${file}.x'; rm -f '${file}'; ln '${file}' ~/link; touch '${file}.new'`;
          const { stdout } = await machine.sh('lagent', `${tried}; true`);
          expect(stdout).toBe('');
        }
        const left = (await machine.sh('root', 'find /var/lib/licet -type f ! -name governance.yaml')).stdout.trim().split('\n');
        expect(left).toEqual(all);
      });

      it('cannot change the policy that holds in every project, the program, nor what says that there is a service', async () => {
        const files = '/var/lib/licet/users/*/.licet/governance.yaml /usr/lib/licet/dist/licet.cjs /etc/licet/service.json';
        const script = `for f in ${files}; do [ -f "$f" ] || continue; (echo x >>"$f"); rm -f "$f"; mv "$f" ~/; touch "$(dirname "$f")/x"; done; true`;
        const sum =
          'cat /var/lib/licet/users/*/.licet/governance.yaml /usr/lib/licet/dist/licet.cjs /etc/licet/service.json | sha256sum; ls /etc/licet /usr/lib/licet/dist';
        const before = await machine.sh('root', sum);
        await machine.sh('lagent', script);

        expect(await machine.sh('root', sum)).toEqual(before);
      });

      it('finds no state to write an answer into, with its own driver', async () => {
        const asked = await machine.hook('lagent', root, 'git push --force origin three');
        const { stdout: file } = await machine.sh('root', 'find /var/lib/licet/projects -name state.db | head -1');
        const code = `import { DatabaseSync } from 'node:sqlite'; import { existsSync } from 'node:fs';
        for (const file of ['${file.trim()}', '${root}/.licet/state.db']) {
          try { const db = new DatabaseSync(file, { open: true, readOnly: false }); db.exec("update approvals set status = 'granted'"); console.log('written', file); }
          catch (error) { console.log('refused'); }
        }`;
        const { stdout } = await machine.node('lagent', code);
        const again = await machine.hook('lagent', root, 'git push --force origin three');

        expect(stdout).toBe('refused\nrefused\n');
        expect([ruling(asked), ruling(again)]).toEqual(['deny', 'deny']);
      });

      it('cannot reach the way of those who answer, nor that of another user', async () => {
        const code = `import { createConnection } from 'node:net'; import { readdirSync } from 'node:fs';
        for (const door of ['approve', 'ask']) for (const uid of readdirSync('/run/licet/' + door)) {
          if (door === 'ask' && Number(uid) === process.getuid()) continue;
          await new Promise(done => createConnection('/run/licet/' + door + '/' + uid + '/socket').once('connect', () => { console.log('connected', door, uid); process.exit(); }).once('error', error => { console.log(error.code); done(); }));
        }`;

        const { stdout } = await machine.node('lagent', code);

        expect(new Set(stdout.trim().split('\n'))).toEqual(new Set(['EACCES']));
        expect(stdout.trim().split('\n').length).toBeGreaterThanOrEqual(3);
      });

      it('cannot put another socket in the place of the one of the service', async () => {
        const at = '/run/licet/ask/$(id -u)';
        const script = `rm -f ${at}/socket; mv ${at} ${at}.x; rmdir ${at}; mkdir ${at}; touch ${at}/x; mv ~/project ${at}/; chmod 0777 ${at}; true`;
        await machine.sh('lagent', script);

        expect(ruling(await machine.hook('lagent', root, 'ls'))).toBe('pass');
        expect((await machine.sh('root', 'find /run/licet/ask -type s | wc -l')).stdout.trim()).toBe(
          (await machine.sh('root', 'ls /run/licet/ask | wc -l')).stdout.trim(),
        );
      });

      it('can neither end nor look into the process, also while it reads with the rights of that user', async () => {
        const code = `import { openSync } from 'node:fs'; import { createConnection } from 'node:net';
        const socket = '/run/licet/ask/' + process.getuid() + '/socket';
        const body = JSON.stringify({ args: ['claude-code'], env: {}, cwd: '/', sees: [] }) + '\\n' + JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 'k', cwd: '/', tool_use_id: 'k', tool_name: 'Bash', tool_input: { command: 'ls ' + 'x '.repeat(20000) } });
        const flood = setInterval(() => { for (let i = 0; i < 8; i++) { const c = createConnection(socket); c.on('error', () => {}); c.write('POST /v1/hook HTTP/1.1\\r\\nhost: x\\r\\ncontent-length: ' + Buffer.byteLength(body) + '\\r\\n\\r\\n' + body); c.on('data', () => c.destroy()); } }, 5);
        const found = new Set();
        for (const end = Date.now() + 3000; Date.now() < end; await new Promise(r => setTimeout(r, 0))) {
          for (const signal of ['SIGTERM', 'SIGKILL', 'SIGSTOP', 'SIGUSR1']) try { process.kill(${pid}, signal); found.add('sent ' + signal); } catch (error) { found.add(error.code); }
          for (const name of ['mem', 'environ', 'maps', 'fd/0']) try { openSync('/proc/${pid}/' + name, 'r'); found.add('opened ' + name); } catch (error) { found.add(error.code); }
        }
        console.log([...found].sort().join(' ')); clearInterval(flood); process.exit();`;
        const { stdout } = await machine.node('lagent', code);

        expect(stdout).toBe('EACCES EPERM\n');
        expect(ruling(await machine.hook('lagent', root, 'ls'))).toBe('pass');
      });
    });

    describe('an answer', () => {
      it('of an approver lets the call run once, and the trail names who the system says it was', async () => {
        const asked = await machine.hook('lagent', root, 'git push --force origin one');
        const answered = await machine.typed('lhuman', ['approve', codeIn(asked), '--yes']);
        const twice = [
          await machine.hook('lagent', root, 'git push --force origin one'),
          await machine.hook('lagent', root, 'git push --force origin one'),
        ];
        const trail = await machine.licet('lagent', ['audit', 'query', '--json', '--limit', '500'], { cwd: root });

        expect(answered.stdout).toContain('approved: the agent may repeat the call, and it passes once');
        expect(twice.map(ruling)).toEqual(['pass', 'deny']);
        expect(trail.stdout).toContain('"by":"lhuman"');
      });

      it('covers several calls once the approver has read what they do', async () => {
        const asked = await machine.hook('lagent', root, 'git push --force origin six');
        const answered = await machine.typed('lhuman', ['approve', codeIn(asked), '--for', '30m', '--uses', '2'], {
          input: 'y\n',
        });
        expect(answered.stdout).toContain('A yes covers every call of this session that does only this:');
        expect(answered.stdout).toContain('approved, with all calls that do the same');
        const rulings = [];
        for (let time = 0; time < 3; time++)
          rulings.push(ruling(await machine.hook('lagent', root, 'git push --force origin six')));
        expect(rulings).toEqual(['pass', 'pass', 'deny']);
      });

      it('of root is told from one of an approver, and what `sudo` says is only noted', async () => {
        const asked = await machine.hook('lagent', root, 'git push --force origin two');
        const answered = await machine.typed('root', ['approve', codeIn(asked), '--yes'], { env: { SUDO_USER: 'lhuman' } });
        const trail = await machine.licet('lagent', ['audit', 'query', '--json', '--limit', '500'], { cwd: root });

        expect(answered.stdout).toContain('approved');
        expect(trail.stdout).toContain('"by":"root, for lhuman as sudo says"');
      });

      it('is given after a look at the request', async () => {
        const asked = await machine.hook('lagent', root, 'git push --force origin four');
        const shown = await machine.typed('lhuman', ['approve', codeIn(asked)], { input: 'n\n' });

        expect(shown.stdout).toContain('git push --force origin four');
        expect(shown.stdout).toContain('not answered');
        expect(ruling(await machine.hook('lagent', root, 'git push --force origin four'))).toBe('deny');
      });

      it.each([
        ['approve', ['approve', '88BJ-1VK9', '--yes']],
        ['allow-once', ['allow-once', '.env']],
        ['pause', ['pause', '1h', 'why']],
        ['fact grant', ['fact', 'grant', 'reviewed']],
      ])('is not for the governed user: %s', async (_name, args) => {
        const { stdout } = await machine.typed('lagent', args, { cwd: root });

        expect(stdout).toContain('is not for this user: a service decides here, and only `lhuman` and root can answer');
      });

      it('is not taken at the socket of those who ask, whatever is sent there', async () => {
        const asked = await machine.hook('lagent', root, 'git push --force origin five');
        const words = ['approve', codeIn(asked), '--yes'];
        const code = `import { request } from 'node:http';
        const head = { args: ${JSON.stringify(words)}, env: { SUDO_USER: 'root' }, cwd: '${root}', policy: '${root}/governance.yaml', for: 'lagent', sees: [] };
        const sent = request({ socketPath: '/run/licet/ask/' + process.getuid() + '/socket', method: 'POST', path: '/v1/command', headers: { 'content-length': Buffer.byteLength(JSON.stringify(head)) } }, async response => { let text = ''; for await (const part of response) text += part; console.log(response.statusCode, text); });
        sent.end(JSON.stringify(head));`;
        const { stdout } = await machine.node('lagent', code);

        expect(stdout).toContain('only an approver may answer');
        expect(ruling(await machine.hook('lagent', root, 'git push --force origin five'))).toBe('deny');
      });

      it('pins a policy after a look at it, to exactly what was shown; a wider one has no effect until then', async () => {
        const pinned = await machine.project(
          'lagent',
          'pinned',
          'version: 1\ndefault: pass\npolicy: { tool_allowlist: { tools: [Read] } }\n',
        );
        await machine.hook('lagent', pinned, 'ls');
        const accepted = await machine.typed('root', ['accept'], { cwd: pinned, input: 'y\n' });
        await machine.sh('lagent', `cat >'${pinned}/governance.yaml'`, {
          input: 'version: 1\ndefault: pass\npolicy: { tool_allowlist: { tools: [Read, Bash] } }\n',
        });
        const wider = ruling(await machine.hook('lagent', pinned, 'ls'));
        const own = await machine.typed('lagent', ['accept'], { cwd: pinned, input: 'y\n' });
        const refused = await machine.typed('root', ['accept'], { cwd: pinned, input: 'n\n' });
        const still = ruling(await machine.hook('lagent', pinned, 'ls'));
        const again = await machine.typed('root', ['accept'], { cwd: pinned, input: 'y\n' });

        expect(accepted.stdout).toContain('governance.yaml: accepted');
        expect(own.stdout).toContain('is not for this user');
        expect(refused.stdout).toContain('+ policy: { tool_allowlist: { tools: [Read, Bash] } }');
        expect(refused.stdout).toContain('nothing was accepted');
        expect(again.stdout).toContain('governance.yaml: accepted');
        expect([wider, still, ruling(await machine.hook('lagent', pinned, 'ls'))]).toEqual(['deny', 'deny', 'pass']);
        expect(
          (
            await machine.sh(
              'lagent',
              'cat /var/lib/licet/users/$(id -u)/.licet/pins/*; ls /var/lib/licet/users/$(id -u)/.licet/pins',
            )
          ).stdout,
        ).toBe('');
      });

      it('counts where the policy asks for the proof of a service, and such a policy stops every call where there is none', async () => {
        const policy = `${POLICY}approvals: { proof: service }\n`;
        const proven = await machine.project('lagent', 'proven', policy);
        const alone = await machine.project('lhuman', 'alone', policy);
        const asked = await machine.hook('lagent', proven, 'git push --force origin one');
        await machine.typed('lhuman', ['approve', codeIn(asked), '--yes']);
        const without = await machine.hook('lhuman', alone, 'ls');

        expect(ruling(await machine.hook('lagent', proven, 'git push --force origin one'))).toBe('pass');
        expect(ruling(without)).toBe('deny');
        expect(without.stdout).toContain('`sudo licet service install --for USER`');
      });

      it('does not count where the policy asks for the signature of a passkey, which the service has no page for', async () => {
        const signed = await machine.project('lagent', 'signed', `${POLICY}approvals: { proof: passkey }\n`);
        const asked = await machine.hook('lagent', signed, 'git push --force origin one');
        const answer = await machine.typed('lhuman', ['approve', codeIn(asked), '--yes']);
        const pause = await machine.typed('root', ['pause', '10m', 'a test'], { cwd: signed });

        for (const { stdout } of [answer, pause]) expect(stdout).toContain('the service has no page to sign on');
        expect(ruling(await machine.hook('lagent', signed, 'git push --force origin one'))).toBe('deny');
        expect(ruling(await machine.hook('lagent', signed, 'ls'))).toBe('pass');
      });

      it('to a policy keeps what it allows from growing, also where the file is gone or another one is put below it', async () => {
        const narrow = 'version: 1\ndefault: pass\npolicy: { tool_allowlist: { tools: [Read] } }\n';
        const outer = await machine.project('lagent', 'outer', narrow);
        const before = ruling(await machine.hook('lagent', outer, 'ls'));
        await machine.typed('root', ['accept'], { cwd: outer, input: 'y\n' });
        await machine.sh(
          'lagent',
          `mkdir '${outer}/inner' && printf 'version: 1\\ndefault: pass\\npolicy: { tool_allowlist: { tools: [Read, Bash] } }\\n' >'${outer}/inner/governance.yaml'`,
        );
        const inner = await machine.hook('lagent', `${outer}/inner`, 'ls');
        await machine.sh('lagent', `rm '${outer}/governance.yaml' '${outer}/inner/governance.yaml'`);
        const gone = await machine.hook('lagent', outer, 'ls');
        const named = await machine.hook('lagent', outer, 'ls', { args: ['--policy', 'governance.yaml'] });

        expect([before, ...[inner, gone, named].map(ruling)]).toEqual(['deny', 'deny', 'deny', 'deny']);
        for (const { stdout } of [inner, gone, named]) expect(stdout).toContain('is not among those that may be used');
      });

      it('may not say that somebody else gave it', async () => {
        const asked = await machine.hook('lagent', root, 'git push --force origin six');

        expect((await machine.typed('lhuman', ['approve', codeIn(asked), '--yes', '--as', 'ann'])).stdout).toContain(
          'the operating system says who you are',
        );
      });

      it('by `hold` and `pause` reaches the project in whose folder it is given, or that is named', async () => {
        const shared = await machine.project('lagent', 'held', `${POLICY}policy: { all: [{ hold: {} }] }\n`);
        await machine.hook('lagent', shared, 'ls');
        const held = await machine.typed('root', ['hold', 'wait', '--policy', `${shared}/governance.yaml`]);
        const during = ruling(await machine.hook('lagent', shared, 'touch x'));
        const released = await machine.typed('root', ['continue'], { cwd: shared });

        expect(`${held.stdout}${released.stdout}`).not.toContain('licet:');
        expect([
          during,
          ruling(await machine.hook('lagent', shared, 'touch x')),
          ruling(await machine.hook('lagent', root, 'touch x')),
        ]).toEqual(['deny', 'pass', 'pass']);
      });
    });

    describe('what the asking user cannot read', () => {
      const MARK = 'zq81-do-not-tell';

      beforeAll(async () => {
        await machine.sh(
          'root',
          `umask 077; printf 'rm -rf / # ${MARK}\\nversion: ${MARK}\\n' >/root/licet-secret.sh; cp /root/licet-secret.sh '${machine.folder}/secret'`,
        );
      });
      afterAll(async () => machine.sh('root', 'rm -f /root/licet-secret.sh'));

      const said = ({ stdout, stderr }: Ended): string => `${stdout}${stderr}`;

      it.each([
        ['a script that a command runs', 'bash /root/licet-secret.sh'],
        ['a script behind a link', 'ln -sf SECRET s; bash ./linked.sh'],
        ['a file that a program compares', 'git apply SECRET'],
      ])('is not told by %s', async (_name, command) => {
        await machine.sh('lagent', `ln -sf '${machine.folder}/secret' '${root}/linked.sh'`);
        const ended = await machine.hook('lagent', root, command.replaceAll('SECRET', `${machine.folder}/secret`));

        expect(said(ended)).not.toContain(MARK);
        expect(said(ended)).not.toContain('destroy');
      });

      it.each([
        ['an included file', 'version: 1\ndefault: pass\ninclude: [standard, SECRET]\n', []],
        ['a policy that is named', POLICY, ['--policy', 'SECRET']],
        ['a policy that is a link', undefined, []],
      ])('is not told by %s', async (name, policy, args) => {
        const secret = `${machine.folder}/secret`;
        const folder = await machine.project(
          'lagent',
          `deputy-${name.replaceAll(' ', '-')}`,
          (policy ?? '').replaceAll('SECRET', secret),
        );
        if (policy === undefined) await machine.sh('lagent', `ln -sf '${secret}' '${folder}/governance.yaml'`);
        const words = args.map(word => word.replaceAll('SECRET', secret));
        const ended = await machine.hook('lagent', folder, 'ls', { args: words });
        const checked = await machine.licet('lagent', ['check', '--command', 'ls', ...words], { cwd: folder });

        expect(ruling(ended)).not.toBe('pass');
        expect(checked.status).not.toBe(0);
        expect(said(ended) + said(checked)).not.toContain(MARK);
      });

      it('is not told of the state of other users, nor of the files of the service', async () => {
        const other = await machine.project('lother', 'theirs', POLICY);
        await machine.hook('lother', other, `echo ${MARK}`);
        const { stdout: states } = await machine.sh('root', 'find /var/lib/licet/projects -name state.db');
        for (const state of states.trim().split('\n')) {
          const aimed = await machine.project(
            'lagent',
            `aimed-${state.split('/')[5]}`,
            `version: 1\ndefault: pass\nsessions: { store: sqlite, path: ${state} }\npolicy: { bash_safety: {} }\n`,
          );
          expect(said(await machine.licet('lagent', ['audit', 'query', '--json'], { cwd: aimed }))).not.toContain(MARK);
          expect(said(await machine.licet('lagent', ['audit', 'query', '--json', '--trail', state], { cwd: aimed }))).toContain(
            'the service reads its own trail only',
          );
        }
        expect(said(await machine.licet('lagent', ['status'], { cwd: other }))).not.toContain(MARK);
      });

      it('is not changed by what another user reports for the same folder', async () => {
        const shared = `${machine.folder}/shared`;
        await machine.sh('root', `mkdir -m 0777 '${shared}'`);
        await machine.sh('lagent', `cat >'${shared}/governance.yaml'`, {
          input: 'version: 1\ndefault: pass\npolicy: { budget: { max: 2, per: session } }\n',
        });
        for (let call = 0; call < 3; call++) await machine.hook('lother', shared, 'ls');

        expect(ruling(await machine.hook('lagent', shared, 'ls'))).toBe('pass');
      });
    });

    describe('what could hold it up', () => {
      // A call that is held up waits for the five minutes of the test.
      const WITHIN_MS = 60_000;
      const quick = async (work: () => Promise<Ended>): Promise<Ended> => {
        const startedAt = performance.now();
        const ended = await work();
        expect(performance.now() - startedAt).toBeLessThan(WITHIN_MS);
        return ended;
      };

      it.each([
        ['a named pipe', 'mkfifo IT'],
        ['an endless device', 'ln -s /dev/zero IT'],
        ['a terminal', 'ln -s /dev/tty IT'],
        ['a huge file', 'truncate -s 8G IT'],
        ['a folder', 'mkdir IT'],
        ['a link to itself', 'ln -s IT IT'],
        ['an open pipe', 'ln -s /proc/self/fd/0 IT'],
      ])('%s in the place of a file does not', async (name, make) => {
        const slug = name.replaceAll(' ', '-');
        const places = ['governance.yaml', 'packs.yaml', 'script.sh', '.git', 'data.txt'];
        for (const place of places) {
          const folder = await machine.project(
            'lagent',
            `held-${slug}-${place}`,
            'version: 1\ndefault: pass\ninclude: [standard, ./packs.yaml]\n',
          );
          await machine.sh(
            'lagent',
            `cd '${folder}'; printf 'version: 1\\npolicy: { bash_safety: {} }\\n' >packs.yaml; echo ls >script.sh; echo x >data.txt; rm -rf ${place}; ${make.replaceAll('IT', place)}`,
          );
          const ended = await quick(() =>
            machine.hook('lagent', folder, 'bash script.sh; sed -i s/x/y/ data.txt; git apply data.txt; rm data.txt'),
          );
          if (place === 'governance.yaml' || place === 'packs.yaml') expect(ruling(ended)).not.toBe('pass');
        }
        expect(ruling(await quick(() => machine.hook('lother', machine.homeOf('lother'), 'ls')))).toBe('pass');
      });

      it('many callers of one user do not stop those of another', async () => {
        const flood = machine.node(
          'lagent',
          `import { createConnection } from 'node:net';
        const socket = '/run/licet/ask/' + process.getuid() + '/socket';
        for (let i = 0; i < 400; i++) { const c = createConnection(socket); c.on('error', () => {}); c.write('POST /v1/hook HTTP/1.1\\r\\nhost: x\\r\\ncontent-length: 13000000\\r\\n\\r\\n{' + 'x'.repeat(1000)); }
        setTimeout(() => process.exit(), 4000);`,
        );
        await new Promise(resolve => setTimeout(resolve, 1_500));
        const other = await quick(() => machine.hook('lother', machine.homeOf('lother'), 'ls'));
        await flood;

        expect(ruling(other)).toBe('pass');
        expect(ruling(await machine.hook('lagent', root, 'ls'))).toBe('pass');
      });
    });

    describe('the world of the caller', () => {
      it('does not choose the home, the state or the program', async () => {
        const weak = 'version: 1\ndefault: pass\npolicy: { tool_allowlist: { tools: [Bash] } }\n';
        await machine.sh('lagent', 'mkdir -p ~/evil/.licet; cat >~/evil/.licet/governance.yaml; mkdir -p ~/nowhere', {
          input: weak,
        });
        const env = {
          HOME: `${machine.homeOf('lagent')}/evil`,
          XDG_CONFIG_HOME: `${machine.homeOf('lagent')}/evil`,
          LICET_HOME: '/tmp',
          LICET_RESIDENT: 'leave',
          NODE_COMPILE_CACHE: `${machine.homeOf('lagent')}/evil`,
          CLAUDE_PROJECT_DIR: `${machine.homeOf('lagent')}/nowhere`,
        };

        expect(ruling(await machine.hook('lagent', `${machine.homeOf('lagent')}/nowhere`, 'rm -rf ~', { env }))).toBe('deny');
        expect((await machine.sh('root', "find / -xdev -name state.db -path '*lagent*' 2>/dev/null")).stdout).toBe('');
      });

      it('does not choose a second policy for a folder, which would share the state of the first', async () => {
        await machine.sh('lagent', `cat >'${root}/weak.yaml'; cat '${root}/weak.yaml' >'${root}/governance.yml'`, {
          input: 'version: 1\ndefault: pass\npolicy: { bash_safety: {} }\n',
        });
        for (const name of ['weak.yaml', 'governance.yml']) {
          const ended = await machine.hook('lagent', root, 'ls', { args: ['--policy', `${root}/${name}`] });
          expect(ended.stdout).toContain('does not govern its folder');
        }
      });

      it('does not bring a compiled policy along', async () => {
        const folder = await machine.project(
          'lagent',
          'cached',
          'version: 1\ndefault: pass\npolicy: { tool_allowlist: { tools: [Read] } }\n',
        );
        const before = ruling(await machine.hook('lagent', folder, 'ls'));
        // A process of the user's own compiles the policy; its compiled form is then given another meaning.
        await machine.sh('root', 'mv /etc/licet/service.json /etc/licet/away');
        await machine.hook('lagent', folder, 'ls');
        await machine.sh('root', 'mv /etc/licet/away /etc/licet/service.json');
        const { stdout } = await machine.sh(
          'lagent',
          `cd ~/.licet/cache/policies && sed -i 's/\\["Read"\\]/["Bash"]/' * && grep -c '"Bash"' *`,
        );
        await machine.sh('lagent', `touch '${folder}/governance.yaml'`);

        expect([before, stdout.trim()]).toEqual(['deny', '1']);
        expect(ruling(await machine.hook('lagent', folder, 'ls'))).toBe('deny');
      });

      it('gets none of the compiled policies that the service keeps for itself', async () => {
        await machine.hook('lagent', root, 'ls');
        const folder = '/var/lib/licet/users/$(id -u lagent)/.licet/cache/policies';
        const { stdout } = await machine.sh('root', `stat -c '%U %a' ${folder}/*`);
        const read = await machine.sh('lagent', `cat ${folder}/*; ls ${folder}`);

        expect(new Set(stdout.trim().split('\n'))).toEqual(new Set(['licet 600']));
        expect(read.stdout).toBe('');
      });

      it('must be the one that the service sees', async () => {
        const script = `mount -t tmpfs t '${root}' && printf 'version: 1\\ndefault: pass\\npolicy: { bash_safety: {} }\\n' >'${root}/governance.yaml' && cd '${root}' && exec setpriv --reuid lagent --regid lagent --init-groups '${process.execPath}' /usr/lib/licet/dist/licet.cjs hook claude-code`;
        const input = JSON.stringify({
          hook_event_name: 'PreToolUse',
          session_id: 's',
          cwd: root,
          tool_use_id: 'c',
          tool_name: 'Bash',
          tool_input: { command: 'ls' },
        });
        const ended = await machine.as('root', ['unshare', '--mount', 'sh', '-c', script], { input });

        expect(ruling(ended)).toBe('failed');
        expect(ended.stderr).toContain('sees other files than the service');
      });
    });

    describe('code of a project', () => {
      /** A project whose graph calls a module, which leaves a mark when it is run. */
      const calling = async (user: 'lagent' | 'lhuman'): Promise<{ folder: string; mark: string }> => {
        const made = GROUNDED_PROJECTS['calling']?.() ?? '';
        const folder = `${machine.homeOf(user)}/calling`;
        const mark = `${machine.homeOf(user)}/ran`;
        const code = `import { writeFileSync } from 'node:fs';\nwriteFileSync('${mark}', String(process.geteuid()));\nexport default { protect: () => ({ passed: true }) };\n`;
        await machine.sh(
          'root',
          `cp -r '${made}' '${folder}'; cat >'${folder}/.licet/callbacks.mjs'; chown -R ${user}: '${folder}'`,
          { input: code },
        );
        return { folder, mark };
      };

      it('is never run by the service', async () => {
        const { folder, mark } = await calling('lagent');
        const ended = await machine.hook('lagent', folder, 'rm a.txt');
        for (const words of [
          ['check', '--command', 'rm a.txt'],
          ['explain', '--command', 'rm a.txt'],
          ['status'],
          ['context'],
          ['permissions', '.'],
        ])
          await machine.licet('lagent', words, { cwd: folder });

        expect(ruling(ended)).toBe('deny');
        expect((await machine.sh('root', `cat '${mark}'`)).status).not.toBe(0);
      });

      it('is run for a user who is not governed, so it would have been', async () => {
        const { folder, mark } = await calling('lhuman');
        await machine.hook('lhuman', folder, 'rm a.txt');

        expect((await machine.sh('root', `cat '${mark}'`)).status).toBe(0);
      });
    });

    describe('without the service', () => {
      afterAll(restart);

      it('every call of a governed user is stopped, and the reason says the way out', async () => {
        await machine.stopService();
        const ended = await machine.hook('lagent', root, 'ls');

        expect(ruling(ended)).toBe('failed');
        expect(ended.stderr).toContain('`sudo systemctl restart licet`');
        expect((await machine.licet('lagent', ['check', '--command', 'ls'], { cwd: root })).status).toBe(3);
      });

      it('a server of the user itself is not believed, wherever it listens', async () => {
        await machine.stopService();
        const server = `import { createServer } from 'node:http'; import { mkdirSync } from 'node:fs'; import { spawnSync } from 'node:child_process';
        const answer = JSON.stringify({ code: 0, out: '{}' });
        const out = [];
        for (const at of ['/run/licet/ask/' + process.getuid(), process.env.HOME + '/run/licet/ask/' + process.getuid()]) {
          try { mkdirSync(at, { recursive: true }); await new Promise((ok, no) => createServer((q, r) => { r.setHeader('content-length', answer.length); r.end(answer); }).once('error', no).listen(at + '/socket', ok)); } catch (error) { out.push(error.code); }
        }
        const input = JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/', tool_use_id: 'f', tool_name: 'Bash', tool_input: { command: 'ls' } });
        const { status } = spawnSync(process.execPath, ['/usr/lib/licet/dist/licet.cjs', 'hook', 'claude-code'], { input, env: { ...process.env, LICET_RUN: process.env.HOME + '/run/licet', XDG_RUNTIME_DIR: process.env.HOME + '/run' } });
        console.log(out.join(), status); process.exit();`;
        const { stdout } = await machine.node('lagent', server);

        expect(stdout).toBe('EACCES 2\n');
      });

      it.each([
        ['belongs to the user', 'chown lagent FOLDER'],
        ['can be written by others', 'chmod 0777 FOLDER'],
        ['is a link', 'mv FOLDER FOLDER.real && ln -s FOLDER.real FOLDER'],
      ])('a folder of the socket that %s is not believed, though a server answers there', async (_name, spoil) => {
        await restart();
        const folder = '/run/licet/ask/$(id -u lagent)';
        await machine.sh('root', spoil.replaceAll('FOLDER', folder));

        expect(ruling(await machine.hook('lagent', root, 'ls'))).toBe('failed');
      });
    });

    describe('what the administrator has written down', () => {
      afterAll(restart);

      it.each([
        ['is no JSON', 'echo "{" >F'],
        ['is empty', ': >F'],
        ['says nothing of users', 'echo "{\\"version\\":1}" >F'],
        ['belongs to the user', 'chown lagent F'],
        ['can be written by others', 'chmod 0666 F'],
        ['lies in a folder that others can write', 'chmod 0777 /etc/licet'],
        ['cannot be read', 'chmod 0600 F'],
        ['is a folder', 'rm F && mkdir F'],
        ['is a link that leads nowhere', 'rm F && ln -s /nowhere F'],
      ])('stops every call when it %s', async (_name, spoil) => {
        const file = '/etc/licet/service.json';
        await machine.sh('root', `cp -a ${file} /etc/licet.kept; ${spoil.replaceAll('F', file)}`);
        const ended = await machine.hook('lagent', root, 'ls');
        const checked = await machine.licet('lagent', ['check', '--command', 'ls'], { cwd: root });
        await machine.sh('root', `rm -rf ${file}; mv /etc/licet.kept ${file}; chmod 0755 /etc/licet`);

        expect(ruling(ended)).toBe('failed');
        expect(ended.stderr).toContain('sudo licet service install');
        expect(checked.status).toBe(3);
      });
    });

    describe('`licet service status`', () => {
      it('finds all well, for root and for the governed user', async () => {
        for (const user of ['root', 'lagent'] as const) {
          const { status, stdout } = await machine.licet(user, ['service', 'status']);
          expect(stdout).not.toContain('FAILED');
          expect(status).toBe(0);
        }
      });

      it.each([
        [
          'a state that others can read',
          'find /var/lib/licet/projects -name state.db -exec chmod 0644 {} +',
          'find /var/lib/licet/projects -name state.db -exec chmod 0600 {} +',
          'others may read',
        ],
        [
          'a folder that others can write',
          'chmod 0777 /var/lib/licet/projects',
          'chmod 0711 /var/lib/licet/projects',
          'others may write to',
        ],
        [
          'a program that others can change',
          'chmod 0666 /usr/lib/licet/dist/licet.cjs',
          'chmod 0644 /usr/lib/licet/dist/licet.cjs',
          'others may write to',
        ],
        [
          'a governed user in a powerful group',
          'groupadd -f docker; usermod -aG docker lagent',
          'gpasswd -d lagent docker',
          'it is in the group `docker`',
        ],
      ])('finds %s', async (_name, spoil, mend, want) => {
        await machine.sh('root', spoil);
        const { status, stdout } = await machine.licet('root', ['service', 'status']);
        await machine.sh('root', mend);

        expect(stdout).toContain(want);
        expect(status).toBe(2);
      });
    });

    it('goes away with `uninstall`, which keeps what it has written', async () => {
      await machine.stopService();
      const { status, stdout } = await machine.licet('root', ['service', 'uninstall', '--yes']);

      expect(status).toBe(0);
      expect(stdout).toContain('left /var/lib/licet');
      expect((await machine.sh('root', 'ls /etc/licet/service.json /usr/lib/licet')).status).not.toBe(0);
    });
  },
);
