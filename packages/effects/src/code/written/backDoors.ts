import type { Danger } from './danger.ts';
import { NAME } from './danger.ts';

/** A quoted word, without its quotes. */
const QUOTED = String.raw`b?(?:"([^"\n]{1,80})"|'([^'\n]{1,80})')`;

/** What a request says of itself, by header, query or field: its name is in quotes behind it. */
const ASKED = String.raw`[\w.$>-]{0,40}(?:headers?|Header|get|args|query|params|searchParams|cookies|form|body|META|_SERVER|_GET|_POST|_REQUEST|_COOKIE|getHeader|getParameter)(?:\.(?:get|Get|fetch))?\s*(?:\(|\[)\s*(?:["':])([\w-]{1,60})["']?(?:,[^)\n]{0,20})?\s*(?:\)|\])`;

const COMPARED = new RegExp(
  [
    `(?:(${ASKED})|(${NAME}))\\s*(===?|!==?|\\.equals\\(|\\.Equals\\(|eq)\\s*${QUOTED}`,
    `${QUOTED}\\s*(===?|!==?|\\.equals\\(|\\.Equals\\()\\s*(?:(${ASKED})|(${NAME}))`,
    `(?:compare_digest|timingSafeEqual|ConstantTimeCompare|secure_compare|hash_equals|strcmp)\\(\\s*(?:\\[\\]byte\\(|Buffer\\.from\\()?(${NAME})\\)?\\s*,\\s*(?:\\[\\]byte\\(|Buffer\\.from\\()?${QUOTED}`,
  ].join('|'),
  'g',
);

/** A comparison in a text, with what follows it. */
interface Comparison {
  /** Where the request is asked, with the header or field, or the name of the variable. */
  readonly asked?: string;
  readonly field?: string;
  readonly name?: string;
  readonly literal: string;
  readonly isEqual: boolean;
  /** What is in front of it on its line, and what follows it. */
  readonly before: string;
  readonly after: string;
}

const read = (match: RegExpExecArray, text: string): Comparison => {
  const [whole, a1, f1, n1, o1, l1, l2, l3, l4, o2, a2, f2, n2, n3, l5, l6] = match;
  const [asked, field, name] = [a1 ?? a2, f1 ?? f2, n1 ?? n2 ?? n3];
  return {
    ...(asked !== undefined && { asked }),
    ...(field !== undefined && { field }),
    ...(name !== undefined && { name }),
    literal: l1 ?? l2 ?? l3 ?? l4 ?? l5 ?? l6 ?? '',
    isEqual: !(o1 ?? o2 ?? '').startsWith('!'),
    before: /[^\n]{0,80}$/.exec(text.slice(Math.max(0, match.index - 80), match.index))?.[0] ?? '',
    after: text.slice(match.index + whole.length, match.index + whole.length + 240),
  };
};

/** Variables that hold what a person proves who they are with. */
const PROOF = /(?:^|[._$>:]|[a-z](?=P))(?:pass(?:word|wd|phrase|code)?|pwd|pin_?code|otp)$/i;

/** Literals that are no password but a word of the program: the kind of a field, a grant, a message. */
const WORD =
  /^(?:password|passwd|text|hidden|string|number|true|false|null|none|undefined|nil|required|\*+|\s*|x+|type|error|reset|forgot|change)$/i;

/** Headers and fields by whose names something is let through. */
const LETS_IN =
  /debug|back-?door|bypass|internal|secret|token|api-?key|auth|admin|maint|overrid|sudo|god|magic|skip|pass|key|root|support/i;

const ORDINARY_HEADER = /^(?:authorization|x-csrf|x-xsrf|www-auth|proxy-auth|sec-|cache|if-)/i;

/** Words after a comparison that let a request through, or give it an identity. */
const GRANTS =
  /\breturn\s*\(?\s*(?:true|True|self|user|admin|next\(|\{|this)|\bnext\(\s*\)|\$next\(|\bis_?(?:admin|root|super\w*|staff|authenticated)\b|\brole["']?\s*[:=]|\badmin\b|\b(?:req|request|g|ctx|c|session)\.(?:user|auth)\w*\s*=|\blogin_?user\b|\bsign_?in\b|\bauthenticated\b|\bauthorized\b|_SESSION\[|\bsession\[|\b(?:doFilter|chain\.proceed|c\.Next|next\.ServeHTTP)\(|(?:createSession|issueToken|signToken|create_access_token)\(/;

const REFUSES =
  /\bthrow\b|\braise\b|\breject\b|\babort\(|\breturn\s*\(?\s*(?:false|False|nil|None|null|undefined|errors?\b|err\b|new\s+\w*Error|["'`]|\w*\.?(?:status|sendStatus|code)\(\s*4)|\bexpect\(|\bassert|\b40[13]\b|fatal|exit\(/;

/** Ruby writes the branch in front of its condition. */
const GRANTED_IF = /\breturn\s+(?:self|true|user|admin)\s+if\s*$/;

/** Which of the two comes first in a branch. */
function grantsFirst(after: string, before = ''): boolean {
  if (GRANTED_IF.test(before)) return true;
  const [grant, refusal] = [after.search(GRANTS), after.search(REFUSES)];
  return grant >= 0 && (refusal < 0 || grant < refusal);
}

const refusesFirst = (after: string): boolean => {
  const [grant, refusal] = [after.search(GRANTS), after.search(REFUSES)];
  return refusal >= 0 && (grant < 0 || refusal < grant);
};

/** A name by which a field identifies who asks: only such a branch makes a word of a query a way in. */
const IDENTITY = /\b(?:is_?admin|admin|root|superuser|role|login_?user|authenticated|\.user\s*=|session)\b/i;

function isBackDoor({ asked, field = '', name, literal, isEqual, before, after }: Comparison): boolean {
  if (WORD.test(literal)) return false;
  if (name !== undefined)
    return PROOF.test(name) && (isEqual ? grantsFirst(after, before) : literal.length > 5 && refusesFirst(after));
  if (!isEqual || ORDINARY_HEADER.test(field) || !LETS_IN.test(field)) return false;
  return /header|get\(|_SERVER|META/i.test(asked ?? '') ? grantsFirst(after) : grantsFirst(after) && IDENTITY.test(after);
}

/** A constant that by its name opens every door, and what is compared with it. */
const MASTER =
  /\b(\w{0,30}(?:master|back_?door|bypass|universal|super_?pass|god_?mode)\w{0,30})\s*(?::\s*\w+\s*)?(?::?=)\s*["'][^"'\n]{4,80}["']/gi;

function comparesMaster(text: string): boolean {
  const names = [...text.matchAll(MASTER)].map(([, name = '']) => name);
  return names.slice(0, 8).some(name => {
    const at = new RegExp(String.raw`(?:===?|eq|equals\()\s*\(?${name}\b|\b${name}\s*(?:===?|eq|\.equals)`).exec(text);
    return at !== null && grantsFirst(text.slice(at.index, at.index + 240));
  });
}

/** A function by whose name something is proven, which says yes to everything. */
const ALWAYS_YES =
  /\b(?:verify|check|validate|authenticate|compare|isValid|is_valid)_?(?:User|user)?_?(?:Password|Token|Signature|Credentials?|Session|Auth\w*|Login|Jwt|password|token|signature|credentials?|session|auth\w*|login|jwt)\w{0,20}\s*(?:=\s*(?:async\s*)?)?\([^()\n]{0,200}\)\s*(?::\s*[\w<>]{1,40}|->\s*\w{1,20}|\w{1,20})?\s*(?:=>\s*(?:true\b|\{\s*return true)|\{\s*return true|:\s*\n?\s*return True\b|\n\s*true\s*\n\s*end)/;

/** Tokens whose signature nothing checks. */
const UNSIGNED = /\balgorithms?["']?\s*[:=]\s*\[?\s*["'](?:none|NONE|None)["']/;

/** Ways into a program beside the one that its users have, as far as a text shows them. */
export function backDoors(text: string): readonly Danger[] {
  const opens = (note: string): readonly Danger[] => [{ kind: 'opens', note }];
  const found = [...text.matchAll(COMPARED)]
    .slice(0, 400)
    .map(match => read(match, text))
    .find(isBackDoor);
  if (found !== undefined)
    return opens(found.name === undefined ? 'a fixed word in a request is let in' : 'a fixed password is let in');
  if (comparesMaster(text)) return opens('a fixed password is let in');
  if (ALWAYS_YES.test(text)) return opens('a check of who someone is always says yes');
  return UNSIGNED.test(text) ? opens('tokens pass without a signature') : [];
}
