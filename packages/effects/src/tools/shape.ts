import type { Effect } from '@licet/core';
import { grave } from '../marks.ts';
import { findDescriptor } from '../programs/index.ts';
import { namesLoss } from '../programs/requests.ts';
import { isProgram } from '../shell/calls/rules/innerPrograms.ts';
import { COMMAND_NAME, useOf, isReading, runningUseOf } from './argumentNames.ts';
import { PROSE_NAME, MAX_VALUES, losesRemotely } from './remoteLoss.ts';
import type { SafetyClass } from './safetyClass.ts';
import { strayEffects } from './strayValues.ts';
import type { JudgeArgument } from './use.ts';
import { ofTool, plainName } from './use.ts';

/** A file beside what it is to hold: it is written, whatever the tool is called. */
const holdsFile = (entries: readonly (readonly [name: string, value: unknown])[]): boolean =>
  entries.some(
    ([name, value]) => /^(?:file|filepath|path|filename|targetfile|outputfile)$/.test(name) && typeof value === 'string',
  ) &&
  entries.some(
    ([name, value]) => /^(?:contents?|filetext|newcontents?|newstring|newstr)$/.test(name) && typeof value === 'string',
  );

/** Arguments beside which a path belongs to a service. */
export const REMOTE_NAME: RegExp = /^(?:owner|repo|repository|projectid|bucket|branch|ref|sha|workspaceid|driveid|siteid)$/;

/** `file://src/a.ts`, as some tools write a path of the project. */
const RELATIVE_ADDRESS = /^file:\/\/(?!localhost\/)(?=[\w.-]+\/)/i;

const MAX_DEPTH = 32;

const isWords = (value: readonly unknown[]): boolean => value.length > 0 && value.every(word => typeof word === 'string');

const PROGRAM_NAME = /^(?:program|executable|binary|command|cmd|interpreter|entrypoint)$/;

const LIST_NAME = /^(?:args|argv|arguments|params|parameters|words)$/;

/** The words of a command that an object holds: a program beside its arguments, or arguments that begin with a program. */
const wordsOfCommand = (entries: readonly (readonly [name: string, value: unknown])[]): readonly unknown[] | undefined => {
  const list = entries.find(([name, value]) => LIST_NAME.test(name) && Array.isArray(value) && isWords(value))?.[1];
  const program = entries.find(([name, value]) => PROGRAM_NAME.test(name) && typeof value === 'string' && !/\s/.test(value))?.[1];
  if (!Array.isArray(list)) return undefined;
  return program === undefined ? list : [program, ...list];
};

const lost = (tool: string): Effect => {
  const target = { type: 'named', category: 'tool', name: tool } as const;
  return ofTool(tool, {
    kind: 'delete',
    target,
    tags: ['remote_change', 'destructive'],
    note: 'tells a service to destroy something',
  });
};

/** The server of a tool, where it is called like a program: `mcp__git__status` hands words to git. */
const serverOf = (tool: string): string => /^(?:mcp__|mcp_|MCP:)([a-z][\w-]*?)(?:__|_|:)/.exec(tool)?.[1] ?? '';

const ALIASES: Readonly<Record<string, string>> = { k8s: 'kubectl', kubernetes: 'kubectl', postgres: 'psql', github: 'gh' };

const programBehind = (tool: string): string => {
  const server = serverOf(tool);
  return Object.hasOwn(ALIASES, server) ? (ALIASES[server] ?? server) : server;
};

/** Words that are the arguments of a program, whatever the argument is called: only what would do harm counts. */
const wordEffects = (words: readonly string[], tool: string, judge: JudgeArgument): readonly Effect[] => {
  const program = programBehind(tool);
  const [first = ''] = words;
  if (!/^-?-?[a-z][\w-]*$/i.test(first) || words.length < 2) return [];
  const tries = [...(findDescriptor(program) === undefined ? [] : [[program, ...words]]), ...(isProgram(first) ? [words] : [])];
  const found = tries.flatMap(one => judge('shell', one)).filter(({ tags = [] }) => tags.some(tag => grave.has(tag)));
  return found.length === 0 && namesLoss(first) ? [lost(tool)] : found;
};

interface Shape {
  readonly kind: SafetyClass;
  /** Only arguments that run something are looked at: the others are described. */
  readonly described: boolean;
  /** Names that are described. */
  readonly skip: ReadonlySet<string>;
}

const visitArguments = (
  payload: Readonly<Record<string, unknown>>,
  { kind, described, skip }: Shape,
  judge: JudgeArgument,
  tool: string,
): readonly Effect[] => {
  const effects: Effect[] = [];
  let seen = 0;
  const visit = (name: string, value: unknown, depth: number, isRemote: boolean, use: SafetyClass): void => {
    if (depth > MAX_DEPTH) seen = MAX_VALUES;
    if ((seen += 1) > MAX_VALUES) return;
    if (typeof value === 'string' && isReading(use) && RELATIVE_ADDRESS.test(value))
      effects.push(...judge('read', value.replace(RELATIVE_ADDRESS, '')));
    else if (typeof value === 'string') {
      for (const as of described ? runningUseOf(name, value) : useOf(name, value, use, isRemote))
        effects.push(...judge(as, value, as === 'code' ? 'javascript' : undefined));
      if (!described)
        effects.push(...strayEffects({ name, value, kind: use, isRemote, tool, program: programBehind(tool) }, judge));
    } else if (Array.isArray(value)) {
      if (COMMAND_NAME.test(name) && isWords(value)) effects.push(...judge('unknown', ''), ...judge('shell', value));
      else for (const element of value) visit(name, element, depth + 1, isRemote, use);
      if (!described && !PROSE_NAME.test(name) && isWords(value))
        effects.push(...wordEffects(value as readonly string[], tool, judge));
    } else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(([key, inner]) => [plainName(key), inner] as const);
      const remote = isRemote || entries.some(([key]) => REMOTE_NAME.test(key));
      const inner = holdsFile(entries) && (isReading(use) || use === 'harmless') ? 'write_additive' : use;
      const words = wordsOfCommand(entries);
      if (words !== undefined) effects.push(...judge('shell', words));
      for (const [key, held] of entries) if (depth > 0 || !skip.has(key)) visit(key, held, depth + 1, remote, inner);
    }
  };
  visit('', payload, 0, false, kind);
  return seen > MAX_VALUES ? [...effects, ...judge('unknown', '')] : effects;
};

/**
 * The effects of a tool that is not known, by the shape of its arguments: names that mean a path, a command, code, an address or
 * a statement, and values that look like one wherever they are, nested too. What a path is for follows from the tool's class.
 * Paths next to a repository, a branch or a bucket are not this machine's. What a request, an action or a mutation destroys is a
 * change at a service, whatever the tool is called. A call too large or deep to look through is `unknown`.
 */
export const shapeEffects = (
  payload: Readonly<Record<string, unknown>>,
  kind: SafetyClass,
  judge: JudgeArgument,
  tool: string,
): readonly Effect[] => [
  ...visitArguments(payload, { kind, described: false, skip: new Set() }, judge, tool),
  ...(losesRemotely(payload) ? [lost(tool)] : []),
];

/**
 * The effects of arguments that a description does not name: of a runtime's own tool those that run something (commands, code,
 * statements), of a server's tool (its `kind` given) all that have a shape.
 */
export const undescribedEffects = (
  payload: Readonly<Record<string, unknown>>,
  described: ReadonlySet<string>,
  judge: JudgeArgument,
  tool: string,
  kind?: SafetyClass,
): readonly Effect[] => [
  ...visitArguments(payload, { kind: kind ?? 'unclear', described: kind === undefined, skip: described }, judge, tool),
  ...(kind !== undefined && losesRemotely(payload) ? [lost(tool)] : []),
];

/** What a request destroys at a service, when a tool is told to send one. */
export const requestToolEffects = (payload: Readonly<Record<string, unknown>>, tool: string): readonly Effect[] =>
  losesRemotely(payload) ? [lost(tool)] : [];
