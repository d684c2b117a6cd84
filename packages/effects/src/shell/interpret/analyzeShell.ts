import type { Effect } from '@licet/core';
import type { ShellOptions } from '../words/options.ts';
import { emitUnknown } from '../words/frame.ts';
import type { Frame, Run } from '../words/frame.ts';
import { createState } from '../words/shellState.ts';
import { runArgv } from './argv.ts';
import { visitScript } from './script.ts';
import { visitText } from './text.ts';
import { literal } from '../words/field.ts';

const defaults = { maxLength: 65_536, maxDepth: 50, maxExpansions: 10_000 } as const;

/** More traps than a shell has signals. */
const mostTraps = 64;

/** Steps that are always left to say that the others are used up. */
const reserve = 100;

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
  if (command.length > (options.maxLength ?? defaults.maxLength)) {
    emitUnknown(frame, 'the command is too long to look at');
    return [...run.effects.values()];
  }
  try {
    visitText(literal(command), frame);
    for (const trap of run.traps.splice(0, mostTraps)) trap();
  } catch (error) {
    run.steps = reserve;
    emitUnknown(frame, error instanceof RangeError ? 'nested too deeply' : 'the analyser gave up on the command');
    return [...run.effects.values()];
  }
  if (run.steps < 0) {
    run.steps = reserve;
    emitUnknown(frame, 'too much to look at');
  }
  return [...run.effects.values()];
}

function createRun(options: ShellOptions): Run {
  return {
    options,
    interpreter: { script: visitScript, text: visitText, argv: runArgv },
    effects: new Map(),
    maxDepth: options.maxDepth ?? defaults.maxDepth,
    steps: options.maxExpansions ?? defaults.maxExpansions,
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
