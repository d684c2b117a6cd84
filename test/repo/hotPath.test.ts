import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../packages/', import.meta.url);
const STATEMENT = /^(?:import|export)\s(?!type\s)[^;]*?from\s+'(?<name>[^']+)'|^import\s+'(?<bare>[^']+)'/gm;

/** Returns every package that a file imports at run time, itself or through other files of its package. */
function packagesOf(entry: string): readonly string[] {
  const open = [new URL(entry, ROOT)];
  const seen = new Set<string>();
  const found = new Set<string>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file.href)) continue;
    seen.add(file.href);
    for (const { groups } of readFileSync(file, 'utf8').matchAll(STATEMENT)) {
      const name = groups?.['name'] ?? groups?.['bare'] ?? '';
      if (name.startsWith('.')) open.push(new URL(name, file));
      else found.add(name);
    }
  }
  return [...found].toSorted();
}

describe('what a process pays for at its start', () => {
  it('is nothing for the core: no YAML, no schema library, no expression engine', () => {
    expect(packagesOf('core/src/index.ts')).toEqual([]);
  });

  it('is the expression engine alone for CEL conditions', () => {
    expect(packagesOf('core/src/cel/index.ts')).toEqual(['@marcbachmann/cel-js', 're2js']);
  });

  it('is neither YAML nor a schema library for the guards', () => {
    const found = packagesOf('guards/src/index.ts');

    expect(found).toContain('@licet/core');
    expect(found.filter(name => ['yaml', 'zod', '@licet/core/yaml', '@marcbachmann/cel-js'].includes(name))).toEqual([]);
  });

  it('is the core alone for the state in SQLite: no driver, and nothing of graphs', () => {
    expect(packagesOf('adapters/src/stores/sqlite/index.ts').filter(name => !name.startsWith('@licet/core'))).toEqual([]);
    expect(packagesOf('adapters/src/stores/sqlite/graph/index.ts')).toContain('@licet/epistemic/store');
  });

  it('is neither Graphviz nor a rasterizer for the page: a picture loads them when it is drawn', () => {
    const pictures = ['@hpcc-js/wasm-graphviz', '@resvg/resvg-wasm'];

    for (const entry of [
      'console/src/index.ts',
      'console/src/pictures/index.ts',
      'cli/src/main.ts',
      'cli/src/serve/serveProgram.ts',
    ])
      expect(packagesOf(entry).filter(name => pictures.includes(name))).toEqual([]);
  });

  it('sees what is imported', () => {
    expect(packagesOf('core/src/yaml/index.ts')).toEqual(expect.arrayContaining(['yaml', 'zod', '@marcbachmann/cel-js']));
  });
});
