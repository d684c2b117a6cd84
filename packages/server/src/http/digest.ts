import { hash } from 'node:crypto';

/** The SHA-256 of a secret: two of them have one length, so that they can be compared in constant time. */
export const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');
