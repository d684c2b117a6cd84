import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { detectProject } from 'licet/source/init/detect.ts';
import { TEMPLATES, templateText } from 'licet/source/init/templates.ts';
import { createRegistry } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

function folder(files: readonly string[], folders: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'licet-detect-'));
  for (const name of files) writeFileSync(join(root, name), '');
  for (const name of folders) mkdirSync(join(root, name));
  return root;
}

describe('detectProject', () => {
  it.each([
    [['package.json'], ['src', 'test', 'node_modules'], { kinds: ['Node.js'], work: ['src/**', 'test/**'] }],
    [['pyproject.toml', 'setup.py'], ['tests'], { kinds: ['Python'], work: ['tests/**'] }],
    [['Cargo.toml', 'package.json'], ['crates'], { kinds: ['Node.js', 'Rust'], work: ['crates/**'] }],
    [['go.mod'], ['cmd'], { kinds: ['Go'], work: ['cmd/**', '*.go'] }],
    [['src'], [], { kinds: [], work: [] }],
  ])('sees %j and %j', (files, folders, project) => {
    expect(detectProject(folder(files, folders))).toEqual(project);
  });
});

describe('templateText', () => {
  it.each(TEMPLATES)('gives a policy that loads without a warning: %s', name => {
    for (const project of [
      { kinds: [], work: [] },
      { kinds: ['Go'], work: ['cmd/**', '*.go'] },
    ]) {
      const { warnings, settings } = loadPolicy(templateText(name, project), {
        registry: createRegistry(guardDefinitions),
        root: '/project',
        home: '/home/me',
      });

      expect(warnings).toEqual([]);
      expect(settings.default).toBeDefined();
    }
  });
});
