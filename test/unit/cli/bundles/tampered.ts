import { canonicalJson, sha256 } from '@licet/core/text';
import type { Bundle } from 'licet/source/bundles/bundle.ts';

import { ann, bob, bundleOf, eve, signed } from './support.ts';

/** A bundle that is in order, and its file. */
export const good: Bundle = bundleOf();
export const whole: string = signed(good);

/** An envelope as a forger changes it. */
export interface Raw {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

/** The envelope with one thing changed after it was signed. */
export const altered = (change: (envelope: Raw) => void): string => {
  const envelope = JSON.parse(whole) as Raw;
  change(envelope);
  return JSON.stringify(envelope);
};

/** The payload with one thing changed after it was signed. */
const forged = (change: (bundle: Record<string, unknown>) => void): string =>
  altered(envelope => {
    const bundle = JSON.parse(Buffer.from(envelope.payload, 'base64').toString()) as Record<string, unknown>;
    change(bundle);
    envelope.payload = Buffer.from(canonicalJson(bundle)).toString('base64');
  });

/** Bytes with one bit changed. */
export const flipped = (base64: string, at: number): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1;
  return bytes.toString('base64');
};

const fileOf = (path: string, text: string) => ({ path, sha256: sha256(text), text });
const withFile = (path: string): Bundle => ({
  ...good,
  files: [...good.files, fileOf(path, 'x')].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
});
const [first, second, third] = good.files as [Bundle['files'][number], Bundle['files'][number], Bundle['files'][number]];

/** Bundles that were changed after they were signed, by what was changed. */
export const changed: Readonly<Record<string, string>> = {
  'another name': forged(b => (b['name'] = 'other')),
  'another version': forged(b => (b['version'] = 8)),
  'another format': forged(b => (b['format'] = 2)),
  'another lowest Licet': forged(b => (b['minLicet'] = '0.0.1')),
  'a later expiry': forged(b => (b['expires'] = '2099-01-01T00:00:00.000Z')),
  'an earlier beginning': forged(b => (b['notBefore'] = '2000-01-01T00:00:00.000Z')),
  'one more member': forged(b => (b['more'] = 1)),
  'no files': forged(b => (b['files'] = [])),
  'one file less': forged(b => void (b['files'] as unknown[]).pop()),
  'one file more': forged(b => void (b['files'] as unknown[]).push(fileOf('z.yaml', 'x'))),
  'another text with its digest': forged(b => ((b['files'] as unknown[])[2] = fileOf('packs/ours.yaml', 'version: 1\n'))),
  'another type': altered(e => (e.payloadType = 'application/vnd.in-toto+json')),
  'no signature': altered(e => (e.signatures = [])),
  'one signature': altered(e => void e.signatures.pop()),
  'one signature twice': altered(e => (e.signatures[1] = e.signatures[0] ?? e.signatures[1] ?? { keyid: '', sig: '' })),
  'an empty signature': altered(e => void (e.signatures[0] && (e.signatures[0].sig = ''))),
  'a signature that is no text': altered(e => ((e.signatures[0] as { sig: unknown }).sig = 1)),
  'a member more in a signature': altered(e => void Object.assign(e.signatures[0] ?? {}, { more: 1 })),
  'a member more in the envelope': altered(e => void Object.assign(e, { more: 1 })),
  'base64 with white space': altered(e => (e.payload = `${e.payload}\n`)),
  'base64 for addresses': altered(e => (e.payload = `-${e.payload.slice(1)}`)),
  'signatures of a hundred': altered(e => (e.signatures = Array.from({ length: 100 }, () => ({ keyid: '', sig: '' })))),
  'no JSON': whole.slice(1),
  'half of it': whole.slice(0, whole.length / 2),
  'a list': `[${whole}]`,
  nothing: '',
};

/** Bundles that their owners have signed so, and why each is refused. */
export const wrong: Readonly<Record<string, readonly [string, RegExp]>> = {
  'a member twice': [signed(canonicalJson(good).replace('{', '{"version":9,')), /not canonical/u],
  'white space': [signed(` ${canonicalJson(good)}`), /not canonical/u],
  'a path to the folder above': [signed(withFile('../governance.yaml')), /no path/u],
  'an absolute path': [signed(withFile('/etc/x.yaml')), /no path/u],
  'a path with a backslash': [signed(withFile('a\\b.yaml')), /no path/u],
  'a hidden file': [signed(withFile('.x.yaml')), /no path/u],
  'a path in upper case': [signed(withFile('Governance.yaml')), /no path/u],
  code: [signed(withFile('run.js')), /no path/u],
  'a file of Licet': [signed(withFile('bundle.json')), /no path/u],
  'the same path twice': [signed({ ...good, files: [first, second, second, third] }), /not sorted/u],
  'another order': [signed({ ...good, files: [second, first, third] }), /not sorted/u],
  'a wrong digest': [signed({ ...good, files: [first, { ...second, sha256: '0' }, third] }), /digest/u],
  'no tests': [signed({ ...good, files: [second, third] }), /has no `governance\.test\.yaml`/u],
  'no policy': [signed({ ...good, files: [first, third] }), /has no `governance\.yaml`/u],
  'a version of zero': [signed(bundleOf({ version: 0 })), /version/u],
  'a version with a fraction': [signed(bundleOf({ version: 1.5 })), /version/u],
  'a time without a zone': [signed(bundleOf({ expires: '2027-01-01' })), /times/u],
  'a day that is none': [signed(bundleOf({ expires: '2027-02-31T00:00:00.000Z' })), /times/u],
  'a name with a slash': [signed(bundleOf({ name: 'a/b' })), /name/u],
  'a lowest version that is none': [signed(bundleOf({ minLicet: 'new' })), /lowest version/u],
  'another type': [signed(good, [ann, bob], 'text/plain'), /type/u],
  expired: [signed(bundleOf({ expires: '2027-01-15T00:00:00.000Z' })), /expired at 2027-01-15/u],
  'not yet valid': [signed(bundleOf({ notBefore: '2027-01-15T00:00:00.001Z' })), /valid from/u],
  'for a later Licet': [signed(bundleOf({ minLicet: '1.10.0' })), /needs Licet 1\.10\.0/u],
  'of another name': [signed(bundleOf({ name: 'other' })), /`acme` is wanted/u],
  'half signed': [signed(good, [ann]), /found 1/u],
  'signed by one twice': [signed(good, [ann, ann]), /found 1/u],
  'signed by a stranger': [signed(good, [ann, eve]), /found 1/u],
};
