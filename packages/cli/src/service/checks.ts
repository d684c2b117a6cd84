import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { messageOf } from '@licet/core/text';

import { failed, fine, warning } from '../status/storeFindings.ts';
import type { Finding } from '../status/storeFindings.ts';
import { hasManagedPolicy, managedPolicyFile } from '../policy/managedPolicy.ts';
import { VERSION } from '../version.ts';
import {
  serviceStatus,
  socketOf,
  socketProblem,
  changeProblem,
  readService,
  roleOf,
  SERVICE_FILE,
  hasService,
  powersOf,
  runProgram,
} from '@licet/server/service';
import type { ServiceConfig, RunProgram } from '@licet/server/service';
import { managedSettings } from './install.ts';
import { homeFor } from './projects.ts';

/** Looks at everything that the service rests on, as far as this user can see it. Nothing where there is no service. */
export async function serviceFindings(run: RunProgram = runProgram): Promise<readonly Finding[]> {
  if (!hasService()) return [];
  let config: ServiceConfig | undefined;
  try {
    config = readService();
  } catch (error) {
    return [failed('the service is written down where only root writes', messageOf(error))];
  }
  if (config === undefined) return [];
  const names = config.governed.map(({ name }) => name).join(', ');
  return [
    fine('the service is written down where only root writes', `${SERVICE_FILE}: it decides for ${names}`),
    ...programFindings(config),
    ...folderFindings(config),
    ...userFindings(config, run),
    await answerFinding(config),
    ...(await hookFindings(config)),
  ];
}

/** Says why others than the administrator of this machine can change its managed policy; undefined where they cannot, and where there is none. */
export function managedProblem(file: string = managedPolicyFile()): string | undefined {
  if (!hasManagedPolicy(file) || process.platform === 'win32') return undefined;
  try {
    return changeProblem(file);
  } catch (error) {
    return messageOf(error);
  }
}

/** Looks whether only the administrator of this machine can change its managed policy. Nothing where there is none. */
export function managedFindings(file: string = managedPolicyFile()): readonly Finding[] {
  if (!hasManagedPolicy(file) || process.platform === 'win32') return [];
  const name = 'only root can change the managed policy';
  const problem = managedProblem(file);
  return [problem === undefined ? fine(name, file) : failed(name, problem)];
}

function programFindings({ node, program }: ServiceConfig): readonly Finding[] {
  return [node, program].map(path => {
    const name = `only root can change ${path}`;
    try {
      const problem = changeProblem(path);
      return problem === undefined ? fine(name, '') : failed(name, problem);
    } catch (error) {
      return failed(name, messageOf(error));
    }
  });
}

/** Folders that the service alone may write, and files that it alone may read. */
function folderFindings(config: ServiceConfig): readonly Finding[] {
  const { state, user, governed } = config;
  const folders = [
    state,
    join(state, 'users'),
    join(state, 'projects'),
    ...governed.map(({ uid }) => join(homeFor(config, uid), '.licet')),
  ];
  const wrong = [...folders.flatMap(folder => ownProblems(folder, user.uid, 0o022)), ...stateProblems(config)];
  const name = 'only the service can write what it keeps';
  return wrong.length === 0 ? [fine(name, state)] : wrong.map(problem => failed(name, problem));
}

/** The files of every project, where this user may list them. */
function stateProblems({ state, user }: ServiceConfig): readonly string[] {
  const projects = join(state, 'projects');
  try {
    return readdirSync(projects).flatMap(name => [
      ...[name, join(name, '.licet')].flatMap(folder => ownProblems(join(projects, folder), user.uid, 0o022)),
      ...readdirSync(join(projects, name, '.licet')).flatMap(file =>
        ownProblems(join(projects, name, '.licet', file), user.uid, 0o077),
      ),
    ]);
  } catch {
    return [];
  }
}

function ownProblems(path: string, uid: number, others: number): readonly string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [`\`${path}\` is not there`];
  if (found.uid !== uid && found.uid !== 0) return [`\`${path}\` belongs to user ${found.uid}`];
  return (found.mode & others) === 0 ? [] : [`others may ${others === 0o022 ? 'write to' : 'read'} \`${path}\``];
}

function userFindings({ governed, approvers }: ServiceConfig, run: RunProgram): readonly Finding[] {
  return governed.map(user => {
    const name = `${user.name} cannot answer for itself`;
    const powers = powersOf(user, run);
    if (approvers.some(({ uid }) => uid === user.uid)) return failed(name, 'it is among the approvers');
    return powers.length === 0
      ? fine(name, '')
      : failed(name, `${powers.join('; ')}: take it out of there, or let agents run as another user`);
  });
}

async function answerFinding(config: ServiceConfig): Promise<Finding> {
  const name = 'the service answers';
  const uid = process.getuid?.() ?? -1;
  const role = roleOf(config, uid);
  if (role === 'stranger') return warning(name, 'not asked: this user has no way in');
  const socket = socketOf(config, role === 'governed' ? 'ask' : 'approve', uid);
  try {
    const problem = socketProblem(config, socket);
    if (problem !== undefined) return failed(name, problem);
    const { version } = await serviceStatus(config, socket);
    return version === VERSION
      ? fine(name, `${socket}, version ${VERSION}`)
      : failed(name, `it has version ${String(version)}, this program ${VERSION}: run \`sudo licet service install\` again`);
  } catch (error) {
    return failed(name, messageOf(error));
  }
}

/** A hook in settings of a user can be taken out by that user. */
async function hookFindings(config: ServiceConfig): Promise<readonly Finding[]> {
  return (await managedSettings(config)).map(({ file }) =>
    existsSync(file)
      ? fine('a hook is installed that users cannot take out', file)
      : warning('users can take their hooks out', `there is no \`${file}\`: \`sudo licet service install --managed\` writes it`),
  );
}
