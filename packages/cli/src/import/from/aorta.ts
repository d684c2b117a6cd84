import type { Json } from '@licet/core';
import { accessLevels } from '@licet/guards';

import type { Draft } from '../importPolicy.ts';
import type { Source } from '../source.ts';
import { isPattern } from './patterns.ts';

/** Turns an org spec of aorta4llm: access, norms, achievements, what counts as what, packs. */
export function fromAorta(source: Source): Draft {
  for (const key of ['organization', 'version', 'description']) source.take(key);
  if (source.at('bash_analysis') !== false) source.take('bash_analysis');
  else source.leave(['bash_analysis'], 'commands are always analysed here');
  for (const index of source.indices('sanctions'))
    source.leave(
      ['sanctions', index],
      'a session is not held by a count of violations; `progressive` and `budget` count actions that go ahead',
    );
  const facts = { ...achievements(source), ...countsAs(source) };
  const access = accessOf(source);
  const nodes = [{ floor: {} }, { self_protection: {} }, ...capabilities(source), ...norms(source), ...memory(source)];
  return {
    include: packsOf(source),
    ...(Object.keys(facts).length > 0 && { facts }),
    ...(Object.keys(access).length > 0 && { access }),
    nodes,
  };
}

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
