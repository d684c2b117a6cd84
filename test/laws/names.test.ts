import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { laws } from './laws.ts';

const doc = readFileSync(fileURLToPath(new URL('../../docs/algebra.md', import.meta.url)), 'utf8');
const stated = Array.from(doc.matchAll(/^### (.+)$/gmu), ([, name]) => name);

describe('docs/algebra.md', () => {
  it('states every law that is proved, under its name, and no other', () => {
    expect(stated).toEqual(laws.map(({ name }) => name));
  });

  it('gives every law its own name', () => {
    expect(new Set(stated).size).toBe(stated.length);
  });
});
