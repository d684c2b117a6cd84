import type { ActionInput, Effect } from '@licet/core';
import type { EffectTarget, ProgramTarget } from '@licet/core/nodes';
import { analyzeEffects } from './analyzer.ts';
import type { EffectOptions } from './options.ts';

/** Where a command would run. Everything has a default. */
export interface EffectPlace extends Pick<EffectOptions, 'root' | 'home' | 'env' | 'files' | 'overrides'> {
  /** The folder that the command starts in, absolute. @defaultValue `root`, else the working directory of the process */
  readonly cwd?: string;
}

/** A target as plain data: a word of a program's arguments that is not known is `null`. */
export type ReportedTarget =
  | Exclude<EffectTarget, ProgramTarget>
  | (Omit<ProgramTarget, 'argv'> & { readonly argv: readonly (string | null)[] });

/** One thing that a command would do. */
export interface ReportedEffect extends Omit<Effect, 'target'> {
  readonly target?: ReportedTarget;
}

/**
 * What a command would do, as plain data: `JSON.parse(JSON.stringify(report))` equals the report. A version that takes a member away or
 * gives it another meaning is a new major version of the package.
 */
export interface EffectReport {
  /** In the order of the command, each effect once. */
  readonly effects: readonly ReportedEffect[];
  /** False when a part of the command could not be seen: an effect then has the kind `unknown`, and its `note` says why. */
  readonly complete: boolean;
}

const reportTarget = (target: EffectTarget): ReportedTarget =>
  target.type === 'program' ? { ...target, argv: target.argv.map(word => word ?? null) } : target;

const reportEffect = ({ kind, target, ...effect }: Effect): ReportedEffect => ({
  kind,
  ...(target !== undefined && { target: reportTarget(target) }),
  ...effect,
});

/**
 * What a shell command, or a call of a tool, would do: the files that it reads, writes and deletes, the programs that it runs, the hosts
 * that it reaches, the settings that it changes. Nothing is run. The files of this machine are looked up, never changed; `files: false`
 * judges paths as they are written.
 *
 * It never rejects for what a command says: what cannot be seen is an effect of kind `unknown`, and the report is not `complete`.
 *
 * @example
 * ```ts
 * import { effectsOf } from '@licet/effects';
 *
 * const { effects } = await effectsOf('cd build && rm -rf ../src', { cwd: '/project', files: false });
 * effects.flatMap(({ kind, target }) => (kind === 'delete' && target?.type === 'file' ? [target.lexical] : [])); // => ['/project/src']
 * ```
 */
export async function effectsOf(what: string | ActionInput, { cwd, ...options }: EffectPlace = {}): Promise<EffectReport> {
  const root = options.root ?? cwd;
  const analyze = analyzeEffects({ ...options, ...(root !== undefined && { root }) });
  const input: ActionInput = typeof what === 'string' ? { kind: 'bash', tool: 'Bash', payload: { command: what } } : what;
  const found = await analyze({ payload: {}, sessionId: 'effects', ...(cwd !== undefined && { cwd }), ...input });
  return { effects: found.map(reportEffect), complete: found.every(({ kind }) => kind !== 'unknown') };
}
