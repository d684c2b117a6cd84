import type { Action, Effect, MaybePromise } from '@licet/core';
import type { EffectAnalyzer } from '@licet/core/nodes';
import type { FileSystemPort } from './places/fileSystem.ts';
import { shareWork } from './places/sharedWork.ts';
import { nodeFiles } from './places/nodeFiles.ts';
import { dynamicEffect } from './code/calls.ts';
import { createCodeScanner } from './code/scanner.ts';
import type { CodeParsers, CodeScanner } from './code/scanner.ts';
import { analyzeShell } from './shell/interpret/analyzeShell.ts';
import type { ShellOptions } from './shell/words/frame.ts';
import { markPlaces } from './places/knownPlaces.ts';
import { analyzeTool } from './tools/analyzeTool.ts';
import type { ToolContext, ToolOverride } from './tools/use.ts';
import { askedWorld, findings, keyOf } from './remembering.ts';
import { commandText } from './tools/judge.ts';
import { createProjectWork, withSpent } from './work.ts';
import type { Work } from './work.ts';
import { placeFor, worldOf, marksOf } from './world.ts';
import type { World } from './world.ts';

/** What the analyser may know of the world. Everything has a default. */
export interface EffectOptions {
  /** The policy root, absolute: where relative paths start when an action has no `cwd`. @defaultValue the working directory of the process */
  readonly root?: string;
  /** What `~` stands for. @defaultValue `HOME` of the environment */
  readonly home?: string;
  /** Variables whose values are known. @defaultValue the environment of the process, read when it is first needed */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where links and folders are looked up; `false` judges paths as they are written. @defaultValue this machine's file system */
  readonly files?: FileSystemPort | false;
  /** What the operator knows about tools, by name or by a prefix that ends in `*`. */
  readonly overrides?: Readonly<Record<string, ToolOverride>>;
  /** Absolute paths that the agent wrote earlier in the session: running one runs code that nobody has seen. */
  readonly untrusted?: (action: Action) => ReadonlySet<string>;
  /**
   * Whether what was found is kept for the next action of the same kind, tool, folder and arguments. It counts where everything that was asked
   * of files and environment on the way has the same answer again. For a process that lives on. @defaultValue false
   */
  readonly remembers?: boolean;
  /** Parsers for code, where a bundle brings its own. @defaultValue the installed ones, loaded when code is first scanned */
  readonly parsers?: CodeParsers;
}

/** Most files that the code of one action loads, directly or through others, that are read. */
const MOST_LOADED = 12;

type RunShell = (command: string, cwd: string | undefined, work: Work) => readonly Effect[];

/** Runs the first of some files that is there, as a script of its language; what was loaded before is not looked at again. */
const createLoader = (files: FileSystemPort | undefined, projectWork: Work, shell: RunShell) => {
  const loaded = new Set<string>();
  return (candidates: readonly string[], program: string, work: Work, cwd: string | undefined): readonly Effect[] => {
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

const isAction = (input: Action | EffectOptions): input is Action => 'payload' in input && 'kind' in input;

const createAnalyzer = (options: EffectOptions): EffectAnalyzer => {
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
};

/**
 * This finds the effects of every kind of action: tool calls, shell commands, code. Called with options (or with nothing) it makes
 * an analyser for an engine; called with an action it analyses that one in the world of this process. The answer is a promise only
 * when Python code is to be scanned for the first time, since its parser loads asynchronously.
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
export function analyzeEffects(action: Action): MaybePromise<readonly Effect[]>;
export function analyzeEffects(options?: EffectOptions): EffectAnalyzer;
export function analyzeEffects(input: Action | EffectOptions = {}): EffectAnalyzer | MaybePromise<readonly Effect[]> {
  return isAction(input) ? createAnalyzer({})(input) : createAnalyzer(input);
}
