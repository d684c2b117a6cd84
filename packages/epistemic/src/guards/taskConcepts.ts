import type { Effect } from '@licet/core';

/** What one effect says of the concepts involved: an act, and what it acts upon. */
export interface ConceptPair {
  readonly actions: readonly string[];
  readonly objects: readonly string[];
}

/** Programs each of whose words names a task of the project. */
const TASKS_ONLY: ReadonlySet<string> = new Set('make gmake rake gradle gradlew invoke nox doit'.split(' '));

/** Programs whose first word names a task of the project, or a separate act. */
const ONE_TASK: ReadonlySet<string> = new Set('just task mask npm pnpm yarn bun deno composer'.split(' '));

/** Words of a runner that name no task. */
const RUNNER_WORDS: ReadonlySet<string> = new Set(['run', 'run-script', 'task', 'exec']);

/** Tasks that every project has: to run one is to run the program that the project is. */
const USUAL_TASKS: ReadonlySet<string> = new Set(
  (
    'all build compile package bundle test tests check verify lint format fmt typecheck types clean dev start stop serve watch preview ' +
    'doc docs coverage bench benchmark help list install ci add update upgrade dlx create prepare pretest posttest prebuild postbuild'
  ).split(' '),
);

/**
 * What a task of the project is about: `make deploy` is about `deploy`, which the graph must know. Usual tasks, such as
 * `npm test`, and programs that take no tasks run a program. What the task does when it was read is among the other effects.
 */
export function taskConcepts(program: string | undefined, among: readonly Effect[]): ConceptPair {
  const tasks = tasksOf(program ?? '', among);
  const named = tasks.filter(task => !USUAL_TASKS.has(task.split(':', 1)[0] ?? ''));
  return { actions: ['execute'], objects: named.length === 0 ? ['program'] : named };
}

/** The tasks that the calls of a runner name. A word with a slash or a dot is a file that is built. */
function tasksOf(program: string, among: readonly Effect[]): readonly string[] {
  if (!TASKS_ONLY.has(program) && !ONE_TASK.has(program)) return [];
  return among.flatMap(({ kind, program: name, target }) => {
    if (kind !== 'execute' || target?.type !== 'program' || name !== program) return [];
    const words = target.argv.slice(1).filter(word => word !== undefined);
    const end = words.indexOf('--');
    const named = words
      .slice(0, end < 0 ? undefined : end)
      .filter(word => !RUNNER_WORDS.has(word) && /^[A-Za-z][\w:-]*$/u.test(word));
    return TASKS_ONLY.has(program) ? named : named.slice(0, 1);
  });
}
