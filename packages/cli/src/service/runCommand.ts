import { statSync } from 'node:fs';
import { dirname } from 'node:path';

import { sha256 } from '@licet/core/text';

import { enterWorld } from '@licet/server/resident';
import type { ServiceReply, ServiceRequest } from '@licet/server/resident';

import { EXIT, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { isTold } from '../exit.ts';
import { main } from '../main.ts';
import { NOT_KNOWN, namedRequest, requireServed, serviceCommand } from './commandList.ts';
import type { SystemUser, UserDoor } from '@licet/server/service';
import { knownProjects, meantProjects, policyOf } from './projects.ts';
import type { KnownProject } from './projects.ts';
import { enterCaller, servedAs, wordsIn } from './servedAs.ts';
import type { Service } from './servedAs.ts';

/** Runs a command for the user of a door: users who ask may look, and users who approve may answer, in the projects of those who ask. */
export async function runCommand(service: Service, door: UserDoor, head: ServiceRequest['head']): Promise<ServiceReply> {
  const args = wordsIn(head['args']);
  const kind = serviceCommand(args);
  try {
    if (kind === 'own') throw new UsageError('the service does not run that command');
    requireServed(args);
    if (door.kind === 'approve') return await answered(service, door.user, args, head);
    if (kind === 'answers') throw new UsageError('only an approver may answer, and this user asks');
    const input = typeof head['input'] === 'string' ? head['input'] : '';
    return await servedAs(service, door.user, { input }, async () => {
      enterCaller(head, door.user);
      return run(args);
    });
  } catch (error) {
    if (!isTold(error)) throw error;
    return { code: EXIT.usage, err: `licet: ${error.message}` };
  }
}

/** Runs a command of an approver, for the project that is meant. */
async function answered(
  service: Service,
  human: SystemUser,
  args: readonly string[],
  head: ServiceRequest['head'],
): Promise<ServiceReply> {
  const policy = typeof head['policy'] === 'string' ? head['policy'] : undefined;
  const owner = service.config.governed.find(({ name }) => name === head['for'])?.uid;
  if (typeof head['for'] === 'string' && owner === undefined)
    throw new UsageError(`the service does not govern \`${head['for']}\``);
  const known = knownProjects(service.config);
  const here = [...meantProjects(known, policy, owner)];
  const isNamed = namedRequest(args) !== undefined;
  if (here.length === 0 && policy !== undefined && owner !== undefined) here.push({ uid: owner, root: dirname(policy) });
  if (here.length === 0 && !isNamed)
    return {
      code: NOT_KNOWN,
      err: 'licet: the service has governed no agent here yet: go to the folder of a project, or name its policy with `--policy`',
    };
  const project = await chosen(service, here.length === 0 ? meantProjects(known, undefined, owner) : here, args);
  return inProject(service, project, withPolicy(args, policyOf(project)), {
    human: nameOf(human, head['sudo']),
    cwd: head['cwd'],
    said: head['confirmed'],
  });
}

/** The operating system says who connects. For whom root does it is only what `sudo` says. */
function nameOf({ name, uid }: SystemUser, sudo: unknown): string {
  return uid === 0 && typeof sudo === 'string' && /^[\w.@-]{1,64}$/u.test(sudo) ? `root, for ${sudo} as sudo says` : name;
}

/** The one project that is meant. A request that is named says which; otherwise there must be one only. */
async function chosen(service: Service, projects: readonly KnownProject[], args: readonly string[]): Promise<KnownProject> {
  const request = namedRequest(args);
  const found: KnownProject[] = [];
  for (const project of projects) {
    const show = ['approvals', 'show', request ?? '', '--policy', policyOf(project)];
    if (request === undefined || (await inProject(service, project, show, { human: '' }).catch(() => undefined))?.code === 0)
      found.push(project);
  }
  const [project, ...more] = found;
  if (project !== undefined && more.length === 0) return project;
  if (project === undefined)
    throw new UsageError(
      `there is no request \`${request}\`: \`sudo licet approvals list\` in the project's folder shows what waits`,
    );
  throw new UsageError(
    `${found.length} projects are meant (${found.map(({ root, uid }) => `\`${root}\` of user ${uid}`).join(', ')}): go to the folder of one, or say whose with \`--governed USER\``,
  );
}

/** How the policy of a project is named to a command. */
function withPolicy(args: readonly string[], policy: string): readonly string[] {
  if (args[0] !== 'accept') return [...args, '--policy', policy];
  return args.includes('--user') ? args : [...args, policy];
}

interface Approver {
  readonly human: string;
  readonly cwd?: unknown;
  /** The digest of what the approver has said yes to. */
  readonly said?: unknown;
}

async function inProject(
  service: Service,
  { uid, root }: KnownProject,
  args: readonly string[],
  { human, cwd, said }: Approver,
): Promise<ServiceReply> {
  const user = service.config.governed.find(each => each.uid === uid);
  if (user === undefined) throw new UsageError(`user ${uid} is not governed any more`);
  const written = paper();
  const confirm = (question: string): boolean => written.isAnswered(question, said);
  return servedAs(service, user, { human, confirm }, async () => {
    const folder = typeof cwd === 'string' && isFolder(cwd) ? cwd : root;
    const env = { HOME: user.home, PATH: '/usr/bin:/bin', NO_COLOR: '1' };
    enterWorld({ env: new Map(Object.entries(env)), cwd: folder });
    return run(args, written);
  });
}

function isFolder(path: string): boolean {
  try {
    return path.startsWith('/') && statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** What a command writes, and the question that it puts behind it. A yes is one to exactly that. */
function paper() {
  let [out, err] = ['', ''];
  let asks: { readonly question: string; readonly digest: string } | undefined;
  const terminal: Terminal = {
    print: text => void (out += `${text}\n`),
    complain: text => void (err += `${text}\n`),
    hasColor: false,
  };
  return {
    terminal,
    isAnswered(question: string, said: unknown): boolean {
      asks = { question, digest: sha256(JSON.stringify([out, err, question])) };
      if (said !== asks.digest) return false;
      asks = undefined;
      return true;
    },
    taken: (code: number): ServiceReply => ({ code, out, err, ...(asks !== undefined && { asks }) }),
  };
}

/** Runs a command in this process, and returns what it would have written. */
async function run(args: readonly string[], written: ReturnType<typeof paper> = paper()): Promise<ServiceReply> {
  return written.taken(await main(args, written.terminal));
}
