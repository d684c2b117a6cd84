import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { detectProject } from 'licet/source/init/plan.ts';
import { describe, expect, it } from 'vitest';

function folder(files: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'licet-plan-'));
  for (const name of files) writeFileSync(join(root, name), '');
  return root;
}

describe('detectProject', () => {
  it.each([
    [['package.json'], { kinds: ['Node.js'] }],
    [['pyproject.toml', 'setup.py'], { kinds: ['Python'] }],
    [['Cargo.toml', 'package.json'], { kinds: ['Node.js', 'Rust'] }],
    [['go.mod'], { kinds: ['Go'] }],
    [['src'], { kinds: [] }],
  ])('sees %j', (files, project) => {
    expect(detectProject(folder(files))).toEqual(project);
  });
});
