import type { Json } from '@licet/core';

import { isPattern } from '../../cases.ts';
import { commandsFoundBy } from '../../patterns.ts';
import type { Source } from '../../source.ts';
import type { Asked } from './facts.ts';
import { achievementIn } from './obligations.ts';
import type { Roles } from './roles.ts';

/** The short norms about paths. */
const BOUNDARIES: Readonly<Record<string, string>> = { scope: 'allow', protected: 'deny', readonly: 'read_only' };

/** A norm of an org spec: its keys, and what is said of them. */
interface Norm {
  readonly at: (key: string) => unknown;
  take(...keys: readonly string[]): void;
  /** Leaves it, or what is at a path in it. */
  leave(why: string, ...path: readonly string[]): undefined;
}

/** Turns the norms about paths and commands, each for the agents of its role. */
export function normsOf(source: Source, roles: Roles): readonly Json[] {
  return source.indices('norms').flatMap(index => {
    const norm: Norm = {
      at: key => source.at('norms', index, key),
      take: (...keys) => keys.forEach(key => norm.at(key) !== undefined && source.take('norms', index, key)),
      leave(why, ...path) {
        source.leave(['norms', index, ...path], why);
        return undefined;
      },
    };
    const type = norm.at('type');
    if (type === 'obliged' || type === 'obligation') return [];
    const turn = typeof type === 'string' && Object.hasOwn(TURNS, type) ? TURNS[type] : undefined;
    const node = turn?.(norm, source, index);
    if (node === undefined) {
      if (turn === undefined) norm.leave('no node corresponds to a norm of this type');
      return [];
    }
    norm.take('type', 'role', 'severity', 'blocks');
    return [roles.bind(norm.at('role'), node)];
  });
}

type Turn = (norm: Norm, source: Source, index: number) => Json | undefined;

const boundary: Turn = (norm, source, index) => {
  const paths = source.texts('norms', index, 'paths');
  if (paths.length === 0) return norm.leave('it names no path');
  for (const { path } of paths) source.take(...path);
  const patterns = paths.map(({ text }) => (text.endsWith('/') ? `${text}**` : text));
  return { file_boundary: { [BOUNDARIES[String(norm.at('type'))] ?? 'deny']: patterns, unknown: 'pass' } };
};

const forbiddenCommand: Turn = norm => {
  const command = norm.at('command_pattern');
  if (typeof command !== 'string') return norm.leave('it names no command');
  const isSoft = norm.at('severity') === 'soft';
  const message = ['message', 'reason'].map(norm.at).find(text => typeof text === 'string');
  const condition = conditionOf(command);
  const commands = commandsFoundBy(command);
  if (condition === undefined) return norm.leave(NOT_LINEAR, 'command_pattern');
  norm.take('command_pattern');
  if (isSoft) {
    norm.take('message', 'reason');
    const reason = message ?? `the organization wants a human to agree to ${commands?.[0] ?? 'this command'}`;
    return { when: { if: condition, then: { human_approval: { reason } } } };
  }
  if (message !== undefined)
    norm.leave(
      'the command is blocked, with the words of `bash_safety` in place of these',
      norm.at('message') === undefined ? 'reason' : 'message',
    );
  const isExact = commands?.every(each => !each.includes(' * ')) === true;
  const blocked: Json = isExact ? { blocked_prefixes: [...commands] } : { blocked_patterns: [command] };
  return { bash_safety: { otherwise: 'pass', catastrophic: 'block', ...(blocked as object) } };
};

const requiredBefore: Turn = norm => {
  const [command, fact] = [norm.at('command_pattern'), requirementOf(norm.at)];
  if (typeof command !== 'string' || fact === undefined) return norm.leave('it needs a command, and what comes before it');
  const condition = conditionOf(command);
  if (condition === undefined) return norm.leave(NOT_LINEAR, 'command_pattern');
  norm.take('command_pattern', 'requires', 'required_achievement');
  if (norm.at('severity') === 'soft') norm.leave('it blocks until the fact holds, as there', 'severity');
  for (const key of ['message', 'reason'])
    if (norm.at(key) !== undefined)
      norm.leave('the command is blocked with the words of `requires`: which fact is missing, and how it is earned', key);
  return { when: { if: condition, then: { requires: fact === EVERYTHING ? { obligations: 'fulfilled' } : fact } } };
};

/** `forbidden` by a term: writing or running at all, or as long as something is not achieved. */
const forbiddenTerm: Turn = norm => {
  const [objective, condition] = [String(norm.at('objective')), norm.at('condition') ?? 'true'];
  const kind = /^write_file\(\s*[A-Z_]\w*\s*\)$/u.test(objective)
    ? ['write']
    : /^execute_command\(\s*[A-Z_]\w*\s*\)$/u.test(objective)
      ? ['bash']
      : undefined;
  const fact = achievementIn(typeof condition === 'string' ? /^\s*not\((.*)\)\s*$/u.exec(condition)?.[1] : undefined);
  const isAlways = condition === true || condition === 'true';
  if (kind === undefined || (fact === undefined && !isAlways))
    return norm.leave('a condition in logic is not turned: write it as `when`, `file_boundary` or `requires`');
  norm.take('objective', 'condition');
  if (norm.at('deadline') === 'false' || norm.at('deadline') === false) norm.take('deadline');
  if (fact !== undefined)
    return { when: { if: kind[0] === 'write' ? { effect: ['write', 'delete'] } : { kind }, then: { requires: fact } } };
  return kind[0] === 'write' ? { file_boundary: { read_only: ['**'] } } : { tool_allowlist: { tools: ['*'], deny: ['Bash'] } };
};

const TURNS: Readonly<Record<string, Turn>> = {
  scope: boundary,
  protected: boundary,
  readonly: boundary,
  forbidden_command: forbiddenCommand,
  required_before: requiredBefore,
  forbidden: forbiddenTerm,
};

const NOT_LINEAR = 'the pattern is not in RE2 syntax: look-around and back references are not known';

/** What a norm calls all obligations. */
const EVERYTHING = 'all_obligations_fulfilled';

/** What a norm of the type `required_before` wants first. */
export function requirementOf(at: (key: string) => unknown): string | undefined {
  const fact = at('requires') ?? at('required_achievement');
  return typeof fact === 'string' ? fact : undefined;
}

/** The facts that norms ask for. */
export function factsAskedByNorms(source: Source): readonly Asked[] {
  return source.indices('norms').flatMap(index => {
    const at = (key: string): unknown => source.at('norms', index, key);
    const fact = at('type') === 'required_before' ? requirementOf(at) : undefined;
    const [, waited] = /^\s*not\(\s*achieved\((.*)\)\s*\)\s*$/u.exec(String(at('condition'))) ?? [];
    const term = at('type') === 'forbidden' ? achievementIn(`achieved(${waited ?? ''})`) : undefined;
    const key = ['requires', 'required_achievement', 'condition'].find(each => at(each) !== undefined) ?? 'requires';
    return [fact, term].flatMap(name =>
      name === undefined || name === EVERYTHING ? [] : [{ name, path: ['norms', index, key] }],
    );
  });
}

/** The condition of a command: its words where the pattern has them, else the pattern over the text. Undefined for a pattern that does not run in linear time. */
function conditionOf(pattern: string): Json | undefined {
  const commands = commandsFoundBy(pattern);
  if (commands !== undefined) return { runs: commands.flatMap(each => [each, `${each} *`]) };
  if (!isPattern(pattern)) return undefined;
  const text = 'action.payload.command';
  return `action.kind == "bash" && has(${text}) && type(${text}) == string && string(${text}).matches(${JSON.stringify(pattern)})`;
}
