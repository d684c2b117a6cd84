import type { GuardNode } from '@licet/core';
import { escapeText } from '@licet/core';
import { HOLD_FACT, LONGEST_PAUSE_MS, PAUSE_FACT, PROJECT_SESSION, pauseIn, signedRequest } from '@licet/core/store';
import type { PolicyLimits } from '@licet/core/policy';
import { parseDuration } from '@licet/core/text';
import { CONTINUED_FACT, holdDefinition, reasonIn } from '@licet/guards/state';

import { nameText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { requireHuman, surroundings, systemUser } from '../human.ts';
import type { Surroundings } from '../human.ts';
import { signedValue } from '../passkeys/signFact.ts';
import { limitsAt, requirePerson } from '../policy/limits.ts';
import { nodesOf } from '../policy/nodes.ts';
import { withWorkflow } from './openWorkflow.ts';

interface PauseCommandOptions {
  readonly policy?: string;
  readonly as?: string;
  readonly end?: boolean;
}

/**
 * Pauses the policy for a while: what it would stop goes ahead, is recorded, and the agent is told so; its floor stays. With `end`
 * the pause is over at once. Only a person at a terminal may.
 */
export async function pausePolicy(
  [duration, reason]: readonly (string | undefined)[],
  { policy, as: by = systemUser(), end = false }: PauseCommandOptions,
  terminal: Terminal,
  caller: Surroundings = surroundings(),
): Promise<number> {
  requireHuman({ command: 'licet pause' }, caller);
  const ms = end ? 0 : lengthOf(duration, reason);
  return withWorkflow(policy, true, async opened => {
    const at = Date.now();
    if (!hasFloor(opened.policy) && !end)
      throw new UsageError(
        `\`${opened.file}\` has no floor, so a pause would let everything through: add \`- floor: {}\` and \`- self_protection: {}\` to the outer \`all\``,
      );
    const known = pauseIn((await opened.sessions.load(PROJECT_SESSION)).facts, at);
    if (end && known === undefined) {
      terminal.print('nothing is paused');
      return 0;
    }
    if (!end) requirePauseWithin(await limitsAt(opened.file), ms, by);
    const why = end ? undefined : escapeText(reason ?? '', 500);
    const told = { name: 'pause', change: end ? 'void' : 'established', by, ...(why !== undefined && { reason: why }) } as const;
    const said = { at, until: at + ms, reason: why ?? '', by };
    const deed = {
      name: PAUSE_FACT,
      value: said,
      words: `pause the policy, except for its floor, until ${new Date(at + ms).toISOString()}: ${why ?? ''}`,
    };
    const value = end ? null : await signedValue(opened.file, deed, terminal);
    await opened.apply([{ session: PROJECT_SESSION, name: PAUSE_FACT, value, told }], at);
    const until = new Date(at + ms).toISOString().slice(0, 16).replace('T', ' ');
    terminal.print(end ? 'the pause is over' : `paused until ${until}Z, except for the floor: \`licet pause --end\` ends it`);
    return 0;
  });
}

function lengthOf(duration = '', reason = ''): number {
  if (duration === '')
    throw new UsageError('expected for how long and why, like `licet pause 10m "try the new build"`, found nothing');
  const ms = parseDuration(duration);
  if (ms <= 0 || ms > LONGEST_PAUSE_MS)
    throw new UsageError(`expected a duration of at most a day, like \`10m\` or \`2h\`, found \`${escapeText(duration, 50)}\``);
  if (reason.trim() === '') throw new UsageError('expected a reason after the duration, found nothing');
  return ms;
}

/** Throws for a pause that the policies would not count. */
function requirePauseWithin({ pauses }: PolicyLimits, ms: number, by: string): void {
  if (pauses === undefined) return;
  if (pauses === 'never')
    throw new UsageError(
      '`limits.pauses: never` of the policy, or of one above it, allows no pause: change the rule that is in the way',
    );
  const { for: time, by: people } = pauses;
  if (time !== undefined && ms > parseDuration(time))
    throw new UsageError(`\`limits.pauses\` of the policy, or of one above it, allows a pause of ${time} at most`);
  requirePerson('pauses', people, by);
}

const hasFloor = (guard: GuardNode): boolean => guard.floor === true || (guard.children ?? []).some(hasFloor);

/** What `licet hold` and `licet continue` may be told. */
interface HoldCommandOptions {
  readonly policy?: string | undefined;
  readonly session?: string | undefined;
  readonly as?: string | undefined;
  readonly reason?: string;
}

/** Puts a session, or every session of the project, on hold. Only a person at a terminal may. */
export async function holdSessions(
  reason: string,
  { policy, session = PROJECT_SESSION, as: by }: HoldCommandOptions,
  terminal: Terminal,
  caller: Surroundings = surroundings(),
): Promise<number> {
  requireHuman({ command: 'licet hold' }, caller);
  await hold(reason, { policy, session, as: by });
  const what = session === PROJECT_SESSION ? 'every session' : `session ${nameText(session)}`;
  terminal.print(`${what} is on hold: \`licet continue\` ends it`);
  return 0;
}

/** Puts a session, or every session of the project, on hold, in the name of a person who has shown to be one. */
export async function hold(reason: string, { policy, session = PROJECT_SESSION, as: by }: HoldCommandOptions): Promise<void> {
  if (reason.trim() === '') throw new UsageError('expected a reason for the agent, found nothing');
  return withWorkflow(policy, true, async opened => {
    if (nodesOf(opened.policy, holdDefinition).length === 0)
      throw new UsageError(
        `\`${opened.file}\` has no \`hold\`, so nothing would be stopped: add \`- hold: {}\` to the outer \`all\``,
      );
    const at = Date.now();
    const who = by ?? systemUser();
    const told = { name: 'hold', change: 'established', by: who, reason: escapeText(reason, 500) } as const;
    await opened.apply([{ session, name: HOLD_FACT, value: { at, reason: told.reason, by: who }, told }], at);
  });
}

/** Lets what is on hold go on: one session, or the project and every session of it. Only a person at a terminal may. */
export async function continueSessions(
  options: HoldCommandOptions,
  terminal: Terminal,
  caller: Surroundings = surroundings(),
): Promise<number> {
  requireHuman({ command: 'licet continue' }, caller);
  const names = (await lift(options, terminal)).map(id => (id === PROJECT_SESSION ? 'the project' : nameText(id)));
  terminal.print(names.length === 0 ? 'nothing is on hold' : `no longer on hold: ${names.join(', ')}`);
  return 0;
}

/**
 * Lets what is on hold go on, in the name of a person who has shown to be one, and has signed it where the policy asks for that. Returns which
 * sessions were on hold. `terminal` is where the person is told to sign; without one it throws a {@link UsageError} where they have to.
 */
export async function lift(
  { policy, session, as: by = systemUser(), reason }: HoldCommandOptions,
  terminal?: Terminal,
): Promise<readonly string[]> {
  return withWorkflow(policy, true, async opened => {
    const at = Date.now();
    const all = [...(await opened.known()), await opened.sessions.load(PROJECT_SESSION)];
    const meant = session === undefined ? all : all.filter(({ id }) => id === session);
    const held = meant.filter(({ facts }) => reasonIn(facts) !== undefined);
    if (held.length === 0) return [];
    const sessions = held.map(({ id }) => id);
    const words = `let go on: ${sessions.map(id => (id === PROJECT_SESSION ? 'the project' : nameText(id))).join(', ')}`;
    const value = await signedValue(opened.file, { name: CONTINUED_FACT, value: { at, by }, sessions, words }, terminal);
    const why = reason === undefined ? {} : { reason };
    const told = { name: 'hold', change: 'void', by, ...signedRequest(value), ...why } as const;
    await opened.apply(
      sessions.flatMap(id => [
        { session: id, name: HOLD_FACT, value: null, told },
        {
          session: id,
          name: CONTINUED_FACT,
          value,
          told: { ...told, name: 'continued', change: 'established' as const },
        },
      ]),
      at,
    );
    return sessions;
  });
}
