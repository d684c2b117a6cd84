import type { Json } from '@licet/core';

import { COMMON_CASES, caseOf, commandIn, fileIn } from '../cases.ts';
import type { Want } from '../cases.ts';
import type { Draft, TestCase } from '../draft.ts';
import type { Source } from '../source.ts';

type Effect = 'allow' | 'ask' | 'deny';

/** What the rules of one list come to. */
interface Rules {
  /** Commands, `*` for any run of characters. */
  readonly commands: string[];
  readonly read: string[];
  readonly edit: string[];
  readonly hosts: string[];
  readonly tools: string[];
}

/** Turns the permission rules of a settings file of Claude Code. Their order is deny, ask, allow, as everywhere here the strictest rule wins. */
export function fromClaudePermissions(source: Source): Draft {
  for (const key of source.keys()) if (key !== 'permissions') source.leave([key], 'it is no permission');
  const [deny, ask, allow] = (['deny', 'ask', 'allow'] as const).map(effect => rulesOf(source, effect)) as [Rules, Rules, Rules];
  const mode = source.at('permissions', 'defaultMode');
  if (mode === 'default' || mode === 'acceptEdits') source.take('permissions', 'defaultMode');
  else if (mode !== undefined)
    source.leave(['permissions', 'defaultMode'], 'the mode of the runtime stays what it is; the policy holds in every mode');
  if (source.at('permissions', 'disableBypassPermissionsMode') !== undefined)
    source.leave(['permissions', 'disableBypassPermissionsMode'], 'the policy holds in every mode');
  for (const { path } of source.texts('permissions', 'additionalDirectories'))
    source.leave(path, 'reading is open; `file_boundary: { allow: [...] }` says where files may be changed');
  const cases = [...COMMON_CASES, ...casesOf(deny, 'block'), ...casesOf(ask, 'ask', deny), ...casesOf(allow, 'pass', deny, ask)];
  return { nodes: [...standard(allow), ...denied(deny), ...asked(ask)], cases };
}

/** What the rules of one list say of a call each, where none of a stricter list speaks of it. */
function casesOf({ commands, read, edit, hosts, tools }: Rules, want: Want, ...stricter: readonly Rules[]): readonly TestCase[] {
  const isFree = (command: string): boolean =>
    !stricter.some(rules => rules.commands.some(each => commandIn(command).startsWith(commandIn(each))));
  const toolIn = (name: string): string => name.replace(/\*$/, 'example');
  return [
    ...commands.filter(isFree).map(command => caseOf({ bash: commandIn(command) }, want)),
    ...read.map(pattern => caseOf({ read: fileIn(pattern) }, want)),
    ...edit.map(pattern => caseOf({ write: fileIn(pattern) }, want)),
    ...hosts.map(host => caseOf({ fetch: `https://${host.replace(/^\*\./, 'www.')}/` }, want)),
    ...tools.map(tool => caseOf({ tool: toolIn(tool) }, want)),
  ];
}

const RULE = /^(?<tool>[\w-]+(?:\*)?)(?:\((?<about>[^]*)\))?$/;

function rulesOf(source: Source, effect: Effect): Rules {
  const rules: Rules = { commands: [], read: [], edit: [], hosts: [], tools: [] };
  for (const { text, path } of source.texts('permissions', effect)) {
    const why = add(rules, effect, text);
    if (why === undefined) source.take(...path);
    else source.leave(path, why);
  }
  return rules;
}

/** Takes one rule; returns why it cannot, or not wholly. */
function add(rules: Rules, effect: Effect, text: string): string | undefined {
  const { tool = '', about } = RULE.exec(text.trim())?.groups ?? {};
  if (tool === '') return 'the rule has another form than `Tool(what)`';
  const isAll = about === undefined || about === '*' || about === '';
  if (tool === 'Bash' && !isAll) return void rules.commands.push(commandOf(about));
  if (tool === 'WebFetch' && !isAll) {
    const host = /^domain:(\S+)$/.exec(about)?.[1];
    if (host === undefined) return 'a rule for fetching names a `domain:`';
    if (effect === 'allow') return 'reaching a host is open; `network: { allow: [...] }` makes a list of the only hosts';
    if (effect === 'ask') return 'a host is denied or allowed here, and asks only for sending data';
    return void rules.hosts.push(host);
  }
  const files = {
    Read: rules.read,
    Glob: rules.read,
    Grep: rules.read,
    Edit: rules.edit,
    Write: rules.edit,
    MultiEdit: rules.edit,
  }[tool];
  if (files !== undefined && !isAll) {
    if (effect === 'allow')
      return 'files of the project are open anyway, and secrets stay closed: `licet allow-once PATH` makes an exception';
    if (effect === 'ask' && files === rules.read) return 'reading a file is open or closed here; it does not ask';
    return void files.push(pathOf(about));
  }
  if (!isAll) return `rules for what \`${tool}\` is given are not known`;
  if (effect === 'allow')
    return tool === 'Bash' ? 'commands are judged by what they do; no rule lifts that for all of them' : undefined;
  return void rules.tools.push(tool.startsWith('mcp__') && tool.split('__').length === 2 ? `${tool}__*` : tool);
}

/** `npm run test:*` is the command and everything behind it. */
const commandOf = (about: string): string => about.replace(/:\*$/, ' *').replace(/\s+/g, ' ').trim();

/** Patterns there follow gitignore, from the settings file, the working folder, the home or the root. */
function pathOf(about: string): string {
  if (about.startsWith('//')) return about.slice(1);
  if (about.startsWith('~')) return about;
  if (/^\.?\//.test(about)) return about.replace(/^\.?\//, '');
  return about.includes('/') ? about : `**/${about}`;
}

const runsOf = (commands: readonly string[]): string[] =>
  commands.flatMap(command => (command.endsWith(' *') ? [command.slice(0, -2), command] : [command]));

function denied({ commands, read, edit, hosts, tools }: Rules): readonly Json[] {
  const files = { ...(edit.length > 0 && { read_only: [...edit] }), ...(read.length > 0 && { deny: [...read] }) };
  const prefixes = commands.map(command => command.replace(/ \*$/, ''));
  return [
    ...(read.length + edit.length > 0 ? [{ file_boundary: { ...files, unknown: 'pass' } }] : []),
    ...(prefixes.length > 0 ? [{ bash_safety: { ...ONLY_WORDS, blocked_prefixes: prefixes } }] : []),
    ...(hosts.length > 0 ? [{ network: { deny: [...hosts], uploads: 'pass', listen: 'pass', unknown: 'pass' } }] : []),
    ...(tools.length > 0 ? [{ tool_allowlist: { tools: ['*'], deny: [...tools] } }] : []),
  ];
}

/** The profile judges what commands do. */
const ONLY_WORDS = { otherwise: 'pass', catastrophic: 'block' };

function asked({ commands, edit, tools }: Rules): readonly Json[] {
  const human = (what: string): Json => ({ human_approval: { reason: `the permissions ask before ${what}` } });
  return [
    ...(commands.length > 0 ? [{ when: { if: { runs: runsOf(commands) }, then: human('this command') } }] : []),
    ...(edit.length > 0
      ? [{ escalate: [{ file_boundary: { read_only: [...edit], unknown: 'pass' } }, human('this file is changed')] }]
      : []),
    ...(tools.length > 0 ? [{ when: { if: { tool: [...tools] }, then: human('this tool is used') } }] : []),
  ];
}

/** The profile `standard`, written out: an exception is in the node whose rulings it lifts. Rules that deny or ask are next to it. */
function standard({ commands }: Rules): readonly Json[] {
  return [
    { floor: {} },
    { self_protection: {} },
    { escalate: [{ secret_paths: {} }, { allow_once: { otherwise: 'skip' } }] },
    { network: { uploads: 'ask', listen: 'pass', unknown: 'pass' } },
    { bash_safety: commands.length > 0 ? { allow: [{ runs: runsOf(commands) }] } : {} },
  ];
}
