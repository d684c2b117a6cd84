import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { findBubblewrap } from '@licet/sandbox';
import { onTestFinished } from 'vitest';

import { BUNDLE, humanEnv, licet } from '../../support/cli.ts';
import type { Ended } from '../../support/cli.ts';

/** Why code cannot run in a sandbox here; undefined where it can. `LICET_REQUIRE_SANDBOX=1` makes that an error. */
export function missingSandbox(): string | undefined {
  const found = process.platform === 'linux' ? findBubblewrap() : { problem: `there is none for ${process.platform}` };
  if ('program' in found) return undefined;
  if (process.env['LICET_REQUIRE_SANDBOX'] === '1') throw new Error(`a sandbox is required here: ${found.problem}`);
  return found.problem;
}

const BASE = `version: 1
default: pass
policy:
  all:
    - self_protection: {}
    - secret_paths: {}
    - file_boundary: { allow: ['**'], deny: ['private/'], read_only: ['fixed/'], unknown: pass }
`;

/** A throw-away home with a project in it. */
export class SandboxWorld {
  readonly home: string = realpathSync(mkdtempSync(join(tmpdir(), 'licet-box-')));
  readonly project: string = join(this.home, 'shop');

  constructor(more: string = '') {
    const files: Readonly<Record<string, string>> = {
      '.ssh/id_rsa': 'hunter2',
      '.bashrc': '# start\n',
      '.gitconfig': '[user]\n  name = Ann\n  email = ann@example.com\n',
      'beside/file': 'hunter2',
      'shop/governance.yaml': BASE + more,
      'shop/.env': 'KEY=hunter2\n',
      'shop/.gitignore': '.env\n.licet/\nother-name\n*.pem\n',
      'shop/sub/keys/tls.pem': 'hunter2',
      'shop/private/file': 'hunter2',
      'shop/fixed/file': 'fixed',
      'shop/src/app.js': 'console.log(1)\n',
      // The analyser cannot see what a file that is chosen at run time does.
      'shop/probe.cjs':
        "const { file } = JSON.parse(require('node:fs').readFileSync('probe.json', 'utf8'));\n" +
        "process.exit(require('node:child_process').spawnSync('sh', [file], { stdio: 'inherit' }).status ?? 1)\n",
      'shop/probe.json': '{"file":"probe.txt"}',
    };
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    symlinkSync('.env', join(this.project, 'linked'));
    linkSync(join(this.project, '.env'), join(this.project, 'other-name'));
    spawnSync('git', ['init', '-q'], { cwd: this.project });
    onTestFinished(() => rmSync(this.home, { recursive: true, force: true, maxRetries: 5 }));
  }

  /** Writes a file, by its name from the home folder. */
  write(name: string, text: string): void {
    const file = join(this.home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Runs `licet` in the project. */
  licet(args: readonly string[], env: Readonly<Record<string, string>> = {}, input: string = ''): Ended {
    return licet(this.project, args, input, undefined, { HOME: this.home, ...env });
  }

  /** Starts `licet` in the project, and leaves this process free to answer. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
    const started = spawn(process.execPath, [BUNDLE, ...args], {
      cwd: this.project,
      env: { ...humanEnv(), NO_COLOR: '1', HOME: this.home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void started.kill('SIGKILL'));
    return started;
  }

  /** The same, to its end. */
  async finish(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const started = this.start(args, env);
    let [stdout, stderr] = ['', ''];
    started.stdout?.on('data', (part: Buffer) => (stdout += part.toString('utf8')));
    started.stderr?.on('data', (part: Buffer) => (stderr += part.toString('utf8')));
    return new Promise(resolve => started.once('close', (status, signal) => resolve({ status, signal, stdout, stderr })));
  }

  /** Runs lines of `sh` in the sandbox. */
  run(script: string, env: Readonly<Record<string, string>> = {}): Ended {
    this.write('shop/probe.txt', script);
    return this.licet(['run', '--', 'node', 'probe.cjs'], env);
  }
}
