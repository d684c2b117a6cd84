import { isAllowedHost, isKnownAs } from '../judging.ts';
import type { Judged } from '../judging.ts';
import { isNamed } from '../sinks.ts';
import type { Origin } from '../state.ts';
import { fold, hostOf, linkOf } from '../words.ts';
import { ASKS_TO_FOLLOW } from './acts.ts';
import type { House } from './house.ts';
import { isShared, plainAddress, tenantOf } from './tenants.ts';

/** What an aim of code is: what may be meant by it. */
export type AimSort = 'fetch' | 'carry' | 'send' | 'package' | 'code' | 'setting' | 'place';

/** Where each sort may come from beside the prompts. */
const ALLOWED: Readonly<
  Record<AimSort, { readonly origins: readonly Origin[]; readonly house: boolean; readonly guide?: Origin }>
> = {
  fetch: { origins: ['linked', 'hit', 'house', 'own', 'selected', 'made'], house: true },
  carry: { origins: ['house', 'own'], house: true },
  send: { origins: ['house', 'selected'], house: true },
  package: { origins: ['house', 'own'], house: true, guide: 'guide' },
  code: { origins: [], house: false, guide: 'guide' },
  setting: { origins: [], house: true },
  place: { origins: ['house', 'own', 'selected'], house: true },
};

/** A call of an agent that writes code. */
export interface CodeJudged extends Judged {
  readonly house: House;
}

/** The hash of a yes to an aim: one for a page to be fetched allows nothing to be sent there. */
export const yesTo = (sort: AimSort, value: string, { hashing }: Judged): string => hashing.of(`${sort} ${fold(value)}`);

/** An address is no word of the user: `docs.guide.example` gives no order. */
const ADDRESS = /\bhttps?:\S+/gu;

/** Whether an aim comes from the user, from the project, or from where its sort may come from. */
export function isAllowed(sort: AimSort, value: string, judged: CodeJudged): boolean {
  const { origins, house, guide } = ALLOWED[sort];
  if (judged.state.values.get(yesTo(sort, value, judged))?.origins.includes('g') === true) return true;
  if (isNamedByUser(sort, value, judged)) return true;
  if (isKnownAs(fold(value), origins, judged) || isKnownAs(linkOf(value), origins, judged)) return true;
  if (guide !== undefined && ASKS_TO_FOLLOW.test(judged.state.names.replaceAll(ADDRESS, ' ')))
    if (isKnownAs(fold(value), [guide], judged) || isKnownAs(linkOf(value), [guide], judged)) return true;
  return house && isOfHouse(sort, value, judged);
}

/** Whether the prompts name it. Who reads at an address is named where its host is, and on a shared host where the owner is. */
function isNamedByUser(sort: AimSort, value: string, judged: CodeJudged): boolean {
  const { state } = judged;
  if (isNamed(value, state)) return true;
  const host = hostOf(plainAddress(value));
  if (sort === 'package') return value.startsWith('@types/') && isNamed(value.slice(7), state);
  if (host === undefined) return false;
  if (sort !== 'code' && !isShared(host)) return isAllowedHost(host, judged);
  const tenant = tenantOf(value);
  const [, owner = ''] = tenant.split('/');
  const repository = plainAddress(value)
    .split('/')
    .slice(1, 3)
    .join('/')
    .replace(/\.git$/u, '');
  if (sort === 'code') return isShared(host) && repository.includes('/') && isNamed(repository, state);
  return owner !== '' && (state.references.some(each => tenantOf(each) === tenant) || isNamed(repository, state));
}

function isOfHouse(sort: AimSort, value: string, { house }: CodeJudged): boolean {
  const folded = fold(value);
  if (sort === 'package') return house.names(folded) || (folded.startsWith('@types/') && house.names(folded.slice(7)));
  if (house.names(folded)) return true;
  const isAddress = hostOf(plainAddress(value)) !== undefined;
  return isAddress && house.reaches(tenantOf(value));
}
