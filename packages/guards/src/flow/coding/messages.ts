import { isRecord } from '@licet/core/nodes';

import type { FlowAddition } from '../parts.ts';
import type { Reading } from '../reading.ts';
import { plainResult, textOf } from '../records.ts';
import type { FlowState } from '../state.ts';
import { MAKING_VERBS, verbOf } from '../tables.ts';
import { fold, isIn, linkOf, referencesIn, wordsOf } from '../words.ts';
import { ASKS_TO_ANSWER, meantOf } from './acts.ts';
import { addressesIn, ownerOf } from './tenants.ts';

const FROM = /^(?:from|sender|author)$/iu;
const REPLY_TO = /^reply[-_]?to$/iu;
const HEADER = /^([A-Za-z-]{2,30}):[ \t]*(.{1,500})$/gmu;
const SHORTEST_OWNER = 4;

/** The fields of the only message in a result: of a record, or of the lines before the first empty one. Undefined where there may be several. */
function onlyMessage(output: unknown): readonly (readonly [key: string, value: unknown])[] | undefined {
  const result = plainResult(output);
  const only = Array.isArray(result) && result.length === 1 ? (result[0] as unknown) : result;
  if (isRecord(only)) return Object.entries(only);
  if (typeof only !== 'string' || (only.match(/^from:/gimu) ?? []).length !== 1) return undefined;
  const [head = ''] = only.trimStart().split(/\r?\n[ \t]*\r?\n/u);
  return [...head.matchAll(HEADER)].map(([, key = '', value]) => [key, value] as const);
}

const mailsIn = (fields: readonly (readonly [string, unknown])[], key: RegExp): readonly string[] =>
  fields
    .filter(([name]) => key.test(name))
    .flatMap(([, value]) => referencesIn(textOf(value)).filter(each => each.includes('@')));

/** Whether the prompts have a name of a person and the name of the domain: `Petra at Acme` for `petra.hahn@acme.com`. */
function isNamedPerson(address: string, { names, words }: FlowState): boolean {
  const owner = ownerOf(address);
  const person = wordsOf(address.slice(0, address.indexOf('@')));
  return owner.length >= SHORTEST_OWNER && isIn(owner, names) && person.some(word => word.length > 2 && words.has(word));
}

/**
 * The author of the only message in a result may be written to, where a prompt says to answer and names the person and the domain, or the number by
 * which the message was read. An answer that the message wants at another address chooses no one.
 */
export function addAuthor({ args, output, state, hashing }: Reading, added: FlowAddition): void {
  if (!ASKS_TO_ANSWER.test(meantOf(state.names))) return;
  const fields = onlyMessage(output);
  if (fields === undefined) return;
  const [author, ...others] = mailsIn(fields, FROM);
  if (author === undefined || others.length > 0 || mailsIn(fields, REPLY_TO).some(each => each !== author)) return;
  const isNamedMessage = Object.values(args).some(
    value => /^\w*\d{2}\w*$/u.test(String(value)) && state.words.has(fold(String(value))),
  );
  if (isNamedMessage || isNamedPerson(author, state)) added.values.push([hashing.of(author), 'selected']);
}

const LINK = /^(?:html_?|web_?)?(?:url|link)$|^permalink$/iu;

/** The address of what a call has made, as its answer says, is no text of outsiders: one that was neither sent nor read before. */
export function addMadeLinks({ tool, args, output, state, hashing }: Reading, added: FlowAddition): void {
  const result = plainResult(output);
  if (!MAKING_VERBS.has(verbOf(tool)) || !isRecord(result)) return;
  const sent = fold(textOf(args));
  for (const [key, value] of Object.entries(result)) {
    if (!LINK.test(key) || typeof value !== 'string' || !value.startsWith('https://') || addressesIn(value).length !== 1)
      continue;
    const link = linkOf(value);
    const isRead = [link, fold(value)].some(each => state.values.has(hashing.of(each)));
    if (!isRead && !sent.includes(link)) added.values.push([hashing.of(link), 'made']);
  }
}
