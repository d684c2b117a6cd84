import type { TaskFile } from './descriptor.ts';

/** The names under which each lies in its folder, in the order in which the programs look for them. */
export const taskFileNames: Readonly<Record<TaskFile, readonly string[]>> = {
  'package.json': ['package.json'],
  'deno.json': ['deno.json', 'deno.jsonc'],
  Makefile: ['GNUmakefile', 'makefile', 'Makefile'],
  justfile: ['justfile', 'Justfile', '.justfile'],
};

/** Most lines of a task, with those of the tasks that it needs. */
const mostLines = 200;

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
  readonly needs: readonly string[];
  readonly lines: string[];
}

interface Rules {
  readonly variables: Map<string, string>;
  readonly rules: Map<string, Rule>;
  readonly first: string | undefined;
}

const ASSIGNMENT = /^(?:export\s+|override\s+)?([A-Za-z_][\w.-]*)\s*(?::{1,3}|[?+])?=\s*(.*)$/;
const HEADER: Readonly<Record<'Makefile' | 'justfile', RegExp>> = {
  Makefile: /^([^\s:=#][^:=]*?)\s*::?(?![:=])\s*([^;=]*)(?:;(.*))?$/,
  justfile: /^@?([\w-]+)(?:\s[^:]*)?:(?!=)\s*([^#]*)/,
};

/** Reads rules line by line; conditions, functions and patterns are passed over. */
function readRules(file: 'Makefile' | 'justfile', text: string): Rules {
  const variables = new Map<string, string>();
  const rules = new Map<string, Rule>();
  let open: readonly Rule[] = [];
  let first: string | undefined;
  for (const line of text.replace(/[ \t]*\\\r?\n[ \t]*/g, ' ').split(/\r?\n/)) {
    const [, name, value = ''] = ASSIGNMENT.exec(line) ?? [];
    const [, targets] = HEADER[file].exec(line) ?? [];
    if (file === 'Makefile' ? line.startsWith('\t') : /^[ \t]+\S/.test(line))
      for (const { lines } of open) lines.push(line.trim());
    else if (name !== undefined) variables.set(name, value.replace(/\s+#.*$/, ''));
    else if (targets !== undefined) {
      const names = targets.split(/\s+/);
      open = names.map(target => addRule(file, line, target, rules));
      first ??= names.find(target => !target.startsWith('.'));
    }
  }
  return { variables, rules, first };
}

/** Adds what the head of a rule says of one of its targets to what is known of it. */
function addRule(file: 'Makefile' | 'justfile', line: string, target: string, rules: Map<string, Rule>): Rule {
  const [, , needs = '', inline] = HEADER[file].exec(line) ?? [];
  const { needs: before, lines } = rules.get(target) ?? { needs: [], lines: [] };
  const rule = { needs: [...before, ...needs.split(/\s+/).filter(Boolean)], lines };
  if (inline !== undefined) lines.push(inline.trim());
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
  const visit = (name: string): void => {
    const rule = rules.get(name);
    if (rule === undefined || seen.has(name) || commands.length >= mostLines) return;
    seen.add(name);
    rule.needs.forEach(visit);
    const lines = rule.lines.map(line =>
      file === 'justfile' ? line.replace(/\{\{[^}]*\}\}/g, computed) : expanded(line, name, variables),
    );
    if (lines[0]?.startsWith('#!') === true) commands.push(lines.join('\n'));
    else commands.push(...lines.map(line => line.replace(/^[@+-]+\s*/, '')));
  };
  const wanted = names.length > 0 ? names : file === 'justfile' && rules.has('default') ? ['default'] : [first ?? ''];
  wanted.forEach(visit);
  return commands;
}

/** A line of a rule with its variables put in; `$$` is the shell's own dollar sign. */
function expanded(line: string, target: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  return line.replace(
    /\$(?:\$|[({]([^(){}]*)[)}]|([@<^?*+%])|[({].*[)}])/g,
    (all, name: string | undefined, automatic: string | undefined) => {
      if (all === '$$') return depth === 0 ? '$' : '$$';
      if (automatic === '@') return target;
      if (name === 'MAKE') return 'make';
      if (name === 'CURDIR') return '.';
      const value = name === undefined ? undefined : variables.get(name);
      return value === undefined || depth > 7 ? computed : expanded(value, target, variables, depth + 1);
    },
  );
}
