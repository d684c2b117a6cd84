import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { SandboxWorld, missingSandbox } from './sandboxWorld.ts';

const missing = missingSandbox();

/** A server of this machine that a program inside reaches by the proxy alone: `127.0.0.1` is the sandbox itself. */
const HOST = '127.0.0.2';

async function serve(server: Server): Promise<number> {
  await new Promise<void>(resolve => void server.listen(0, HOST, resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A registry with one package. */
async function registry(world: SandboxWorld): Promise<number> {
  world.write('package/package.json', '{"name":"left","version":"1.0.0","scripts":{"postinstall":"echo installed > done"}}');
  spawnSync('tar', ['czf', 'left.tgz', 'package'], { cwd: world.home });
  const tarball = readFileSync(join(world.home, 'left.tgz'));
  const server = createServer((asked: IncomingMessage, answer) => {
    if (asked.url?.endsWith('.tgz') === true) return answer.end(tarball);
    const dist = { tarball: `http://${HOST}:${(server.address() as AddressInfo).port}/left.tgz` };
    answer.setHeader('content-type', 'application/json');
    return answer.end(
      JSON.stringify({
        name: 'left',
        'dist-tags': { latest: '1.0.0' },
        versions: { '1.0.0': { name: 'left', version: '1.0.0', hasInstallScript: true, dist } },
      }),
    );
  });
  return serve(server);
}

const NETWORK = `    - network: { allow: ['${HOST}'], uploads: pass, listen: pass, unknown: pass }\n`;

/** Everyday work, each step as lines of `sh` that print `done` at their end. */
const STEPS: Readonly<Record<string, string>> = {
  'run a test of Node':
    "mkdir -p test; echo \"require('node:test')('adds', () => {})\" > test/a.test.js; node --test test/a.test.js > /dev/null && echo done",
  'run a test of Python':
    'mkdir -p t; printf "import unittest\\nclass A(unittest.TestCase):\\n  def test(self): pass\\n" > t/test_a.py; python3 -m unittest discover t 2> /dev/null && echo done',
  'build with make': 'printf "out: src/app.js\\n\\tcp src/app.js out\\n" > Makefile; make -s && make -s && echo done',
  'write to a temporary folder': 'd=$(mktemp -d) && echo x > $d/x && cat $d/x > /dev/null && echo done',
  'keep a cache in the home folder': 'mkdir -p ~/.cache/x && echo x > ~/.cache/x/y && echo done',
  'install, delete and install packages again':
    'mkdir -p node_modules/a/keys; echo x > node_modules/a/keys/a.pem; rm -rf node_modules && mkdir node_modules && echo done',
  'serve on the loopback device': `node -e "const s=require('http').createServer((q,a)=>a.end('ok')).listen(0,'127.0.0.1',()=>fetch('http://127.0.0.1:'+s.address().port).then(r=>r.text()).then(t=>{console.log(t==='ok'?'done':t);process.exit()}))"`,
  'watch files': `node -e "require('fs').watch('src',()=>{console.log('done');process.exit()});setTimeout(()=>require('fs').writeFileSync('src/new.js',''),100)"`,
  'start many processes': 'for i in 1 2 3 4 5 6 7 8; do sleep 0 & done; wait; echo done',
  'use workers and shared memory': `node -e "new (require('worker_threads').Worker)('require(\\'worker_threads\\').parentPort.postMessage(1)',{eval:true}).on('message',()=>console.log('done'))"`,
  'look at the state of the repository': 'git status --short > /dev/null && git log > /dev/null 2>&1; echo done',
  'save a file by renaming over it': 'echo a > src/app.js.tmp && mv src/app.js.tmp src/app.js && echo done',
  'make and delete folders': 'mkdir -p src/a/b && rm -r src/a && echo done',
};

describe.skipIf(missing !== undefined)(
  `ordinary work in licet run${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    it(`does ${Object.keys(STEPS).length} steps`, () => {
      const world = new SandboxWorld();
      const { stdout, stderr } = world.run(
        Object.values(STEPS)
          .map((lines, at) => `echo "@${at}"; (${lines})`)
          .join('\n'),
      );
      const undone = stdout
        .split(/^@(?=\d+$)/mu)
        .slice(1)
        .filter(text => !text.includes('done'));

      expect({ stderr, undone: undone.map(text => `${Object.keys(STEPS)[Number.parseInt(text, 10)]}: ${text}`) }).toEqual({
        stderr,
        undone: [],
      });
    });

    it('commits by git, as the user, and changes neither hooks nor settings of git', () => {
      const world = new SandboxWorld();
      expect(world.licet(['run', '--', 'git', 'add', '-A'])).toMatchObject({ status: 0 });
      expect(world.licet(['run', '--', 'git', 'commit', '-qm', 'first'])).toMatchObject({ status: 0 });
      const { stdout } = spawnSync('git', ['log', '--format=%an %s'], { cwd: world.project, encoding: 'utf8' });
      expect(stdout).toBe('Ann first\n');

      // A hook runs in the sandbox, too.
      writeFileSync(
        join(world.project, '.git/hooks/pre-commit'),
        '#!/bin/sh\necho x > .git/hooks/post-commit; cat ~/.ssh/id_rsa > stolen\nexit 0\n',
        { mode: 0o755 },
      );
      expect(world.licet(['run', '--', 'git', 'commit', '--allow-empty', '-qm', 'second'])).toMatchObject({ status: 0 });
      expect(existsSync(join(world.project, '.git/hooks/post-commit'))).toBe(false);
      expect(readFileSync(join(world.project, 'stolen'), 'utf8')).toBe('');
    });

    it('works in a worktree of another repository', () => {
      const world = new SandboxWorld();
      const git = (...args: readonly string[]): void =>
        void spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: world.project });
      git('add', '-A');
      git('commit', '-qm', 'first');
      git('worktree', 'add', '-q', join(world.home, 'tree'));
      const tree = new SandboxWorld();
      Object.assign(tree, { project: join(world.home, 'tree'), home: world.home });

      expect(tree.licet(['run', '--', 'git', 'commit', '--allow-empty', '-qm', 'second'])).toMatchObject({
        status: 0,
        stderr: '',
      });
    });

    it('installs packages by the proxy, and runs their scripts in the sandbox', async () => {
      const world = new SandboxWorld(NETWORK);
      const port = await registry(world);
      world.write('shop/package.json', '{"name":"shop","version":"1.0.0"}');
      world.write(
        'shop/probe.txt',
        `npm install left --registry http://${HOST}:${port} --no-audit --no-fund --no-update-notifier && echo done`,
      );
      const { stdout, stderr } = await world.finish(['run', '--', 'node', 'probe.cjs']);

      expect({ stdout, stderr }).toEqual({ stdout: expect.stringContaining('done'), stderr: expect.anything() });
      expect(readFileSync(join(world.project, 'node_modules/left/done'), 'utf8')).toBe('installed\n');
    });

    it('refuses every other host, in words, with the rule and its line', async () => {
      const world = new SandboxWorld(NETWORK);
      const port = await serve(createServer((_asked, answer) => void answer.end('inside')));
      const ask = (address: string): string => `curl -sS -x http://127.0.0.1:3128 ${address}; echo`;
      world.write(
        'shop/probe.txt',
        [`http://${HOST}:${port}/`, 'http://127.0.0.3:80/', 'https://example.net/', 'http://169.254.169.254/']
          .map(ask)
          .join('\n'),
      );
      const { stdout, stderr } = await world.finish(['run', '--', 'node', 'probe.cjs']);

      expect(stdout).toContain('inside');
      expect(stdout).toContain('licet: network 127.0.0.3:80 refused: the policy does not open this host');
      expect(stderr).toContain('licet: network example.net:443 refused');
      expect(stderr).toContain(
        'licet: refused hosts: 127.0.0.3:80, example.net:443, 169.254.169.254:80, by network (governance.yaml:8)',
      );
    });

    it('changes nothing where the policy opens no folder for changes', () => {
      const world = new SandboxWorld();
      writeFileSync(
        join(world.project, 'governance.yaml'),
        readFileSync(join(world.project, 'governance.yaml'), 'utf8').replace("allow: ['**']", "allow: ['docs/**']"),
      );
      mkdirSync(join(world.project, 'docs'));
      const { stdout } = world.run('echo x > src/app.js || echo closed; echo x > docs/a.md && echo open');

      expect(stdout).toBe('closed\nopen\n');
    });
  },
);
