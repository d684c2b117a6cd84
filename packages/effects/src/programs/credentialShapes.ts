/** A kind of credential: text that may be one, one of the length that issuers give it, and the beginning of a pattern that looks for it. */
interface CredentialShape {
  readonly like?: string;
  readonly live?: string;
  readonly sought?: string;
}

const raw = String.raw;

/** A token by its beginning, with the signs of its rest and their least number in text that may be one and in a live one. */
const token = (begin: string, sign: string, like: number, live: number, sought: string): CredentialShape => ({
  like: raw`\b${begin}${sign}{${like},}`,
  live: raw`\b${begin}${sign}{${live},}`,
  sought,
});

/** Private keys and tokens by their look. Sources: the formats that the issuers publish. */
const CREDENTIAL_SHAPES: readonly CredentialShape[] = [
  {
    like: raw`\b(?:AKIA|ASIA)[0-9A-Z]{8,}\b`,
    live: raw`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
    sought: raw`\b(?:AKIA|ASIA)(?=[[\\(.A-Z0-9]|\b)`,
  },
  { live: raw`secret_?access_?key["']?\s{0,4}[=:]\s{0,4}["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])` },
  token('gh[pousr]_', '[A-Za-z0-9]', 20, 30, raw`\bgh\[?[pousr]{1,5}\]?_|\bgh\(`),
  token('github_pat_', raw`\w`, 20, 30, 'github_pat'),
  token('glpat-', raw`[\w-]`, 16, 18, raw`\bglpat\b`),
  token('[sr]k_live_', '[A-Za-z0-9]', 16, 16, raw`\b(?:sk|rk|pk)[_-](?:live|test|\(|\[)`),
  { like: raw`\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}`, live: raw`\bsk-(?:ant|proj)-[\w-]{24,}`, sought: raw`\bsk-ant|\bsk-proj` },
  token('xox[abeoprs]-', raw`[\w-]`, 10, 20, raw`\bxox\[?[abeoprs]{1,6}\]?-|\bxox[.[]`),
  token('npm_', '[A-Za-z0-9]', 30, 30, raw`\bnpm_(?=[[\\.(])`),
  token('AIza', raw`[\w-]`, 35, 35, raw`\bAIza`),
  token(raw`SG\.[\w-]{16,}\.`, raw`[\w-]`, 16, 16, raw`\bSG\\?\.[[\\(]`),
  token('dop_v1_', '[0-9a-f]', 32, 32, raw`\bdop_v1`),
  token('whsec_', '[A-Za-z0-9]', 24, 24, raw`\bwhsec_`),
  {
    like: raw`-----BEGIN|PRIVATE(?:\s|%20|\+|_|-)KEY`,
    live: raw`-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:\s|\\n){0,4}[A-Za-z0-9+/=]{24,}`,
    sought: raw`PRIVATE[^\w]{1,6}KEY|BEGIN.{1,24}(?:PRIVATE|KEY)|["']private_key(?:_id)?\\?["']`,
  },
  { sought: raw`\bya29\b|\beyJ[[\\A-Za-z(]|\bhvs\b\\?\.|\bhooks\\?\.slack|AGE-SECRET|dckr_pat|shp(?:at|ss)_` },
  { sought: raw`:\/\/\S{0,24}[:@]\S{0,24}@` },
];

const anyOf = (part: keyof CredentialShape): string => CREDENTIAL_SHAPES.flatMap(shape => shape[part] ?? []).join('|');

/** A variable with a secret in it, as `env` prints it. */
const ASSIGNED =
  /(?:^|[\s;&,{"'])[A-Z][A-Z0-9_]*(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS?)[A-Z0-9_]*["']?\s*[=:]\s*\S{4,}/;

/** Text in base64 or hexadecimal digits within an address, in clear. */
const hidden = (text: string): readonly string[] =>
  [...text.slice(0, 16_384).matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}|(?:[0-9a-fA-F]{2}){16,}/g)]
    .slice(0, 32)
    .flatMap(([part]) => [
      Buffer.from(part, 'base64').toString('latin1'),
      ...(/^[0-9a-f]+$/i.test(part) ? [Buffer.from(part, 'hex').toString('latin1')] : []),
    ]);

const CREDENTIAL = new RegExp(anyOf('like'));

/** An address with a password in it as the value of something: `?k=postgres://app:word@db.example`, encoded or not. */
const NESTED_PASSWORD =
  /(?:=|%3D)[a-z][a-z+]{0,20}(?::|%3A)(?:\/\/|%2F%2F)[^\s/@&:%]{1,64}(?::|%3A)[^\s/@&:]{1,128}?(?:@|%40)[a-z0-9]/i;

/** A password that has letters and digits, as the value of a query that says that it is one. */
const ASKED_WITH = /[?&](?:pw|pwd|passw(?:or)?d|passphrase)=(?=[^&\s]{0,64}\d)(?=[^&\s]{0,64}[a-z])[^&\s"'`${}<>]{10,128}/i;

/** Credentials of the look and the length that issuers give them. */
const LIVE = new RegExp(anyOf('live'), 'gi');

/** An address with a user and a password in it, and the host. */
const WITH_PASSWORD = /\b[a-z][a-z+]{1,20}:\/\/([^\s/@:'"]{0,64}):([^\s/@:'"]{1,128})@([\w.-]{1,253})/gi;

/** What people write for a credential that is none. */
const STAND_IN = /example|placeholder|your|dummy|fake|redacted|changeme|x{5,}|0{5,}|1234567|abcdef|\.{3}|[<>*{}$%]/i;

/** Passwords of databases that one starts for oneself, and words for one. */
const OWN_PASSWORD = /^(?:pass(?:word|wd)?|pw|pwd|secret|postgres|root|admin|user|test|dev|local|mysql|mongo|guest|p|x+)$/i;

const OWN_HOST =
  /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|host|hostname|db|database|postgres|mysql|redis|mongo|rabbitmq|server|[\w.-]*\.(?:local|localhost|test|invalid|internal))$|^(?:www\.)?example\./i;

/** Whether a text holds a credential that somebody may use: one with the look and the length of its kind, no stand-in and none of one's own machine. */
export function holdsLiveCredential(text: string): boolean {
  const whole = text.slice(0, 65_536);
  if ([...whole.matchAll(LIVE)].some(([found]) => !STAND_IN.test(found) && new Set(found).size > 8)) return true;
  return [...whole.matchAll(WITH_PASSWORD)].some(
    ([, user = '', password = '', host = '']) =>
      !STAND_IN.test(password) && !OWN_PASSWORD.test(password) && password !== user && !OWN_HOST.test(host),
  );
}

/** Whether a text has the look of a private key, of a token or of an address with its password in it, in clear or in base64. */
export function holdsCredential(text: string): boolean {
  return (
    CREDENTIAL.test(text) ||
    holdsLiveCredential(text) ||
    NESTED_PASSWORD.test(text) ||
    ASKED_WITH.test(text) ||
    hidden(text).some(clear => ASSIGNED.test(clear) || CREDENTIAL.test(clear))
  );
}

/** Beginnings of tokens and keys in a pattern that looks for them, however their rest is spelled. */
const SHAPES = new RegExp(anyOf('sought'));

/** A part of a pattern that picks what is behind the name of a secret: `(?<=SECRET_KEY=).*`, `TOKEN=\K.*`. */
const PICKS =
  /\(\?<=[^)]{0,40}(?:secret|token|passw|key|credential)[^)]{0,24}\)|(?:secret|token|passw\w*|_key|credentials?)\W{0,12}\\K/i;

/** The name of a secret, and what is between it and its value: `(SECRET|TOKEN)["]?\s*[=:]`. */
const ASSIGNMENTS = /(?:secret|token|passw\w*|api_?key|private_?key|credentials?)[^\s]{0,48}[=:]/i;

/** Whether a pattern looks for the values of credentials; where nothing else is looked through than what is kept out of sight, names of them will do. */
export function seeksCredentials(pattern: string, isOutOfSight: boolean = false): boolean {
  const text = pattern.slice(0, 4096);
  return SHAPES.test(text) || PICKS.test(text) || (isOutOfSight && ASSIGNMENTS.test(text));
}

/** What a text with a credential in it does that other people get to read. */
export const toldCredential = {
  kind: 'network',
  target: { type: 'network', direction: 'upload' },
  tags: ['uploads'],
  note: 'a credential is told to others',
} as const;
