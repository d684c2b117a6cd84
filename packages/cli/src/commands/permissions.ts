import type { ProfileName } from '@licet/guards';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';

import type { ActionInput, GuardNode, Json, Registry, Ruling } from '@licet/core';
import { standingOf } from '@licet/core/nodes';
import type { Standing } from '@licet/core/nodes';
import { escapeText } from '@licet/core';
import { choosePolicy } from './choosePolicy.ts';
import type { ChosenPolicy } from './choosePolicy.ts';
import { columns, folded, jsonText, nameText, rulingWord, UsageError, withProgress } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { registry } from '../policy/registry.ts';
import { findPolicy } from '../policy/findPolicy.ts';

interface Options {
  readonly policy?: string;
  readonly profile?: ProfileName;
  readonly session?: string;
  readonly agent?: string;
  readonly command?: readonly string[];
  readonly json?: boolean;
}

/** How the policy rules on one thing, and why where it stops it. */
interface Ruled {
  readonly ruling: Ruling;
  readonly code: string;
  readonly reason?: string;
  readonly fix?: string;
}

/** What may be done to one path. */
interface PathPermission {
  readonly path: string;
  readonly read: Ruled;
  readonly write: Ruled;
  readonly delete: Ruled;
}

interface CommandPermission extends Ruled {
  readonly command: string;
}

interface Permissions {
  readonly paths: readonly PathPermission[];
  readonly commands: readonly CommandPermission[];
  readonly standing: Standing;
}

/** What every project has a use for, in addition to what its policy names. */
const EVERYDAY = ['git status', 'git commit -m x', 'git push', 'npm test', 'npm install', 'curl https://example.com'];
/** The params that hold patterns of paths, wherever they stand. */
const PATTERNS: ReadonlySet<string> = new Set(['allow', 'deny', 'paths', 'writes']);
const MOST_ENTRIES = 60;

/**
 * Shows what an agent may do here in the state of its session: every entry of the project, the paths that the policy names, commands.
 * Each cell is what the policy rules on such an action. Changes nothing: no limit is charged, no exception used up.
 */
export async function permissions(paths: readonly string[], options: Options, terminal: Terminal): Promise<number> {
  const { policy, profile, session = 'permissions', agent, command = [], json = false } = options;
  const cwd = process.cwd();
  if ([...paths, ...command].some(each => each === '')) throw new UsageError('expected a path or a command, found an empty text');
  const chosen = await choosePolicy({ policy, profile, from: cwd, livesOn: true });
  const root = profile === undefined ? dirname(findPolicy(policy, cwd)) : cwd;
  const who = { sessionId: session, cwd: root, ...(agent !== undefined && { agentId: agent }) };
  const asked = paths.length > 0 || command.length > 0;
  const names = new Set(asked ? paths : [...entriesOf(root), ...patternsIn(chosen.policy, registry())]);
  const commands = new Set(asked ? command : [...EVERYDAY, ...programsIn(chosen.policy)]);
  const found = await withProgress('judging paths and commands', async (step): Promise<Permissions> => {
    const tick = (done: number): void => step(done, names.size + commands.size);
    return {
      paths: await rulePaths(chosen, names, who, tick),
      commands: await ruleCommands(chosen, commands, who, done => tick(names.size + done)),
      standing: await standingOf(chosen.engine, who),
    };
  });
  await chosen.grounding?.close();
  if (json) terminal.print(jsonText(found, 2));
  else printPermissions(found, terminal);
  return 0;
}

type Who = Pick<ActionInput, 'sessionId' | 'cwd' | 'agentId'>;

async function rule({ engine }: ChosenPolicy, action: ActionInput): Promise<Ruled> {
  const { ruling, code, reason, fix } = await engine.explain(action);
  return {
    ruling,
    code,
    ...(ruling !== 'pass' && reason !== undefined && { reason }),
    ...(fix !== undefined && { fix: fix.summary }),
  };
}

const bash = (command: string, who: Who): ActionInput => ({ ...who, kind: 'bash', tool: 'Bash', payload: { command } });

type Tick = (done: number) => void;

async function rulePaths(
  chosen: ChosenPolicy,
  names: ReadonlySet<string>,
  who: Who,
  tick: Tick,
): Promise<readonly PathPermission[]> {
  const rows: PathPermission[] = [];
  for (const path of names) {
    tick(rows.length);
    const file_path = sampleOf(path);
    rows.push({
      path,
      read: await rule(chosen, { ...who, kind: 'read', tool: 'Read', payload: { file_path } }),
      write: await rule(chosen, { ...who, kind: 'write', tool: 'Write', payload: { file_path, content: '' } }),
      delete: await rule(chosen, bash(`rm -- '${file_path.replaceAll("'", `'\\''`)}'`, who)),
    });
  }
  return rows;
}

async function ruleCommands(
  chosen: ChosenPolicy,
  names: ReadonlySet<string>,
  who: Who,
  tick: Tick,
): Promise<readonly CommandPermission[]> {
  const rows: CommandPermission[] = [];
  for (const command of names) {
    tick(rows.length);
    rows.push({ command, ...(await rule(chosen, bash(command, who))) });
  }
  return rows;
}

/** What lies in the folder of the policy, folders with a slash behind them. */
function entriesOf(root: string): readonly string[] {
  return readdirSync(root, { withFileTypes: true })
    .map(entry => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort()
    .slice(0, MOST_ENTRIES);
}

/** A file that a pattern or a folder matches. */
function sampleOf(path: string): string {
  return path
    .replace(/^!/u, '')
    .replaceAll('**/', '')
    .replace(/\/$/u, '/x')
    .replace(/\{(?<first>[^,}]*)[^}]*\}/gu, '$<first>')
    .replace(/\[!?(?<first>[^\]])[^\]]*\]/gu, '$<first>')
    .replace(/\*+|\?/gu, 'x');
}

/** The patterns of paths that the policy names; those of the whole disk say nothing. */
function patternsIn(guard: GuardNode, nodes: Registry): readonly string[] {
  const own = Object.entries((guard.params ?? {}) as Readonly<Record<string, Json>>).flatMap(([name, value]) =>
    PATTERNS.has(name) ? textsOf(value) : [],
  );
  const namesFiles = nodes.get(guard.kind ?? '')?.analysis?.texts === undefined;
  return [...(namesFiles ? own : []), ...(guard.children ?? []).flatMap(child => patternsIn(child, nodes))].filter(
    pattern => /[^*/!.]/u.test(pattern) && !pattern.startsWith('!'),
  );
}

function textsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return 'pattern' in value ? textsOf(value['pattern'] ?? null) : Object.keys(value);
}

/** The programs that conditions of the policy are about. */
function programsIn(guard: GuardNode): readonly string[] {
  const { if: condition } = (guard.params ?? {}) as { readonly if?: { readonly source?: Json } };
  const source = condition?.source;
  const runs = typeof source === 'object' && source !== null && 'runs' in source ? textsOf(source['runs'] ?? null) : [];
  return [...runs.filter(each => each.includes(' ')), ...(guard.children ?? []).flatMap(programsIn)];
}

function printPermissions({ paths, commands, standing }: Permissions, terminal: Terminal): void {
  const say = (line: string): void => folded(line, terminal.width).forEach(each => terminal.print(each));
  if (standing.paused !== undefined)
    say(`paused: what is stopped here goes ahead, except for the floor: ${escapeText(standing.paused.reason, 200)}`);
  if (standing.held !== undefined) say(`on hold: ${escapeText(standing.held, 200)}`);
  if (standing.failed !== undefined) say(`not all of this is known: ${escapeText(standing.failed, 300)}`);
  const cell = (word: string, ruling: Ruling): string => `${rulingWord(ruling, terminal)}${' '.repeat(7 - word.length)}`;
  const width = Math.max(8, ...paths.map(({ path }) => nameText(path).length));
  if (paths.length > 0) say(`${'path'.padEnd(width)}  read   write  delete`);
  for (const each of paths) {
    const cells = [each.read, each.write, each.delete];
    const words = cells.map(({ ruling }) => cell(ruling, ruling)).join('');
    say(`${nameText(each.path).padEnd(width)}  ${words}${whyText(cells)}`.trimEnd());
  }
  if (commands.length > 0) say(`${paths.length > 0 ? '\n' : ''}command`);
  const wide = Math.max(8, ...commands.map(({ command }) => nameText(command).length));
  for (const each of commands)
    say(`${nameText(each.command).padEnd(wide)}  ${cell(each.ruling, each.ruling)}${whyText([each])}`.trimEnd());
  if (standing.facts.length > 0) say('\nfact');
  for (const line of columns(
    standing.facts.map(({ name, holds, way }) => [nameText(name), holds ? 'holds' : '-', holds ? '' : escapeText(way, 200)]),
  ))
    say(line);
  if (standing.obligations.length > 0) say('\nopen obligation');
  for (const { name, late, way } of standing.obligations)
    say(`${nameText(name)}  ${late ? 'late' : 'open'}  ${escapeText(way, 200)}`);
}

const STRICTNESS: readonly Ruling[] = ['block', 'ask', 'warn'];

/** Why, for the strictest of some rulings. */
function whyText(rulings: readonly Ruled[]): string {
  const strictest = STRICTNESS.map(wanted => rulings.find(({ ruling }) => ruling === wanted)).find(each => each !== undefined);
  return strictest?.reason === undefined ? '' : escapeText(strictest.reason, 160);
}
