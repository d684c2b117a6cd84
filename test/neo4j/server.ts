import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../support/freePort.ts';

/** A Neo4j server that tests may use. */
export interface Neo4jServer {
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  /** Present for a server that the tests have started themselves. */
  readonly process?: {
    /** Ends the server and keeps its data. */
    stop(): Promise<void>;
    /** Starts it again on the same port. */
    start(): Promise<void>;
    /** Makes the database read-only, or writable again. */
    become(what: 'read-only' | 'writable'): Promise<void>;
    /** Makes it hang, or go on: the process is there and does not answer. */
    signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  };
  release(): Promise<void>;
}

const here = import.meta.dirname;
const pom = join(here, 'server', 'pom.xml');
const PASSWORD = 'licet-test';

/** Why no server can be had on this machine; undefined when one can. With `LICET_REQUIRE_NEO4J=1` that is an error. */
export function missing(): string | undefined {
  const reason = whyNot();
  if (reason !== undefined && process.env['LICET_REQUIRE_NEO4J'] === '1')
    throw new Error(`the tests of Neo4j are required: ${reason}`);
  return reason;
}

function whyNot(): string | undefined {
  if (process.env['NEO4J_URI'] !== undefined) return undefined;
  for (const [program, flag] of [
    ['java', '-version'],
    ['javac', '-version'],
    ['mvn', '-version'],
  ] as const) {
    if (spawnSync(program, [flag], { stdio: 'ignore' }).status !== 0)
      return `NEO4J_URI is not set and \`${program}\` is not installed`;
  }
  return undefined;
}

/** The server that the environment names, or one started from its Maven artifacts on a free loopback port. */
export async function neo4jServer(): Promise<Neo4jServer> {
  const uri = process.env['NEO4J_URI'];
  if (uri !== undefined) {
    const { NEO4J_USER: user = 'neo4j', NEO4J_PASSWORD: password = PASSWORD } = process.env;
    return { uri, user, password, release: async () => undefined };
  }
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'licet-neo4j-'));
  let child: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = new Promise(resolve => running.once('exit', resolve));
    running.kill('SIGCONT');
    running.stdin?.end();
    await ended;
  };
  const start = async (): Promise<void> => {
    child = await launch(home, port);
  };
  const become = async (what: 'read-only' | 'writable'): Promise<void> => {
    const running = child;
    if (running === undefined) throw new Error('the server does not run');
    const done = heard(running, what);
    running.stdin?.write(`${what}\n`);
    await done;
  };
  await start();
  const release = async (): Promise<void> => {
    await stop();
    rmSync(home, { recursive: true, force: true });
  };
  // A signal is on its way for a moment, in which a thread of the server still answers.
  const signal = async (name: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
    child?.kill(name);
    if (name === 'SIGCONT') return;
    const status = `/proc/${child?.pid}/status`;
    while (existsSync(status) && !/^State:\s+T/mu.test(readFileSync(status, 'utf8')))
      await new Promise(resolve => setTimeout(resolve, 10));
  };
  return {
    uri: `bolt://127.0.0.1:${port}`,
    user: 'neo4j',
    password: PASSWORD,
    process: { stop, start, become, signal },
    release,
  };
}

async function launch(home: string, port: number): Promise<ChildProcess> {
  const options = ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
  const args = [...options, '-cp', `${compiled()}:${classpath()}`, 'Server', home, String(port), PASSWORD];
  const child = spawn('java', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill('SIGKILL'));
  await heard(child, `READY ${port}`);
  return child;
}

/** Waits until the server has said something. Rejects when it ends before that. */
async function heard(child: ChildProcess, text: string): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes(text)) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', code => reject(new Error(`the server ended with code ${code}: ${said.slice(-2_000)}`)));
  });
}

/** A place for what is made once from a source file, named by its content. */
function cached(source: string): string {
  const digest = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  const folder = join(here, '..', '..', 'node_modules', '.cache', 'neo4j');
  mkdirSync(folder, { recursive: true });
  return join(folder, digest);
}

function compiled(): string {
  const source = join(here, 'server', 'Server.java');
  const folder = cached(source);
  if (!existsSync(join(folder, 'Server.class')))
    execFileSync('javac', ['-cp', classpath(), '-d', folder, source], { stdio: 'pipe' });
  return folder;
}

function classpath(): string {
  const file = cached(pom);
  const isUsable =
    existsSync(file) &&
    readFileSync(file, 'utf8')
      .split(':')
      .every(path => existsSync(path));
  if (!isUsable)
    execFileSync('mvn', ['-q', '-B', '-f', pom, 'dependency:build-classpath', `-Dmdep.outputFile=${file}`], { stdio: 'pipe' });
  return readFileSync(file, 'utf8');
}
