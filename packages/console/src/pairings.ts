import { timingSafeEqual } from 'node:crypto';

import { APPROVAL_CODE_BYTES, approvalCode, randomBytes, readApprovalCode } from '@licet/core/store';
import type { Right } from '@licet/server';
import { RequestFault, digestOf } from '@licet/server/routes';

/** What a person needs to open the console: a code that opens it once, and one that is typed when something is approved. */
export interface Pairing {
  /** Part of the address of the page. Its first use gets the page's token; then it is worthless. */
  readonly code: string;
  /** Shown on a terminal only. An agent that has read the address cannot approve anything without it. */
  readonly confirm: string;
}

/** The pages that were opened, and those that may still be. */
export interface Pairings {
  /** Makes the codes of a page for the program that serves, which shows them to a person itself. */
  issue(): Pairing;
  /**
   * Lets a page be opened once with a code that the asker has made and of which only the digest is known here. Returns the code for
   * approvals, which no answer to a request may hold.
   */
  admit(codeDigest: string): string;
  /** Turns a code into the token of a page. Throws a {@link RequestFault} for one that is unknown, used or too old. */
  redeem(code: string): string;
  /** What the token of a page allows; undefined for any other. */
  rightsOf(token: string): ReadonlySet<Right> | undefined;
  /** Tells whether the page was opened with a code that the program has shown itself. No token makes such a code. */
  isOwn(token: string): boolean;
  /** Checks what a human has typed. Throws a {@link RequestFault}; after five wrong codes the page has to be opened again. */
  confirm(token: string, typed: string): void;
}

/** How long a code may wait for its page, and how long a page stays open. */
const CODE_MS = 5 * 60_000;
const PAGE_MS = 12 * 3_600_000;
const MOST_WRONG = 5;
const MOST_PAGES = 64;

const PAGE_RIGHTS: ReadonlySet<Right> = new Set<Right>(['look', 'fleet', 'answer']);

interface Page {
  readonly confirm: string;
  readonly until: number;
  readonly isOwn: boolean;
  wrong: number;
}

/** Makes the pairings of one server; they end with it. */
export function pairings(now: () => number = Date.now): Pairings {
  const codes = new Map<string, Page>();
  const pages = new Map<string, Page>();
  const pageOf = (token: string): Page | undefined => {
    const page = pages.get(keyOf(token));
    return page !== undefined && page.until > now() ? page : undefined;
  };
  const admit = (key: string, isOwn: boolean): string => {
    const confirm = approvalCode(randomBytes(APPROVAL_CODE_BYTES));
    keep(codes, key, { confirm, until: now() + CODE_MS, isOwn, wrong: 0 });
    return confirm;
  };
  return {
    issue() {
      const code = secret();
      return { code, confirm: admit(keyOf(code), true) };
    },
    admit: codeDigest => admit(codeDigest, false),
    redeem(code) {
      const digest = keyOf(code);
      const waiting = codes.get(digest);
      codes.delete(digest);
      if (waiting === undefined || waiting.until <= now())
        throw new RequestFault('unauthorized', 'this address was used already, or is too old: run `licet console` again');
      const token = secret();
      keep(pages, keyOf(token), { ...waiting, until: now() + PAGE_MS });
      return token;
    },
    isOwn: token => pageOf(token)?.isOwn === true,
    rightsOf: token => (pageOf(token) === undefined ? undefined : PAGE_RIGHTS),
    confirm(token, typed) {
      const page = pageOf(token);
      if (page === undefined) throw new RequestFault('unauthorized', 'the page has to be opened again: run `licet console`');
      if (isCodeOf(page, typed)) return;
      if (page.wrong >= MOST_WRONG) pages.delete(keyOf(token));
      throw new RequestFault('forbidden', 'that is not the code that `licet console` has printed');
    },
  };
}

/** Whether this is the code of a page. Counts the wrong ones. */
function isCodeOf(page: Page, typed: string): boolean {
  const isRight = timingSafeEqual(digestOf(readApprovalCode(typed) ?? ''), digestOf(page.confirm));
  page.wrong = isRight ? 0 : page.wrong + 1;
  return isRight;
}

/** The oldest go first. */
function keep(known: Map<string, Page>, key: string, page: Page): void {
  known.set(key, page);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_PAGES) break;
    known.delete(oldest);
  }
}

const secret = (): string => Buffer.from(randomBytes(32)).toString('base64url');

const keyOf = (text: string): string => Buffer.from(digestOf(text)).toString('hex');
