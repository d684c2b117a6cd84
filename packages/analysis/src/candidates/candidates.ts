import type { ActionInput, Json, Registry } from '@licet/core';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import type { Candidate } from '../witnesses.ts';
import { isRecord } from '@licet/core/nodes';

import { COMMANDS, PATHS, UNTRACKED } from './commands.ts';
import { SAMPLES, sampleText, shortestPath } from './samples.ts';

type Policies = readonly CompiledPolicy[];

/** What the texts in a policy are about, by the param that they stand in. */
interface Found {
  readonly paths: Set<string>;
  /** Patterns of paths, as they are written. */
  readonly patterns: Set<string>;
  readonly hosts: Set<string>;
  readonly tools: Set<string>;
  readonly commands: Set<string>;
  readonly facts: Set<string>;
  readonly counts: Set<number>;
  /** Whether a node rules by what was done before. */
  keeps: boolean;
  readonly kinds: Set<string>;
  /** Arguments that counters tell apart. */
  readonly args: Set<string>;
  /** What conditions ask of an action in addition to its tool. */
  readonly about: Map<string, Partial<ActionInput>>;
}

/** The files that candidates are about, to be put into the world that they are tried in, and those of them that git does not know. */
export function candidateFiles(policies: Policies, nodes: Registry): CandidateFiles {
  const { paths } = textsIn(policies, nodes);
  const untracked = untrackedAmong(paths);
  const names = [...PATHS, ...paths, ...untracked].filter(path => !path.startsWith('../') && !path.endsWith('-new'));
  const files = Object.fromEntries([
    ...names.filter(path => names.every(other => !other.startsWith(`${path}/`))).map(path => [path, 'x'] as const),
    ['.git/config', ''],
  ]);
  return { files, untracked };
}

interface CandidateFiles {
  readonly files: Readonly<Record<string, string>>;
  readonly untracked: readonly string[];
}

/** A file in each folder of a policy that is lost when it is overwritten. */
const untrackedAmong = (paths: ReadonlySet<string>): readonly string[] => [
  UNTRACKED,
  ...[...paths].flatMap(path => (path.endsWith('/x') && !path.startsWith('../') ? [`${path.slice(0, -1)}${UNTRACKED}`] : [])),
];

/** What actions are made of that two policies may judge differently. */
export interface Ingredients {
  /** Single actions: from the content of the policies, and of everyday work. */
  readonly actions: readonly Candidate[];
  /** What any of them may be done with: another tool, for a task, by an agent or a role, with an argument. */
  readonly contexts: readonly Context[];
  /** Sets of facts that a session may know. */
  readonly facts: readonly (readonly string[])[];
  /** How often an action is done until every limit that is tried has stopped it. */
  readonly times: number;
  /** Arguments that counters tell apart. */
  readonly args: readonly string[];
}

/** A part of an action that replaces what the action has. A tool that is undefined is none. */
export type Context = Omit<Partial<ActionInput>, 'tool'> & { readonly tool?: string | undefined };

const MOST_CONTEXTS = 24;

/** Makes actions that two policies may judge differently: from their content, and of everyday work. */
export function ingredientsOf(policies: Policies, nodes: Registry): Ingredients {
  const found = textsIn(policies, nodes);
  const actions = [...commandCandidates(found), ...pathCandidates(found), ...hostCandidates(found), ...toolCandidates(found)];
  const args = [...found.args];
  const given = args.length === 0 ? [] : [{ payload: Object.fromEntries(args.map(arg => [arg, 'x'])) }];
  const tools: readonly Context[] = [...[...found.tools, 'other'].slice(0, 8).map(tool => ({ tool })), { tool: undefined }];
  const about: readonly Context[] = [...found.about.values(), ...(found.tools.size > 0 ? tools : [])];
  const contexts = [...about, ...given, ...about.flatMap(each => given.map(payload => ({ ...each, ...payload })))];
  return {
    actions,
    contexts: [...new Map(contexts.map(each => [JSON.stringify([each, Object.keys(each)]), each])).values()].slice(
      0,
      MOST_CONTEXTS,
    ),
    facts: factSets([...found.facts]),
    times: timesOf(found),
    args,
  };
}

/** More than this many calls in a row are not tried. */
const MOST_TIMES = 300;

function timesOf({ counts, args, keeps }: Found): number {
  return Math.max(args.size > 0 || keeps ? 1 : 0, ...[...counts].filter(count => count < MOST_TIMES)) + 1;
}

function textsIn(policies: Policies, nodes: Registry): Found {
  const found: Found = {
    paths: new Set(),
    patterns: new Set(),
    hosts: new Set(),
    tools: new Set(),
    commands: new Set(),
    facts: new Set(),
    counts: new Set(),
    keeps: false,
    kinds: new Set(),
    args: new Set(),
    about: new Map(),
  };
  for (const { policy } of policies) visit(policy, found, nodes);
  for (const path of meetings(found.patterns)) found.paths.add(path);
  return found;
}

function visit({ kind, params = {}, children = [] }: NodeData, found: Found, nodes: Registry): void {
  const { texts: about, keeps, counter } = nodes.get(kind)?.analysis ?? {};
  found.keeps ||= keeps === true || counter !== undefined;
  for (const [name, value] of Object.entries(params)) {
    if (name === 'if' || name === 'match') condition(value, found);
    else if (typeof value === 'number') found.counts.add(Math.ceil(value));
    else if (name === 'by' || name === 'distinct') textsOf(value).forEach(text => found.args.add(text));
    else if (about !== undefined) textsOf(value).forEach(text => found[about].add(SAMPLES[about](text)));
    else if (name === 'blockedPatterns') textsOf(value).forEach(text => found.commands.add(sampleText(text)));
    else if (name === 'blockedPrefixes') textsOf(value).forEach(text => found.commands.add(SAMPLES.tools(text)));
    else if (name === 'allow' && hasRuns(value)) condition({ runs: value.flatMap(({ runs }) => runs) }, found);
    else if (name === 'paths' && isRecord(value)) Object.keys(value).forEach(text => addPath(text, found));
    else if (name === 'tasks') Object.keys(value as object).forEach(task => found.about.set(`task ${task}`, { taskType: task }));
    else textsOf(value).forEach(text => addPath(text, found));
    if (name === 'steps' && Array.isArray(value))
      value.forEach(
        step => typeof step === 'object' && step !== null && 'after' in step && found.counts.add(Number(step['after'])),
      );
  }
  children.forEach(child => visit(child, found, nodes));
}

/** Exceptions for whole commands. */
const hasRuns = (value: Json): value is { readonly runs: Json }[] =>
  Array.isArray(value) && value.length > 0 && value.every(each => isRecord(each) && 'runs' in each);

function textsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  const texts = value.map((item: Json) =>
    typeof item === 'object' && item !== null && 'pattern' in item ? item['pattern'] : item,
  );
  return texts.filter(text => typeof text === 'string');
}

/** Names and folders of patterns that are brought together. */
const MOST_MEETING = 8;

/** Paths that two patterns match: a name in a folder. */
function meetings(patterns: ReadonlySet<string>): readonly string[] {
  const names = [...patterns].filter(pattern => !/[/~]/u.test(pattern) && shortestPath(pattern) !== '').slice(0, MOST_MEETING);
  const folders = [...patterns]
    .filter(pattern => /\/(?:\*\*)?$/u.test(pattern) && shortestPath(pattern) !== '')
    .slice(0, MOST_MEETING);
  return folders.flatMap(folder => names.map(name => `${shortestPath(folder)}/${shortestPath(name)}`));
}

/** The shortest path that a pattern matches, one below it, and one next to it. */
function addPath(pattern: string, { paths, patterns }: Found): void {
  if (/^(?:pass|warn|ask|block|keep|refund|session|agent|tool|principal|project|read-write|read-only|no-access)$/u.test(pattern))
    return;
  const folder = shortestPath(pattern);
  if (folder === '') return;
  patterns.add(pattern);
  const isInside = !/^(?:[/~]|\.\.)/u.test(folder);
  for (const each of [
    folder,
    // Installed packages are free wherever a policy names none.
    ...(isInside ? [`${folder}/node_modules/x`, ...(folder.includes('/') ? [] : [`node_modules/${folder}`])] : []),
    `${folder}/x`,
    `${folder}-new`,
    ...(folder.includes('/') ? [`${folder.slice(0, folder.lastIndexOf('/'))}/x`] : [`b/${folder}`]),
  ])
    paths.add(each);
}

/** The members of a match, and the texts in an expression, which may be anything. */
function condition(source: Json, found: Found): void {
  if (typeof source === 'string') {
    for (const [, text = ''] of source.matchAll(/"((?:[^"\\]|\\.)*)"/gu)) {
      const plain = sampleText(text);
      found.tools.add(plain);
      found.commands.add(plain);
      found.about.set(plain, { taskType: plain, agentId: plain, principal: { id: 'someone', roles: [plain] } });
    }
    return;
  }
  const { kind, tool, taskType, agentId, role, runs } = (source ?? {}) as { readonly [member: string]: Json };
  const some = (value: Json | undefined): readonly string[] => textsOf(value ?? []).map(text => text.replaceAll('*', 'x'));
  some(tool).forEach(text => {
    found.tools.add(text);
    found.about.set(`tool ${text}`, { tool: text });
  });
  some(runs).forEach(text => found.commands.add(text));
  some(kind).forEach(text => found.kinds.add(text));
  some(taskType).forEach(text => found.about.set(`task ${text}`, { taskType: text }));
  some(agentId).forEach(text => found.about.set(`agent ${text}`, { agentId: text }));
  some(role).forEach(text => found.about.set(`role ${text}`, { principal: { id: 'someone', roles: [text] } }));
}

const bash = (command: string): Candidate => ({ words: command, action: { kind: 'bash', tool: 'Bash', payload: { command } } });

function commandCandidates({ commands }: Found): readonly Candidate[] {
  return [...COMMANDS, ...commands].map(bash);
}

function pathCandidates({ paths }: Found): readonly Candidate[] {
  const lost = untrackedAmong(paths).map(path => bash(`echo x > ${path}`));
  const each = [...new Set([...PATHS, ...paths])].flatMap(path => [
    { words: `read ${path}`, action: { kind: 'read', tool: 'Read', payload: { file_path: path } } },
    { words: `write ${path}`, action: { kind: 'write', tool: 'Write', payload: { file_path: path, content: '' } } },
    bash(`rm -rf ${path}`),
    bash(`cat ${path}`),
    bash(`echo x > ${path}`),
    bash(`node -e "require('fs').writeFileSync('${path}', '')"`),
  ]);
  return [...lost, ...each];
}

function hostCandidates({ hosts }: Found): readonly Candidate[] {
  return [...new Set(['x.example', 'localhost', ...hosts])].flatMap(host => [
    { words: `fetch https://${host}/`, action: { kind: 'network', tool: 'WebFetch', payload: { url: `https://${host}/` } } },
    bash(`curl -d @a https://${host}/`),
    bash(`curl -o a https://${host}/`),
    bash(`curl -X DELETE https://${host}/`),
    bash(`scp a ${host}:/x`),
    bash(`node -e "fetch('https://${host}')"`),
  ]);
}

function toolCandidates({ tools, kinds }: Found): readonly Candidate[] {
  const named = [...tools, 'Read', 'Bash', 'other'].map((tool): Candidate => ({
    words: tool,
    action: { kind: 'tool', tool, payload: {} },
  }));
  const sorts = [...kinds, 'submit_task', 'execute_code'].map((kind): Candidate => ({
    words: `an action of kind ${kind}`,
    action: { kind, payload: {} },
  }));
  const page: Candidate = {
    words: 'click in a browser',
    action: { kind: 'tool', tool: 'mcp__playwright__browser_click', payload: {} },
  };
  return [...named, ...sorts, page];
}

/** An action that is done with something else about it. */
export function withAbout(candidate: Candidate, about: Context): Candidate {
  const { tool, taskType, agentId, principal, payload } = about;
  const words = [
    'tool' in about && (tool === undefined ? 'by no tool' : `tool ${tool}`),
    taskType && `task ${taskType}`,
    agentId && `agent ${agentId}`,
    principal?.roles && `role ${principal.roles.join()}`,
    payload &&
      Object.entries(payload)
        .map(([name, value]) => `${name}: ${String(value)}`)
        .join(', '),
  ].filter(Boolean);
  const { tool: own, ...rest } = candidate.action;
  const { tool: _tool, ...others } = about;
  const by = 'tool' in about ? tool : own;
  const action = { ...rest, ...others, payload: { ...rest.payload, ...payload }, ...(by !== undefined && { tool: by }) };
  return { ...candidate, words: `${candidate.words} (${words.join(', ')})`, action };
}

function factSets(facts: readonly string[]): readonly (readonly string[])[] {
  if (facts.length === 0) return [];
  return [facts, ...(facts.length > 1 ? facts.slice(0, 6).flatMap(fact => [[fact], facts.filter(each => each !== fact)]) : [])];
}
