import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { UsageError } from '@licet/core/command';
import { readPlainFile, writeWhole } from '@licet/server/resident';

import type { ProgramOnDisk } from '../init/plan.ts';
import { policyText } from '../init/policyText.ts';
import { loadRuntimes } from '../init/targets.ts';
import { userPolicyFile } from '../policy/findPolicy.ts';
import {
  changeProblem,
  readService,
  configText,
  PROGRAM,
  PROGRAM_FOLDER,
  UNIT_FILE,
  unitText,
  SERVICE_FILE,
  findUser,
  requireUsers,
  runProgram,
} from '@licet/server/service';
import type { ServiceConfig, SystemUser, ServiceText, RunProgram } from '@licet/server/service';
import { homeFor } from './projects.ts';

/** The user that the service runs as, and its folders. */
export const SERVICE_USER = 'licet';
const [STATE, RUN] = ['/var/lib/licet', '/run/licet'];

/** What `licet service install` may be told. */
export interface InstallOptions {
  /** The users whose agents are governed. */
  readonly for: readonly string[];
  /** The users who answer. */
  readonly approver: readonly string[];
  /** Whether runtimes are given settings that their users cannot change, where they have such. */
  readonly managed: boolean;
  readonly start: boolean;
}

/** What an installation would write, before anything is written. */
export interface InstallPlan {
  readonly config: ServiceConfig;
  readonly files: readonly ServiceText[];
}

/** Plans an installation for some users; those of an earlier one stay. Throws a {@link UsageError} for what cannot be. */
export async function planService(
  options: Pick<InstallOptions, 'for' | 'approver' | 'managed'>,
  { node }: Pick<ProgramOnDisk, 'node'>,
  run: RunProgram = runProgram,
): Promise<InstallPlan> {
  const known = existsSync(SERVICE_FILE) ? readService() : undefined;
  const together = (earlier: readonly SystemUser[] = [], names: readonly string[]): readonly SystemUser[] => {
    const added = requireUsers(names, run);
    return [...earlier.filter(({ uid }) => added.every(user => user.uid !== uid)), ...added];
  };
  const governed = together(known?.governed, options.for);
  const approvers = together(known?.approvers, options.approver);
  const user = findUser(SERVICE_USER, run) ?? { name: SERVICE_USER, uid: -1, gid: -1, home: STATE };
  requireApart(user, governed, approvers);
  const config: ServiceConfig = { version: 1, user, state: STATE, run: RUN, node, program: PROGRAM, governed, approvers };
  return { config, files: await filesOf(config, options.managed) };
}

/** Every text that an installation writes. */
export async function filesOf(config: ServiceConfig, managed: boolean): Promise<readonly ServiceText[]> {
  return [unitText(config), ...(managed ? await managedSettings(config) : []), configText(config)];
}

/** Settings that users cannot change, for every runtime that has such. */
export async function managedSettings({
  node,
  program,
}: Pick<ServiceConfig, 'node' | 'program'>): Promise<readonly ServiceText[]> {
  return (await loadRuntimes()).flatMap(({ settings }) => settings.managed?.({ node, bundle: program }) ?? []);
}

/** The users whose agents ask may not answer, and neither may the service or root. */
function requireApart(service: SystemUser, governed: readonly SystemUser[], approvers: readonly SystemUser[]): void {
  if (governed.length === 0) throw new UsageError('say whose agents are governed, with `--for USER`');
  for (const { name, uid } of governed) {
    if (uid === 0) throw new UsageError('root cannot be governed: it can change everything, so let agents run as another user');
    if (uid === service.uid) throw new UsageError(`\`${name}\` is the user of the service: govern another one`);
    if (approvers.some(each => each.uid === uid))
      throw new UsageError(`\`${name}\` cannot both ask and answer: leave it out of \`--for\` or of \`--approver\``);
  }
}

/** Installs the service, whole or not at all, and returns what it did, one line each. */
export function installService(
  { config, files }: InstallPlan,
  command: ProgramOnDisk,
  { start }: Pick<InstallOptions, 'start'>,
  run: RunProgram = runProgram,
): readonly string[] {
  requireTrusted(command);
  const undo: (() => void)[] = [];
  const done: string[] = [];
  try {
    const user = ensureUser(config.user, run, undo, done);
    undo.push(copyProgram(command, PROGRAM_FOLDER));
    done.push(`copied the program to ${PROGRAM_FOLDER}`);
    for (const each of config.governed) seedHome({ ...config, user }, each, undo, done);
    for (const { file, text } of files) {
      // The user of the service may have been made just now.
      putFile(file, file === SERVICE_FILE ? configText({ ...config, user }).text : text, undo, done);
    }
    if (start) done.push(...startUnit(run));
    forgetOldProgram(PROGRAM_FOLDER);
    return done;
  } catch (error) {
    for (const each of undo.toReversed()) each();
    throw error;
  }
}

function ensureUser(user: SystemUser, run: RunProgram, undo: (() => void)[], done: string[]): SystemUser {
  if (user.uid >= 0) return user;
  const words = ['--system', '--user-group', '--no-create-home', '--home-dir', STATE, '--shell', '/usr/sbin/nologin', user.name];
  const found = run('useradd', words) === undefined ? undefined : findUser(user.name, run);
  if (found === undefined) throw new UsageError(`the user \`${user.name}\` cannot be made: make a system user of that name`);
  undo.push(() => void run('userdel', [user.name]));
  done.push(`made the user ${user.name} (${found.uid})`);
  return found;
}

/** The policy that every project of a user can only narrow: the one that the user had, else the standard one. */
function seedHome(config: ServiceConfig, user: SystemUser, undo: (() => void)[], done: string[]): void {
  const home = homeFor(config, user.uid);
  for (const folder of [config.state, dirname(home), home, join(home, '.licet')]) {
    if (existsSync(folder)) continue;
    mkdirSync(folder, { mode: 0o711 });
    chownSync(folder, config.user.uid, config.user.gid);
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
  }
  const file = userPolicyFile(home);
  if (existsSync(file)) return;
  const own = ownPolicy(user);
  writeWhole(file, own ?? policyText('standard', []), 0o644);
  chmodSync(file, 0o644);
  undo.push(() => rmSync(file, { force: true }));
  done.push(
    `created ${file}${own === undefined ? '' : `, from ${userPolicyFile(user.home)}`}: it holds in every project of ${user.name}`,
  );
}

/** Reads the policy that a user has, with the rights of that user: a link to a file of root leads nowhere. */
function ownPolicy({ uid, gid, home }: SystemUser): string | undefined {
  const { setegid, seteuid, getegid, geteuid } = process;
  if (!setegid || !seteuid || !getegid || !geteuid) return undefined;
  const [own, group] = [geteuid(), getegid()];
  setegid(gid);
  seteuid(uid);
  try {
    return readPlainFile(userPolicyFile(home));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(
      `the policy \`${userPolicyFile(home)}\` cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}): mend or remove it`,
    );
  } finally {
    seteuid(own);
    setegid(group);
  }
}

/** Writes a file that all users can read, with the folders above it, and notes what was done and what takes it back. Does nothing where it is there with this text. */
export function putFile(file: string, text: string, undo: (() => void)[], done: string[]): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (before === text) return;
  const made = mkdirSync(dirname(file), { recursive: true });
  // Whatever the umask of root is, the users must be able to read it.
  if (made !== undefined) for (let at = dirname(file); at.length >= made.length; at = dirname(at)) chmodSync(at, 0o755);
  writeWhole(file, text, 0o644);
  chmodSync(file, 0o644);
  undo.push(() => (before === undefined ? rmSync(file, { force: true }) : writeWhole(file, before, 0o644)));
  done.push(`${before === undefined ? 'created' : 'changed'} ${file}`);
}

/** Tells whether systemd runs this machine. */
export const hasSystemd = (): boolean => existsSync('/run/systemd/system');

function startUnit(run: RunProgram): readonly string[] {
  if (!hasSystemd())
    return ['this machine does not run systemd, so nothing was started: start `licet service run` as the unit says'];
  for (const words of [['daemon-reload'], ['enable', 'licet.service'], ['restart', 'licet.service']])
    if (run('systemctl', words) === undefined)
      throw new UsageError(`\`systemctl ${words.join(' ')}\` failed: \`journalctl -u licet\` says why`);
  return ['started licet.service'];
}

/** Takes the service away, and leaves what it has kept. Returns what it did. */
export async function uninstallService(run: RunProgram = runProgram): Promise<readonly string[]> {
  const done: string[] = [];
  if (hasSystemd() && run('systemctl', ['disable', '--now', 'licet.service']) !== undefined) done.push('stopped licet.service');
  const managed = await managedSettings({ node: process.execPath, program: PROGRAM });
  for (const file of [SERVICE_FILE, UNIT_FILE, ...managed.map(each => each.file), PROGRAM_FOLDER]) {
    if (!existsSync(file)) continue;
    rmSync(file, { recursive: true, force: true });
    done.push(`removed ${file}`);
  }
  if (hasSystemd()) run('systemctl', ['daemon-reload']);
  if (existsSync(STATE)) done.push(`left ${STATE}, with the records of all projects, and the user ${SERVICE_USER}`);
  return done;
}

/** The packages that analysers load when they need them, and what they need themselves. Without one, code is unknown and asks. */
const PACKAGES = ['@babel/parser', 'web-tree-sitter'] as const;

/** What lies beside the bundles. */
const BESIDE = ['grammars', 'schema'] as const;

/** Throws a {@link UsageError} where a user other than root could have changed the program, or can change the Node that runs it. */
export function requireTrusted({ node, bundle }: ProgramOnDisk): void {
  const problem = changeProblem(node) ?? changeProblem(bundle);
  if (problem !== undefined)
    throw new UsageError(
      `the service must run from files that only root can change: ${problem}: install Node and Licet for the whole machine (\`sudo npm install --global licet\`), and run that one`,
    );
}

/** Copies the program to a folder that only root can change, in place of what is there. Returns what takes the copy back. */
export function copyProgram({ bundle }: ProgramOnDisk, folder: string): () => void {
  const [part, old] = [`${folder}.new`, `${folder}.old`];
  for (const each of [part, old]) rmSync(each, { recursive: true, force: true });
  try {
    fill(part, bundle);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  }
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(part, folder);
  return () => {
    rmSync(folder, { recursive: true, force: true });
    if (existsSync(old)) renameSync(old, folder);
  };
}

/** Copies the bundles, what lies beside them, and the packages that they load. */
function fill(part: string, bundle: string): void {
  mkdirSync(part, { recursive: true });
  const from = dirname(bundle);
  mkdirSync(join(part, 'dist'));
  for (const name of readdirSync(from)) if (name.endsWith('.cjs')) cpSync(join(from, name), join(part, 'dist', name));
  for (const name of BESIDE) cpSync(join(from, '..', name), join(part, name), { recursive: true });
  for (const name of PACKAGES) copyPackage(bundle, name, join(part, 'node_modules'));
  makeReadable(part);
}

/** Says that what a copy has replaced is not wanted back. */
export function forgetOldProgram(folder: string): void {
  rmSync(`${folder}.old`, { recursive: true, force: true });
}

function copyPackage(from: string, name: string, to: string): void {
  const places = createRequire(from).resolve.paths(name) ?? [];
  const found = places.map(place => join(place, name, 'package.json')).find(existsSync);
  if (found === undefined)
    throw new UsageError(`this installation of licet is not whole: \`${name}\` is missing: install licet again`);
  const manifest = realpathSync(found);
  const folder = dirname(manifest);
  const problem = changeProblem(manifest);
  if (problem !== undefined) throw new UsageError(`the service must run from files that only root can change: ${problem}`);
  cpSync(folder, join(to, name), { recursive: true, filter: file => !file.slice(folder.length).includes('/node_modules/') });
  const { dependencies = {} } = createRequire(from)(manifest) as { readonly dependencies?: Readonly<Record<string, string>> };
  for (const needed of Object.keys(dependencies)) copyPackage(manifest, needed, to);
}

/** Everybody may read the program, and only root may change it. */
function makeReadable(path: string): void {
  const isFolder = lstatSync(path).isDirectory();
  chmodSync(path, isFolder ? 0o755 : 0o644);
  if (isFolder) for (const name of readdirSync(path)) makeReadable(join(path, name));
}
