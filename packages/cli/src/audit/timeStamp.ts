/** What a stamp service is asked in: a request of RFC 3161 in DER. Its parts have fixed lengths but for the random number. */
const [VERSION, WANTS_CERTIFICATE] = [Buffer.from('020101', 'hex'), Buffer.from('0101ff', 'hex')];
const SHA256 = Buffer.from('300d06096086480165030402010500', 'hex');
const NONCE_BYTES = 8;

const element = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
};

/** The number of a request: positive, and in its shortest form. */
function numberOf(random: Uint8Array): Buffer {
  const bytes = Buffer.from(random.subarray(0, NONCE_BYTES));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return element(0x02, bytes);
}

/** A request to stamp a SHA-256, given as hexadecimal digits. `random` are eight bytes that make it unlike any other. */
export const stampRequest = (sha256: string, random: Uint8Array): Buffer =>
  element(0x30, VERSION, element(0x30, SHA256, element(0x04, Buffer.from(sha256, 'hex'))), numberOf(random), WANTS_CERTIFICATE);

/**
 * Says why a reply is no stamp of what was asked; undefined where it is one. It does not check the signature of the service: `openssl ts -verify`
 * does, with the certificate that you trust.
 */
export function stampProblem(reply: Buffer, sha256: string, random: Uint8Array): string | undefined {
  const status = reply[0] === 0x30 ? contentOf(contentOf(reply)) : undefined;
  if (status === undefined || status[0] !== 0x02 || status[1] !== 1) return 'the reply is no reply of a stamp service';
  if (status[2] !== 0 && status[2] !== 1) return `the service refuses to stamp, with status ${status[2]}`;
  if (!reply.includes(Buffer.from(sha256, 'hex'))) return 'the reply is a stamp of something else';
  return reply.includes(numberOf(random)) ? undefined : 'the reply is a stamp for another request';
}

/** What an element holds, and what follows it. */
function contentOf(bytes: Buffer): Buffer {
  const length = bytes[1] ?? 0;
  return bytes.subarray(length < 0x80 ? 2 : 2 + (length & 0x7f));
}
