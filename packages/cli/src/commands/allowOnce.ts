import { randomUUID } from 'node:crypto';

import type { ExceptionSubject, PolicyLimits } from '@licet/core/policy';
import { parseDuration, readDuration } from '@licet/core/text';
import type { NewGrant } from '../grants/store.ts';
import { escapeText } from '@licet/core';
import type { Grant } from '@licet/guards/state';
import { jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { openGrants, grantLines, standing } from '../grants/store.ts';
import { liftingOf } from '../grants/unlifted.ts';
import { commandSubject, digestSubject, fileSubject, kindsOf } from '../grants/subject.ts';
import type { Subject } from '../grants/subject.ts';
import { requireHuman, surroundings, systemUser } from '../human.ts';
import type { Surroundings } from '../human.ts';
import { requirePerson } from '../policy/limits.ts';

/** What the command line of `licet allow-once` says. */
export interface AllowOnceOptions {
  readonly uses?: string;
  readonly for?: string;
  readonly to?: string;
  readonly forCommand?: string;
  readonly forAction?: string;
  readonly session?: string;
  readonly list?: boolean;
  readonly revoke?: string;
  readonly policy?: string;
  readonly json?: boolean;
}

/** Where the command runs. */
export interface Place {
  readonly caller: Surroundings;
  readonly cwd: string;
  readonly now: number;
}

const MOST_USES = 1_000;
const LONGEST_MS = 30 * 86_400_000;

/**
 * Makes an exception, lists the exceptions, or withdraws one. Only a person at a terminal may make or withdraw one; the
 * policy must have an `allow_once`, and everything else in it still holds.
 */
export async function allowOnce(
  paths: readonly string[],
  options: AllowOnceOptions,
  terminal: Terminal,
  { caller, cwd, now }: Place = { caller: surroundings(), cwd: process.cwd(), now: Date.now() },
): Promise<number> {
  const { print } = terminal;
  if (options.list !== true) requireHuman({ command: 'licet allow-once' }, caller);
  const subjects = subjectsOf(paths, options, cwd);
  const terms = { ...termsOf(options, now), by: systemUser() };
  const grants = await openGrants(options.policy, cwd);
  if (options.revoke !== undefined) {
    if (!(await grants.revoke(options.revoke, now, systemUser())))
      throw new UsageError(`there is no exception \`${options.revoke}\`; \`licet allow-once --list\` shows them`);
    print(`withdrawn ${options.revoke}`);
    return 0;
  }
  if (subjects.length > 0) requireWithin(subjects, terms, grants.limits);
  if (subjects.length > 0) await requireLifting(subjects, options.policy, cwd, terminal);
  const made = subjects.map((subject): NewGrant => ({ id: randomUUID().slice(0, 8), ...subject, ...terms }));
  if (made.length > 0) await grants.add(made, now, systemUser(), terminal);
  const ids = new Set(made.map(({ id }) => id));
  const states = (await grants.list(now)).filter(({ grant }) => options.list === true || ids.has(grant.id));
  if (options.json === true) print(jsonText(states.map(state => ({ ...state, standing: standing(state, now) }))));
  else if (states.length === 0) print('there are no exceptions');
  else for (const state of states) for (const line of grantLines(state, grants.root, now)) print(line);
  return 0;
}

/** Throws for exceptions that the policies would not count, or not as they were asked for. */
function requireWithin(
  subjects: readonly Subject[],
  { uses, grantedAt, expiresAt, by }: Pick<Grant, 'uses' | 'grantedAt' | 'expiresAt'> & { readonly by: string },
  { exceptions }: PolicyLimits,
): void {
  if (exceptions === undefined) return;
  const where = '`limits.exceptions` of the policy, or of one above it,';
  if (exceptions === 'never') throw new UsageError(`${where} is \`never\`: no exception can be made`);
  const { for: time, uses: most, of, by: people } = exceptions;
  requirePerson('exceptions', people, by);
  if (time !== undefined && expiresAt - grantedAt > parseDuration(time))
    throw new UsageError(`${where} allows \`--for ${time}\` at most`);
  if (most !== undefined && uses > most) throw new UsageError(`${where} allows \`--uses ${most}\` at most`);
  const asked = subjects.flatMap(({ kinds = [], command, digest }): readonly ExceptionSubject[] =>
    command !== undefined ? ['command'] : digest !== undefined ? ['action'] : kinds,
  );
  const other = asked.find(subject => of !== undefined && !of.some(each => each === subject));
  if (other !== undefined)
    throw new UsageError(
      `${where} allows exceptions for ${of?.join(', ') || 'nothing'}, not for ${other}: \`--to\` says what may be done to files`,
    );
}

/** Throws where an exception would open nothing, and says which part of it stays blocked. */
async function requireLifting(
  subjects: readonly Subject[],
  policy: string | undefined,
  cwd: string,
  { complain }: Terminal,
): Promise<void> {
  for (const subject of subjects) {
    const { parts, unlifted } = await liftingOf(subject, policy, cwd);
    const told = unlifted.map(({ what, guard, reason }) => `\`${guard}\` blocks ${what} all the same (${reason})`).join('; ');
    const [first] = unlifted;
    if (first === undefined) continue;
    const way = `an exception lifts only a rule that is written before \`allow_once\`: change that rule, or write \`escalate: [ { ${first.guard}: … }, { allow_once: {} } ]\`. The floor cannot be lifted`;
    if (unlifted.length === parts)
      throw new UsageError(escapeText(`no exception was made, because it would open nothing: ${told}; ${way}`));
    complain(escapeText(`${told}; ${way}`));
  }
}

function subjectsOf(paths: readonly string[], options: AllowOnceOptions, cwd: string): readonly Subject[] {
  const { list, revoke, forCommand, forAction, to } = options;
  if (to !== undefined && paths.length === 0) throw new UsageError('`--to` says what may be done to files: name a path');
  const kinds = kindsOf(to ?? 'read,write');
  const subjects = [
    ...paths.map(path => fileSubject(path, kinds, cwd)),
    ...(forCommand === undefined ? [] : [commandSubject(forCommand, cwd)]),
    ...(forAction === undefined ? [] : [digestSubject(forAction)]),
  ];
  const ways = [subjects.length > 0, list === true, revoke !== undefined].filter(Boolean).length;
  if (ways !== 1) throw new UsageError('expected a path, `--for-command`, `--for-action`, `--list` or `--revoke`');
  return subjects;
}

function termsOf(options: AllowOnceOptions, now: number): Pick<Grant, 'uses' | 'grantedAt' | 'expiresAt' | 'sessionId'> {
  const { uses = '1', for: time = '1h', session } = options;
  const count = /^\d+$/.test(uses) ? Number(uses) : 0;
  if (count < 1 || count > MOST_USES)
    throw new UsageError(`expected a whole number from 1 to ${MOST_USES} after \`--uses\`, found \`${uses}\``);
  const ms = readDuration(time);
  if (ms === undefined || ms > LONGEST_MS)
    throw new UsageError(`expected a time of at most 30 days after \`--for\`, such as \`30m\` or \`4h\`, found \`${time}\``);
  if (session === '') throw new UsageError('expected the identity of a session after `--session`, found nothing');
  return { uses: count, grantedAt: now, expiresAt: now + ms, ...(session !== undefined && { sessionId: session }) };
}
