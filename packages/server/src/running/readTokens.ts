import { readFileSync } from 'node:fs';

import { UsageError, unusable } from '@licet/core/command';
import { isRecord } from '@licet/core/nodes';
import { messageOf } from '@licet/core/text';

import { MACHINE_NAME } from '../access.ts';
import type { AccessToken, Right } from '../access.ts';
import { privacyProblem } from '../resident/place.ts';

/** What callers may be given. To open pages, to answer and to end the server is for people. */
const RIGHTS: readonly Right[] = ['decide', 'report', 'look', 'fleet'];

const MEMBERS: readonly string[] = ['may', 'principals', 'token'];
const TOKEN = /^[\x21-\x7E]{32,}$/u;

/**
 * Reads the tokens of the machines that may ask a server: `{ "gateway": { "token": "…", "may": ["decide", "report"], "principals": ["ann"] } }`. Throws a
 * {@link UsageError} for a file that others can read, and for one that says anything else.
 */
export function readTokens(file: string): readonly AccessToken[] {
  const refuse = (why: string): UsageError => new UsageError(`the tokens in \`${file}\` cannot be used: ${why}`);
  const value = parsed(file, refuse);
  if (!isRecord(value)) throw refuse('expected a JSON object that maps names of machines to tokens');
  const tokens = Object.entries(value).map(([name, said]) => tokenOf(name, said, refuse));
  if (tokens.length === 0) throw refuse('there is none');
  if (new Set(tokens.map(({ token }) => token)).size < tokens.length) throw refuse('two machines have the same token');
  return tokens;
}

function parsed(file: string, refuse: (why: string) => UsageError): unknown {
  let text: string;
  try {
    const problem = privacyProblem(file, 'file');
    if (problem !== undefined) throw new UsageError(problem);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw unusable(`the tokens in \`${file}\``, 'read', error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser quotes what it found, which may be a token.
    throw refuse(messageOf(error).startsWith('Unexpected end') ? 'the JSON ends too early' : 'it is no JSON');
  }
}

function tokenOf(name: string, said: unknown, refuse: (why: string) => UsageError): AccessToken {
  if (!MACHINE_NAME.test(name))
    throw refuse('the name of a machine has letters, digits, spaces and `_.-` only, and at most 64 of them');
  if (!isRecord(said)) throw refuse(`\`${name}\` must have the members \`token\` and \`may\`, and may have \`principals\``);
  const stray = Object.keys(said).find(member => !MEMBERS.includes(member));
  if (stray !== undefined) throw refuse(`\`${name}\` has a member that is not known; there are ${quoted(MEMBERS)}`);
  const { token, may, principals } = said;
  if (typeof token !== 'string' || !TOKEN.test(token))
    throw refuse(`the token of \`${name}\` needs at least 32 visible ASCII characters`);
  if (!isTexts(may) || !may.every(right => RIGHTS.some(known => known === right)))
    throw refuse(`\`may\` of \`${name}\` must be a list of one or more of ${quoted(RIGHTS)}`);
  if (principals !== undefined && !isTexts(principals))
    throw refuse(`\`principals\` of \`${name}\` must be a list of identities`);
  return { token, machine: name, may: may as readonly Right[], ...(principals !== undefined && { principals }) };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every(each => typeof each === 'string' && each !== '');

const quoted = (words: readonly string[]): string => words.map(word => `\`${word}\``).join(', ');
