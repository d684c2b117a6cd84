import { generateKeyPairSync } from 'node:crypto';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { publicKeyText } from '../../packages/cli/src/signing/ed25519.ts';
import { BUNDLE } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';
import { ServiceMachine, serviceProblem } from '../support/serviceMachine.ts';

const SCHEMA = join(import.meta.dirname, '../../schema');
const FILE = '/etc/licet/governance.yaml';
const MANAGED =
  'version: 1\ninclude: [standard]\npolicy: { bash_safety: { otherwise: pass, blocked_prefixes: [npm publish] } }\n';
const PROJECT =
  'version: 1\npolicy: { all: [{ floor: {} }, { bash_safety: { otherwise: pass, blocked_prefixes: [make deploy] } }] }\n';

const problem = serviceProblem();
if (problem !== undefined) console.log(`the tests of the managed policy are left out: ${problem}`);

const said = ({ status, stdout, stderr }: Ended): string =>
  status === 2 ? `failed: ${stderr}` : (/"permissionDecision":"(\w+)"/u.exec(stdout)?.[1] ?? 'pass');

describe.skipIf(problem !== undefined)(`the managed policy of a machine${problem === undefined ? '' : ` (${problem})`}`, () => {
  let machine: ServiceMachine;
  let root: string;

  beforeAll(async () => {
    machine = await ServiceMachine.start();
    // Root installs the program for the whole machine.
    await machine.sh(
      'root',
      `mkdir -p /usr/lib/licet/dist && cp -r '${dirname(BUNDLE)}/.' /usr/lib/licet/dist/ && cp -r '${SCHEMA}' /usr/lib/licet/ && chmod -R go-w /usr/lib/licet`,
    );
    root = await machine.project('lagent', 'project', PROJECT);
  }, 120_000);

  afterAll(async () => machine.end());

  const put = async (text: string): Promise<void> => {
    await machine.sh('root', `mkdir -p /etc/licet && cat >${FILE} && chmod 0644 ${FILE}`, { input: text });
  };
  const ask = async (command: string, at = root): Promise<string> =>
    said(await machine.hook('lagent', at, command, { env: { LICET_RESIDENT: '0' } }));

  it('is above the policy of a project: each stops what it stops', async () => {
    await put(MANAGED);

    expect(await Promise.all(['npm publish', 'make deploy', 'npm test'].map(each => ask(each)))).toEqual([
      'deny',
      'deny',
      'pass',
    ]);
  });

  it('judges in a folder without a policy', async () => {
    await put(MANAGED);
    const bare = `${machine.homeOf('lagent')}/bare`;
    await machine.sh('lagent', `mkdir -p ${bare}`);

    expect(await ask('npm publish', bare)).toBe('deny');
    expect(await ask('npm test', bare)).toBe('pass');
  });

  it('is above the policy that a server judges by, and that of an MCP gateway', async () => {
    await put(MANAGED);
    const evaluate = `curl -s "$url/v1/evaluate" -H "authorization: Bearer $(cat "$token")" -H 'content-type: application/json' -d`;
    const bash = (command: string): string => JSON.stringify({ action: { kind: 'bash', tool: 'Bash', payload: { command } } });
    const served = await machine.sh(
      'lagent',
      `cd ${root} && { "${process.execPath}" /usr/lib/licet/dist/licet.cjs serve --port 0 --json >out & } && until [ -s out ]; do sleep 0.1; done
       url=$(sed -n 's/.*"url":"\\([^"]*\\)".*/\\1/p' out) token=$(sed -n 's/.*"tokenFile":"\\([^"]*\\)".*/\\1/p' out)
       for body in '${bash('npm publish')}' '${bash('make deploy')}' '${bash('npm test')}'; do ${evaluate} "$body"; echo; done
       "${process.execPath}" /usr/lib/licet/dist/licet.cjs serve --stop >/dev/null; rm out`,
    );

    expect(served.stdout.match(/"passed":\w+/gu), served.stdout + served.stderr).toEqual([
      '"passed":false',
      '"passed":false',
      '"passed":true',
    ]);

    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'bash', arguments: { command: 'npm publish' } } };
    const gateway = await machine.sh(
      'lagent',
      `cd ${root} && { echo '${JSON.stringify(call)}'; sleep 3; } | timeout 20 "${process.execPath}" /usr/lib/licet/dist/licet.cjs mcp -- cat`,
    );
    expect(gateway.stdout, gateway.stderr).toContain('licet: ');
  });

  it('is not lifted by a pause, which lifts the policy of the project', async () => {
    await put(MANAGED);
    const paused = await machine.typed('lagent', ['pause', '10m', 'a demonstration'], { cwd: root, input: 'y\n' });
    expect(paused.status, paused.stdout + paused.stderr).toBe(0);
    try {
      expect(await ask('make deploy')).toBe('pass');
      expect(await ask('npm publish')).toBe('deny');
    } finally {
      await machine.typed('lagent', ['continue'], { cwd: root, input: 'y\n' });
    }
  });

  it('lets no person pause, where its limits say that', async () => {
    await put(`${MANAGED}limits: { pauses: never, quiet: 'off' }\n`);
    const refused = await machine.typed('lagent', ['pause', '10m', 'a demonstration'], { cwd: root, input: 'y\n' });

    expect(refused.status).not.toBe(0);
    expect(refused.stdout + refused.stderr).toContain('allows no pause');
    expect(await ask('make deploy')).toBe('deny');
    expect((await machine.licet('lagent', ['layers'], { cwd: root })).stdout).toContain('limit  pauses: "never"');
  });

  it('cannot be written by those whom it governs, and no variable moves it', async () => {
    await put(MANAGED);
    expect((await machine.sh('lagent', `echo 'version: 1' >${FILE}`)).status).not.toBe(0);
    const moved = await machine.hook('lagent', root, 'npm publish', {
      env: { HOME: '/nonexistent', ProgramData: '/tmp', XDG_CONFIG_DIRS: '/tmp', LICET_RESIDENT: '0' },
    });

    expect(said(moved)).not.toBe('pass');
  });

  it('stops everything where it does not load', async () => {
    await put('version: 1\npolicy: [\n');

    const stopped = await machine.hook('lagent', root, 'ls', { env: { LICET_RESIDENT: '0' } });
    expect(said(stopped)).not.toBe('pass');
    expect(stopped.stdout + stopped.stderr).toContain('The administrator of this machine can mend or remove');
  });

  it('is shown with the others, and what it adds', async () => {
    await put(MANAGED);
    const { status, stdout, stderr } = await machine.licet('lagent', ['layers'], { cwd: root });

    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/^managed {2,}\/etc\/licet\/governance\.yaml {2,}narrower: /mu);
    expect(stdout).toContain('An action runs only if every layer lets it through.');
    expect(stdout).toContain('No pause and no answer for a task lifts what the managed policy stops.');
    await machine.sh('root', `chmod 0666 ${FILE}`);
    expect((await machine.licet('lagent', ['layers'], { cwd: root })).stdout).toContain(`others may write to \`${FILE}\``);
  });

  it('is set up by root, with hooks that users cannot take out; what is there stays', async () => {
    await machine.sh('root', `rm -rf ${FILE}`);
    expect(await machine.licet('lagent', ['init', '--managed'])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('run it with `sudo`'),
    });
    const { status, stdout, stderr } = await machine.licet('root', ['init', '--managed']);

    expect(status, stderr).toBe(0);
    expect(stdout).toContain(`created ${FILE}`);
    expect(stdout).toContain('created /etc/claude-code/managed-settings.d/50-licet.json');
    expect((await machine.sh('root', 'cat /etc/claude-code/managed-settings.d/50-licet.json')).stdout).toContain(
      '/usr/lib/licet/dist/licet.cjs',
    );
    expect((await machine.licet('root', ['init', '--managed'])).stdout).not.toContain('created');
    expect(await ask('rm -rf ~')).toBe('deny');
  });

  it('comes from a signed bundle that root pulls, by keys that only root can change', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const keys = { release: publicKeyText(privateKey) };
    const put = async (path: string, input: string): Promise<Ended> =>
      machine.sh('root', `mkdir -p "$(dirname '${path}')" && cat >'${path}' && chmod 0644 '${path}'`, { input });
    await machine.sh('root', 'rm -rf /etc/licet /srv/policies && mkdir -p /srv/policies');
    await put('/srv/source/governance.yaml', MANAGED);
    await put('/srv/source/governance.test.yaml', 'cases:\n  - { bash: npm publish, want: block }\n');
    await put('/srv/source/key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    await put('/etc/licet/bundle.json', JSON.stringify({ from: '/srv/policies', name: 'acme', signatures: 1, keys }));
    const root = async (...args: string[]): Promise<Ended> => machine.licet('root', ['bundle', ...args], { cwd: '/srv/source' });
    await root('build', '--name', 'acme', '--release', '1');
    await root('sign', 'acme.bundle.json', '--key', 'key.pem');
    await root('push', 'acme.bundle.json', '/srv/policies');

    expect((await machine.licet('lagent', ['bundle', 'pull'])).stderr).toContain('cannot be installed beside');
    expect(await ask('npm publish')).toBe('pass');
    expect((await root('pull')).stdout).toBe('version 1 is in effect: signed by release; 1 test passed\n');
    expect(await ask('npm publish')).toBe('deny');
    await machine.sh('root', 'chmod 0666 /etc/licet/bundle.json');
    expect((await root('pull')).stderr).toContain('others may write to `/etc/licet/bundle.json`');
  });
});
