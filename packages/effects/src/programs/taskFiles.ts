import { COMPOSE_FILES, composeCommands } from './composeFiles.ts';
import { PROCESS_FILE_NAMES, isProcessFile, processCommands } from './processFiles.ts';
import type { ProcessFile } from './processFiles.ts';
import type { TaskFile } from './taskFile.ts';
import { LONGEST_LINE, ASSIGNMENT, readRules, readLists } from './taskRules.ts';
type RuleFile = Exclude<TaskFile, 'package.json' | 'deno.json' | 'composer.json' | 'compose.yaml' | 'go.mod' | ProcessFile>;

/** The names under which each lies in its folder, in the order in which the programs look for them. */
export const TASK_FILE_NAMES: Readonly<Record<TaskFile, readonly string[]>> = {
  ...PROCESS_FILE_NAMES,
  'package.json': ['package.json'],
  'deno.json': ['deno.json', 'deno.jsonc'],
  Makefile: ['GNUmakefile', 'makefile', 'Makefile'],
  justfile: ['justfile', 'Justfile', '.justfile'],
  'composer.json': ['composer.json'],
  'Taskfile.yml': ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml', 'Taskfile.dist.yml', 'Taskfile.dist.yaml'],
  'compose.yaml': COMPOSE_FILES,
  'go.mod': ['go.mod'],
  'mise.toml': ['mise.local.toml', 'mise.toml', '.mise.toml', '.config/mise.toml', '.config/mise/config.toml'],
};

/** Most lines of a task, with those of the tasks that it needs. */
const MOST_LINES = 200;

/** In place of what a rule computes: a variable of the shell that is set nowhere. */
export const COMPUTED_NAME = 'UNKNOWN_TO_LICET';

const COMPUTED = `$${COMPUTED_NAME}`;

/** Variables that make sets by itself. Source: the manual of GNU make, "Variables Used by Implicit Rules". */
const OF_MAKE =
  /^(?:\w*FLAGS|MAKE\w*|RM|CC|CXX|CPP|AR|AS|FC|PC|CO|GET|LD|LEX|YACC|LINT|M2C|TEX\w*|C?WEAVE|C?TANGLE|SHELL|SUFFIXES|VPATH|OS)$/;

/**
 * The variables that a file with tasks sets anywhere, under conditions too: `NAME = x`, `NAME: x`, `export NAME`. `*` where it takes some
 * from a file that is not read.
 */
export function variablesSetIn(text: string): readonly string[] {
  const set = [
    ...text.matchAll(/\b([A-Za-z_]\w{0,63})["']?[ \t]*(?:[:?+!]{0,3}=|:)|\b(?:define|export|unexport)[ \t]+([A-Za-z_]\w{0,63})/g),
  ];
  const isFromElsewhere = /dotenv|\.env\b|^(?:-|s)?include[ \t][^\n]*\$/m.test(text);
  return [...set.map(([, first, second]) => first ?? second ?? ''), ...(isFromElsewhere ? ['*'] : [])];
}

/**
 * The commands of a task, one text for each shell that is started, in the order in which they run. A task that the file does not have, and
 * a file that cannot be read, give none.
 */
export function taskCommands(file: TaskFile, text: string, names: readonly string[], isDry: boolean = false): readonly string[] {
  if (isProcessFile(file)) return processCommands(file, text);
  if (file === 'package.json') return names.flatMap(name => scriptsOf(text, 'scripts', [`pre${name}`, name, `post${name}`]));
  if (file === 'deno.json') return scriptsOf(text, 'tasks', names);
  if (file === 'composer.json')
    return scriptsOf(text, 'scripts', names).map(line =>
      line.replace(/^@(?:(php|composer)\b)?/, (_, own?: string) => own ?? 'composer '),
    );
  if (file === 'compose.yaml') return composeCommands(text, names);
  return file === 'go.mod' ? [] : rulesOf(file, text, names, isDry).slice(0, MOST_LINES);
}

function scriptsOf(text: string, member: 'scripts' | 'tasks', names: readonly string[]): readonly string[] {
  const scripts = memberOf(text, member);
  if (typeof scripts !== 'object' || scripts === null) return [];
  const known = Object.entries(scripts as Readonly<Record<string, unknown>>);
  return names.flatMap(name => {
    const fits = (key: string): boolean => (name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : key === name);
    return known.flatMap(([key, script]) => {
      if (!fits(key)) return [];
      const lines: unknown = typeof script === 'object' && script !== null && 'command' in script ? script.command : script;
      return [lines].flat().filter(line => typeof line === 'string');
    });
  });
}

/** A member of a manifest, where the text is one. */
export function memberOf(text: string, member: string): unknown {
  try {
    return (JSON.parse(text) as Readonly<Record<string, unknown>> | null)?.[member];
  } catch {
    return undefined;
  }
}

/** The patterns of the folders in which the packages of a workspace lie, by `package.json` or `pnpm-workspace.yaml`. */
export function workspacePatterns(manifest: string | undefined, pnpm: string | undefined): readonly string[] {
  const member = memberOf(manifest ?? '', 'workspaces');
  const listed = typeof member === 'object' && member !== null && 'packages' in member ? member.packages : member;
  const named = [listed].flat().filter(pattern => typeof pattern === 'string');
  const lines = (pnpm ?? '').matchAll(/^[ \t]*-[ \t]+["']?([^\s"'#!]{1,200})/gm);
  return [...named, ...Array.from(lines, ([, pattern = '']) => pattern)];
}

/** What make runs while it reads its file, whatever it is told to build: `X := $(shell …)`, `X != …`. */
function runWhileRead(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter(line => !line.startsWith('\t') && line.length <= LONGEST_LINE);
  return lines.flatMap(line => [...shellsOf(line), ...(/^[\w.-]+\s*!=\s*(.+)$/.exec(line)?.slice(1) ?? [])]);
}

/** The commands of the function `shell` in a line of make. */
const shellsOf = (line: string): readonly string[] =>
  [...line.matchAll(/\$[({]shell\s+((?:[^(){}]|\$?[({][^(){}]*[)}])*)[)}]/g)].map(([, command = '']) =>
    command.replaceAll('$$', '$'),
  );

/** Lines of rules that make runs though it is to print them only. Source: the manual of GNU make, "Instead of Execution". */
const RUNS_ALL_THE_SAME = /^[@\s-]*\+|\$[({]MAKE[)}]/;

function rulesOf(file: RuleFile, text: string, words: readonly string[], isDry: boolean): readonly string[] {
  const isListed = file === 'Taskfile.yml' || file === 'mise.toml';
  const { variables, rules, first } = isListed ? readLists(file, text) : readRules(file, text);
  const names = words.filter(word => word !== '' && !word.includes('='));
  for (const word of words) {
    const [, name, value = ''] = ASSIGNMENT.exec(word) ?? [];
    if (name !== undefined) variables.set(name, value);
  }
  const seen = new Set<string>();
  const commands: string[] = file === 'Makefile' ? [...runWhileRead(text)] : [];
  const room = { left: 4 * LONGEST_LINE };
  const visit = (name: string): void => {
    const rule = rules.get(name);
    if (rule === undefined || seen.has(name) || commands.length >= MOST_LINES) return;
    seen.add(name);
    rule.needs.forEach(visit);
    if (file === 'Makefile') commands.push(...rule.lines.flatMap(shellsOf));
    const lines = rule.lines
      .slice(0, MOST_LINES)
      .filter(line => !isDry || RUNS_ALL_THE_SAME.test(line))
      .map(line =>
        file === 'Makefile'
          ? expanded(line, name, variables, room)
          : line.replace(/\{\{([^{}]{0,200})\}\}/g, (_all, inner: string) => templated(inner, variables)),
      );
    if (lines[0]?.startsWith('#!') === true) commands.push(lines.join('\n'));
    else commands.push(...lines.map(line => line.replace(/^[@+-]+\s*/, '')));
  };
  const wanted = names.length > 0 ? names : file !== 'Makefile' && rules.has('default') ? ['default'] : [first ?? ''];
  wanted.forEach(visit);
  return commands;
}

/** Parts of an expression of just: a text in quotes, the folder of the file or of the user, a variable of the environment, a name. */
const PART =
  /\s*(?:"([^"\\]*)"|'([^']*)'|(?:justfile_dir(?:ectory)?|source_dir(?:ectory)?|invocation_dir(?:ectory)?)\(\)()|home_dir(?:ectory)?\(\)()|env(?:_var_or_default|_var)?\(\s*["'](\w+)["']\s*(?:,\s*(?:""|''))?\s*\)|\.?([A-Za-z_][\w-]*)(?!\())\s*(\+|\/|$)/gy;

/** Most variables that one template leads through. */
const DEEPEST = 8;

/**
 * What a template of Task or just means: texts and variables that `+` and `/` join. A name that the file does not set is a variable of the
 * shell in Task, and a parameter in just, which is not known.
 */
function templated(inner: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  let value = '';
  let end = 0;
  for (const [all, double, single, here, home, asked, name, sign = ''] of inner.matchAll(PART)) {
    const known = name === undefined ? undefined : variables.get(name);
    if (name !== undefined && known === undefined && !all.trim().startsWith('.')) return COMPUTED;
    if (known !== undefined && depth > DEEPEST) return COMPUTED;
    const variable = home === undefined ? (asked ?? name) : 'HOME';
    value +=
      known === undefined
        ? (double ?? single ?? (here === undefined ? `\${${variable ?? COMPUTED_NAME}}` : '.'))
        : templated(known, variables, depth + 1);
    if (sign === '/') value += '/';
    end += all.length;
  }
  return end > 0 && end === inner.length ? value : COMPUTED;
}

/** A line of a rule with its variables put in, as far as there is room; `$$` is the shell's own dollar sign. */
function expanded(
  line: string,
  target: string,
  variables: ReadonlyMap<string, string>,
  room: { left: number },
  depth = 0,
): string {
  room.left -= line.length;
  if (room.left < 0) return depth === 0 ? line : COMPUTED;
  return line.replace(
    /\$(?:\$|[({]([^(){}]*)[)}]|([@<^?*+%])|[({].*[)}])/g,
    (all, name: string | undefined, automatic: string | undefined) => {
      if (all === '$$') return depth === 0 ? '$' : '$$';
      if (automatic === '@') return target;
      if (name === 'MAKE') return 'make';
      if (name === 'CURDIR') return '.';
      const value = name === undefined ? undefined : variables.get(name);
      if (value === undefined && /^[A-Za-z_]\w*$/.test(name ?? '') && !OF_MAKE.test(name ?? '')) return `\${${name}}`;
      return value === undefined || depth > 7 ? COMPUTED : expanded(value, target, variables, room, depth + 1);
    },
  );
}
