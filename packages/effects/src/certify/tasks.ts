import type { FileSystemPort } from '../places/fileSystem.ts';

/** The most lines of a task, and of those that it needs, that are read. */
const MOST_LINES = 32;

/** What a manifest says that a script runs, with what runs before and after it; undefined where it has none or cannot be read. */
export function scriptTexts(folder: string, name: string, files: FileSystemPort): readonly string[] | undefined {
  const scripts = scriptsIn(files.text?.(`${folder}/package.json`));
  const own = scripts?.[name];
  if (scripts === undefined || typeof own !== 'string') return undefined;
  const texts = [scripts[`pre${name}`], own, scripts[`post${name}`]].filter(text => text !== undefined);
  return texts.every(text => typeof text === 'string') ? texts : undefined;
}

function scriptsIn(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const { scripts } = JSON.parse(text ?? '') as { readonly scripts?: Readonly<Record<string, unknown>> };
    return scripts;
  } catch {
    return undefined;
  }
}

/** Functions of make that run something, and lines that go on in the next. */
const MORE_THAN_RECIPES = /\$[({](?:shell|eval|call|foreach|file|guile|value|origin)\b|!=|\\$/m;

/** Settings that no program takes from its environment. */
const PLAIN_SETTING =
  /^(?:(?!\w*_proxy\b)[a-z]\w*|CC|CXX|AR|(?:C|CXX|CPP|LD)FLAGS|LDLIBS|SRCS?|SOURCES|OBJS?|OBJECTS|BIN|NAME|VERSION|PROJECT|TARGETS?|BUILD(?:_?DIR)?|OUT|DIST|PREFIX|DESTDIR|IMAGE|PKG|PACKAGE|TAG|APP)\s*[:+?]?=/;

const RULE = /^((?!\.)[\w.%/ -]+|\.PHONY|\.DEFAULT_GOAL):(?!=)\s*([\w.%/ -]*)(?:#.*)?$/;

/** The lines that a target of a Makefile runs, those of its prerequisites first; undefined where any of it is more than lines of calls. */
export function recipeLines(folder: string, target: string | undefined, files: FileSystemPort): readonly string[] | undefined {
  const text = ['GNUmakefile', 'makefile', 'Makefile']
    .map(name => files.text?.(`${folder}/${name}`))
    .find(each => each !== undefined);
  if (text === undefined || MORE_THAN_RECIPES.test(text)) return undefined;
  const rules = rulesIn(text);
  if (rules === undefined) return undefined;
  const lines: string[] = [];
  const seen = new Set<string>();
  const take = (name: string): boolean => {
    if (seen.has(name)) return true;
    seen.add(name);
    const rule = rules.get(name);
    // A source needs no rule; what has neither is made by a rule of make's own.
    if (rule === undefined) return files.identity(`${folder}/${name}`) !== undefined && /\.\w+$/.test(name);
    if (!rule.needs.every(take)) return false;
    lines.push(...rule.lines);
    return lines.length <= MOST_LINES;
  };
  const first = target ?? [...rules.keys()].find(name => !name.startsWith('.'));
  if (first === undefined || !rules.has(first) || !take(first)) return undefined;
  return lines.some(line => line.includes('$')) ? undefined : lines;
}

interface Rule {
  readonly needs: readonly string[];
  readonly lines: string[];
}

/** The rules of a Makefile by their targets; undefined where a line is neither a rule, nor part of one, nor a plain setting. */
function rulesIn(text: string): ReadonlyMap<string, Rule> | undefined {
  const rules = new Map<string, Rule>();
  let current: readonly Rule[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (line.startsWith('\t')) {
      if (current.length === 0) return undefined;
      for (const { lines } of current) lines.push(line.trim().replace(/^[@-]+\s*/, ''));
      continue;
    }
    const found = RULE.exec(line);
    if (found === null && !PLAIN_SETTING.test(line)) return undefined;
    current = found === null ? [] : wordsOf(found[1]).map(name => addRule(rules, name, wordsOf(found[2])));
  }
  return rules;
}

const wordsOf = (text: string = ''): readonly string[] => text.split(' ').filter(word => word !== '');

function addRule(rules: Map<string, Rule>, name: string, more: readonly string[]): Rule {
  const { needs = [], lines = [] } = rules.get(name) ?? {};
  const rule = { needs: [...needs, ...more], lines };
  rules.set(name, rule);
  return rule;
}
