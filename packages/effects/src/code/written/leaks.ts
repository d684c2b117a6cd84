import { isLocalAddress } from '../../programs/requests.ts';
import type { Danger } from './danger.ts';
import { inBrackets, mentions, namesOf } from './danger.ts';

const SECRET = String.raw`[A-Z][A-Z0-9_]{0,60}(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_KEY|PRIVATE_KEY|ENCRYPTION_KEY|SIGNING_KEY|DEPLOY_KEY|CREDENTIALS?|DATABASE_URL|DSN)(?:_[A-Z0-9_]{1,30})?|(?:DATABASE|POSTGRES|MYSQL|MONGO|MONGODB|REDIS)_UR[IL]|PGPASSWORD|SECRET_KEY|API_KEY|PASSWORD`;

/** A value of the environment or of a pipeline's store, by a pattern for its name, as the languages of servers ask for it. */
const askFor = (name: string): RegExp =>
  new RegExp(
    [
      String.raw`(?:process\.env|Bun\.env|import\.meta\.env)(?:\.|\[\s*["'])(${name})\b(?:["']\s*\])?`,
      String.raw`(?:os\.environ|ENV|\$_ENV)\[\s*["'](${name})["']\s*\]`,
      String.raw`(?:os\.environ\.get|os\.getenv|getenv|Deno\.env\.get|ENV\.fetch|env|os\.Getenv|System\.getenv|Environment\.GetEnvironmentVariable|env::var|env!)\(\s*["'](${name})["'](?:\s*,[^()\n]{0,60})?\)`,
      String.raw`\$\{\{\s*secrets\.(${name})\s*\}\}`,
    ].join('|'),
    'g',
  );

const ANY_SECRET = askFor(`${SECRET}|(?<=secrets\\.)[A-Za-z_]\\w{0,60}`);

/** Secrets that open a machine or a database of the project: no service on the web is to have them. */
const OWN =
  /^(?:DB|DATABASE|POSTGRES\w*|PG|MYSQL|MARIADB|MONGO\w*|REDIS|SSH|JWT|SESSION|COOKIE|ENCRYPTION|SIGNING|MASTER|ROOT|ADMIN|DEPLOY|APP|SECRET|PRIVATE|RAILS|DJANGO)(?:_|$)|PGPASSWORD|DATABASE_URL|PRIVATE_KEY/;

/** Words of the names of secrets that name no service. */
const GENERAL =
  /^(?:KEY|TOKEN|SECRET|API|APIKEY|PASSWORD|PASSWD|ACCESS|PRIVATE|PUBLIC|CLIENT|APP|AUTH|BOT|ID|URL|URI|DSN|WEBHOOK|SIGNING|USER|ADMIN|PROD|DEV|STAGING|TEST|MY|THE|V\d|CREDENTIALS?|CI|BEARER|SERVICE|ACCOUNT|REFRESH|ROLE|ANON|NEXT|REACT|VITE|EXPO|NUXT)$/;

/** Other names under which services are reached. */
const ALSO: Readonly<Record<string, string>> = {
  META: 'facebook|instagram|whatsapp',
  FB: 'facebook',
  MS: 'microsoft',
  AZURE: 'microsoft|windows',
  ENTRA: 'microsoft',
  GH: 'github',
  GCP: 'google',
  AWS: 'amazon',
  NODE: 'npmjs',
  CF: 'cloudflare',
  TG: 'telegram',
  TWITTER: 'x\\.com',
  GEMINI: 'google',
  CLAUDE: 'anthropic',
};

/** Whether a secret belongs to the service at an address, by its name. */
function belongsTo(secret: string, url: string): boolean {
  const words = secret.split('_').filter(word => word.length > 1 && !GENERAL.test(word));
  return words.some(word => new RegExp(`${word}${ALSO[word] === undefined ? '' : `|${ALSO[word]}`}`, 'i').test(url));
}

const namesService = (secret: string): boolean => secret.split('_').some(word => word.length > 1 && !GENERAL.test(word));

const REQUESTS =
  /\b(?:fetch|axios(?:\.\w+)?|got(?:\.\w+)?|ky(?:\.\w+)?|superagent\.\w+|https?\.(?:get|request|Get|Post|PostForm|NewRequest\w*)|request(?:s)?(?:\.\w+)?|session\.(?:get|post|put)|httpx(?:\.\w+)?|urlopen|urllib\.request\.\w+|aiohttp\.\w+|client\.(?:get|post|put|send|Do|PostAsync|GetAsync)|sendBeacon|WebSocket|EventSource|file_get_contents|curl_init|Net::HTTP\.\w+|HTTParty\.\w+|Faraday\.\w+|RestClient\.\w+|URI\.open|open|reqwest(?:::\w+){1,3}|\.open|ureq::\w+|HttpRequest\.newBuilder|URL)\s*(?=\()/g;

/** An address that a page fetches by itself. */
const FETCHED = /\.(?:src|href|action)\s*=\s*([^;\n]{1,400})/g;

/** An address of another machine that is written out up to its host. */
const ADDRESS =
  /\b(?:https?|wss?|ftp):\/\/((?:[\w-]{1,63}\.){1,8}[a-z][\w-]{1,30}|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?[^\s"'`<>)]{0,200}/gi;

const PRIVATE_HOST = /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|\.(?:local|internal|localhost|test|lan)$/i;

/** The parts of a request that say who asks. A service is to have the key that it gave. */
const HEADERS =
  /["']?(?:authorization|x-api-key|x-auth-token|api-key|apikey|token|bearer)["']?\s*[:=,]\s*[^\n,}]{0,300}|-(?:H|-header|u|-user)[= ]\s*(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\S{1,200})|\bauth\s*=\s*\([^)\n]{0,200}\)|\bheaders?\s*[:=]\s*\{[^{}]{0,600}\}/gi;

const secretsIn = (text: string): readonly string[] =>
  [...text.matchAll(ANY_SECRET)].flatMap(([, one, two, three, four]) => one ?? two ?? three ?? four ?? []);

/** The secrets that a request to an address sends there and that are not the key of the service. */
function sentIn(request: string, url: string, named: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  const rest = request.replace(HEADERS, '');
  const held = (text: string): readonly string[] => [
    ...secretsIn(text),
    ...[...named].filter(([, names]) => mentions(text, names)).map(([secret]) => secret),
  ];
  const isForeign = (secret: string): boolean => !belongsTo(secret, url);
  return (
    held(request).find(secret => OWN.test(secret) && isForeign(secret) && !/_(?:HOOK|WEBHOOK)/.test(secret)) ??
    held(rest).find(secret => namesService(secret) && isForeign(secret))
  );
}

/** The first address in a text that leads to another machine. */
export function foreignAddress(text: string): { readonly url: string; readonly host: string } | undefined {
  for (const [url, host = ''] of [...text.matchAll(ADDRESS)].slice(0, 50))
    if (!isLocalAddress(url) && !PRIVATE_HOST.test(host)) return { url: /^[^?#${\\]*/.exec(url)?.[0] ?? '', host };
  return undefined;
}

const leak = (host: string, secret: string): Danger => ({ kind: 'leaks', host, note: `sends \`${secret}\` when it runs` });

/** Code that sends a secret of its environment to a machine that it does not belong to. */
export function codeLeaks(text: string): readonly Danger[] {
  const secrets = [...new Set(secretsIn(text))].slice(0, 16);
  if (secrets.length === 0) return [];
  const named = new Map(secrets.map(secret => [secret, namesOf(text, new RegExp(askFor(secret).source))]));
  const requests = [
    ...[...text.matchAll(REQUESTS)].slice(0, 200).map(({ index, 0: { length } }) => inBrackets(text, index + length)),
    ...[...text.matchAll(FETCHED)].slice(0, 50).map(([, value = '']) => value),
  ];
  for (const request of requests) {
    const to = foreignAddress(request);
    const secret = to && sentIn(request, to.url, named);
    if (to !== undefined && secret !== undefined) return [leak(to.host, secret)];
  }
  return [];
}

/** A line that talks to another machine. */
const SENDS = /\b(?:curl|wget|nc|ncat|http|https|xh|Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b|\/dev\/tcp\//;

/** A secret as a pipeline or an image names it, directly or by a variable that holds it. */
function lineSecrets(line: string, held: ReadonlyMap<string, string>): readonly string[] {
  const variables = [...line.matchAll(/\$\{?(?:env:)?([A-Za-z_]\w{0,60})\}?/g)].map(([, name = '']) => name);
  return [...secretsIn(line), ...variables.flatMap(name => held.get(name) ?? [])];
}

/** Variables of a pipeline, and arguments of an image, that hold a secret. */
const HELD = new RegExp(
  String.raw`^\s*-?\s*([A-Za-z_]\w{0,60})\s*[:=]\s*["']?\$\{\{\s*secrets\.(\w{1,60})|^\s*(?:ARG|ENV)\s+(${SECRET})\b`,
  'gm',
);

/** Everything that the environment or the store of a pipeline holds. */
const EVERYTHING =
  /toJSON\(\s*secrets\s*\)|(?:^|[\s;|&"'(])(?:env|printenv|set|export -p)\s*(?:\||>|\))|\$\(\s*(?:env|printenv)\b/;

/** A pipeline or an image that sends a secret to a machine that it does not belong to, line by line. */
export function lineLeaks(text: string): readonly Danger[] {
  const held = new Map([...text.matchAll(HELD)].map(([, name, secret, own]) => [name ?? own ?? '', secret ?? own ?? '']));
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    if (!SENDS.test(line)) continue;
    const to = foreignAddress(line);
    if (to === undefined) continue;
    if (EVERYTHING.test(line)) return [leak(to.host, 'every secret')];
    const rest = line.replace(HEADERS, '');
    const secret = lineSecrets(rest, held).find(name => !belongsTo(name, to.url) && !/HOOK/.test(name));
    if (secret !== undefined && (namesService(secret) || OWN.test(secret))) return [leak(to.host, secret)];
  }
  return [];
}
