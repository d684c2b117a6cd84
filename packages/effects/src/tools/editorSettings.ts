import type { Effect } from '@licet/core';
import type { ToolContext } from './use.ts';
import { plainName } from './use.ts';

/** The settings of an editor for a project: preferences, and keys that start programs or approve tools. */
const SETTINGS = /\/\.vscode\/settings\.json$/i;

/** Keys that only say how the editor looks, formats and searches. Source: the reference of settings of Visual Studio Code. */
const PREFERENCE =
  /^(?:(?:editor|diffEditor|files|search|window|explorer|breadcrumbs|outline|problems|zenMode|emmet|workbench)\.[\w.]+|cSpell\.(?:words|ignoreWords|ignorePaths|userWords|language|enabled|enableFiletypes)|prettier\.(?:enable|semi|singleQuote|jsxSingleQuote|tabWidth|useTabs|printWidth|trailingComma|arrowParens|bracketSpacing|endOfLine|quoteProps|proseWrap|requireConfig)|(?:javascript|typescript)\.(?:preferences|format|suggest|inlayHints|updateImportsOnFileMove|validate|referencesCodeLens)[\w.]*|eslint\.(?:enable|validate|format\.enable|run|quiet)|python\.analysis\.(?:typeCheckingMode|autoImportCompletions|diagnosticMode|inlayHints[\w.]*)|(?:html|css|scss|less|json|markdown)\.(?:format|validate|suggest|preview)[\w.]*|terminal\.integrated\.(?:fontSize|fontFamily|scrollback|cursorStyle|lineHeight))$/;

/** Parts of a key by which something may be started, loaded, trusted or fetched all the same. */
const STARTS =
  /path|command|arg|env|profile|shell|trust|approv|allow|exec|server|url|proxy|plugin|script|program|interpreter|token|remote|experimental/i;

type Settings = Readonly<Record<string, unknown>>;

/**
 * Marks a write of an editor's settings as one of `preferences` where the whole new content can be seen and no key that starts a
 * program, loads code or approves tools is set, changed or removed. Anything else is left as it is.
 */
export function markPreferences(effects: readonly Effect[], payload: Settings, context: ToolContext): readonly Effect[] {
  const isOne = ({ kind, target }: Effect): boolean =>
    kind === 'write' && target?.type === 'file' && SETTINGS.test(target.lexical) && SETTINGS.test(target.resolved);
  const written = effects.filter(isOne);
  const [target] = written.map(effect => effect.target);
  if (target?.type !== 'file' || written.length > 1) return effects;
  const old = context.paths.files === undefined ? undefined : (context.paths.files.text?.(target.resolved) ?? '');
  const now = old === undefined ? undefined : contentAfter(old, payload);
  if (old === undefined || now === undefined || !isPreference(old, now)) return effects;
  return effects.map(effect => (isOne(effect) ? { ...effect, tags: [...(effect.tags ?? []), 'preferences'] } : effect));
}

/** What the file holds after the call, as far as its arguments tell. */
function contentAfter(old: string, payload: Settings): string | undefined {
  const given = new Map(Object.entries(payload).map(([name, value]) => [plainName(name), value] as const));
  const whole = [given.get('content'), given.get('contents'), given.get('filetext')].filter(value => value !== undefined);
  if (whole.length > 0) return whole.length === 1 && typeof whole[0] === 'string' ? whole[0] : undefined;
  const edits = Array.isArray(given.get('edits')) ? (given.get('edits') as readonly unknown[]) : [payload];
  return edits.reduce<string | undefined>((text, edit) => (text === undefined ? undefined : edited(text, edit)), old);
}

function edited(text: string, edit: unknown): string | undefined {
  if (typeof edit !== 'object' || edit === null) return undefined;
  const given = new Map(Object.entries(edit).map(([name, value]) => [plainName(name), value] as const));
  const [before, after] = [given.get('oldstring') ?? given.get('oldstr'), given.get('newstring') ?? given.get('newstr')];
  if (typeof before !== 'string' || typeof after !== 'string' || before === '' || !text.includes(before)) return undefined;
  return given.get('replaceall') === true ? text.replaceAll(before, () => after) : text.replace(before, () => after);
}

function isPreference(old: string, now: string): boolean {
  const [before, after] = [parsed(old), parsed(now)];
  if (before === undefined || after === undefined) return false;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].every(key => {
    const values = [before[key], after[key]];
    if (JSON.stringify(values[0]) === JSON.stringify(values[1])) return true;
    const isLanguage = /^\[[\w\]-]+(?:\]\[[\w-]+)*\]$/.test(key);
    return isLanguage ? values.every(isPlain) : isPlainKey(key);
  });
}

const isPlainKey = (key: string): boolean => PREFERENCE.test(key) && !STARTS.test(key);

const isPlain = (value: unknown): boolean => value === undefined || (isSettings(value) && Object.keys(value).every(isPlainKey));

const isSettings = (value: unknown): value is Settings => typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON with comments and commas at the end, as editors write it. */
function parsed(text: string): Settings | undefined {
  const withoutComments = text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string?: string) => string ?? '');
  const plain = withoutComments.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? '');
  try {
    const value: unknown = plain.trim() === '' ? {} : JSON.parse(plain);
    return isSettings(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
