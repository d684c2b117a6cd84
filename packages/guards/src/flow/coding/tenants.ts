import { fold, hostOf, referencesIn } from '../words.ts';

/** Hosts on which anyone has a place: there the owner of the first folder is who reads. */
const SHARED =
  /(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|codeberg\.org|huggingface\.co|hub\.docker\.com|s3[\w.-]*\.amazonaws\.com|storage\.googleapis\.com|blob\.core\.windows\.net|hooks\.slack\.com|discord\.com|discordapp\.com|api\.telegram\.org|pages\.dev|vercel\.app|netlify\.app)$/u;

/** Hosts that are the same place under another name. */
const SAME: Readonly<Record<string, string>> = {
  'api.github.com': 'github.com',
  'raw.githubusercontent.com': 'github.com',
  'codeload.github.com': 'github.com',
  'gist.github.com': 'gist.github.com',
};

/** Returns an address without its scheme and user, with a path as one: `git@github.com:acme/shop` is `github.com/acme/shop`. */
export const plainAddress = (address: string): string =>
  fold(address)
    .replace(/^(?:git\+)?[a-z][a-z0-9+.-]*:\/\//u, '')
    .replace(/^[^/@]*@/u, '')
    .replace(/^([^/:]+):(?!\d+(?:\/|$))/u, '$1/')
    .replace(/^www\./u, '');

/** Returns who reads what is sent to an address: its host, with the owner of the place where anyone has one there. */
export function tenantOf(address: string): string {
  const plain = plainAddress(address);
  const [first = '', ...path] = plain.split(/[/?#]/u);
  const host = first.replace(/:\d+$/u, '');
  if (!SHARED.test(host)) return host;
  const own = SAME[host] ?? host;
  const parts = host === 'api.github.com' ? path.slice(path[0] === 'repos' ? 1 : 0) : path;
  return `${own}/${(parts[0] ?? '').replace(/\.git$/u, '')}`;
}

/** Whether a host alone says who reads there. */
export const isShared = (host: string): boolean => SHARED.test(fold(host));

const DOMAINS =
  /\.(?:com|org|net|io|dev|ai|app|co|sh|xyz|info|biz|me|to|cc|site|online|cloud|tech|link|click|top|live|run|page|zone|space|store|eu|us|uk|de|fr|ru|cn|jp|in|nl|ch|it|es|pl|se|no|at|au|ca|br|gov|edu|mil|int|internal|local|lan|corp|rs|gg|ws|tv|fm|ly|is|la|so|gd|pw|tk|ml|ga|cf|su|onion)$/u;
const NO_READER =
  /(?:^|\.)(?:example\.(?:com|org|net)|example|invalid|test|localhost|w3\.org|json-schema\.org|schema\.org|xmlsoap\.org)$/u;

/** Returns the addresses in code or words about code: what only looks like a host, such as `user.name`, is none. */
export const addressesIn = (text: string): readonly string[] =>
  referencesIn(text.replaceAll(/git@([\w.-]+):/gu, '$1/')).filter(isAddress);

function isAddress(reference: string): boolean {
  const host = (hostOf(reference) ?? '').replace(/[^\p{L}\p{N}.-].*$/u, '');
  if (host === '' || NO_READER.test(host) || /^(?:127|10|0)\.[\d.]+$|^192\.168\./u.test(host)) return false;
  return reference.includes('://') || DOMAINS.test(host);
}

/** Ends of hosts below which each name has another owner: `co.uk`, and services on which anyone has a name. */
const OWNED_BELOW =
  /^(?:(?:co|com|net|org|gov|edu|ac|ne|or|go|gob|mil|ltd|plc|sch|nom)\.[a-z]{2}|(?:github|gitlab)\.io|(?:vercel|netlify|web|fly|koyeb|framer|bubbleapps)\.(?:app|dev|io)|(?:pages|workers|fly|deno|val|r2|glitch|ngrok|replit|run)\.(?:dev|app|me|io|net)|herokuapp\.com|onrender\.com|azurewebsites\.net|cloudfront\.net|amazonaws\.com|googleapis\.com|firebaseapp\.com|appspot\.com|blogspot\.com|wordpress\.com|medium\.com|substack\.com|readthedocs\.io|gitbook\.io|notion\.site|webflow\.io|surge\.sh|repl\.co|ngrok-free\.app|trycloudflare\.com|mintlify\.app|readme\.io)$/u;

/** Returns the name of a host's owner, without the ending: `acme` for `api.acme.co.uk`. */
export const ownerOf = (address: string): string => domainOf(address).split('.')[0] ?? '';

/** Returns the part of a host that its owner has: `api.acme.com` is `acme.com`, `api.acme.co.uk` is `acme.co.uk`. */
export function domainOf(address: string): string {
  const names = (plainAddress(address).split(/[/?#:]/u)[0] ?? '').split('.');
  return names.slice(OWNED_BELOW.test(names.slice(-2).join('.')) ? -3 : -2).join('.');
}
