import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { tokenDefinition } from '@licet/capabilities/tokens';
import { startService } from '@licet/server/resident';
import type { RunningService, ServiceReply, ServiceRequest } from '@licet/server/resident';

import { UsageError } from '@licet/core/command';
import { isTold } from '../exit.ts';
import * as hook from '../hook/hook.ts';
import { findPolicy, userPolicyFile } from '../policy/findPolicy.ts';
import { nodesOf } from '../policy/nodes.ts';
import { needsGraph } from '../policy/openEngine.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';
import { judgeCall, openJudges } from '../resident/judges.ts';
import { endDone } from '../unfinished.ts';
import { VERSION } from '../version.ts';
import type { ServiceConfig, SystemUser, UserDoor } from '@licet/server/service';
import { doorsOf, identity, identityProblem, useEffectiveRights } from '@licet/server/service';
import { homeFor, makeOpenFolder } from './projects.ts';
import { runCommand } from './runCommand.ts';
import { enterCaller, servedAs, wordsIn } from './servedAs.ts';
import type { Service } from './servedAs.ts';

/** Runs the service until it is told to end. Throws a {@link UsageError} where this process cannot be it. */
export async function runService(config: ServiceConfig): Promise<number> {
  const problem = identityProblem(config.user);
  if (problem !== undefined) throw new UsageError(`${problem}: \`sudo systemctl start licet\` starts the service`);
  process.umask(0o077);
  useEffectiveRights();
  const running = await start(config);
  await new Promise<void>(end => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end());
  });
  await running.end();
  endDone();
}

async function start(config: ServiceConfig): Promise<RunningService> {
  for (const folder of [config.state, join(config.state, 'users'), join(config.state, 'projects')]) makeOpenFolder(folder);
  for (const { uid } of config.governed) {
    const home = homeFor(config, uid);
    for (const folder of [home, join(home, '.licet')]) makeOpenFolder(folder);
    mkdirSync(join(home, '.licet', 'state'), { recursive: true });
  }
  makeOpenFolder(config.run);
  chmodSync(config.run, 0o755);
  const rights = identity(config.user);
  const service: Service = { config, rights, judges: openJudges(hook, judgingProblem) };
  return startService<UserDoor>({
    doors: doorsOf(config, rights),
    about: { name: 'licet', version: VERSION, pid: process.pid, startedAt: new Date().toISOString() },
    answer: (door, request) => answer(service, door, request),
    release: service.judges.release,
  });
}

async function answer(service: Service, door: UserDoor, request: ServiceRequest): Promise<ServiceReply> {
  if (door.kind === 'ask' && request.kind === 'hook') {
    try {
      return await answerHook(service, door.user, request);
    } catch (error) {
      if (!isTold(error)) throw error;
      return { code: wordsIn(request.head['args']).includes('--after') ? 1 : 2, err: error.message };
    }
  }
  if (request.kind === 'command') return runCommand(service, door, request.head);
  return { code: 2, err: 'licet: this socket does not take that' };
}

/** Judges an event with the rights of the user who asks, in the world of that user's process, with everything kept where the user cannot write. */
async function answerHook(
  { config, rights, judges }: Service,
  user: SystemUser,
  { head, body }: ServiceRequest,
): Promise<ServiceReply> {
  const args = wordsIn(head['args']);
  const { code, text } = await servedAs({ config, rights }, user, {}, async () => {
    enterCaller(head, user);
    return judgeCall(hook, {
      args,
      read: async () => JSON.parse(Buffer.from(body).toString('utf8')) as unknown,
      open: place => judges.open({ ...place, named: policyFor(place.named, place.from) }),
    });
  });
  return code === 0 ? { code, out: text } : { code, err: text };
}

/**
 * The policy that judges: the nearest one, whether it is named or found. Another name is refused: a second policy in a folder would share the
 * state of the first one, and could let facts count that the first one does not know.
 */
function policyFor(named: string | undefined, from: string): string {
  if (named === undefined) return findPolicy(undefined, from);
  const file = resolve(from, named);
  if (file === userPolicyFile() || file === findPolicy(undefined, dirname(file))) return file;
  throw new UsageError(`\`${file}\` does not govern its folder, and the service goes by what does: name it \`governance.yaml\``);
}

/** Says why the service cannot judge under policies; undefined where it can. */
export function judgingProblem({ kept, above }: NearestPolicy): string | undefined {
  const all = [kept, ...above.map(layer => layer.kept)].map(({ compiled }) => compiled);
  const way = 'take it out of the policy, or have the administrator leave this user out of the service';
  if (all.some(({ policy }) => needsGraph(policy)))
    return `the service runs no code of projects, and a knowledge graph may name some: ${way}`;
  if (all.some(({ policy }) => nodesOf(policy, tokenDefinition).length > 0))
    return `the service has no place yet for the keys of tokens that an agent could not read: ${way}`;
  if (!hook.keepsLasting(all.map(({ settings }) => settings)))
    return `the service keeps everything in its own files, and this policy names another store: ${way}`;
  return undefined;
}
