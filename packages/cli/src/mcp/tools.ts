import { dirname } from 'node:path';

import { escapeText } from '@licet/core';
import { EXIT, jsonText, UsageError, sameAround } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { isRecord } from '@licet/core/nodes';

import { confirmed, requireHuman } from '../human.ts';
import { keptOf, pinnedServers, readTools, writeTools } from './pins.ts';
import type { KeptTools } from './pins.ts';
import { findPolicy } from '../policy/findPolicy.ts';

interface ToolsOptions {
  readonly accept?: boolean;
  readonly yes?: boolean;
  readonly policy?: string;
  readonly json?: boolean;
}

/** How a tool differs from its pin. */
interface Standing {
  readonly tool: string;
  readonly is: 'as pinned' | 'changed' | 'new' | 'gone';
  /** What differs; undefined where it is not known what the server said before. */
  readonly differences?: readonly Difference[];
}

/**
 * Shows the tools of servers and what has changed since they were pinned, or pins those of one to what they are now, which only a
 * human may. Returns 2 where something has changed, else 0.
 */
export async function showTools(name: string | undefined, options: ToolsOptions, { print }: Terminal): Promise<number> {
  const { accept = false, yes = false, json = false } = options;
  const root = dirname(findPolicy(options.policy));
  if (accept && name === undefined) throw new UsageError('name the server whose tools are to be accepted');
  const names = name === undefined ? pinnedServers(root) : [name];
  const servers = names.map(server => ({ server, kept: toolsOf(root, server) }));
  const changed = servers.flatMap(({ kept }) => standingsOf(kept)).filter(({ is }) => is !== 'as pinned');
  if (accept) {
    requireHuman({ command: 'licet mcp tools --accept', yes });
    const [only] = servers;
    if (only === undefined || changed.length === 0) return said(print, 'nothing has changed');
    for (const line of changed.flatMap(linesOf)) print(line);
    if (!yes && !(await confirmed(`Pin the tools of ${only.server} to what they are now?`))) return EXIT.block;
    const { listed, described } = only.kept;
    writeTools(root, only.server, keptOf(listed, listed, described));
    return said(print, `pinned  ${only.server}`);
  }
  if (json) print(jsonText(servers.map(({ server, kept }) => ({ server, ...jsonOf(standingsOf(kept)) }))));
  else if (servers.length === 0) print('no server has been in front of this policy yet: see `licet mcp --help`');
  else
    for (const { server, kept } of servers) {
      print(server);
      for (const line of standingsOf(kept).flatMap(linesOf)) print(`  ${line}`);
    }
  return changed.length === 0 ? 0 : EXIT.block;
}

function said(print: Terminal['print'], text: string): number {
  print(text);
  return 0;
}

function toolsOf(root: string, server: string): KeptTools {
  const kept = /[/\\]/u.test(server) ? undefined : readTools(root, server);
  if (kept !== undefined) return kept;
  const known = pinnedServers(root);
  const found = known.length === 0 ? 'none is' : `those of ${known.map(each => `\`${each}\``).join(', ')} are`;
  throw new UsageError(`no tools of a server \`${server}\` are pinned: ${found}`);
}

function standingsOf({ pinned, listed, described }: KeptTools): readonly Standing[] {
  const tools = [...new Set([...Object.keys(pinned), ...Object.keys(listed)])].sort();
  return tools.map(tool => {
    const [was, is] = [pinned, listed].map(digests => (Object.hasOwn(digests, tool) ? digests[tool] : undefined));
    if (was === is) return { tool, is: 'as pinned' };
    if (is === undefined) return { tool, is: 'gone' };
    const [before, now] = [described[was ?? ''], described[is]];
    const isKnown = now !== undefined && (was === undefined || before !== undefined);
    return {
      tool,
      is: was === undefined ? 'new' : 'changed',
      ...(isKnown && { differences: differencesOf(before, now).filter(({ at }) => at !== 'name') }),
    };
  });
}

/** A tool, and below it what a human has to look at before it is pinned again. */
function linesOf({ tool, is, differences }: Standing): readonly string[] {
  const head = `${is.padEnd(9)}  ${escapeText(tool, 200)}`;
  if (is !== 'changed' && is !== 'new') return [head];
  if (differences === undefined)
    return [head, '           what the server said of it before is not kept: look at it in its documentation'];
  return [head, ...differences.flatMap(differenceLines).map(line => `           ${line}`)];
}

/** The standings by name, as before, and the differences beside them. */
function jsonOf(standings: readonly Standing[]): object {
  const differing = standings.flatMap(({ tool, differences }) =>
    differences === undefined ? [] : [[tool, differences] as const],
  );
  return {
    tools: Object.fromEntries(standings.map(({ tool, is }) => [tool, is])),
    ...(differing.length > 0 && { differences: Object.fromEntries(differing) }),
  };
}

/** One member of a description that is another one than it was. What is absent was not there, or is not there any more. */
interface Difference {
  /** The place of the change, such as `inputSchema.properties.to.description`. */
  readonly at: string;
  readonly was?: unknown;
  readonly is?: unknown;
}

/** Returns what differs between two descriptions of a tool, member by member, in the order of their places. */
export function differencesOf(was: unknown, is: unknown): readonly Difference[] {
  const [before, after] = [new Map<string, unknown>(), new Map<string, unknown>()];
  leaves(was, '', before);
  leaves(is, '', after);
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap(at => {
    const [old, now] = [before.get(at), after.get(at)];
    if (before.has(at) === after.has(at) && JSON.stringify(old) === JSON.stringify(now)) return [];
    return [{ at, ...(before.has(at) && { was: old }), ...(after.has(at) && { is: now }) }];
  });
}

/** Everything that is no object, and every empty one, by its place. A list counts as a whole. */
function leaves(value: unknown, at: string, into: Map<string, unknown>): void {
  if (!isRecord(value) || Object.keys(value).length === 0) return void (value === undefined || into.set(at, value));
  for (const [name, member] of Object.entries(value)) leaves(member, at === '' ? name : `${at}.${name}`, into);
}

const MOST = 4_000;

/** Returns a difference as lines for people: of a long text only the lines that differ, and nothing of them hidden. */
export function differenceLines({ at, ...values }: Difference): readonly string[] {
  const [was, is] = [valueLines('was' in values, values.was), valueLines('is' in values, values.is)];
  const [start, same] = sameAround(was, is);
  const changed = (lines: readonly string[], mark: string): readonly string[] =>
    lines.slice(start, lines.length - same).map(line => `  ${mark} ${clipped(line)}`);
  return [escapeText(at, 500), ...changed(was, '-'), ...changed(is, '+')];
}

function valueLines(isThere: boolean, value: unknown): readonly string[] {
  if (!isThere) return [];
  return typeof value === 'string' ? value.split('\n') : [JSON.stringify(value)];
}

function clipped(line: string): string {
  const left = line.length - MOST;
  return `${escapeText(line.slice(0, MOST), 2 * MOST)}${left > 0 ? ` … and ${left} more characters` : ''}`;
}
