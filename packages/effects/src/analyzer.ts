import type { Effect, Action, FileTarget } from '@licet/core';
import type { EffectAnalyzer } from '@licet/core/nodes';
import { dynamicEffect } from './code/calls.ts';
import type { CodeScanner } from './code/scanner.ts';
import { createCodeScanner } from './code/scanner.ts';
import type { EffectOptions } from './options.ts';
import type { FileSystemPort } from './places/fileSystem.ts';
import { isLicetFile } from './places/humanCommands.ts';
import { markPlaces } from './places/knownPlaces.ts';
import { nodeFiles } from './places/nodeFiles.ts';
import { shareWork } from './places/sharedWork.ts';
import { askedWorld, findings, keyOf } from './remembering.ts';
import { analyzeShell } from './shell/interpret/analyzeShell.ts';
import type { ShellOptions } from './shell/words/frame.ts';
import { analyzeTool } from './tools/analyzeTool.ts';
import { commandText } from './tools/judge.ts';
import type { ToolContext, ToolOverride } from './tools/use.ts';
import type { Work } from './work.ts';
import { createProjectWork, withSpent, createWork } from './work.ts';
import { boundFiles } from './places/boundedFiles.ts';
import type { FileTargetOptions } from './places/target.ts';
import { isSecretTarget } from './places/secrets.ts';
import { losesHistory, targetLossTags } from './places/losses.ts';
import { runsAgain } from './places/persistence.ts';
import { placeOf } from './places/lexical.ts';
import type { AskedWorld } from './remembering.ts';

/** What one analysis knows of the world. */
interface World {
  readonly root: string;
  readonly paths: FileTargetOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly overrides: Readonly<Record<string, ToolOverride>>;
  readonly untrusted: ReadonlySet<string> | undefined;
  readonly work: Work;
}

/** Where an analysis starts from: the policy root, the home, and what answers for files and environment. */
interface Place {
  readonly root: string;
  readonly home: string | undefined;
  readonly env: World['env'];
  readonly files: FileSystemPort | undefined;
}

/** Where the analyses of an analyser start from. */
const placeFor = (options: EffectOptions, machine: FileSystemPort): Place => {
  const host = globalThis.process as NodeJS.Process | undefined;
  const env = options.env ?? host?.env ?? {};
  const user = options.home ?? env['HOME'] ?? env['USERPROFILE'];
  const home = user === undefined ? undefined : placeOf(user);
  const files = options.files === false ? undefined : (options.files ?? machine);
  return { root: placeOf(options.root ?? host?.cwd() ?? '/'), home, env, files };
};

/** The world of one action, with its own budget of work. */
const worldOf = (
  action: Action,
  { root, home }: Place,
  { files, env }: Pick<AskedWorld, 'files' | 'env'>,
  options: EffectOptions,
): World => {
  const work = createWork();
  const paths = {
    cwd: action.cwd === undefined ? root : placeOf(action.cwd),
    home,
    env,
    files: files && boundFiles(files, work),
  };
  return { root, paths, env, overrides: options.overrides ?? {}, untrusted: options.untrusted?.(action), work };
};

/** The tags that the shell gives to files by their names, for tools too: one name has one meaning. */
const marksOf = (kind: Effect['kind'], target: FileTarget, world: World): readonly string[] => {
  const place = { cwd: world.paths.cwd ?? world.root, root: world.root, home: world.paths.home, files: world.paths.files };
  const isSecret = isSecretTarget(target, place);
  const loss =
    kind === 'delete'
      ? targetLossTags(target, target.glob === undefined && world.paths.files?.readLink(target.lexical) !== undefined, place)
      : [];
  const paths = [target.lexical, target.resolved];
  const later = kind === 'write' && paths.some(path => runsAgain(path, place.home)) ? ['persistence'] : [];
  const history = losesHistory(kind, target.lexical) ? ['history_loss'] : [];
  return [...new Set([...loss, ...history, ...later, ...(isSecret ? ['secret'] : [])])];
};

/** Most files that the code of one action loads, directly or through others, that are read. */
const MOST_LOADED = 12;

type RunShell = (command: string, cwd: string | undefined, work: Work) => readonly Effect[];

/** Licet as a module: its command is in the words of the process, which the code may have set. */
const loadedLicet = (path: string, program: string): Effect => ({
  kind: 'execute',
  target: { type: 'program', argv: [path, undefined], file: path },
  program,
  via: [],
  certainty: 'certain',
});

/** Runs the first of some files that is there, as a script of its language; what was loaded before is not looked at again. */
const createLoader = (files: FileSystemPort | undefined, projectWork: Work, shell: RunShell) => {
  const loaded = new Set<string>();
  return (candidates: readonly string[], program: string, work: Work, cwd: string | undefined): readonly Effect[] => {
    const licet = candidates.find(name => isLicetFile(name) && files?.identity(name) !== undefined);
    if (licet !== undefined) return [loadedLicet(licet, program)];
    const path = candidates.find(name => loaded.has(name) || files?.text?.(name) !== undefined);
    if (path === undefined || path.includes('/node_modules/') || loaded.has(path)) return [];
    const isSpent = work.left < 0 || projectWork.left < 0 || loaded.size >= MOST_LOADED;
    if (isSpent) return [dynamicEffect('loads more code than is looked at', program)];
    loaded.add(path);
    return shell(`${program} ${commandText([path]) ?? ''}`, cwd, work).filter(
      ({ kind, target }) => kind !== 'execute' || target?.type !== 'program' || target.argv[0] !== program,
    );
  };
};

const contextFor = (tool: string, world: World, scanner: CodeScanner): ToolContext => {
  const { paths, root, env, untrusted, work } = world;
  const projectWork = createProjectWork();
  const scanCode: NonNullable<ShellOptions['scanCode']> = (language, source, own, at = paths.cwd, from?: string) =>
    scanner.scan(language, source, {
      ...context,
      paths: { ...paths, cwd: at },
      tool: language === '' ? tool : language,
      work: own,
      from,
      load: (candidates, program) => loadFirst(candidates, program, own, at),
    });
  const shell: RunShell = (command, cwd, own) =>
    analyzeShell(command, {
      cwd: cwd ?? root,
      root,
      home: paths.home,
      env,
      files: paths.files,
      untrusted,
      scanCode,
      work: own,
      projectWork,
    });
  const loadFirst = createLoader(paths.files, projectWork, (...call) => shell(...call));
  const context: ToolContext = {
    tool,
    paths,
    root,
    work,
    marks: (kind, target) => marksOf(kind, target, world),
    code: (language, source) => scanCode(language, source, work, paths.cwd),
    shell: (command, cwd) => shell(command, cwd, work),
  };
  return context;
};

/**
 * Makes the analyser that an engine asks: it finds the effects of every kind of action, of calls of tools, shell commands and code. Its answer
 * is a promise only when Python code is to be scanned for the first time, since its parser loads asynchronously. To ask what one command
 * would do, call `effectsOf`.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { FileBoundary } from '@licet/guards';
 *
 * const engine = new PolicyEngine(FileBoundary({ deny: ['.env'], root: '/project' }), { effects: analyzeEffects({ root: '/project' }) });
 * engine.evaluateSync({ kind: 'bash', tool: 'Bash', cwd: '/project', payload: { command: 'cat .env' } }).ruling; // => 'block'
 * ```
 */
export function analyzeEffects(options: EffectOptions = {}): EffectAnalyzer {
  const machine = nodeFiles();
  const scanner = createCodeScanner(options.parsers);
  const known = options.remembers === true && options.untrusted === undefined ? findings() : undefined;
  return action => {
    const place = placeFor(options, machine);
    const key = known && keyOf(action, place.root, place.home);
    const before = key === undefined ? undefined : known?.find(key);
    if (before !== undefined) {
      shareWork(before.effects, before.work);
      return before.effects;
    }
    const asked = key === undefined ? undefined : askedWorld(place.files, place.env);
    const analyze = (): World & { readonly effects: readonly Effect[] } => {
      const world = worldOf(action, place, asked ?? place, options);
      const context = contextFor(action.tool ?? action.kind, world, scanner);
      const found = analyzeTool(action, context, world.overrides);
      const effects = withSpent(markPlaces(found, { ...world.paths, root: world.root }), world.work);
      shareWork(effects, world.work);
      return { ...world, effects };
    };
    const whole = ({ effects, work: { left } }: ReturnType<typeof analyze>): readonly Effect[] => {
      if (key !== undefined && asked !== undefined) known?.keep(key, { effects, world: asked, left });
      return effects;
    };
    const first = analyze();
    const loading = scanner.loading();
    return loading === undefined ? whole(first) : loading.then(() => whole(analyze()));
  };
}
