/** Longer lines are no heads of rules; a task is expanded to four times this in all. */
export const LONGEST_LINE = 4096;

interface Rule {
  readonly needs: string[];
  readonly lines: string[];
}

interface Rules {
  readonly variables: Map<string, string>;
  readonly rules: Map<string, Rule>;
  readonly first: string | undefined;
}

/** A variable of a file of rules. */
export const ASSIGNMENT = /^(?:export\s+|override\s+)?([A-Za-z_][\w.-]*)\s*(?::{1,3}|[?+])?=\s*(.*)$/;

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
export function readRules(file: 'Makefile' | 'justfile', text: string): Rules {
  const variables = new Map<string, string>();
  const rules = new Map<string, Rule>();
  let open: readonly Rule[] = [];
  let first: string | undefined;
  for (const line of text.replace(/\\\r?\n[ \t]*/g, ' ').split(/\r?\n/)) {
    if (file === 'Makefile' ? line.startsWith('\t') : /^[ \t]+\S/.test(line)) {
      for (const { lines } of open) lines.push(line.trim());
      continue;
    }
    const [, name, value = ''] = line.length > LONGEST_LINE ? [] : (ASSIGNMENT.exec(line) ?? []);
    if (name !== undefined) variables.set(name, value.replace(/\s#.*$/, '').trim());
    const head = name !== undefined || line.length > LONGEST_LINE ? undefined : headOf(file, line);
    if (head === undefined) continue;
    const [targets, needs, inline] = head;
    const names = [...new Set(wordsOf(targets))];
    open = names.map(target => addRule(target, wordsOf(needs), inline, rules));
    first ??= names.find(target => !target.startsWith('.'));
  }
  return { variables, rules, first };
}

/** A variable of `Taskfile.yml` that is a plain text. */
const TEXT = /^\s+["']?([A-Za-z_]\w*)["']?\s*:\s*(?:"|')?([^"'{}\s][^"'{}]*?)["']?\s*(?:#.*)?$/;

/** Tasks that stand as lists below their name, line by line: those of `Taskfile.yml` and of `mise.toml`. */
export function readLists(file: 'Taskfile.yml' | 'mise.toml', text: string): Rules {
  const rules = new Map<string, Rule>();
  const variables = new Map<string, string>();
  let open: Rule | undefined;
  let depth: string | undefined;
  let [isTasks, isNeeds, isVariables] = [false, false, false];
  for (const line of text.split(/\r?\n/)) {
    if (line.length > LONGEST_LINE || /^\s*(?:#|$)/.test(line)) continue;
    const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
    const section = file === 'mise.toml' ? /^\[tasks(?:\.["']?([\w:.*/-]+)["']?)?\]/.exec(line) : /^tasks:/.exec(line);
    if (section !== null || (file === 'mise.toml' ? line.startsWith('[') : indent === '')) {
      isTasks = section !== null;
      isVariables = line.startsWith('vars:');
      depth = undefined;
      open = section?.[1] === undefined ? undefined : addRule(section[1], [], undefined, rules);
      continue;
    }
    if (isVariables) {
      const [, name, value = ''] = TEXT.exec(line) ?? [];
      if (name !== undefined) variables.set(name, `'${value}'`);
    }
    if (!isTasks) continue;
    if (file === 'Taskfile.yml') depth ??= indent;
    const isHead = file === 'mise.toml' ? open === undefined || depth === '' : indent === depth;
    const [, name = '', inline = ''] = (isHead ? /^\s*["']?([\w:.*/-]+)["']?\s*[:=]\s*(.*)$/.exec(line) : null) ?? [];
    if (name !== '') {
      open = addRule(name, [], undefined, rules);
      depth = indent;
      isNeeds = false;
    }
    const [, key, value = ''] = /^\s*(?:-\s+)?([\w-]+)(?::|\s*=\s)\s*(.*)$/.exec(name === '' ? line : '') ?? [];
    if (key !== undefined) isNeeds = /^(?:deps|depends|depends_post|task)$/.test(key);
    const isKept = key === undefined || isNeeds || /^(?:cmds?|run|sh)$/.test(key);
    const words = isKept ? listed(name === '' ? (key === undefined ? line.replace(/^\s*-\s+/, '') : value) : inline) : [];
    (isNeeds ? open?.needs : open?.lines)?.push(...words);
    if (key === 'task') isNeeds = false;
  }
  return { variables, rules, first: undefined };
}

/** The texts of a list, or of one text, without the quotes. */
export function listed(text: string): readonly string[] {
  const plain = text.trim();
  if (/^(?:[|>][+-]?|"""|'''|)$/.test(plain)) return [];
  if (/^\[(?!\[)|^\{/.test(plain))
    return [...plain.matchAll(/"([^"]*)"|'([^']*)'|([\w:.-]+)/g)].map(([, a, b, c = '']) => a ?? b ?? c);
  return [plain.replace(/^(["']{1,3})(.*?)\1?,?$/, '$2')];
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
