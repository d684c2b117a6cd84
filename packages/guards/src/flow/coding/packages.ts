import type { CodeCall } from './calls.ts';

/** Words of package managers behind which packages are named. */
const INSTALLS = /^(?:install|i|add|get|require|in|isntall|ci|dlx|x|exec|tool|download|dev)$/u;
const VALUED =
  /^(?:-r|--requirement|-c|--constraint|-t|--target|--prefix|-C|--dir|--cwd|-w|--workspace|--filter|-F|-i|--index-url|--extra-index-url|-f|--find-links|--registry|--index|--source|-s|--python|-p|--path|--features|--version|-v|--group|--git|--branch|--tag|--rev|-e|--editable|--platform|--save-prefix|--tag|--loglevel|--timeout|--cache-dir|--proxy|--trusted-host|--root|--install-extension)$/u;

/** Programs that begin a project: `npm init` installs nothing by itself, `npm init vite` does. */
const MAKERS = /^(?:npm|pnpm|yarn|bun)$/u;

/** Options whose value is what is installed. */
const NAMING = /^(?:-e|--editable|--git|--install-extension|-p|--package)$/u;

/** What comes with a package manager, or is one. */
const ORDINARY: ReadonlySet<string> = new Set(
  'pip setuptools wheel npm pnpm yarn corepack bundler poetry uv virtualenv'.split(' '),
);

/** Returns what a call installs by name: packages and addresses, without versions. Local folders are none. */
export function installsOf({ program, words: all }: CodeCall): readonly string[] {
  const words = all.filter((word, at) => at !== 1 || !(MAKERS.test(program) && /^(?:init|create|innit)$/u.test(word)));
  const start = words.findIndex((word, at) => at > 0 && INSTALLS.test(word));
  const found: string[] = [];
  for (let at = start < 0 ? 1 : start + 1; at < words.length; at++) {
    const word = words[at] ?? '';
    if (VALUED.test(word)) {
      if (NAMING.test(word)) found.push(words[at + 1] ?? '');
      at += 1;
    } else if (word === '--') continue;
    else if (!word.startsWith('-')) found.push(word);
  }
  return [...new Set(found.filter(word => !INSTALLS.test(word)).map(packageOf))].filter(
    name => isOutside(name) && !ORDINARY.has(name),
  );
}

const isOutside = (name: string): boolean =>
  !/^(?:\.{0,2}\/|\.$|\.\.$|~|file:)|\.(?:whl|tgz|deb|rpm|jar|txt)$/u.test(name) || /:\/\//u.test(name);

/** Returns the name of a package without version and extras: `@scope/name@1.2` is `@scope/name`, `foo[bar]>=2` is `foo`. */
export function packageOf(word: string): string {
  if (/:\/\/|^git\+|^(?:github|gitlab|bitbucket|git|npm|https?):/u.test(word)) return word.replace(/^npm:/u, '');
  const name = word.replace(/\[[^\]]*\].*$/u, '').replace(/\s*(?:[<>=~!^;,].*)$/u, '');
  const at = name.indexOf('@', 1);
  return at > 0 ? name.slice(0, at) : name;
}

/** Returns the image that a container program starts or pulls, where someone else than its own registry makes it. */
export const imagesOf = ({ program, words }: CodeCall): readonly string[] => {
  const start = /^(?:docker|podman|nerdctl)$/u.test(program) ? words.findIndex(word => /^(?:run|pull|create)$/u.test(word)) : -1;
  const image =
    start < 0 ? undefined : words.slice(start + 1).find(word => /^[\w][\w.-]*(?::\d+)?\/[\w./-]+(?:[:@][\w.:-]+)?$/u.test(word));
  return image === undefined ? [] : [image.replace(/(?:@sha256)?:[\w.-]+$/u, '')];
};

/** Scripts that an installation runs by itself. */
const ON_INSTALL = /"(?:pre|post)?(?:install|prepare|prepublish|pack)(?:Only)?"\s*:/gu;

/** Returns the scripts of a `package.json` that an installation runs and that only the new text has. */
export function installScriptsIn(path: string, text: string, before: string): readonly string[] {
  if (!path.endsWith('/package.json')) return [];
  return [...new Set(text.match(ON_INSTALL) ?? [])]
    .filter(script => !before.includes(script))
    .map(script => script.replaceAll(/["\s:]/gu, ''));
}

const COMMANDS =
  /(?:npm|pnpm|yarn|bun|pip3?|uv(?: pip)?|pipx|poetry|cargo|gem|go|composer|brew|apt(?:-get)?|dnf|conda|npx|uvx)[ \t]+(?:install|i|add|get|require|create|dlx|-y|--yes)?[ \t]*([^\n`|;&<>)]{1,200})/gu;

/** Returns what the commands of a page install. */
export const installedByPage = (text: string): readonly string[] =>
  [...text.matchAll(COMMANDS)].flatMap(([, words = '']) =>
    words
      .split(/\s+/u)
      .filter(word => /^@?[\w][\w@./:+[\]=<>~^-]*$/u.test(word))
      .map(packageOf),
  );
