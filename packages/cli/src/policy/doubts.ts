import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Runtime } from '@licet/adapters/runtimes';
import type { Json } from '@licet/core';
import { waysIn } from '@licet/core/policy';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { suggest } from '@licet/core/text';
import type { PolicyIssue } from '@licet/core/yaml';
import { factsDefinition } from '@licet/guards/state';

import { hookOf } from '../init/installedHook.ts';
import { loadRuntimes } from '../init/targets.ts';
import { paramsOf, unsuppliedAt } from './nodes.ts';
import { registry } from './registry.ts';
import { unheardPrompts } from './unheardPrompts.ts';

/** Returns what is doubtful about a policy in its project: what only the files there and the runtimes with a hook can tell. */
export async function doubtfulValues(compiled: CompiledPolicy, file: string): Promise<readonly PolicyIssue[]> {
  const root = dirname(file);
  const all = await loadRuntimes();
  const used = all.filter(runtime => hookOf(runtime, root) !== undefined);
  return [
    ...unprotectedPolicy(compiled, file),
    ...(await unearnedFacts(compiled, root)),
    ...(await unheardPrompts(compiled, root)),
    ...otherTools(compiled, used.length > 0 ? used : all),
    ...missingFiles(compiled, root),
  ];
}

/** Warns of a policy that the agent may change: the next call would go by what the agent has written. */
function unprotectedPolicy({ policy }: CompiledPolicy, file: string): readonly PolicyIssue[] {
  const nodes = registry();
  if (waysIn(policy).some(([, { kind }]) => nodes.get(kind)?.protects !== undefined)) return [];
  const message =
    'no node keeps the agent from changing this policy and the hook: add `self_protection: {}` to the outer `all`, or include a pack that has it';
  return [{ code: 'unprotected_file', message, file, line: 1, column: 1, path: [] }];
}

/** The tools that a runtime calls its shell, its reader and its writer. */
const toolsOf = ({ calls }: Runtime): readonly string[] =>
  [calls.run('ls'), calls.read('a'), calls.write('a')].map(({ tool }) => tool);

/** Warns of a tool that differs from the one of the runtimes only in its capitals: names of tools are compared letter by letter. */
function otherTools(compiled: CompiledPolicy, runtimes: readonly Runtime[]): readonly PolicyIssue[] {
  return waysIn(compiled.policy).flatMap(([way, { params = {} }]) =>
    [...new Set(toolsIn(params))].flatMap(tool => {
      const alike = runtimes.flatMap(runtime => {
        const found = toolsOf(runtime).find(each => each.toLowerCase() === tool.toLowerCase());
        return found === undefined ? [] : [{ title: runtime.title, found }];
      });
      const others = alike.filter(({ found }) => found !== tool);
      const [first] = others;
      if (first === undefined || others.length * 2 <= alike.length) return [];
      const titles = others.map(({ title }) => title).join(', ');
      const message = `${titles} ${others.length === 1 ? 'has' : 'have'} no tool \`${tool}\`: names of tools are compared with their capitals`;
      return [unsuppliedAt(compiled, way, message, { suggestion: first.found })];
    }),
  );
}

const CEL_TOOL = /\baction\.tool\s*[!=]=\s*["']([^"']*)["']|["']([^"']*)["']\s*[!=]=\s*action\.tool\b/gu;

/** The tools that the matches and conditions among params name. */
function toolsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [...value.matchAll(CEL_TOOL)].map(([, right, left]) => right ?? left ?? '');
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (name === 'tool' ? textsOf(member) : toolsIn(member)));
}

const textsOf = (value: Json | undefined): readonly string[] =>
  [value].flat().flatMap(each => {
    if (typeof each === 'string') return [each];
    const pattern = typeof each === 'object' && each !== null && 'pattern' in each ? each['pattern'] : undefined;
    return typeof pattern === 'string' ? [pattern] : [];
  });

/** Warns of patterns in a folder that is not there. Of what the agent must not touch only a name that is nearly one that is there. */
function missingFiles(compiled: CompiledPolicy, root: string): readonly PolicyIssue[] {
  const nodes = registry();
  return waysIn(compiled.policy).flatMap(([way, node]) => {
    const { named = [], forbidden = [] } = nodes.get(node.kind)?.patterns?.(node.params ?? {}) ?? {};
    const missing = (pattern: string, isForbidden: boolean): readonly PolicyIssue[] => {
      const meant = meantBy(pattern, root);
      if (meant === undefined || (isForbidden && meant === '')) return [];
      return [unsuppliedAt(compiled, way, `no file matches \`${pattern}\``, { suggestion: meant === '' ? undefined : meant })];
    };
    return [
      ...named.flatMap(textsOf).flatMap(each => missing(each, false)),
      ...forbidden.flatMap(textsOf).flatMap(each => missing(each, true)),
    ];
  });
}

/** What a pattern was probably meant to be where no file lies below its fixed part: empty where nothing is near, undefined where files are there. */
function meantBy(pattern: string, root: string): string | undefined {
  if (/^[/~!\\]|^[A-Za-z]:/u.test(pattern)) return undefined;
  const parts = pattern.replace(/^\.\//u, '').split('/');
  let folder = root;
  for (const [index, part] of parts.entries()) {
    if (part === '' || part === '..' || /[*?[\]{}()!]/u.test(part)) return undefined;
    if (existsSync(join(folder, part))) folder = join(folder, part);
    else {
      const near = suggest(part, namesIn(folder));
      return near === undefined ? '' : [...parts.slice(0, index), near, ...parts.slice(index + 1)].join('/');
    }
  }
  return undefined;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The patterns of every member `runs` in a value. */
function runsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const patterns = [member].flat().filter(pattern => typeof pattern === 'string');
    return name === 'runs' && patterns.length > 0 ? patterns : runsIn(member);
  });
}

/** The file that a pattern of `runs` names by a path; undefined for the name of a program, and for a path with `*`. */
function fileIn(pattern: string, root: string): string | undefined {
  const [path = ''] = pattern.trim().split(/\s+/);
  const isPath = /^\.{0,2}\//.test(path) || /^[\w.-]+\/.*\.\w+$/.test(path);
  return isPath && !path.includes('*') ? (path.startsWith('/') ? path : join(root, path)) : undefined;
}

/** Warns of each `runs` that names a file by a path where none is: such a gate stops nothing. */
export function unmatchedRuns(compiled: CompiledPolicy, root: string): readonly PolicyIssue[] {
  return waysIn(compiled.policy).flatMap(([way, { params = {} }]) => {
    const missing = new Set(
      runsIn(params).filter(pattern => {
        const file = fileIn(pattern, root);
        return file !== undefined && !existsSync(file);
      }),
    );
    return [...missing].map(pattern =>
      unsuppliedAt(
        compiled,
        way,
        `\`runs: ${pattern}\` names a file that does not exist, so it matches nothing: write the path from the folder of the policy, or the name of the file alone, which matches it in any folder`,
        { path: ['runs', pattern] },
      ),
    );
  });
}

/**
 * Warns of facts that a program earns and that a runtime with the hook in this project cannot tell of: it does not say how a
 * command ended, and the policy names nothing that must stand in its output.
 */
export async function unearnedFacts(compiled: CompiledPolicy, root: string): Promise<readonly PolicyIssue[]> {
  const facts = factsIn(compiled.policy);
  if (facts.length === 0) return [];
  const used = (await loadRuntimes()).filter(runtime => hookOf(runtime, root) !== undefined);
  const mute = used.filter(({ capabilities }) => !capabilities.reportsExitCode).map(({ title }) => title);
  if (mute.length === 0) return [];
  const where = mute.length === used.length ? 'nothing earns it' : `nothing earns it in ${mute.join(', ')}`;
  return facts.map(({ name, way }) =>
    unsuppliedAt(
      compiled,
      way,
      `${mute.join(' and ')} ${mute.length === 1 ? 'does' : 'do'} not tell how a command ended, so ${where}: name what must stand in the output of what earns \`${name}\`, as \`output\`, or let a human grant it`,
      { path: ['facts', name] },
    ),
  );
}

/** The facts that are earned by how a command ends, each with the way to its node. */
function factsIn(policy: NodeData): readonly { readonly name: string; readonly way: string }[] {
  return waysIn(policy).flatMap(([way, node]) =>
    Object.entries(paramsOf(node, factsDefinition)?.facts ?? {}).flatMap(([name, { earnedBy }]) =>
      typeof earnedBy === 'object' && earnedBy.runs !== undefined && earnedBy.output === undefined ? [{ name, way }] : [],
    ),
  );
}
