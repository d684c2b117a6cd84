import type { Call, Finding, TaskFile } from './descriptor.ts';

/** The names under which each lies in its folder, in the order in which the programs look for them. */
export const taskFileNames: Readonly<Record<TaskFile, readonly string[]>> = {
  'package.json': ['package.json'],
  'deno.json': ['deno.json', 'deno.jsonc'],
  Makefile: ['GNUmakefile', 'makefile', 'Makefile'],
  justfile: ['justfile', 'Justfile', '.justfile'],
};

/** Subcommands that are named after the script that they run. */
const OWN_SCRIPT: Readonly<Record<string, string>> = {
  t: 'test',
  tst: 'test',
  test: 'test',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
  version: 'version',
};

/** Whether a call names other files or packages than the nearest, or only looks. */
const isElsewhere = (call: Call): boolean => ['--workspace', '-f', '-n'].some(option => call.has(option));

/** The tasks that the operands of a call name, and what is handed on to them. */
export const tasksIn = (file: TaskFile, call: Call): readonly Finding[] =>
  isElsewhere(call) ? [] : [{ tasks: file, names: call.operands, folder: undefined }];

/** The script of `package.json` that a call names by its first operand or its subcommand, and what is handed on to it. */
export function scriptsIn(call: Call): readonly Finding[] {
  const { path, operands } = call;
  const own = OWN_SCRIPT[path[1] ?? ''];
  const names = own === undefined ? operands : [own, ...(own === 'version' ? [] : operands)];
  const isNamed = own === 'version' ? operands.length > 0 : names.length > 0;
  const folder = [...call.values('--prefix'), ...call.values('--cwd')].at(-1)?.text;
  return !isNamed || isElsewhere(call) ? [] : [{ tasks: 'package.json', names, folder }];
}

/** Most lines of a task, with those of the tasks that it needs. */
const mostLines = 200;

/** Longer lines are no heads of rules; a task is expanded to four times this in all. */
const longestLine = 4096;

/** Stands for what a rule computes: a variable of the shell that nobody has set. */
const computed = '$UNKNOWN_TO_LICET';

/**
 * The commands of a task, one text for each shell that is started, in the order in which they run. A task that the file does not have, and
 * a file that cannot be read, give none.
 */
export function taskCommands(file: TaskFile, text: string, names: readonly string[]): readonly string[] {
  if (file === 'package.json') return names.flatMap(name => scriptsOf(text, 'scripts', [`pre${name}`, name, `post${name}`]));
  if (file === 'deno.json') return scriptsOf(text, 'tasks', names);
  return rulesOf(file, text, names).slice(0, mostLines);
}

function scriptsOf(text: string, member: 'scripts' | 'tasks', names: readonly string[]): readonly string[] {
  let scripts: unknown;
  try {
    scripts = (JSON.parse(text) as Readonly<Record<string, unknown>> | null)?.[member];
  } catch {
    return [];
  }
  if (typeof scripts !== 'object' || scripts === null) return [];
  const known = new Map<string, unknown>(Object.entries(scripts));
  return names.flatMap(name => {
    const script = known.get(name);
    const line = typeof script === 'object' && script !== null && 'command' in script ? script.command : script;
    return typeof line === 'string' ? [line] : [];
  });
}

interface Rule {
  readonly needs: string[];
  readonly lines: string[];
}

interface Rules {
  readonly variables: Map<string, string>;
  readonly rules: Map<string, Rule>;
  readonly first: string | undefined;
}

const ASSIGNMENT = /^(?:export\s+|override\s+)?([A-Za-z_][\w.-]*)\s*(?::{1,3}|[?+])?=\s*(.*)$/;

/** The head of a rule: what it makes or is called, what it needs, and a command on the same line. */
function headOf(
  file: 'Makefile' | 'justfile',
  line: string,
): readonly [targets: string, needs: string, inline?: string] | undefined {
  if (file === 'justfile') {
    const [, name, needs = ''] = /^@?([\w-]+)(?:\s[^:]*)?:(?!=)([^#]*)/.exec(line) ?? [];
    return name === undefined ? undefined : [name, needs];
  }
  const colon = line.search(/[:=#]/);
  if (line[colon] !== ':' || /^\s|^:{1,3}=/.test(line.slice(colon)) || /^\s/.test(line)) return undefined;
  const [needs = '', ...commands] = line.slice(colon).replace(/^::?/, '').split(';');
  return commands.length === 0 ? [line.slice(0, colon), needs] : [line.slice(0, colon), needs, commands.join(';')];
}

/** Reads rules line by line; conditions, functions and patterns are passed over. */
function readRules(file: 'Makefile' | 'justfile', text: string): Rules {
  const variables = new Map<string, string>();
  const rules = new Map<string, Rule>();
  let open: readonly Rule[] = [];
  let first: string | undefined;
  for (const line of text.replace(/\\\r?\n[ \t]*/g, ' ').split(/\r?\n/)) {
    if (file === 'Makefile' ? line.startsWith('\t') : /^[ \t]+\S/.test(line)) {
      for (const { lines } of open) lines.push(line.trim());
      continue;
    }
    const [, name, value = ''] = line.length > longestLine ? [] : (ASSIGNMENT.exec(line) ?? []);
    if (name !== undefined) variables.set(name, value.replace(/\s#.*$/, '').trim());
    const head = name !== undefined || line.length > longestLine ? undefined : headOf(file, line);
    if (head === undefined) continue;
    const [targets, needs, inline] = head;
    const names = [...new Set(wordsOf(targets))];
    open = names.map(target => addRule(target, wordsOf(needs), inline, rules));
    first ??= names.find(target => !target.startsWith('.'));
  }
  return { variables, rules, first };
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/** Adds what the head of a rule says of one of its targets to what is known of it. */
function addRule(target: string, needs: readonly string[], inline: string | undefined, rules: Map<string, Rule>): Rule {
  const rule = rules.get(target) ?? { needs: [], lines: [] };
  rule.needs.push(...needs);
  if (inline !== undefined) rule.lines.push(inline.trim());
  rules.set(target, rule);
  return rule;
}

function rulesOf(file: 'Makefile' | 'justfile', text: string, words: readonly string[]): readonly string[] {
  const { variables, rules, first } = readRules(file, text);
  const names = words.filter(word => !word.includes('='));
  for (const word of words) {
    const [, name, value = ''] = ASSIGNMENT.exec(word) ?? [];
    if (name !== undefined) variables.set(name, value);
  }
  const seen = new Set<string>();
  const commands: string[] = [];
  const room = { left: 4 * longestLine };
  const visit = (name: string): void => {
    const rule = rules.get(name);
    if (rule === undefined || seen.has(name) || commands.length >= mostLines) return;
    seen.add(name);
    rule.needs.forEach(visit);
    const lines = rule.lines
      .slice(0, mostLines)
      .map(line =>
        file === 'justfile' ? line.replace(/\{\{[^{}]{0,200}\}\}/g, computed) : expanded(line, name, variables, room),
      );
    if (lines[0]?.startsWith('#!') === true) commands.push(lines.join('\n'));
    else commands.push(...lines.map(line => line.replace(/^[@+-]+\s*/, '')));
  };
  const wanted = names.length > 0 ? names : file === 'justfile' && rules.has('default') ? ['default'] : [first ?? ''];
  wanted.forEach(visit);
  return commands;
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
  if (room.left < 0) return depth === 0 ? line : computed;
  return line.replace(
    /\$(?:\$|[({]([^(){}]*)[)}]|([@<^?*+%])|[({].*[)}])/g,
    (all, name: string | undefined, automatic: string | undefined) => {
      if (all === '$$') return depth === 0 ? '$' : '$$';
      if (automatic === '@') return target;
      if (name === 'MAKE') return 'make';
      if (name === 'CURDIR') return '.';
      const value = name === undefined ? undefined : variables.get(name);
      return value === undefined || depth > 7 ? computed : expanded(value, target, variables, room, depth + 1);
    },
  );
}
