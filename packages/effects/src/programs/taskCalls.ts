import type { Argument, Call, Finding } from './descriptor.ts';
import type { TaskFile } from './taskFile.ts';

type Names = readonly (Argument | string)[];

/** Subcommands that are named after the script that they run, and the short forms of `test`. */
const OWN_SCRIPT = /^(?:t|tst|test|start|stop|restart|version)$/;

/** The tasks that a call names by its operands, and what is handed on to them; `from` is the option that names another file. */
export const tasksIn = (file: TaskFile, call: Call, from = '', names: Names = call.operands): readonly Finding[] => {
  const isDry = call.has('-n');
  if (isDry && file !== 'Makefile') return [];
  const others = from === '' ? [] : call.values(from).flatMap(({ text }) => (text === undefined ? [] : [text]));
  return others.length === 0
    ? [{ tasks: file, names, isDry }]
    : others.map(other => ({ tasks: file, names, isDry, from: other }));
};

/** The folder that a call works in instead of its own. */
const folderOf = (call: Call): string | undefined => [...call.values('--prefix'), ...call.values('--cwd')].at(-1)?.text;

/** The script that a call names by its first operand or its subcommand, and what is handed on to it. */
export function scriptsIn(call: Call, tasks: TaskFile = 'package.json'): readonly Finding[] {
  const { path, operands } = call;
  if (tasks === 'composer.json' && !/^(?:run|run-script|test)$/.test(path[1] ?? 'run')) return [];
  const own = OWN_SCRIPT.exec(path[1] ?? '')?.[0].replace(/^(?:t|tst)$/, 'test');
  const names = own === undefined ? operands : [own, ...(own === 'version' ? [] : operands)];
  const isNamed = own === 'version' ? operands.length > 0 : names.length > 0;
  return isNamed ? [{ tasks, names, folder: folderOf(call), packages: packagesOf(call) }] : [];
}

/** The scripts of its own manifest that an installation runs by itself, when it names no package. */
export function lifecycleIn(call: Call, names: readonly string[] = ['install', 'prepare']): readonly Finding[] {
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
export const scriptsOfPackages = (names: Names, packages?: readonly string[]): readonly Finding[] =>
  names.map(name => ({ tasks: 'package.json', names: [name], packages }));

/** Scripts of packages: `turbo run build --filter=web`, `nx run web:build`, `nx build web`, `nx run-many -t build`. */
export function packageTasks(call: Call): readonly Finding[] {
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
export function workspaceScripts({ path, operands: [name, ...rest] }: Call): readonly Finding[] {
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
