import { dirname } from 'node:path';

import { escapeText } from '@licet/core';

import { EXIT, UsageError } from '../exit.ts';
import { confirmed, requireHuman, surroundings } from '../human.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { jsonText } from '../text/json.ts';
import type { Terminal } from '../text/terminal.ts';
import { pinnedServers, readTools, writeTools } from './pins.ts';
import type { KeptTools } from './pins.ts';

/** What `licet mcp tools` takes besides the server. */
export interface ToolsOptions {
  readonly accept?: boolean;
  readonly yes?: boolean;
  readonly policy?: string;
  readonly json?: boolean;
}

/** How a tool stands to what it is pinned to. */
type Standing = 'as pinned' | 'changed' | 'new' | 'gone';

/**
 * Shows the tools of servers and what has changed since they were pinned, or pins those of one to what they are now, which only a
 * human may. Returns 2 where something has changed, else 0.
 */
export async function showTools(name: string | undefined, options: ToolsOptions, { print }: Terminal): Promise<number> {
  const { accept = false, yes = false, json = false } = options;
  const root = dirname(findPolicy(options.policy, process.cwd()));
  if (accept && name === undefined) throw new UsageError('name the server whose tools are to be accepted');
  const names = name === undefined ? pinnedServers(root) : [name];
  const servers = names.map(server => ({ server, kept: keptOf(root, server) }));
  const changed = servers.flatMap(({ kept }) => standingsOf(kept)).filter(([, standing]) => standing !== 'as pinned');
  if (accept) {
    requireHuman({ command: 'licet mcp tools --accept', yes }, surroundings());
    const [only] = servers;
    if (only === undefined || changed.length === 0) return said(print, 'nothing has changed');
    for (const [tool, standing] of changed) print(`${standing.padEnd(9)}  ${escapeText(tool, 200)}`);
    if (!yes && !(await confirmed(`Pin the tools of ${only.server} to what they are now?`))) return EXIT.block;
    writeTools(root, only.server, { ...only.kept, pinned: only.kept.listed });
    return said(print, `pinned  ${only.server}`);
  }
  if (json) print(jsonText(servers.map(({ server, kept }) => ({ server, tools: Object.fromEntries(standingsOf(kept)) }))));
  else if (servers.length === 0) print('no server has been in front of this policy yet: see `licet mcp --help`');
  else
    for (const { server, kept } of servers) {
      print(server);
      for (const [tool, standing] of standingsOf(kept)) print(`  ${standing.padEnd(9)}  ${escapeText(tool, 200)}`);
    }
  return changed.length === 0 ? 0 : EXIT.block;
}

function said(print: Terminal['print'], text: string): number {
  print(text);
  return 0;
}

function keptOf(root: string, server: string): KeptTools {
  const kept = /[/\\]/u.test(server) ? undefined : readTools(root, server);
  if (kept !== undefined) return kept;
  const known = pinnedServers(root);
  const found = known.length === 0 ? 'none is' : `those of ${known.map(each => `\`${each}\``).join(', ')} are`;
  throw new UsageError(`no tools of a server \`${server}\` are pinned: ${found}`);
}

function standingsOf({ pinned, listed }: KeptTools): [tool: string, standing: Standing][] {
  const tools = [...new Set([...Object.keys(pinned), ...Object.keys(listed)])].sort();
  return tools.map(tool => {
    const [was, is] = [pinned, listed].map(digests => (Object.hasOwn(digests, tool) ? digests[tool] : undefined));
    return [tool, was === is ? 'as pinned' : was === undefined ? 'new' : is === undefined ? 'gone' : 'changed'];
  });
}
