import type { Action, Effect } from '@licet/core';
import type { JudgeArgument, ToolContext, ToolDescriptor, ToolOverride } from './use.ts';
import { browserTools } from './webTools.ts';
import { markPreferences } from './editorSettings.ts';
import { fileTools } from './fileTools.ts';
import { gitToolEffects, hostedCommitEffects } from './gitTools.ts';
import { UNPARSED } from '../code/judgeCall.ts';
import { leakOf, tellsCredential, mcpName, classify, onHosting, proposed, printsSecrets, secretOf } from './foreign.ts';
import { judgeArgument } from './judge.ts';
import { otherTools } from './otherTools.ts';
import { scriptEffects } from './packageScripts.ts';
import { laterEffects } from './laterEffects.ts';
import { classOfName, effectsOfClass } from './safetyClass.ts';
import type { SafetyClass } from './safetyClass.ts';
import { REMOTE_NAME, shapeEffects, undescribedEffects } from './shape.ts';
import { plainName } from './use.ts';
import { writtenContent } from './writtenContent.ts';
import { mostLost } from '../places/overwritten.ts';

/** The short forms of an action: its kind alone says what the arguments are. */
const KINDS: Readonly<Record<string, string>> = {
  read: 'read',
  write: 'write',
  bash: 'bash',
  network: 'fetch',
  execute_code: 'executecode',
};

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/**
 * Whether a tool of a server shares more than the name with a known one: it has an argument that one needs, and no repository
 * beside it. A known tool whose arguments mean nothing says nothing about the one of a server.
 */
const fits = (descriptor: ToolDescriptor, payload: Readonly<Record<string, unknown>>, isBrowser: boolean): boolean => {
  if (descriptor.required === undefined && descriptor.inspect === undefined && !isBrowser) return false;
  const names = Object.keys(payload).map(plainName);
  const isPage = Object.values(browserTools).includes(descriptor);
  if (!isPage && names.some(name => REMOTE_NAME.test(name))) return false;
  return descriptor.required === undefined || descriptor.required.some(name => names.includes(name));
};

const findOverride = (tool: string, overrides: Readonly<Record<string, ToolOverride>>): ToolOverride | undefined => {
  const exact = own(overrides, tool);
  if (exact !== undefined) return exact;
  const prefixes = Object.keys(overrides).filter(key => key.endsWith('*') && tool.startsWith(key.slice(0, -1)));
  const longest = prefixes.reduce((best, key) => (key.length > best.length ? key : best), '');
  return longest === '' ? undefined : overrides[longest];
};

/** Judges arguments where this tool is called. */
const judgeIn =
  (context: ToolContext): JudgeArgument =>
  (use, value, as) =>
    judgeArgument(use, value, context, as);

/**
 * Code for a tool that names one language and is told another is judged in both: which it takes is not known. One in which the code does
 * not parse runs nothing.
 */
const codeEffects = (value: unknown, languages: readonly string[], context: ToolContext): readonly Effect[] => {
  const [first, ...others] = [...new Set(languages)].map(language => judgeArgument('code', value, context, language));
  if (first === undefined) return judgeArgument('code', value, context);
  const parsed = [first, ...others].filter(effects => !effects.some(({ note }) => note === UNPARSED));
  return parsed.length === 0 ? first : parsed.flat();
};

const describedEffects = (
  descriptor: ToolDescriptor,
  payload: Readonly<Record<string, unknown>>,
  context: ToolContext,
  kind?: SafetyClass,
): readonly Effect[] => {
  const { language = '', required, inspect } = descriptor;
  const judge = judgeIn(context);
  const given = new Map(Object.entries(payload).map(([name, value]) => [plainName(name), value] as const));
  const fixed = language.startsWith('=') ? [language.slice(1)] : [];
  const spoken = [given.get(fixed.length > 0 ? 'language' : language), ...fixed].filter(each => typeof each === 'string');
  const uses = Object.entries(descriptor.arguments ?? {});
  const found = uses.flatMap(([name, use]) => {
    const value = given.get(plainName(name));
    return use === 'code' ? codeEffects(value, spoken, context) : judge(use, value);
  });
  const always = (descriptor.effects ?? []).map(effect => Object.assign({ program: context.tool, via: [] }, effect));
  const isSeen = required === undefined || required.some(name => given.get(name) !== undefined && given.get(name) !== null);
  const missing = isSeen ? [] : judge('unknown', '');
  const names = new Set([...Object.keys(descriptor.arguments ?? {}), ...(descriptor.sees ?? [])].map(plainName));
  const others = descriptor.data === true ? [] : undescribedEffects(payload, names, judge, context.tool, kind);
  const more = inspect?.(payload, judge, context.tool) ?? [];
  return [...always, ...found, ...more, ...others, ...missing];
};

const foreignEffects = (
  action: Action,
  tool: string,
  override: ToolOverride | undefined,
  context: ToolContext,
): readonly Effect[] => {
  const kind = classify(tool, override);
  const uses = override?.arguments;
  const shaped =
    uses === undefined
      ? shapeEffects(action.payload, kind, judgeIn(context), tool)
      : describedEffects({ arguments: uses }, action.payload, context);
  const isClear = kind !== 'unclear' || (mcpName(tool) === undefined && uses === undefined && override === undefined);
  const shown = kind !== 'harmless' && printsSecrets(tool, action.payload) ? [secretOf(tool)] : [];
  const byClass = uses !== undefined && override?.class === undefined ? [] : effectsOfClass(kind, tool);
  if (kind === 'write_additive' && override === undefined && onHosting(tool)) return [...byClass.map(proposed), ...shaped];
  return isClear && kind === 'unclear' ? [...shown, ...shaped] : [...shown, ...byClass, ...shaped];
};

/**
 * The effects of a structured tool call. Tools of known runtimes are judged by what they declare, whatever the runtime calls
 * their arguments; MCP tools and functions by the operator's overrides, their annotations, the verb in their name and the shape of
 * their arguments. An action without a tool is judged by its kind. A function that is not known, whose arguments are neither path nor
 * command, has no effects; an MCP tool that is not known is `unknown`.
 */
export const analyzeTool = (
  action: Action,
  context: ToolContext,
  overrides: Readonly<Record<string, ToolOverride>> = {},
): readonly Effect[] => {
  const judged = judgeTool(action, context, overrides);
  const effects = [...judged, ...writtenContent(judged, action.payload, context)];
  const told = effects.some(({ tags = [] }) => tags.includes('shares')) && tellsCredential(action.payload);
  return told ? [...effects, leakOf(action.tool ?? action.kind)] : effects;
};

const judgeTool = (
  action: Action,
  context: ToolContext,
  overrides: Readonly<Record<string, ToolOverride>>,
): readonly Effect[] => {
  const tool = action.tool ?? own(KINDS, action.kind) ?? action.kind;
  const override = findOverride(tool, overrides);
  const inner = mcpName(tool);
  const plain = plainName(inner ?? tool);
  const named = own(fileTools, plain) ?? own(otherTools, plain);
  const known =
    named !== undefined && (inner === undefined || fits(named, action.payload, plain.startsWith('browser'))) ? named : undefined;
  const command = action.payload['command'];
  const typed =
    action.kind === 'bash' && known === undefined && command !== undefined ? judgeArgument('shell', command, context) : [];
  if (action.kind === 'submit_task' && action.tool === undefined) return [];
  const kind = inner === undefined ? undefined : classOfName(inner);
  if (known !== undefined && override === undefined) {
    const described = describedEffects(known, action.payload, context, kind);
    const scripts = [...scriptEffects(described, action.payload, context), ...laterEffects(described, action.payload, context)];
    return [...markPreferences(keptContent(described, action.payload, context), action.payload, context), ...scripts, ...typed];
  }
  const git = override === undefined ? gitToolEffects(tool, inner, action.payload, judgeIn(context)) : [];
  const isWriting = inner !== undefined && !/^(?:harmless|read_)/.test(classify(tool, override));
  const hosted = isWriting ? hostedCommitEffects(action.payload, judgeIn(context)) : [];
  return [...keptContent(foreignEffects(action, tool, override, context), action.payload, context), ...git, ...hosted, ...typed];
};

/** Arguments that are what a file is to hold. */
const CONTENT = /^(?:contents?|text|data|body|filetext|filecontents?|newcontents?)$/;

/**
 * Takes the mark of a loss from files that a call writes as a whole, where its own argument shows that most of what is there stays. A
 * longer file than is read, and a call that does not say what it writes, keep it.
 */
function keptContent(
  effects: readonly Effect[],
  payload: Readonly<Record<string, unknown>>,
  { paths: { files } }: ToolContext,
): readonly Effect[] {
  if (!effects.some(({ tags }) => tags?.includes('overwritten'))) return effects;
  const texts = Object.entries(payload).flatMap(([name, value]) =>
    CONTENT.test(plainName(name)) && typeof value === 'string' ? [value] : [],
  );
  const [after] = texts;
  if (after === undefined || texts.length > 1) return effects;
  return effects.map(effect => {
    const { target, tags } = effect;
    const before = target?.type === 'file' ? files?.text?.(target.resolved) : undefined;
    if (tags?.includes('overwritten') !== true || before === undefined) return effect;
    const lost = mostLost(before, after);
    if (lost === undefined) return { ...effect, tags: tags.filter(tag => tag !== 'overwritten') };
    return { ...effect, note: `keeps ${lost.kept} of ${lost.of} lines` };
  });
}
