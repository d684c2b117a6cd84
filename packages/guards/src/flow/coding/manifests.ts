import { isRecord } from '@licet/core/nodes';

import { packageOf } from './packages.ts';

/** How the packages in a manifest are found: `read` in the whole file, `line` in a part of it. */
interface Manifest {
  readonly file: RegExp;
  readonly line: RegExp;
  readonly read?: (text: string) => readonly string[] | undefined;
}

const NAMED_IN_JSON =
  /"((?:@?[\w.-]+\/)?[\w.-]+)"\s*:\s*"((?:[~^<>=v]*\d[\w.*+-]*(?:\s*[|<>-].*)?|\*|latest|next|(?:npm|file|git|github|https?|workspace)[:+].*|[\w.-]+\/[\w.-]+(?:#.*)?))"/gu;
const TOML_LINE =
  /["']([A-Za-z0-9][\w.-]*)(?:\[[\w,]*\])?\s*(?:[<>=~!]=?|@)[^"']*["']|^[ \t]*["']([A-Za-z0-9][\w.-]*)["'],?[ \t]*$|(?:^|[\s/])([A-Za-z0-9][\w.-]*)[ \t]*=[ \t]*(?:\\?"[~^<>=*\d][^"]*"|\{[^}]*(?:version|git|path)\s*=)/gmu;

/** Files in which a project names the packages that it installs. */
const MANIFESTS: readonly Manifest[] = [
  { file: /\/(?:package|bower|deno|jsr)\.jsonc?$/u, line: NAMED_IN_JSON, read: packagesOfNode },
  { file: /\/composer\.json$/u, line: NAMED_IN_JSON },
  {
    file: /\/(?:requirements|constraints)[\w.-]*\.(?:txt|in)$|\/requirements\/[\w.-]+\.(?:txt|in)$/u,
    line: /^[ \t]*([A-Za-z0-9][\w.-]*)(?:\[[\w,]*\])?[ \t]*(?:[<>=~!@;].*)?$/gmu,
  },
  { file: /\/(?:pyproject|Cargo|Pipfile|libs\.versions)(?:\.toml)?$/u, line: TOML_LINE, read: packagesOfToml },
  { file: /\/(?:setup\.py|setup\.cfg)$/u, line: TOML_LINE },
  {
    file: /\/go\.mod$/u,
    line: /(?:^|=>)[ \t]*(?:require[ \t]+|replace[ \t]+)?([\w.-]+\.[\w-]+\/\S+)[ \t]+v\d(?!.*\/\/ indirect)/gmu,
  },
  {
    file: /\/(?:[\w.-]*Dockerfile|Containerfile)[\w.-]*$/u,
    line: /^[ \t]*FROM[ \t]+(?:--\S+[ \t]+)?([\w.-]+(?::\d+)?\/[\w./-]+)/gimu,
  },
  { file: /\/(?:docker-)?compose[\w.-]*\.ya?ml$/u, line: /^[ \t-]*image:[ \t]*["']?([\w.-]+(?::\d+)?\/[\w./-]+)/gmu },
  { file: /\/(?:Gemfile|gems\.rb|[\w.-]+\.gemspec)$/u, line: /\b(?:gem|add_(?:\w+_)?dependency)\s*\(?\s*["']([\w.-]+)["']/gu },
  {
    file: /\.gradle(?:\.kts)?$/u,
    line: /["']([\w.-]+:[\w.-]+)(?::[\w.${}+-]+)?["']|\bid\s*\(?\s*["']([\w.-]+)["']\)?\s*version/gu,
  },
  { file: /\/pom\.xml$/u, line: /<groupId>\s*([\w.-]+)\s*<\/groupId>\s*<artifactId>\s*([\w.-]+)\s*</gu },
  {
    file: /\.(?:cs|fs|vb)proj$|\/Directory\.\w+\.props$/u,
    line: /<Package(?:Reference|Version)\s[^>]*?(?:Include|Update)\s*=\s*["']([\w.-]+)["']/gu,
  },
  { file: /\/mix\.exs$/u, line: /\{:(\w+),\s*(?:["']|git:|github:)/gu },
  { file: /\/pubspec\.ya?ml$/u, line: /^[ ]{2}(\w+):[ \t]*(?:["']?[\^<>=\d]|any\b|$)/gmu },
  { file: /\/pnpm-workspace\.yaml$/u, line: /^[ \t]+["']?((?:@[\w.-]+\/)?[\w.-]+)["']?:[ \t]*["']?[~^<>=]*\d/gmu },
  { file: /\/(?:environment|conda)[\w.-]*\.ya?ml$/u, line: /^[ \t]*-[ \t]*([A-Za-z][\w.-]*)[ \t]*(?:[<>=].*)?$/gmu },
  { file: /\/Podfile$/u, line: /\bpod\s+["']([\w./-]+)["']/gu },
  { file: /\/Package\.swift$/u, line: /\.package\([^)]*?url:\s*["']([^"']+)["']/gu },
];

/** Keys of manifests that look like packages and are none. */
const NO_PACKAGES =
  /^(?:version|node|npm|pnpm|yarn|vscode|target|edition|python|requires-python|name|rust-version|packageManager|lib|main|type|license|php|sdk|flutter|description|readme|dependencies|channels|line-length|target-version)$/u;

const manifestOf = (path: string): Manifest | undefined => MANIFESTS.find(({ file }) => file.test(path));

/** Whether a file names the packages of a project. */
export const isManifest = (path: string): boolean => manifestOf(path) !== undefined;

const DEPENDENCY_KEYS = /^(?:(?:dev|peer|optional|bundled?)?dependencies|overrides|resolutions|catalogs?|imports|scopes)$/iu;

/** The packages of a whole `package.json` or the like; undefined for one that cannot be parsed. */
function packagesOfNode(text: string): readonly string[] | undefined {
  try {
    return entriesBelow(JSON.parse(text), false, 0);
  } catch {
    return undefined;
  }
}

function entriesBelow(value: unknown, isList: boolean, depth: number): readonly string[] {
  if (!isRecord(value) || depth > 5) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const below = entriesBelow(each, isList || DEPENDENCY_KEYS.test(name), depth + 1);
    if (!isList || typeof each !== 'string') return below;
    const alias = /^(?:npm|jsr):(.+)$/u.exec(each)?.[1];
    return [packageOf(name), ...(alias === undefined ? addressIn(each) : [packageOf(alias)])];
  });
}

const addressIn = (value: string): readonly string[] =>
  /^(?:git|github|gitlab|bitbucket|https?)[:+]|^[\w.-]+\/[\w.-]+(?:#.*)?$/u.test(value) ? [value] : [];

const TABLE = /(?:^|\.)(?:[\w-]*dependencies|packages|dev-packages|libraries|plugins)$/u;
const LIST = /(?:^|\.)(?:[\w-]*dependencies|requires)$|(?:^|\.)optional-dependencies\.[\w-]+$|^dependency-groups\.[\w-]+$/u;

/** The packages of a whole TOML file: entries and list items in its tables of dependencies. */
function packagesOfToml(text: string): readonly string[] {
  return tomlEntries(text).flatMap(({ table, key, items, value }) => {
    if (items !== undefined) return LIST.test(`${table}.${key}`.replace(/^\./u, '')) ? items.map(packageOf) : [];
    if (!TABLE.test(table) || key === 'python') return [];
    return [key.replace(/\..*$/u, ''), ...(/["']([\w.-]+:[\w.-]+)/u.exec(value)?.slice(1) ?? [])];
  });
}

/** Returns the packages that the whole text of a manifest names; of one that comes from elsewhere than a registry, its address as well. */
export function packagesIn(path: string, text: string): readonly string[] {
  const manifest = manifestOf(path);
  return manifest?.read?.(text) ?? packagesInPart(path, text);
}

/** Returns the packages that a part of a manifest names. */
export function packagesInPart(path: string, text: string): readonly string[] {
  const manifest = manifestOf(path);
  if (manifest === undefined) return [];
  return [...text.matchAll(manifest.line)].flatMap(([, ...groups]) => {
    const names = groups.filter(each => each !== undefined);
    const [name = '', value = ''] = names;
    if (NO_PACKAGES.test(name)) return [];
    if (path.endsWith('/pom.xml')) return [`${name}:${value}`];
    return [name, ...addressIn(value)];
  });
}

/** A replacement of sed: its new text, whatever divides it from the old one. */
const REPLACEMENT = /(?:^|[;\s\d,$}/])s([!-.:-@[\]^`{-~/])(?:\\.|(?!\1)[^\\])*\1((?:\\.|(?!\1)[^\\])*)\1/gu;

/** Returns the new texts of replacements in the words of a command. */
const replacementsIn = (words: readonly string[]): readonly string[] =>
  words.flatMap(word =>
    [...word.slice(0, 10_000).matchAll(REPLACEMENT)].map(([, , next = '']) => next.replaceAll(/\\(.)/gu, '$1')),
  );

const HEREDOC = /<<-?\s*["']?(\w+)/gu;

/** Returns the packages that a command may write into a manifest: those that it names in the form of the file. `calls` are the words of its programs. */
export function packagesInCommand(path: string, calls: readonly (readonly string[])[], command: string): readonly string[] {
  const ends = [...command.matchAll(HEREDOC)].map(([, end = '']) => end);
  const none = new Set([...ends, ...calls.map(([program = '']) => program)]);
  const words = calls.flatMap(each => each.slice(1));
  const lines = [command, ...words, ...replacementsIn(words)]
    .flatMap(each => [each, each.replaceAll(/["']|\/[aic]\\?[ \t]*/gu, '\n')])
    .join('\n');
  const isToml = /\.toml$|\/Pipfile$/u.test(path);
  const quoted = isToml ? [...lines.matchAll(/["']([A-Za-z][\w.-]+)["']/gu)].map(([, name = '']) => name) : [];
  const set = [...lines.matchAll(/dependencies[.[]["']?(@?[\w/-]+)/giu)].map(([, name = '']) => name);
  return [...packagesInPart(path, lines), ...quoted, ...set].filter(
    name => !none.has(name) && !NO_PACKAGES.test(name) && !/\.(?:txt|in|toml|json|ya?ml|mod)$/u.test(name),
  );
}

interface TomlEntry {
  /** The name of its table; empty above the first one. */
  readonly table: string;
  readonly key: string;
  readonly value: string;
  /** The texts in it, where it is a list. */
  readonly items?: readonly string[];
}

const HEADER = /^[ \t]*\[\[?[ \t]*([^\]]+?)[ \t]*\]\]?[ \t]*(?:#.*)?$/u;
const ENTRY = /^[ \t]*["']?([\w.-]+)["']?[ \t]*=[ \t]*(.*)$/u;

/** Reads the entries of a TOML file line by line, as far as names of tables, keys and texts in lists go. The header `[a.b]` is also the entry `b` of `a`. */
function tomlEntries(text: string): readonly TomlEntry[] {
  const found: TomlEntry[] = [];
  let table = '';
  let open: { key: string; value: string } | undefined;
  const close = (): void => {
    if (open !== undefined) found.push({ table, ...open, items: textsIn(open.value) });
    open = undefined;
  };
  for (const line of text.split('\n')) {
    const header = open === undefined ? HEADER.exec(line)?.[1] : undefined;
    if (open !== undefined) open = { ...open, value: `${open.value}\n${line}` };
    else if (header !== undefined) {
      table = header.replaceAll(/["']/gu, '');
      const at = table.lastIndexOf('.');
      found.push({ table: table.slice(0, Math.max(at, 0)), key: table.slice(at + 1), value: '' });
    } else {
      const [, key, value = ''] = ENTRY.exec(line) ?? [];
      if (key === undefined) continue;
      if (value.startsWith('[')) open = { key, value };
      else found.push({ table, key, value });
    }
    if (open !== undefined && isClosed(open.value)) close();
  }
  close();
  return found;
}

const withoutTexts = (value: string): string => value.replaceAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#.*$/gmu, '');

function isClosed(value: string): boolean {
  const bare = withoutTexts(value);
  return bare.split('[').length <= bare.split(']').length;
}

const textsIn = (value: string): readonly string[] =>
  [...value.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/gu)].map(([, double, single]) => double ?? single ?? '');
