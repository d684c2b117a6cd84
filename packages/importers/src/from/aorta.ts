import type { Json } from '@licet/core';
import { accessLevels } from '@licet/guards';

import { COMMON_CASES, caseOf, fileIn as fileNamed, fileOutside, isPattern, sessionOf } from '../cases.ts';
import type { Draft, TestCase } from '../draft.ts';
import type { Source } from '../source.ts';

/** Turns an org spec of aorta4llm: access, norms, achievements, what counts as what, packs. */
export function fromAorta(source: Source): Draft {
  for (const key of ['organization', 'version', 'description']) source.take(key);
  if (source.at('bash_analysis') !== false) source.take('bash_analysis');
  else source.leave(['bash_analysis'], 'commands are always analysed here');
  const facts = { ...achievements(source), ...countsAs(source) };
  const access = accessOf(source);
  const limits = holdOf(source);
  const hold = Object.keys(limits).length === 0 ? [] : [{ hold: { after: { ...limits, within: MOST_REMEMBERED } } }];
  const nodes = [...hold, { floor: {} }, { self_protection: {} }, ...capabilities(source), ...norms(source), ...memory(source)];
  const include = packsOf(source);
  const packCases = include.length > 0 ? [caseOf({ bash: 'grep -r x .' }, 'ask')] : [];
  return {
    include,
    ...(Object.keys(facts).length > 0 && { facts }),
    ...(Object.keys(access).length > 0 && { access }),
    nodes,
    cases: [
      ...COMMON_CASES,
      ...accessCases(source, access),
      ...normCases(source, facts, access),
      ...packCases,
      ...holdCases(limits),
    ],
  };
}

/** A path is from the root of the project, with a slash before it or without. */
const fileIn = (path: string): string => fileNamed(path.replace(/^\//, ''));

/** So many actions of a session are remembered. */
const MOST_REMEMBERED = 25;

/** Sanctions after violations, and guardrails against failing again and again, put a session on hold until a human lets it go on. */
function holdOf(source: Source): Readonly<Record<string, number>> {
  const limits: Record<string, number> = {};
  const put = (kind: string, ...path: readonly (string | number)[]): void => {
    const limit = source.at(...path);
    if (typeof limit !== 'number' || limit < 1 || limit > MOST_REMEMBERED)
      return source.leave(path, `a hold counts from 1 to ${MOST_REMEMBERED} of the last ${MOST_REMEMBERED} actions`);
    source.take(...path);
    limits[kind] = Math.min(limit, limits[kind] ?? limit);
  };
  for (const index of source.indices('sanctions')) {
    const key = ['after_violations', 'threshold'].find(name => source.at('sanctions', index, name) !== undefined);
    const then = ['then', 'action'].find(name => source.at('sanctions', index, name) === 'hold');
    if (key === undefined || then === undefined) {
      source.leave(
        ['sanctions', index],
        'a sanction here is a hold after a number of violations: `hold: { after: { blocked } }`',
      );
      continue;
    }
    for (const each of [then, 'role', 'trigger', 'on']) source.take('sanctions', index, each);
    put('blocked', 'sanctions', index, key);
  }
  for (const key of source.keys('guardrails')) {
    if (['max_failures', 'max_consecutive_failures'].includes(key)) put('failed', 'guardrails', key);
    else if (key === 'max_violations') put('blocked', 'guardrails', key);
    else source.leave(['guardrails', key], 'a hold counts what was stopped, refused or has failed, and nothing else');
  }
  return limits;
}

function holdCases({ blocked }: Readonly<Record<string, number>>): readonly TestCase[] {
  if (blocked === undefined) return [];
  const violated = { bash: 'rm -rf /', times: blocked, want: 'block' };
  return [sessionOf(`a hold after ${blocked} violations`, [violated, caseOf({ bash: 'ls' }, { ruling: 'block', code: 'held' })])];
}

/** What the access map says of a file in each place, and outside of all of them. */
function accessCases(source: Source, access: Readonly<Record<string, string>>): readonly TestCase[] {
  const roles = source.keys('roles');
  const closed = roles.filter(role => isWithout(source, role, 'write_file'));
  const places = Object.keys(access);
  const isEverywhere = places.some(place => fileIn(place) === 'example.txt');
  const writes = closed.length === 0 ? 'pass' : closed.length === roles.length ? 'block' : undefined;
  return [
    ...places.flatMap(place => {
      const file = fileIn(place);
      if (access[place] === 'read-write') return writes === undefined ? [] : [caseOf({ write: file }, writes)];
      return [caseOf({ write: file }, 'block'), caseOf({ read: file }, access[place] === 'read-only' ? 'warn' : 'block')];
    }),
    ...(places.length === 0 || isEverywhere ? [] : [caseOf({ write: fileOutside(places) }, 'block')]),
  ];
}

/** What the norms say of their own commands; what must come before a command is tried in one session. */
function normCases(
  source: Source,
  facts: Readonly<Record<string, Json>>,
  access: Readonly<Record<string, string>>,
): readonly TestCase[] {
  const isMany = source.keys('roles').length > 1;
  const whoIs = (role: unknown): Readonly<Record<string, Json>> =>
    isMany && typeof role === 'string' ? { principal: { id: 'someone', roles: [role] } } : {};
  const all = source.indices('norms').map(
    index =>
      (key: string): unknown =>
        source.at('norms', index, key),
  );
  const softly = new Set(all.filter(norm => norm('severity') === 'soft').map(norm => norm('command_pattern')));
  return all.flatMap(norm => {
    const [type, role, command, paths] = [norm('type'), norm('role'), norm('command_pattern'), norm('paths')];
    if ((type === 'protected' || type === 'readonly') && Array.isArray(paths))
      return paths.map(path => caseOf({ write: fileIn(String(path)), ...whoIs(role) }, 'block'));
    if (typeof command !== 'string' || !isPlain(command)) return [];
    const who = whoIs(role);
    if (type === 'forbidden_command') return [caseOf({ bash: command, ...who }, norm('severity') === 'soft' ? 'ask' : 'block')];
    const fact = norm('requires') ?? norm('required_achievement');
    const earned = typeof fact === 'string' ? waysTo(fact, facts) : [];
    if (type !== 'required_before' || earned.length === 0) return [];
    const file = fileIn(Object.keys(access).find(place => access[place] === 'read-write') ?? 'example.txt');
    return [
      sessionOf(`${command} needs ${String(fact)}`, [
        caseOf({ bash: command, ...who }, 'block'),
        ...earned.map(each => ({ bash: each, ...who })),
        caseOf({ bash: command, ...who }, softly.has(command) ? 'ask' : 'pass'),
        { write: file, ...who },
        ...(isVoided(String(fact), facts) ? [caseOf({ bash: command, ...who }, 'block')] : []),
      ]),
    ];
  });
}

/** The commands that earn a fact, one after the other. */
function waysTo(name: string, facts: Readonly<Record<string, Json>>): readonly string[] {
  const fact = facts[name] as { readonly earned_by?: { readonly runs: string }; readonly all_of?: readonly string[] } | undefined;
  return fact?.earned_by === undefined
    ? (fact?.all_of ?? []).flatMap(each => (each === name ? [] : waysTo(each, facts)))
    : [fact.earned_by.runs];
}

function isVoided(name: string, facts: Readonly<Record<string, Json>>): boolean {
  const fact = facts[name] as { readonly reset_by?: Json; readonly all_of?: readonly string[] } | undefined;
  return fact?.reset_by !== undefined || (fact?.all_of ?? []).some(each => each !== name && isVoided(each, facts));
}

const isWithout = (source: Source, role: string, capability: string): boolean => {
  const listed = source.texts('roles', role, 'capabilities').map(({ text }) => text);
  return listed.length > 0 && !listed.includes(capability);
};

function accessOf(source: Source): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of source.keys('access')) {
    const level = source.at('access', path);
    if (typeof level !== 'string' || !accessLevels.some(known => known === level)) continue;
    source.take('access', path);
    found[path] = level;
  }
  return found;
}

/** Where there is one role, what it says holds for the agent. What a role cannot do is closed. */
function capabilities(source: Source): readonly Json[] {
  const roles = source.keys('roles');
  return roles.flatMap(role => {
    source.take('roles', role, 'objectives');
    const listed = source.texts('roles', role, 'capabilities');
    const own = new Set(listed.map(({ text }) => text));
    for (const { text, path } of listed) {
      if (['read_file', 'write_file', 'execute_command'].includes(text)) source.take(...path);
      else source.leave(path, 'nothing here is closed or opened by it');
    }
    if (own.size === 0) return [];
    const missing: readonly Json[] = [
      ...(own.has('write_file') ? [] : [{ file_boundary: { read_only: ['**'] } }]),
      ...(own.has('execute_command') ? [] : [{ tool_allowlist: { tools: ['*'], deny: ['Bash'] } }]),
    ];
    return missing.map(node => forRole(source, role, node));
  });
}

const forRole = (source: Source, role: unknown, node: Json): Json =>
  typeof role === 'string' && source.keys('roles').length > 1 ? { when: { if: { role }, then: node } } : node;

function norms(source: Source): readonly Json[] {
  return source.indices('norms').flatMap(index => {
    const norm = (key: string): unknown => source.at('norms', index, key);
    const take = (...keys: readonly string[]): void => ['type', 'role', ...keys].forEach(key => source.take('norms', index, key));
    const [type, role, command] = [norm('type'), norm('role'), norm('command_pattern')];
    const paths = source.texts('norms', index, 'paths');
    const boundary = typeof type === 'string' && Object.hasOwn(BOUNDARIES, type) ? BOUNDARIES[type] : undefined;
    if (boundary !== undefined && paths.length > 0) {
      for (const { path } of paths) source.take(...path);
      take('severity');
      const patterns = paths.map(({ text }) => (text.endsWith('/') ? `${text}**` : text));
      return [forRole(source, role, { file_boundary: { [boundary]: patterns, unknown: 'pass' } })];
    }
    if (type === 'obligation')
      source.leave(['norms', index], 'an `obligation` here says what brings it about and which action fulfils it');
    if (typeof command !== 'string') return [];
    if (type === 'forbidden_command') {
      const node = forbidden(command, norm('severity') === 'soft');
      if (node === undefined) return [];
      take('command_pattern', 'severity', 'reason', 'message');
      return [forRole(source, role, node)];
    }
    const fact = norm('requires') ?? norm('required_achievement');
    if (type !== 'required_before' || typeof fact !== 'string' || !isPlain(command)) return [];
    take('command_pattern', 'requires', 'required_achievement', 'severity');
    return [forRole(source, role, { when: { if: { runs: runsOf(command) }, then: { requires: fact } } })];
  });
}

/** The short norms about paths. */
const BOUNDARIES: Readonly<Record<string, string>> = { scope: 'allow', protected: 'deny', readonly: 'read_only' };

/** The words of a command, not a pattern of its text. */
const isPlain = (command: string): boolean => !/[\\^$()[\]{}|+?]|\.\*/.test(command);

const runsOf = (command: string): string[] => [command, `${command} *`];

function forbidden(command: string, isSoft: boolean): Json | undefined {
  if (isSoft)
    return isPlain(command)
      ? {
          when: {
            if: { runs: runsOf(command) },
            then: { human_approval: { reason: `the organization wants a human to agree to ${command}` } },
          },
        }
      : undefined;
  if (isPlain(command)) return { bash_safety: { otherwise: 'pass', catastrophic: 'block', blocked_prefixes: [command] } };
  return isPattern(command)
    ? { bash_safety: { otherwise: 'pass', catastrophic: 'block', blocked_patterns: [command] } }
    : undefined;
}

/** What a command that succeeds earns, and what takes it away. */
function achievements(source: Source): Readonly<Record<string, Json>> {
  const found: Record<string, Json> = {};
  for (const index of source.indices('achievement_triggers')) {
    const trigger = (key: string): unknown => source.at('achievement_triggers', index, key);
    const [name, command] = [trigger('marks') ?? trigger('achievement'), trigger('command_pattern')];
    if (typeof name !== 'string' || typeof command !== 'string' || !isPlain(command)) continue;
    for (const key of ['marks', 'achievement', 'command_pattern', 'tool', 'exit_code', 'reset_on_file_change'])
      source.take('achievement_triggers', index, key);
    const isKept = trigger('reset_on_file_change') === false;
    found[name] = { earned_by: { runs: command }, ...(!isKept && { reset_by: { writes: ['**'] } }) };
  }
  return found;
}

function countsAs(source: Source): Readonly<Record<string, Json>> {
  const found: Record<string, Json> = {};
  for (const index of source.indices('counts_as')) {
    const parts = source.texts('counts_as', index, 'when');
    const name = source.at('counts_as', index, 'marks');
    if (typeof name !== 'string' || parts.length === 0) continue;
    source.take('counts_as', index, 'when');
    source.take('counts_as', index, 'marks');
    found[name] = { all_of: parts.map(({ text }) => text) };
  }
  return found;
}

/** Its own memory is open to an agent here, unless that is closed. */
function memory(source: Source): readonly Json[] {
  if (source.at('allow_memory') === undefined) return [];
  source.take('allow_memory');
  return source.at('allow_memory') === false ? [{ file_boundary: { read_only: ['~/.claude/projects/**/memory/**'] } }] : [];
}

function packsOf(source: Source): readonly string[] {
  return ['include', 'packs'].flatMap(key =>
    source.texts(key).flatMap(({ text, path }) => {
      if (text !== 'tool-hygiene') return [];
      source.take(...path);
      return ['own-tools'];
    }),
  );
}
