/** Stores whose signed addresses hold long random values by themselves. */
const SIGNED =
  /(?:^|\.)(?:amazonaws\.com|cloudfront\.net|googleapis\.com|googleusercontent\.com|windows\.net|azureedge\.net|githubusercontent\.com|supabase\.co|cloudflarestorage\.com|r2\.dev|digitaloceanspaces\.com|backblazeb2\.com|blob\.core\.windows\.net|gravatar\.com|pythonhosted\.org|npmjs\.org|docker\.io|ghcr\.io)$/i;

/** The shortest value that may hold a message, and one that is long whatever it holds. */
const [LEAST, LONG] = [40, 100];

/** Digests in hexadecimal digits: MD5, SHA-1, SHA-224, SHA-256, SHA-384, SHA-512. */
const DIGESTS: ReadonlySet<number> = new Set([32, 40, 56, 64, 96, 128]);

/** Most of an address that is looked at. */
const LONGEST = 8192;

/** Bits for each character, by how often each occurs. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

const isReadable = (bytes: Buffer): boolean => {
  const plain = bytes.filter(byte => (byte > 31 && byte < 127) || byte === 9 || byte === 10 || byte === 13).length;
  return bytes.length >= 20 && plain / bytes.length > 0.97;
};

/** Whether a part of an address is a message in an encoding, or so long and random that it may be unreadable. */
function isOpaque(part: string): boolean {
  if (part.length < LEAST) return false;
  if (/^[0-9a-f]+$/i.test(part)) return !DIGESTS.has(part.length) && (isReadable(Buffer.from(part, 'hex')) || part.length > LONG);
  const plain = part.replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '=');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(plain) || !/[a-z]/.test(plain) || !/[A-Z]/.test(plain)) return false;
  // Words that hyphens join are a title.
  if (plain.split(/[-_]/).every(word => word.length < 24) && plain.length < LONG) return false;
  if (isReadable(Buffer.from(plain.replaceAll('-', '+').replaceAll('_', '/'), 'base64'))) return true;
  return plain.length > LONG && entropyOf(plain) > 5 && plain.split(/[-_/]/).some(word => word.length > LONG / 2);
}

/**
 * Whether an address of another machine has a long part that is a message in base64 or hexadecimal digits, or a very long random one: such an
 * address may carry away what the agent has read. Digests, identifiers and titles are none, nor are signed addresses of the usual stores.
 */
export function holdsOpaqueData(address: string): boolean {
  const [, host = '', rest = ''] =
    /^[a-z][a-z\d+.-]*:\/\/(?:[^/@]*@)?([^/:?#]+)(?::\d+)?([^#]*)/is.exec(address.slice(0, LONGEST)) ?? [];
  if (rest.length < LEAST || SIGNED.test(host)) return false;
  const [path = '', query = ''] = rest.split('?', 2);
  const parts = [...path.split('/'), ...query.split(/[&;]/).map(pair => pair.replace(/^[^=]*=/, ''))];
  return parts.some(isOpaque);
}
