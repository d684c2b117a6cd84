import type { Argument, Call } from '../call.ts';
import type { TaskFile } from '../taskFile.ts';
import type { Finding, Runs } from '../use.ts';
import { holds } from './condition.ts';

type Names = readonly (Argument | string)[];

/** Subcommands that are named after the script that they run, and the short forms of `test`. */
const OWN_SCRIPT = /^(?:t|tst|test|start|stop|restart|version)$/;

/** The tasks that a call names, and what is handed on to them; `from` is the option that names another file. */
function tasksIn(file: TaskFile, { from, before = [], named }: Runs, call: Call): readonly Finding[] {
  if (named !== undefined) return call.values(named).map(name => ({ tasks: file, names: [name, ...call.operands] }));
  const names = [...before, ...call.operands];
  const isDry = call.has('-n');
  if (isDry && file !== 'Makefile') return [];
  const others = from === undefined ? [] : call.values(from).flatMap(({ text }) => (text === undefined ? [] : [text]));
  return others.length === 0
    ? [{ tasks: file, names, isDry }]
    : others.map(other => ({ tasks: file, names, isDry, from: other }));
}

/** The folder that a call works in instead of the current one. */
const folderOf = (call: Call): string | undefined => [...call.values('--prefix'), ...call.values('--cwd')].at(-1)?.text;

/** The script that a call names by its first operand or its subcommand, and what is handed on to it. */
function scriptsIn(call: Call, tasks: TaskFile): readonly Finding[] {
  const { path, operands } = call;
  if (tasks === 'composer.json' && !/^(?:run|run-script|test)$/.test(path[1] ?? 'run')) return [];
  const own = OWN_SCRIPT.exec(path[1] ?? '')?.[0].replace(/^(?:t|tst)$/, 'test');
  const names = own === undefined ? operands : [own, ...(own === 'version' ? [] : operands)];
  const isNamed = own === 'version' ? operands.length > 0 : names.length > 0;
  return isNamed ? [{ tasks, names, folder: folderOf(call), packages: packagesOf(call) }] : [];
}

/** The scripts of the project's manifest that an installation runs by itself, when it names no package. */
function lifecycleIn(call: Call, names: readonly string[]): readonly Finding[] {
  const skips =
    (call.operands.length > 0 && names.includes('install')) || ['--ignore-scripts', '-g'].some(option => call.has(option));
  const named = packagesOf(call);
  const places = named === undefined ? [undefined, ['*']] : [named];
  return skips
    ? []
    : places.flatMap(packages =>
        names.map(name => ({ tasks: 'package.json', names: [name], folder: folderOf(call), packages }) as const),
      );
}

/** The packages of the workspace that a call names; npm takes the option behind the script too. */
function packagesOf(call: Call): readonly string[] | undefined {
  const { operands } = call;
  const behind = operands.flatMap(({ text = '' }, at) => {
    const [, option, value] = /^(-w|--workspace|--workspaces|-ws)(?:=(.*))?$/.exec(text) ?? [];
    return option === undefined ? [] : [option.endsWith('s') ? '*' : (value ?? operands[at + 1]?.text ?? '*')];
  });
  const named = [...call.values('--workspace').map(({ text }) => text ?? '*'), ...(call.path[0] === 'npm' ? behind : [])];
  if (named.length > 0) return named;
  return ['-r', '--workspaces', '-ws'].some(option => call.has(option)) ? ['*'] : undefined;
}

/** Scripts of several packages: each word is one, or all that begin alike (`build:*`). */
const scriptsOfPackages = (names: Names, packages?: readonly string[]): readonly Finding[] =>
  names.map(name => ({ tasks: 'package.json', names: [name], packages }));

/** Scripts of packages: `turbo run build --filter=web`, `nx run web:build`, `nx build web`, `nx run-many -t build`. */
function packageTasks(call: Call): readonly Finding[] {
  const [verb, ...rest] = call.operands.map(({ text = '' }) => text);
  const chosen = call.values('--file').flatMap(({ text = '*' }) => text.split(','));
  if (call.path[0] !== 'nx') {
    const names = verb === 'run' ? rest : [verb ?? '', ...rest];
    return scriptsOfPackages(names, chosen.length > 0 ? chosen : ['*']);
  }
  if (/^(?:run-many|affected)$/.test(verb ?? '')) return scriptsOfPackages([...chosen, ...rest], ['*']);
  const [name = '', task] = verb === 'run' ? (rest[0] ?? '').split(':') : [rest[0] ?? '*', verb];
  return scriptsOfPackages([task ?? ''], [name]);
}

/** Scripts and commands in yarn's packages: `workspace web build`, `workspaces foreach -A run build`, `workspace web exec tsc`. */
function workspaceScripts({ path, operands: [name, ...rest] }: Call): readonly Finding[] {
  const isOne = path[1] === 'workspace';
  const all = isOne || name === undefined ? rest : [name, ...rest];
  const at = isOne ? 0 : all.findIndex(({ text }) => /^(?:run|exec|dlx|node)$/.test(text ?? ''));
  const [verb, ...words] = at < 0 ? [] : all.slice(at);
  const [command, ...following] = verb?.text === 'node' ? [verb, ...words] : words;
  if (/^(?:exec|dlx|node)$/.test(verb?.text ?? ''))
    return command === undefined ? [] : [{ use: 'command', value: command, following }];
  const names = verb?.text === 'run' || verb === undefined ? words : [verb, ...words];
  return names.length === 0 ? [] : [{ tasks: 'package.json', names, packages: [isOne ? (name?.text ?? '*') : '*'] }];
}

const OF_PACKAGES: Readonly<Record<NonNullable<Runs['packages']>, (call: Call) => readonly Finding[]>> = {
  'each word': ({ operands }) => scriptsOfPackages(operands),
  'each word, of all packages': ({ operands }) => scriptsOfPackages(operands, ['*']),
  'turbo, nx': packageTasks,
  yarn: workspaceScripts,
};

/**
 * The tasks of the project that a call starts.
 *
 * | row | call | starts |
 * |---|---|---|
 * | `{ tasks: 'Makefile', from: '-f' }` | `make -f a test` | `test` in `a` |
 * | `{ scripts: 'package.json' }` | `npm test`, `npm run test` | the script `test` |
 * | `{ lifecycle: ['install'] }` | `npm install` | the script `install`, if no package is named |
 * | `{ packages: 'turbo, nx' }` | `turbo run build` | the script `build` of every package |
 */
export const findRuns = (rows: readonly Runs[], call: Call): readonly Finding[] =>
  rows.flatMap(row => {
    if (row.when !== undefined && !holds(row.when, call)) return [];
    return [
      ...(row.tasks === undefined ? [] : tasksIn(row.tasks, row, call)),
      ...(row.scripts === undefined ? [] : scriptsIn(call, row.scripts)),
      ...(row.lifecycle === undefined ? [] : lifecycleIn(call, row.lifecycle)),
      ...(row.packages === undefined ? [] : OF_PACKAGES[row.packages](call)),
    ];
  });
