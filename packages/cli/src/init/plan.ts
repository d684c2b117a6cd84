import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isLicetHandler, LAUNCHER_FILE, OWN_LAUNCHER_FILE } from '@licet/adapters/runtimes';
import type { HookCommand, Runtime, RuntimeSettings, SettingsFile } from '@licet/adapters/runtimes';
import { UsageError } from '@licet/core/command';

import { planChecks, unplanChecks } from './checks.ts';
import type { Check, Step, Undoing } from './checks.ts';
import { LAUNCHER_MARK, launcherText, PROGRAM_FILE } from './launcher.ts';
import { MANIFEST_FILE, readManifest } from './manifest.ts';
import type { Installed } from './manifest.ts';
import { SCHEMA_FILE } from './policyText.ts';
import {
  body,
  decode,
  findHandlers,
  insertHooks,
  invalidSettings,
  MARK,
  removeHandlers,
  removeInserted,
} from './settingsText.ts';
import { policyIn } from '../policy/findPolicy.ts';
import { POLICY_FILES } from '../policy/policyFiles.ts';

/** What a folder looks like. */
export interface Project {
  /** For people: `Node.js`, `Python`. Empty when nothing is recognized. */
  readonly kinds: readonly string[];
}

/** Everything that `init` would do. */
export interface Plan {
  readonly project: Project;
  readonly policy: string;
  readonly steps: readonly Step[];
}

/** The program as it lies on this machine. */
export interface ProgramOnDisk {
  readonly node: string;
  readonly bundle: string;
}

interface InitOptions {
  /** The project's folder; absolute. */
  readonly root: string;
  /** The user's folder; absolute. */
  readonly home: string;
  /** The runtimes to install the hook into. */
  readonly runtimes: readonly Runtime[];
  /** The text of the policy, where there is none yet. */
  readonly policyText: string;
  /** The text of its tests, where a policy is written. */
  readonly testText: string;
  /** The settings that the hook goes into: shared with others, not shared, or the user's for all projects. */
  readonly scope: SettingsFile['scope'];
  readonly command: ProgramOnDisk;
  /** Whether the launcher asks a process that stays between calls, where it can. */
  readonly resident: boolean;
  /** The text of the JSON Schema of policies. */
  readonly schema: string;
  /** What also checks changes of the policy. */
  readonly checks: readonly Check[];
}

/** Plans an installation. Reads, and writes nothing; throws when the settings are not what they should be. */
export function planInit(options: InitOptions): Plan {
  const { root, home, runtimes, policyText, testText, scope, command, schema, checks } = options;
  const project = detectProject(root);
  const policy = policyIn(root) ?? join(root, POLICY_FILES[0]);
  const hooks = runtimes.flatMap(runtime =>
    planHook(runtime, settingsFile(runtime, { root, home }, scope), hookCommand(scope, command, policy)),
  );
  const checked = planChecks(checks, policy);
  const installed = [...hooks, ...checked].flatMap(each => each.installed ?? []);
  const steps: Step[] = [
    fresh(policy, policyText),
    ...(existsSync(policy) ? [] : [fresh(join(root, 'governance.test.yaml'), testText)]),
    ignoreStep(join(root, '.licet', '.gitignore')),
    ...(scope === 'project' ? launcherSteps(options) : []),
    { ...fresh(join(root, SCHEMA_FILE), schema), added: 'the JSON Schema that editors complete by' },
    ...[...hooks, ...checked].map(({ step }) => step),
    ...(installed.length === 0 ? [] : [manifestStep(root, installed)]),
  ];
  return { project, policy, steps };
}

/** What is shared names no machine: the launcher finds the program. */
export function hookCommand(scope: SettingsFile['scope'], command: ProgramOnDisk, policy: string): HookCommand {
  return scope === 'project' ? 'launcher' : scope === 'user' ? command : { ...command, policy };
}

/** What `.licet/.gitignore` says: the state stays out of git, what every clone needs does not. */
export const IGNORED = '*\n!.gitignore\n!licet.sh\n!governance.schema.json\n';

/** What older versions wrote ignored itself, and so was missing in every clone. */
function ignoreStep(file: string): Step {
  const isOlder = existsSync(file) && decode(file) === '*\n!governance.schema.json\n';
  return isOlder ? { file, action: 'change', text: IGNORED, added: IGNORED } : fresh(file, IGNORED);
}

/** The launcher, and for this user a copy of it and where the program is that ran `init`. */
function launcherSteps({ root, home, command: { node, bundle }, resident }: InitOptions): readonly Step[] {
  return [
    launcherStep(join(root, LAUNCHER_FILE), launcherText({ resident })),
    ownStep(join(home, PROGRAM_FILE), `${node}\n${bundle}\n`),
    ownStep(join(home, OWN_LAUNCHER_FILE), launcherText({ resident: true })),
  ];
}

/** A file of this user for all projects: the last `init` counts. */
function ownStep(file: string, text: string): Step {
  const known = existsSync(file) ? decode(file) : undefined;
  return known === text ? { file, action: 'keep' } : { file, action: known === undefined ? 'create' : 'change', text };
}

/** A launcher that another version has written, or with other options, is replaced; what somebody else has put there is kept. */
function launcherStep(file: string, text: string): Step {
  const known = existsSync(file) ? decode(file) : undefined;
  return known !== undefined && known !== text && known.includes(LAUNCHER_MARK)
    ? { file, action: 'change', text, added: text }
    : fresh(file, text);
}

const LACKS = {
  project: 'no settings of a project: use `--user`',
  local: 'no settings that are not shared: leave `--local` out',
  user: 'no settings for all projects: leave `--user` out, or name other runtimes',
} as const;

function settingsFile(
  { title, settings }: Runtime,
  places: { root: string; home: string },
  wanted: SettingsFile['scope'],
): string {
  const file = settings.files(places).find(({ scope }) => scope === wanted)?.file;
  if (file === undefined) throw new UsageError(`${title} has ${LACKS[wanted]}`);
  return file;
}

function fresh(file: string, text: string): Step {
  return existsSync(file) ? { file, action: 'keep' } : { file, action: 'create', text, added: text };
}

interface HookPlan {
  readonly step: Step;
  readonly installed?: Installed;
}

function planHook({ name, settings }: Runtime, file: string, command: HookCommand): readonly HookPlan[] {
  const before = existsSync(file) ? decode(file) : undefined;
  if (settings.layout === 'plugin')
    return [
      planPlugin(file, settings.text(command), before),
      ...besideOf(settings, file).map(([path, text]) => planPlugin(path, text, existsSync(path) ? decode(path) : undefined)),
    ];
  const isOurs = (handler: unknown): boolean => isLicetHandler(handler, name);
  if (before !== undefined && findHandlers(body(before), isOurs).length > 0) return [{ step: { file, action: 'keep' } }];
  const { text, inserted } = insertHooks(body(before ?? settings.fresh ?? '{}\n'), settings.entries(command));
  const step: Step = {
    file,
    action: before === undefined ? 'create' : 'change',
    text: before?.startsWith(MARK) === true ? MARK + text : text,
    added: inserted.join('\n'),
  };
  return [{ step, installed: { settings: file, created: before === undefined, inserted } }];
}

/** The files beside a plugin, with their texts. */
const besideOf = (
  settings: Extract<RuntimeSettings, { layout: 'plugin' }>,
  file: string,
): readonly (readonly [string, string])[] =>
  Object.entries(settings.beside ?? {}).map(([name, text]) => [join(dirname(file), name), text]);

/** A file of our own: one that is there and says something else is not ours to change. */
function planPlugin(file: string, text: string, before: string | undefined): HookPlan {
  if (before !== undefined && before !== text)
    throw invalidSettings(`\`${file}\` is there already and is not what \`licet init\` would write: move it away`);
  const step = fresh(file, text);
  return step.action === 'keep' ? { step } : { step, installed: { settings: file, created: true, inserted: [text] } };
}

function manifestStep(root: string, installed: readonly Installed[]): Step {
  const file = join(root, MANIFEST_FILE);
  const known = readManifest(root).filter(({ settings }) => installed.every(each => each.settings !== settings));
  return { file, action: existsSync(file) ? 'change' : 'create', text: `${JSON.stringify([...known, ...installed], null, 2)}\n` };
}

const SIGNS: readonly (readonly [file: string, kind: string])[] = [
  ['package.json', 'Node.js'],
  ['pyproject.toml', 'Python'],
  ['setup.py', 'Python'],
  ['requirements.txt', 'Python'],
  ['Cargo.toml', 'Rust'],
  ['go.mod', 'Go'],
  ['pom.xml', 'Java'],
  ['build.gradle', 'Java'],
  ['build.gradle.kts', 'Kotlin'],
  ['Gemfile', 'Ruby'],
  ['composer.json', 'PHP'],
];

/** Looks at the names in a folder, and at nothing else. */
export function detectProject(root: string): Project {
  return { kinds: [...new Set(SIGNS.filter(([file]) => existsSync(join(root, file))).map(([, kind]) => kind))] };
}

/** Where `uninstall` looks. */
interface UndoPlaces {
  /** The folder of the policy, where `init` remembers what it did; absolute. */
  readonly root: string;
  /** The user's folder; absolute. */
  readonly home: string;
  /** Whether it is about the settings for all projects of the user. */
  readonly forUser: boolean;
  /** Whether what checks changes of the policy goes too. */
  readonly checks: boolean;
}

/**
 * Plans the way back. Of a settings file that was not touched since, every byte is as it was before `init`; of one
 * that was, only Licet's handlers go and everything else stays byte for byte. The launcher goes with the last settings of `all`
 * runtimes that start it. The policy itself stays.
 */
export function planUninstall(
  { root, home, forUser, checks }: UndoPlaces,
  runtimes: readonly Runtime[],
  all: readonly Runtime[] = runtimes,
): readonly Undoing[] {
  const manifest = readManifest(root);
  const undoings: Undoing[] = runtimes.flatMap(runtime => {
    const own = runtime.settings
      .files({ root, home })
      .flatMap(({ file, scope }) => ((scope === 'user') === forUser ? [file] : []));
    return own.filter(existsSync).flatMap(file => undo(runtime, file, manifest));
  });
  const undone = new Set(undoings.map(({ file }) => file));
  undoings.push(...launcherUndoing(root, home, all, undone));
  for (const undoing of checks ? unplanChecks(root, manifest) : []) {
    undone.add(undoing.file);
    undoings.push(undoing);
  }
  const left = manifest.filter(({ settings }) => !undone.has(settings) && existsSync(settings));
  const own = join(root, MANIFEST_FILE);
  if (!existsSync(own) || (left.length > 0 && left.length === manifest.length)) return undoings;
  return [
    ...undoings,
    left.length === 0
      ? { file: own, action: 'delete' }
      : { file: own, action: 'restore', text: `${JSON.stringify(left, null, 2)}\n` },
  ];
}

/** The launcher, where no settings start it any more, and it is the one that `init` wrote. */
function launcherUndoing(root: string, home: string, all: readonly Runtime[], undone: ReadonlySet<string>): readonly Undoing[] {
  const file = join(root, LAUNCHER_FILE);
  if (!existsSync(file) || !decode(file).includes(LAUNCHER_MARK)) return [];
  const settings = all.flatMap(runtime => runtime.settings.files({ root, home }).map(each => each.file));
  const isUsed = settings.some(each => !undone.has(each) && existsSync(each) && decode(each).includes(LAUNCHER_FILE));
  return isUsed ? [] : [{ file, action: 'delete' }];
}

function undo({ name, settings }: Runtime, file: string, manifest: readonly Installed[]): readonly Undoing[] {
  const text = decode(file);
  const known = manifest.find(each => each.settings === file);
  if (settings.layout === 'plugin') {
    const isWhole = ([path, own]: readonly [string, string | undefined]): boolean => existsSync(path) && decode(path) === own;
    const ours = [[file, known?.inserted[0]] as const, ...besideOf(settings, file)];
    return ours.flatMap(each => (isWhole(each) ? [{ file: each[0], action: 'delete' }] : []));
  }
  const isOurs = (handler: unknown): boolean => isLicetHandler(handler, name);
  const plain = body(text);
  if (findHandlers(plain, isOurs).length === 0) return [];
  const exact = known === undefined ? undefined : removeInserted(plain, known.inserted);
  const rest = exact ?? removeHandlers(plain, isOurs);
  if (known?.created === true && rest === (settings.fresh ?? '{}\n')) return [{ file, action: 'delete' }];
  return [{ file, action: 'restore', text: text.slice(0, text.length - plain.length) + rest }];
}
