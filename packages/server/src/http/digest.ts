import { createHash } from 'node:crypto';

/** The SHA-256 of a secret: two of them have one length, so that they can be compared in constant time. */
export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
