import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findPolicy } from 'licet/source/policy/findPolicy.ts';
import { describe, expect, it } from 'vitest';

function folders(...paths: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'licet-find-'));
  for (const path of paths) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    if (path.endsWith('/')) mkdirSync(join(root, path));
    else writeFileSync(join(root, path), '');
  }
  return root;
}

describe('findPolicy', () => {
  it('takes the file that is named, whether it is there or not', () => {
    expect(findPolicy('p.yaml', '/project')).toBe('/project/p.yaml');
  });

  it('takes the nearest one above', () => {
    const root = folders('governance.yaml', 'a/governance.yml', 'a/b/c/');

    expect(findPolicy(undefined, join(root, 'a/b/c'), '/nowhere')).toBe(join(root, 'a/governance.yml'));
    expect(findPolicy(undefined, root, '/nowhere')).toBe(join(root, 'governance.yaml'));
  });

  it('looks no further than the repository and the home folder', () => {
    const root = folders('governance.yaml', 'repository/.git/', 'home/project/');

    expect(() => findPolicy(undefined, join(root, 'repository'), '/nowhere')).toThrow(
      expect.objectContaining({ code: 'policy_not_found' }),
    );
    expect(() => findPolicy(undefined, join(root, 'home/project'), join(root, 'home'))).toThrow(/licet init/);
  });
});
