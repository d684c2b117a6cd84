import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { BUNDLE } from '../cli.ts';
import { enrol, pageOf } from '../passkeyPage.ts';
import { Session, hooksOf } from './claude.ts';
import { Judges } from './judge.ts';
import {
  HOME,
  envOf,
  keepHome,
  makeMachine,
  makeProject,
  PROJECT,
  restoreHome,
  runAs,
  said,
  sayYes,
  startOnTerminal,
} from './machine.ts';

/** What a yes needs. */
export type Level = 'terminal' | 'passkey' | 'service';

/** A call that waits for a yes on every machine. */
export const GATED = 'git push origin main';

const policyAt = (level: Level): string => `version: 1
default: pass
include: [standard]
approvals: { proof: ${level}, channel: out_of_band }
ask_before: [git push]
policy:
  all:
    - hold: {}
    - facts:
        facts:
          tests_passing: { earned_by: { runs: tests }, reset_by: { writes: ['**/*.{js,json}'] } }
    - when:
        if: { tool: mcp__deploy__run }
        then: { requires: tests_passing }
`;

const SERVICE_LICET = '/usr/lib/licet/dist/licet.cjs';

/** A machine at one level, which is put back before each chain. */
export class Machine {
  readonly level: Level;
  readonly code: string;
  readonly judges: Judges;
  #service: ChildProcess | undefined;

  private constructor(level: Level, code: string, judges: Judges) {
    [this.level, this.code, this.judges] = [level, code, judges];
  }

  static async at(level: Level): Promise<Machine> {
    makeMachine();
    makeProject(policyAt(level), level !== 'service');
    const service = level === 'service' ? await installService() : undefined;
    if (service === undefined) {
      must(runAs('lagent', ['licet', 'init']));
      await sayYes('lagent', 'licet accept');
    } else await sayYes('root', `node ${SERVICE_LICET} accept --governed lagent`);
    if (level === 'passkey') await enrolAnn();
    const judges = new Judges();
    const { why } = await new Session(judges, 's').judge({ tool: 'Bash', input: { command: GATED } });
    const code = /approve ([\dA-Z]{4}-[\dA-Z]{4})/u.exec(why)?.[1];
    if (code === undefined) throw new Error(`the gated call is not asked about: ${why}`);
    if (service !== undefined) await stop(service);
    keepHome();
    if (service !== undefined) spawnSync('cp', ['-a', '/var/lib/licet', '/root/licet']);
    else judges.learn(['PreToolUse', 'PostToolUse', 'PostToolUseFailure'].flatMap(hooksOf));
    return new Machine(level, code, judges);
  }

  /** Puts everything back as it was, and starts what the chain needs. */
  async restore(needs: readonly string[]): Promise<void> {
    if (this.#service !== undefined) await stop(this.#service);
    restoreHome(this.judges.pid);
    if (this.level === 'service') {
      spawnSync('sh', ['-c', 'rm -rf /var/lib/licet && cp -a /root/licet /var/lib/licet']);
      this.#service = await startService();
    }
    // At `service` no server of the user starts.
    else for (const need of needs) await startNeeded(need);
  }

  async end(): Promise<void> {
    if (this.#service !== undefined) await stop(this.#service);
    this.judges.end();
    restoreHome();
  }

  /** Reads the trail and says whether it verifies, with the eyes of root. */
  verify(): { readonly holds: boolean; readonly says: string } {
    const { status, stdout, stderr } =
      this.level === 'service'
        ? runAs('root', [
            'node',
            SERVICE_LICET,
            'audit',
            'verify',
            '--governed',
            'lagent',
            '--policy',
            `${PROJECT}/governance.yaml`,
          ])
        : runAs('lagent', ['node', BUNDLE, 'audit', 'verify']);
    return { holds: status === 0, says: `${stdout}${stderr}` };
  }
}

function must({ status, stdout, stderr }: ReturnType<typeof runAs>): void {
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
}

async function enrolAnn(): Promise<void> {
  const adding = startOnTerminal('lagent', 'licet passkey add ann');
  const text = await said(adding, /Ctrl-C ends it/u);
  const ended = once(adding, 'exit');
  await enrol(await pageOf(text), 'ann');
  await ended;
}

async function installService(): Promise<ChildProcess> {
  const words = [
    'node',
    BUNDLE,
    'service',
    'install',
    '--no-start',
    '--yes',
    '--for',
    'lagent',
    '--approver',
    'lhuman',
    '--managed',
  ];
  must(runAs('root', words, { cwd: '/' }));
  return startService();
}

async function startService(): Promise<ChildProcess> {
  const caps = '-all,+setuid,+setgid';
  spawnSync('sh', ['-c', 'rm -rf /run/licet; install -d -o licet -g licet -m 0755 /run/licet']);
  const rights = [
    '--reuid',
    'licet',
    '--regid',
    'licet',
    '--clear-groups',
    '--no-new-privs',
    `--inh-caps=${caps}`,
    `--ambient-caps=${caps}`,
    `--bounding-set=${caps}`,
  ];
  const env = { PATH: envOf('root')['PATH'] ?? '', NODE_DISABLE_COMPILE_CACHE: '1', UV_USE_IO_URING: '0' };
  const service = spawn('setpriv', [...rights, process.execPath, SERVICE_LICET, 'service', 'run'], {
    cwd: '/',
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const wait = 'for i in $(seq 300); do [ -S /run/licet/approve/0/socket ] && exit 0; sleep 0.1; done; exit 1';
  if (spawnSync('sh', ['-c', wait]).status !== 0) throw new Error('the service did not start');
  return service;
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGKILL');
  await ended;
}

/** Starts what the person of a chain has running beside the agent. */
async function startNeeded(need: string): Promise<void> {
  if (need === 'serve') await said(startOnTerminal('lagent', 'licet serve --port 8181'), /8181/u);
  else if (need === 'console') await said(startOnTerminal('lagent', 'licet console --port 8282 --no-open'), /8282|http:/u);
  else if (need === 'tmux') must(runAs('lagent', ['tmux', 'new-session', '-d', '-s', 'main', '-c', `${HOME}/project`]));
  else if (need === 'watch') await said(startOnTerminal('lagent', 'licet approvals watch'), /./u);
}
