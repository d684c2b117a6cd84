import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { licet, project } from '../../support/cli.ts';

const FOLDER = new URL('claude-code/', import.meta.url);

const POLICY = `version: 1
default: pass
policy:
  all:
    - floor: {}
    - self_protection: {}
    - secret_paths: {}
    - when:
        if: { tool: mcp__mail__* }
        then: { human_approval: {} }
`;

interface Golden {
  readonly note: string;
  readonly input: object;
  readonly want: object;
}

describe('the hook on what Claude Code writes', () => {
  const root = project(POLICY);
  mkdirSync(join(root, 'src'));

  for (const file of readdirSync(FOLDER)) {
    const { note, input, want } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Golden;

    it(`${basename(file, '.json')}: ${note}`, () => {
      const text = JSON.stringify(input).replaceAll('{root}', root);
      const { status, stdout, stderr } = licet(root, ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')], text);

      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const reply = JSON.parse(stdout) as object;
      if (Object.keys(want).length === 0) expect(reply).toEqual({});
      else expect(reply).toMatchObject(want);
    });
  }
});
