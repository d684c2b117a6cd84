import type { Effect } from '@licet/core';
import type { ShellOptions } from '../words/options.ts';
import { emitUnknown, OutOfWork } from '../words/frame.ts';
import type { Frame, Run } from '../words/frame.ts';
import { createState } from '../words/shellState.ts';
import { runArgv } from './argv.ts';
import { visitScript } from './script.ts';
import { visitText } from './text.ts';
import { withEvidence } from '../evidence.ts';
import { literal } from '../words/field.ts';
import { createWork, withSpent } from '../../work.ts';

/** Deepest nesting of substitutions, wrappers and function calls. */
const deepest = 50;

/** More traps than a shell has signals. */
const mostTraps = 64;

/**
 * The effects of a bash command: what it reads, writes, deletes, runs, sends and changes, through wrappers, substitutions,
 * pipes and everything else the shell does with the text. Pure and total: whatever the text, the answer is a list of effects,
 * and what cannot be seen is in it as an effect of kind `unknown`. Nothing is run.
 *
 * It cannot see what programs do that their command line does not say: what is in a script file, a Makefile or a
 * package's scripts, unless the command itself wrote it.
 *
 * @example
 * ```ts
 * import { analyzeShell } from '@licet/effects';
 *
 * const effects = analyzeShell('cd build && rm -rf ../src', { cwd: '/project' });
 * effects.some(({ kind, target }) => kind === 'delete' && target?.type === 'file' && target.lexical === '/project/src');
 * ```
 */
export function analyzeShell(command: string, options: ShellOptions): readonly Effect[] {
  const run = createRun(options);
  const frame = createFrame(run);
  try {
    visitText(literal(command), frame);
    for (const trap of run.traps.splice(0, mostTraps)) trap();
  } catch (error) {
    if (!(error instanceof OutOfWork)) giveUp(error, run);
    return withSpent([...run.effects.values()], run.work);
  }
  return withSpent(withEvidence([...run.effects.values()], command, options), run.work);
}

/** Says that the analysis failed, whatever is left of the budget. */
function giveUp(error: unknown, run: Run): void {
  const frame = createFrame({ ...run, work: createWork() });
  emitUnknown(frame, error instanceof RangeError ? 'nested too deeply' : 'the analyser gave up on the command');
}

function createRun(options: ShellOptions): Run {
  return {
    options,
    interpreter: { script: visitScript, text: visitText, argv: runArgv },
    effects: new Map(),
    maxDepth: options.maxDepth ?? deepest,
    work: options.work ?? createWork(),
    files: new Map(),
    copies: new Map(),
    links: new Map(),
    traps: [],
    pipes: 0,
  };
}

function createFrame(run: Run): Frame {
  return {
    run,
    state: createState(run.options.cwd),
    via: [],
    possible: false,
    stdin: undefined,
    depth: 0,
    tags: [],
    place: 'here',
    calls: [],
  };
}
