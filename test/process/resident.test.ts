import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createConnection, createServer as createNetServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

import type { FoundResident } from '@licet/server/resident';
import { findResidents } from '@licet/server/resident';
import { launcherText } from 'licet/source/init/launcher.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

import { LONG_RUN, isLongRun, oneIn, partly } from '../support/longRuns.ts';
import { HARM, HARMLESS, ResidentProject, gone, lives, patient, portIn, stops } from '../support/residentProject.ts';

const POLICY = 'version: 1\ndefault: pass\npolicy:\n  all:\n    - self_protection: {}\n    - bash_safety: {}\n';
const only = (tool: string): string => `version: 1\ndefault: pass\npolicy: { tool_allowlist: { tools: [${tool}] } }\n`;

/** Processes that stay are for Linux, and the launcher asks them with bash. */
const there = process.platform === 'linux';

type Finish = (undo: () => void | Promise<void>) => void;

function made(onFinished: Finish): ResidentProject {
  const project = new ResidentProject(POLICY);
  onFinished(() => project.end());
  return project;
}

/** The right ruling for both calls, or a no for both. */
const RIGHT = [true, false];
const NO = [true, true];

interface Fault {
  readonly name: string;
  /** Makes the fault, while a process stays. */
  readonly make?: undefined | ((project: ResidentProject, living: FoundResident, onFinished: Finish) => void | Promise<void>);
  /** A process that answers in place of the daemon. */
  readonly instead?: undefined | ((project: ResidentProject, onFinished: Finish) => Promise<void>);
  readonly want: readonly boolean[];
}

/** Somebody else on the port, who has the secrets of the folder or has not, and answers in two steps. */
function stranger(
  steps: readonly [RequestListener, RequestListener],
  { knows = true, ready = 100, answer = 100 } = {},
): Fault['instead'] {
  return async (project, onFinished) => {
    const place = project.stranger();
    const server = createServer((request, response) => {
      response.setHeader('x-answer', knows ? place.answer : 'f'.repeat(64));
      const step = request.url === '/ready' ? steps[0] : request.url === '/judge' ? steps[1] : isThere;
      step(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    place.publish((server.address() as AddressInfo).port);
    onFinished(async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    });
    // The limits are for people; a test waits for them only where somebody hangs.
    writeFileSync(project.launcher, patient(ready, answer));
  };
}

const says =
  (text: (secret: string) => string, status = 200): RequestListener =>
  (request, response) => {
    request.resume();
    request.once('end', () => {
      response.statusCode = status;
      response.end(text(String(response.getHeader('x-answer'))));
    });
  };
const isThere = says(secret => `${secret}\n`);
const isReady = says(secret => `${secret} ready\n`);
const hangs: RequestListener = request => void request.resume();
const hangsUp: RequestListener = request => {
  request.resume();
  request.once('end', () => request.socket.destroy());
};
const breaksOff: RequestListener = (request, response) => {
  request.resume();
  request.once('end', () => {
    response.setHeader('content-length', 10_000);
    response.write(`${String(response.getHeader('x-answer'))} 0\n{`);
    setTimeout(() => request.socket.destroy(), 50);
  });
};
const yes = (secret: string): string => `${secret} 0\n{}\n${secret} end`;

const FAULTS: readonly Fault[] = [
  { name: 'its socket is gone', make: (_, { folder }) => unlinkSync(join(folder, 'socket')), want: RIGHT },
  {
    name: 'its socket is a plain file',
    make: (_, { folder }) => {
      unlinkSync(join(folder, 'socket'));
      writeFileSync(join(folder, 'socket'), '');
    },
    want: RIGHT,
  },
  { name: 'its folder is gone', make: (_, { folder }) => rmSync(folder, { recursive: true }), want: RIGHT },
  { name: 'the file that leads to it is empty', make: ({ pointer }) => writeFileSync(pointer, ''), want: RIGHT },
  { name: 'the file that leads to it leads nowhere', make: ({ pointer }) => writeFileSync(pointer, '/nowhere\n'), want: RIGHT },
  { name: 'the file that leads to it is a folder', make: asFolder, want: RIGHT },
  { name: 'others can enter its folder', make: (_, { folder }) => chmodSync(folder, 0o755), want: RIGHT },
  { name: 'others can write where it leaves word', make: (_, { folder }) => chmodSync(dirname(folder), 0o777), want: RIGHT },
  { name: 'its folder is a link', make: asLink, want: RIGHT },
  {
    name: 'what callers show is another token',
    make: (_, { folder }) => writeFileSync(join(folder, 'auth'), 'authorization: Bearer x\n'),
    want: RIGHT,
  },
  { name: 'there is no token for callers', make: (_, { folder }) => unlinkSync(join(folder, 'auth')), want: RIGHT },
  { name: 'there is no secret for its answers', make: (_, { folder }) => unlinkSync(join(folder, 'answer')), want: RIGHT },
  {
    name: 'the secret for its answers is empty',
    make: (_, { folder }) => writeFileSync(join(folder, 'answer'), '\n'),
    want: RIGHT,
  },
  {
    name: 'its answers do not carry the secret',
    make: (_, { folder }) => writeFileSync(join(folder, 'answer'), `${'0'.repeat(64)}\n`),
    want: RIGHT,
  },
  {
    name: 'it lives among other mounts',
    make: (_, { folder }) => writeFileSync(join(folder, 'mounts'), '1 1 0:1 / / rw - x x rw\n'),
    want: RIGHT,
  },
  { name: 'somebody has the turn and says nothing', make: holdsTheTurn, want: RIGHT },
  { name: 'a stranger answers nothing', instead: stranger([says(() => ''), says(() => '')], { knows: false }), want: RIGHT },
  {
    name: 'a stranger says what runtimes take for a yes',
    instead: stranger([says(() => '{}'), says(() => '{}')], { knows: false }),
    want: RIGHT,
  },
  { name: 'a stranger makes the answers up', instead: stranger([isReady, says(yes)], { knows: false }), want: RIGHT },
  { name: 'a stranger refuses', instead: stranger([says(() => '', 401), hangs], { knows: false }), want: RIGHT },
  { name: 'it hangs before it is ready', instead: stranger([hangs, hangs], { ready: 1 }), want: RIGHT },
  { name: 'it hangs up before it is ready', instead: stranger([hangsUp, hangs]), want: RIGHT },
  { name: 'it has no time', instead: stranger([says(() => '', 503), hangs]), want: RIGHT },
  { name: 'it hangs with the call in its hands', instead: stranger([isReady, hangs], { answer: 1 }), want: NO },
  { name: 'it hangs up with the call in its hands', instead: stranger([isReady, hangsUp]), want: NO },
  { name: 'it breaks off in its answer', instead: stranger([isReady, breaksOff]), want: NO },
  { name: 'it answers with a fault', instead: stranger([isReady, says(yes, 500)]), want: NO },
  { name: 'its answer is empty', instead: stranger([isReady, says(() => '')]), want: NO },
  { name: 'its answer does not say that it is whole', instead: stranger([isReady, says(secret => `${secret} 0\n{}`)]), want: NO },
  { name: 'its answer has no code', instead: stranger([isReady, says(secret => `{}\n${secret} end`)]), want: NO },
  {
    name: 'its answer has another code',
    instead: stranger([isReady, says(secret => `${secret} 7\n{}\n${secret} end`)]),
    want: NO,
  },
  {
    name: 'its answer is a no without the words of a runtime',
    instead: stranger([isReady, says(secret => `${secret} 2\nno\n${secret} end`)]),
    want: NO,
  },
  {
    name: 'the person has got a policy',
    make: ({ home }) => writeFileSync(join(home, '.licet', 'governance.yaml'), only('Read')),
    want: [true, true],
  },
  {
    name: 'the policy says that none may stay',
    make: ({ policy }) => writeFileSync(policy, `resident: false\n${POLICY}`),
    want: RIGHT,
  },
  { name: 'another Node is used', make: otherNode, want: RIGHT },
];

function asFolder({ pointer }: ResidentProject): void {
  unlinkSync(pointer);
  mkdirSync(pointer);
}

function asLink(_project: ResidentProject, { folder }: FoundResident): void {
  renameSync(folder, `${folder}.there`);
  symlinkSync(`${folder}.there`, folder);
}

async function connect({ folder }: FoundResident, text: string, onFinished: Finish): Promise<void> {
  const socket = createConnection(portIn(folder), '127.0.0.1');
  socket.on('error', () => undefined);
  onFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
}

/** Says where it is, is told that it is next, and keeps everybody waiting. */
async function holdsTheTurn(project: ResidentProject, living: FoundResident, onFinished: Finish): Promise<void> {
  const world = `HOME=${project.home}\0LICET_HOOK_CWD=${project.root}\0LICET_HOOK_POLICY=${project.policy}\0LICET_HOOK_NODE=${join(project.home, 'node')}\0LICET_HOOK_WORDS=hook claude-code\0`;
  const head = `POST /ready HTTP/1.1\r\nhost: licet\r\nauthorization: Bearer ${living.token}\r\nx-licet-request: slow\r\ncontent-length: ${Buffer.byteLength(world)}\r\n\r\n`;
  await connect(living, head + world, onFinished);
}

function otherNode({ home }: ResidentProject): void {
  cpSync(join(home, 'node'), join(home, 'node2'));
  const file = join(home, '.licet', 'program');
  writeFileSync(file, readFileSync(file, 'utf8').replace(join(home, 'node'), join(home, 'node2')));
}

describe.runIf(there)('a process that stays', () => {
  it('answers after the first call, and no other process is started', async () => {
    const project = made(onTestFinished);
    const living = await project.warm();

    const ends = [await project.sendToStaying(project.event(HARM)), await project.sendToStaying(project.event(HARMLESS))];
    expect(ends.map(stops)).toEqual(RIGHT);

    await project.end();
    expect(lives(living.pid)).toBe(false);
    expect(findResidents(project.home)).toEqual([]);
  });
});

describe.runIf(there)('a stranger on the port of a process that is gone', () => {
  it('is told nothing of the call, nor of the environment', async () => {
    const project = made(onTestFinished);
    const place = project.stranger();
    const heard: string[] = [];
    const server = createNetServer(socket => {
      socket.on('error', () => undefined);
      socket.on('data', text => {
        heard.push(text.toString());
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    place.publish((server.address() as AddressInfo).port);

    const end = await project.send(project.event(HARM), { env: { API_TOKEN: 'of-the-caller' } });
    expect([stops(end), project.starts]).toEqual([true, 1]);
    expect(heard.join('')).toMatch(/^GET \/status HTTP\/1\.1\r\n/u);
    expect(heard.join('')).not.toMatch(/POST|of-the-caller|tool_input/u);
  });
});

describe('a launcher that asks no process', () => {
  const shells = ['sh', 'dash', 'ash', 'busybox sh', 'mksh', 'ksh', 'bash', 'bash --posix'];
  const tried = isLongRun ? shells : shells.slice(0, 2);
  const found = tried.filter(shell => spawnSync(`${shell} -c :`, { shell: true }).status === 0);

  it.for([
    ['none may stay', launcherText({ resident: false })],
    ['there is no bash', launcherText({ resident: true }).replaceAll('/bin/bash', '/nowhere/bash')],
  ] as const)(
    `judges by a new process in every shell, where %s${partly('two of the shells')}`,
    async ([, text], { onTestFinished: onFinished }) => {
      const project = made(onFinished);
      writeFileSync(project.launcher, text);

      for (const shell of found) {
        const judged = async (event: object): Promise<boolean> => stops(await project.send(project.event(event), { shell }));
        expect([shell, await judged(HARM), await judged(HARMLESS)]).toEqual([shell, ...RIGHT]);
      }
      expect(project.starts).toBe(2 * found.length);
    },
  );
});

describe('the launcher', () => {
  it('starts any command of the program, whatever letters it has', async () => {
    const project = made(onTestFinished);
    const env = { PATH: process.env['PATH'], HOME: project.home };
    const { status, stdout } = spawnSync('sh', [project.launcher, 'explain', '--command', 'ls'], { cwd: project.root, env });

    expect([status, String(stdout)]).toEqual([0, expect.stringContaining('pass')]);
  });
});

describe.runIf(there)('a process that was killed', () => {
  const environments = [
    {},
    { BASH_VERSION: '5' },
    { SHELLOPTS: 'errexit:nounset' },
    { POSIXLY_CORRECT: '1' },
    { BASH_ENV: '/nowhere' },
  ];
  it.for(oneIn(3, environments))('leaves the next call to a new process, with %j', async ({ leftOut, ...env }, context) => {
    if (leftOut) return context.skip(LONG_RUN);
    const { onTestFinished: onFinished } = context;
    const project = made(onFinished);
    const { pid } = await project.warm();
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    const before = project.starts;

    const end = await project.send(project.event(HARMLESS), { env });
    expect([stops(end), project.starts - before]).toEqual([false, 1]);
  });
});

describe.runIf(there)('an event', () => {
  it.for([
    ['as large as a connection takes', 65_535, 0],
    ['larger than that', 65_536, 1],
    ['much larger', 1_000_000, 1],
  ] as const)('%s is judged once, with all that is in it', async ([, size, started], { onTestFinished: onFinished }) => {
    const project = made(onFinished);
    await project.warm();
    const event = (command: string): string => {
      const text = project.event({ tool_name: 'Bash', tool_input: { command } });
      return `${' '.repeat(size - text.length)}${text}`;
    };
    const before = project.starts;

    const ends = [await project.send(event('rm -rf ~')), await project.send(event('ls'))];
    expect(ends.map(stops)).toEqual(RIGHT);
    expect(project.starts - before).toBe(2 * started);
  });

  it('with a zero byte in it is read by a new process, as it is', async () => {
    const project = made(onTestFinished);
    await project.warm();
    const before = project.starts;

    const end = await project.send(`${project.event(HARMLESS)}\0x`);
    expect([stops(end), project.starts - before]).toEqual([true, 1]);
  });
});

describe.runIf(there).concurrent('a process that stays is no way around the policy', () => {
  it.for(oneIn(6, FAULTS))('when $name', async ({ make, instead, want, leftOut }, context) => {
    if (leftOut) return context.skip(LONG_RUN);
    const { onTestFinished: onFinished } = context;
    const project = made(onFinished);
    if (instead !== undefined) await instead(project, onFinished);
    else await make?.(project, await project.warm(), onFinished);

    expect(await project.judged()).toEqual(want);
  });
});
