import type { ApprovalAnswer, ApprovalRequest } from '@licet/core';
import type { AnswerScope, AnswerSignature, KeyChange, Passkey } from '@licet/core/store';
import {
  answerChallenge,
  answerRecord,
  answerToAll,
  foldPersonName,
  isName,
  randomBytes,
  requestDigest,
} from '@licet/core/store';
import { messageOf } from '@licet/core/text';
import { RequestFault } from '@licet/server/routes';

import type { Passkeys } from '../ports.ts';
import { counterOf, counterProblem } from './assertion.ts';
import { answerProblem, changeChallenge, changeProblem, endOf, readKeys } from './keyLog.ts';
import type { MadeKey } from './registration.ts';

/** What an authenticator is asked to sign, and with which of its keys. */
export interface Challenge {
  /** In base64url. */
  readonly challenge: string;
  readonly credentials: readonly string[];
}

/** How a page enrols keys and signs answers. `page` is the token of the page: what one of them has begun, no other goes on with. */
export interface KeyDesk {
  readonly keys: () => readonly Passkey[];
  /** What a person signs to say yes to a request, which must be the one that the page has shown, and to what else the yes covers. */
  readonly question: (request: ApprovalRequest, digest: string, name: string, scope?: AnswerScope) => Challenge;
  /** The answer that a signature gives. Throws a {@link RequestFault} where it does not hold. */
  readonly answer: (request: ApprovalRequest, digest: string, signature: AnswerSignature, scope?: AnswerScope) => ApprovalAnswer;
  /** Begins to enrol a key of a person. `mayBeFirst`: a terminal has opened the page, so that it may enrol the first key. */
  readonly begin: (page: string, name: string, mayBeFirst: boolean) => Challenge & { readonly user: string };
  /** Takes a key that was made. The first one counts at once; any other needs a signature, whose challenge is returned. */
  readonly made: (page: string, made: MadeKey) => Promise<Challenge | undefined>;
  /** Begins to remove a key. */
  readonly remove: (page: string, keyId: string) => Challenge;
  /** Does what the page has begun, with the signature of a key that is enrolled. */
  readonly change: (page: string, signature: AnswerSignature) => Promise<void>;
}

const WAITS_MS = 5 * 60_000;
const MOST_WAITING = 64;

interface Begun {
  readonly until: number;
  /** A person for whom a key is being made, with the challenge in hex. */
  readonly enrols?: { readonly name: string; readonly challenge: string };
  readonly change?: KeyChange;
}

const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');

const refused = (message: string): RequestFault => new RequestFault('forbidden', message);

/** Makes the desk of one server. */
export function keyDesk(passkeys: Passkeys, now: () => number = Date.now): KeyDesk {
  return { ...answering(passkeys, now), ...changing(passkeys, now) };
}

function answering(passkeys: Passkeys, now: () => number): Pick<KeyDesk, 'keys' | 'question' | 'answer'> {
  return {
    keys: () => knownKeys(passkeys),
    question(request, digest, name, scope) {
      checkShown(request, digest);
      const own = knownKeys(passkeys).filter(key => foldPersonName(key.name) === foldPersonName(name));
      const [first] = own;
      if (first === undefined) throw refused(`no passkey of \`${name}\` is enrolled: run \`licet passkey add\``);
      const record = answerRecord(request, yesOf(request, first.name, scope), now());
      return challengeOf(answerChallenge(record), own);
    },
    answer(request, digest, signature, scope) {
      checkShown(request, digest);
      const known = knownKeys(passkeys);
      const key = known.find(({ keyId }) => keyId === signature.keyId);
      if (key === undefined) throw refused('the key that signed it is not enrolled');
      const answer = { ...yesOf(request, key.name, scope), signature };
      const problem = answerProblem(answerRecord(request, answer, now()), known);
      if (problem !== undefined) throw refused(`the signature does not hold: ${problem}`);
      checkCounter(signature, passkeys);
      return answer;
    },
  };
}

function changing(passkeys: Passkeys, now: () => number): Pick<KeyDesk, 'begin' | 'made' | 'remove' | 'change'> {
  const begun = beginnings(now);
  const propose = (page: string, change: KeyChange['change'], key: Passkey): Challenge => {
    const proposed: KeyChange = { change, key, at: now(), previous: endOf(readKept(passkeys).log) };
    begun.keep(page, { change: proposed });
    return challengeOf(changeChallenge(proposed), knownKeys(passkeys));
  };
  return {
    begin(page, name, mayBeFirst) {
      const keys = checkPerson(name, mayBeFirst, passkeys);
      const [challenge, user] = [hexOf(randomBytes(32)), hexOf(randomBytes(16))];
      begun.keep(page, { enrols: { name: name.trim(), challenge } });
      return { ...challengeOf(challenge, keys), user: base64url(user) };
    },
    async made(page, made) {
      const { name, challenge } = begun.take(page, 'enrols');
      const key = await keyFrom(made, { name, challenge, origin: passkeys.origin });
      if (knownKeys(passkeys).length > 0) return propose(page, 'add', key);
      await apply({ change: 'add', key, at: now(), previous: endOf(readKept(passkeys).log) }, passkeys);
      return undefined;
    },
    remove(page, keyId) {
      const key = knownKeys(passkeys).find(each => each.keyId === keyId);
      if (key === undefined) throw new RequestFault('not_found', 'there is no such key');
      return propose(page, 'remove', key);
    },
    change: async (page, signature) => apply({ ...begun.take(page, 'change'), signature }, passkeys),
  };
}

interface Beginnings {
  keep(page: string, what: Omit<Begun, 'until'>): void;
  /** Throws a {@link RequestFault} where the page has begun no such thing, or too long ago. */
  take<Part extends 'enrols' | 'change'>(page: string, part: Part): NonNullable<Begun[Part]>;
}

/** What pages have begun: one thing each, once, and not for long. */
function beginnings(now: () => number): Beginnings {
  const begun = new Map<string, Begun>();
  return {
    keep(page, what) {
      begun.delete(page);
      begun.set(page, { ...what, until: now() + WAITS_MS });
      for (const oldest of begun.keys()) if (begun.size > MOST_WAITING) begun.delete(oldest);
    },
    take(page, part) {
      const found = begun.get(page);
      begun.delete(page);
      const waiting = found !== undefined && found.until > now() ? found[part] : undefined;
      if (waiting === undefined) throw refused('nothing waits for this on the page: begin again');
      return waiting;
    },
  };
}

const challengeOf = (hex: string, keys: readonly Passkey[]): Challenge => ({
  challenge: base64url(hex),
  credentials: keys.map(({ keyId }) => keyId),
});

/** The keys that are enrolled, where a key of a person may be added to them. */
function checkPerson(name: string, mayBeFirst: boolean, passkeys: Passkeys): readonly Passkey[] {
  if (!isName(name)) throw new RequestFault('invalid_request', 'expected the name of a person');
  const keys = knownKeys(passkeys);
  const isTold = mayBeFirst && foldPersonName(passkeys.first ?? '') === foldPersonName(name);
  if (keys.length === 0 && !isTold) throw refused('the first passkey is enrolled from a terminal: run `licet passkey add`');
  return keys;
}

async function apply(change: KeyChange, passkeys: Passkeys): Promise<void> {
  const problem = changeProblem(change, knownKeys(passkeys), readKept(passkeys).log);
  if (problem !== undefined) throw refused(problem);
  if (change.signature !== undefined) checkCounter(change.signature, passkeys);
  await passkeys.add(change);
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What is kept of the keys. What cannot be read is told to the person on the page. */
function readKept(passkeys: Passkeys): ReturnType<Passkeys['read']> {
  try {
    return passkeys.read();
  } catch (cause) {
    throw new RequestFault('forbidden', messageOf(cause), { cause });
  }
}

function knownKeys(passkeys: Passkeys): readonly Passkey[] {
  const read = readKeys(readKept(passkeys).log);
  if ('problem' in read) throw refused(`the passkeys cannot be used: ${read.problem}`);
  return read.keys;
}

async function keyFrom(made: MadeKey, enrolment: { name: string; challenge: string; origin: string }): Promise<Passkey> {
  const { enrolledKey } = await import('./registration.ts');
  try {
    return await enrolledKey(made, enrolment);
  } catch (cause) {
    throw new RequestFault('forbidden', 'the key is none that may be enrolled: the authenticator must verify the person', {
      cause,
    });
  }
}

/** A person answers what they were shown. */
function checkShown(request: ApprovalRequest, digest: string): void {
  if (requestDigest(request) !== digest) throw refused('the request is not the one that the page has shown: look at it again');
}

function yesOf(request: ApprovalRequest, by: string, scope: AnswerScope | undefined): ApprovalAnswer {
  return { granted: answerToAll(request, true, by), by, channel: 'passkey', ...(scope !== undefined && { scope }) };
}

/** Refuses a signature whose counter is not higher than the last, which a copy of the key has made; notes one that is. */
function checkCounter(signature: AnswerSignature, passkeys: Passkeys): void {
  const { keyId } = signature;
  const counter = counterOf(signature);
  const problem = counterProblem(counter, readKept(passkeys).counters[keyId] ?? 0);
  if (problem !== undefined) throw refused(`the signature does not hold: ${problem}`);
  passkeys.noteCounter(keyId, counter);
}
