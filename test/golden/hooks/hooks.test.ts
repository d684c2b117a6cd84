import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { runtimes } from '@licet/adapters/runtimes';
import { describe, expect, it } from 'vitest';

import { command as licet, project } from '../../support/cli.ts';
import { POLICY } from './policy.ts';

const folderOf = (runtime: string): URL => new URL(`${runtime}/`, import.meta.url);

interface Golden {
  readonly note: string;
  readonly input: object;
  readonly want: object;
}

/** A text between slashes means all that it matches. */
function matching(want: unknown): unknown {
  if (typeof want === 'string') return /^\/.*\/$/u.test(want) ? expect.stringMatching(new RegExp(want.slice(1, -1), 'u')) : want;
  if (typeof want !== 'object' || want === null) return want;
  return Object.fromEntries(Object.entries(want).map(([key, value]) => [key, matching(value)]));
}

describe.each(Object.keys(runtimes))('the hook on what %s writes', runtime => {
  const root = project(POLICY);
  mkdirSync(join(root, 'src'));

  for (const file of readdirSync(folderOf(runtime))) {
    const { note, input, want } = JSON.parse(readFileSync(new URL(file, folderOf(runtime)), 'utf8')) as Golden;

    it(`${basename(file, '.json')}: ${note}`, () => {
      const text = JSON.stringify(input).replaceAll('{root}', root);
      const { status, stdout, stderr } = licet(root, ['hook', runtime, '--policy', join(root, 'governance.yaml')], text);

      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const reply = JSON.parse(stdout) as object;
      if (Object.keys(want).length === 0) expect(reply).toEqual({});
      else expect(reply).toMatchObject(matching(want) as object);
    });
  }
});
