import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UsageError } from '@licet/core/command';
import { messageOf } from '@licet/core/text';

import type { Fetched } from '../text/conditionalGet.ts';
import { MOST_BYTES, bundleFileName } from './bundle.ts';

/** A file in a repository: `git+https://host/repository.git#branch:path`, or `git+file:///folder#branch:path`. */
interface Source {
  readonly url: string;
  readonly protocol: 'https' | 'file';
  /** A branch or a tag. */
  readonly ref: string;
  readonly path: string;
}

const ADDRESS = /^git\+(?<url>(?<protocol>https|file):\/\/[^\s#]+)(?:#(?<ref>[^\s:]*)(?::(?<path>\S+))?)?$/u;
/** A name as git allows it, without what git would read as an option, as a range or as another notation. */
const REF = /^(?!.*(?:\.\.|\/\/|\.lock(?:\/|$)))[\w][\w./-]{0,199}$/u;
const PATH = /^(?!.*(?:\/\/|(?:^|\/)\.\.?(?:\/|$)))[\w][\w./-]{0,199}$/u;

/** How long git may take in all, in milliseconds, and how large the files may be that it writes, in blocks of 512 bytes: 64 MiB. */
const TIMEOUT_MS = 60_000;
const MOST_BLOCKS = 131_072;
const MOST_COMPLAINT = 300;

/** Nothing that the repository, the machine or the user configures runs a program here, and only one protocol is spoken. */
const settingsFor = (protocol: string): readonly string[] =>
  [
    'protocol.allow=never',
    `protocol.${protocol}.allow=always`,
    'http.followRedirects=false',
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    'core.askPass=',
    'credential.helper=',
    'submodule.recurse=false',
    'fetch.recurseSubmodules=false',
    'fetch.fsckObjects=true',
    'transfer.fsckObjects=true',
    'gc.auto=0',
    'maintenance.auto=false',
  ].flatMap(setting => ['-c', setting]);

/**
 * Fetches a bundle from a git repository: the last commit of one branch or tag, without its history, and one file of it. `etag` is what an earlier fetch
 * returned. No hook, filter, submodule, credential helper or configuration of the machine takes part. Throws a {@link UsageError} where git refuses.
 */
export async function fetchGit(from: string, name: string, etag: string | undefined): Promise<Fetched> {
  const { url, protocol, ref, path } = sourceOf(from, name);
  const folder = mkdtempSync(join(tmpdir(), 'licet-git-'));
  const end = AbortSignal.timeout(TIMEOUT_MS);
  const git = async (...args: readonly string[]): Promise<Buffer> =>
    run([...settingsFor(protocol), ...args], { folder, protocol, signal: end });
  try {
    const full = await fullName(git, url, ref);
    if (etag === `git:${full.object}:${path}`) return {};
    await git('init', '--quiet', '--bare', '--template=', folder);
    await git('fetch', '--quiet', '--depth=1', '--no-tags', '--no-write-fetch-head', '--', url, `${full.name}:refs/licet/pulled`);
    const object = (await git('rev-parse', '--verify', 'refs/licet/pulled')).toString().trim();
    const file = `refs/licet/pulled:${path}`;
    const size = Number((await git('cat-file', '-s', file)).toString());
    if (!(size <= MOST_BYTES)) throw new Error(`\`${path}\` is larger than ${MOST_BYTES} bytes`);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await git('cat-file', 'blob', file));
    return { text, etag: `git:${object}:${path}` };
  } catch (error) {
    throw new UsageError(`the bundle cannot be fetched from \`${url}\`: ${messageOf(error)}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sourceOf(from: string, name: string): Source {
  const { url = '', protocol, ref = 'HEAD', path = bundleFileName(name) } = ADDRESS.exec(from)?.groups ?? {};
  const known = { url, ref, path };
  if ((protocol !== 'https' && protocol !== 'file') || !REF.test(ref) || !PATH.test(path) || !URL.canParse(url))
    throw new UsageError(
      `expected \`git+https://host/repository.git#branch:path\`, or \`git+file:///folder#branch:path\`, found \`${from}\``,
    );
  const { username, password, host } = new URL(url);
  if (username !== '' || password !== '')
    throw new UsageError(
      '`from` has a user or a password, and everyone on this machine may read it: use a repository that needs none',
    );
  if (protocol === 'file' && host !== '')
    throw new UsageError(`expected a folder of this machine after \`file://\`, found \`${url}\``);
  return { protocol, ...known };
}

type Git = (...args: readonly string[]) => Promise<Buffer>;

/** The full name of a branch or tag, and the object that it names now. */
async function fullName(git: Git, url: string, ref: string): Promise<{ readonly name: string; readonly object: string }> {
  const lines = (await git('ls-remote', '--quiet', '--', url, ref)).toString().split('\n');
  const names = [ref, `refs/heads/${ref}`, `refs/tags/${ref}`];
  const found = lines.flatMap(line => {
    const [object = '', name = ''] = line.split('\t');
    return names.includes(name) ? [{ name, object }] : [];
  });
  const [first] = found;
  if (first === undefined) throw new Error(`there is no branch or tag \`${ref}\``);
  if (found.length > 1) throw new Error(`\`${ref}\` is a branch and a tag: write \`refs/heads/${ref}\` or \`refs/tags/${ref}\``);
  return first;
}

/** Runs git, and returns what it printed. Rejects with what it complained of. */
function run(
  args: readonly string[],
  { folder, protocol, signal }: { readonly folder: string; readonly protocol: string; readonly signal: AbortSignal },
): Promise<Buffer> {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_CEILING_DIRECTORIES: tmpdir(),
  };
  const [program, ...words] =
    process.platform === 'win32' ? ['git', ...args] : ['/bin/sh', '-c', `ulimit -f ${MOST_BLOCKS}; exec git "$@"`, 'sh', ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(program ?? 'git', words, {
      cwd: folder,
      env,
      signal,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed: Buffer[] = [];
    let complaint = '';
    child.stdout.on('data', (part: Buffer) => void printed.push(part));
    child.stderr.on('data', (part: Buffer) => void (complaint = (complaint + part.toString()).slice(0, MOST_COMPLAINT)));
    child.once('error', error =>
      reject(signal.aborted ? new Error(`git took longer than ${TIMEOUT_MS / 1_000} seconds`) : error),
    );
    child.once('close', (code, ended) => {
      if (code === 0) resolve(Buffer.concat(printed));
      else reject(new Error(complaint.trim().split('\n')[0] || `git ended with ${code ?? ended}`));
    });
  });
}
