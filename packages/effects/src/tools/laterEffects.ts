import { alike } from '../alike.ts';
import type { Effect } from '@licet/core';
import { PIPELINES } from '../code/written/writtenKind.ts';
import { draw } from '../work.ts';
import type { ToolContext } from './use.ts';
import { judgeArgument } from './judge.ts';
import { isWithin } from '../places/lexical.ts';
import { RUNS_LATER, touchesGovernance } from '../places/governed.ts';
import { MAY_NAME_SETTINGS } from '../places/runtimes.ts';
import { runsByItself, startsPrograms } from '../places/startFiles.ts';
import { isTemporaryFor } from '../places/temporary.ts';
import { ofTool, plainName } from './use.ts';
import { foreignSources } from '../programs/registries.ts';
import { isLocalAddress } from '../programs/requests.ts';

/** Arguments that hold what is written. */
const WRITTEN: ReadonlySet<string> = new Set(['content', 'contents', 'filetext', 'newstring', 'newstr', 'insertline', 'text']);

/** What runs whatever it is given from elsewhere, or hides what it runs. */
export const isForeign = ({ tags = [] }: Effect): boolean =>
  tags.some(tag => tag === 'downloaded_code' || tag === 'obfuscated' || tag === 'catastrophic');

const LANGUAGES: Readonly<Record<string, string>> = {
  py: 'python',
  ...alike('js mjs cjs ts mts', 'javascript'),
};

/** Files whose lines a shell runs one by one: recipes of make and just. */
const RECIPES = /\/(?:GNUm|M|m)akefile$|\.mk$|\/[Jj]ustfile$/;

/** A line that code in any other language hands to a shell: `Command::new("sh").arg("-c").arg("…")`, `exec.Command("sh", "-c", "…")`. */
const HANDED = /\b(?:ba|z|da)?sh"[^"]{0,40}"-l?c"[^"]{0,40}"((?:[^"\\]|\\.)*)"/g;

/** Code without any of this is not scanned. */
const REACHES = /https?:|socket|urlopen|fetch\(|requests|curl|wget|base64|atob|rm -rf|rmtree|rmSync|mkfs|dd if=/;

/** Puts everything that the environment holds into a text or a list. */
const WHOLE_ENVIRONMENT =
  /\b(?:JSON\.stringify|Object\.(?:entries|values|assign)|Buffer\.from|String|URLSearchParams|btoa|inspect)\(\s*\{?\s*(?:\w+\s*:\s*)?(?:\.\.\.)?process\.env\b(?!\s*(?:\?\.|\.|\[))|\bos\.environ\.(?:items|copy|values)\(|\b(?:dumps|dict|str|repr|urlencode|list)\(\s*\{?\s*(?:["']\w+["']\s*:\s*)?(?:\*\*)?(?:dict\()?os\.environ\b(?!\s*[.[])/;

/** The commands in a file that runs later, line by line where each line is its own. */
function commandsIn(path: string, text: string): readonly string[] {
  if (RUNS_LATER.test(path) || /^#!\s*\S*\b(?:env\s+)?(?:ba|z|da|k)?sh\b/.test(text)) return [text];
  if (RECIPES.test(path))
    return [...text.matchAll(/^(?:\t| {2,})[@+-]*(.+)$/gm)].map(([, line = '']) =>
      line.replace(/(?<!\$)\$\((\w+)\)/g, '${$1}').replaceAll('$$', '$'),
    );
  if (!PIPELINES.test(path)) return [...text.matchAll(HANDED)].map(([, line = '']) => line.replaceAll('\\"', '"'));
  return [
    ...text.matchAll(
      /^[ \t-]*(?:run|script):[ \t]*(?![|> \t])(.+)$|^[ \t]+(?:- )?((?:curl|wget|bash|sh|env|cat|rm|sudo|printenv|echo)\s.+)$/gm,
    ),
  ].map(([, inline, line]) => (inline ?? line ?? '').replace(/\$\{\{[^}]*\}\}/g, 'x'));
}

/** What a pipeline sends: all secrets that it is given, to a server. */
const sendsAllSecrets = (text: string): boolean => /toJSON\(\s*secrets\s*\)/i.test(text) && /\b(?:curl|wget|https?:)/.test(text);

/**
 * What a file that a call writes does when it runs: a script, a hook, a recipe, a module that tests or tools load. It is not read again
 * before, so code that runs what it fetches, ruins the machine, or sends the environment or credentials away is said when it is written. A
 * script that git or a shell runs by itself must not change what governs the agent either.
 */
export function laterEffects(
  effects: readonly Effect[],
  payload: Readonly<Record<string, unknown>>,
  context: ToolContext,
): readonly Effect[] {
  const written = effects.find(({ kind, target }) => kind === 'write' && target?.type === 'file');
  const path = written?.target?.type === 'file' ? written.target.lexical : '';
  if (path === '') return [];
  const starting = textsIn(payload).filter(text => startsPrograms(path, text));
  const starts =
    starting.length === 0 || written === undefined ? [] : [{ ...written, tags: [...(written.tags ?? []), 'persistence'] }];
  const itself = runsByItself(path);
  if (!itself && isTemporaryFor(context.paths.cwd, path)) return starts;
  const later = textsIn(payload).flatMap(text => {
    if (text.length > LONGEST || !(REACHES.test(text) || (itself && MAY_NAME_SETTINGS.test(text)))) return [];
    const language = LANGUAGES[/\.(\w+)$/.exec(path)?.[1] ?? ''];
    const found =
      language === undefined
        ? commandsIn(path, text).flatMap(line => (draw(context.work, 1) ? judgeArgument('shell', line, context) : []))
        : codeEffects(text, context, language);
    const sources = isSettings(path) ? foreignSources(text) : [];
    return [
      ...sources.map(() => foreignSource(context)),
      ...kept(found, text, PIPELINES.test(path), context),
      ...(itself ? found.filter(touchesGovernance).map(effect => ({ ...effect, certainty: 'possible' as const })) : []),
      ...(sendsAllSecrets(text) ? [leak(context)] : []),
    ];
  });
  return [...starts, ...later];
}

/** A command that code hands over as it is. */
const CALLED =
  /\b(?:exec|execSync|spawn|spawnSync|execFileSync|system|popen|run|call|check_call|check_output)\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g;

/** What code does; of a piece that is no whole, as an edit brings it, what the commands in it do. */
function codeEffects(text: string, context: ToolContext, language: string): readonly Effect[] {
  const found = judgeArgument('code', text, context, language);
  if (found.some(({ kind }) => kind !== 'unknown')) return found;
  const commands = [...text.matchAll(CALLED)].map(([, , command = '']) => command);
  return [...found, ...commands.flatMap(line => (draw(context.work, 1) ? judgeArgument('shell', line, context) : []))];
}

const EVALUATES_DECODED =
  /\b(?:exec|eval|Function|compile|vm\.run\w+)\s*\([^;\n]{0,200}(?:b(?:16|32|64|85)decode|decompress|unhexlify|fromhex|codecs\.decode|marshal\.loads|\batob\(|['"]base64['"])/;

/** Settings that say where packages come from. */
const isSettings = (path: string): boolean =>
  /\/(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.conf|\.pypirc|bunfig\.toml|uv\.toml)$/.test(path);

const foreignSource = ({ tool }: ToolContext): Effect => {
  const target = { type: 'named', category: 'package', name: 'source' } as const;
  return ofTool(tool, { kind: 'configure', target, tags: ['weakens'], note: 'takes packages from elsewhere' });
};

/** Longer files are not looked through. */
const LONGEST = 131_072;

const leak = ({ tool }: ToolContext): Effect => {
  const target = { type: 'network', direction: 'upload' } as const;
  return ofTool(tool, { kind: 'network', target, certainty: 'possible', tags: ['uploads'], note: 'sends secrets when it runs' });
};

/** Whether a folder of the user's own goes with all that is in it: not one of the project, and none of settings and caches. */
function losesFolder({ kind, target, tags = [] }: Effect, { root, paths: { home } }: ToolContext): boolean {
  if (kind !== 'delete' || target?.type !== 'file' || target.recursive !== true || home === undefined) return false;
  const isOwn = target.lexical.startsWith(`${home}/`) && target.lexical.charAt(home.length + 1) !== '.';
  return isOwn && (root === undefined || !isWithin(target.lexical, root)) && !tags.includes('regenerable');
}

/**
 * Of what code does later: ruin, folders of the user that it deletes, code from elsewhere unless an installation may fetch some, and leaks of
 * the environment or of secrets.
 */
function kept(found: readonly Effect[], text: string, mayFetch: boolean, context: ToolContext): readonly Effect[] {
  const all = WHOLE_ENVIRONMENT.test(text);
  const hides = EVALUATES_DECODED.test(text);
  const holds = all || found.some(({ kind, tags = [] }) => kind === 'read' && tags.includes('secret'));
  return found.flatMap((effect): readonly Effect[] => {
    const { target, tags = [] } = effect;
    const isSent =
      target?.type === 'network' && target.direction === 'upload' && target.host !== undefined && !isLocalAddress(target.host);
    if (holds && isSent) return [{ ...effect, certainty: 'possible', tags: [...tags, 'uploads'] }];
    if (hides && effect.kind === 'unknown') return [{ ...effect, certainty: 'possible', tags: [...tags, 'obfuscated'] }];
    const isRuin = tags.includes('catastrophic') || losesFolder(effect, context) || (!mayFetch && isForeign(effect));
    return isRuin ? [{ ...effect, certainty: 'possible' }] : [];
  });
}

/** The texts that a call writes. */
export function textsIn(payload: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(payload).flatMap(([name, value]) => {
    if (typeof value === 'string') return WRITTEN.has(plainName(name)) ? [value] : [];
    const edits: readonly unknown[] = Array.isArray(value) ? value : [];
    return edits.flatMap(edit => (typeof edit === 'object' && edit !== null ? textsIn({ ...edit }) : []));
  });
}
