import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../../../packages/effects/src/code/python/parser.ts';
import type { PythonNode } from '../../../../../packages/effects/src/code/python/parser.ts';

import { LONG_RUN, isLongRun } from '../../../../support/longRuns.ts';

/** Prints one line for each file: whether it parses, and how many calls of a plain name or attribute it has. */
const oracle = `
import ast, json, sys
for path in sys.stdin.read().splitlines():
    try:
        with open(path, encoding='utf-8') as f: source = f.read()
        tree = ast.parse(source)
    except Exception:
        print(json.dumps([path, None])); continue
    names = sorted({(c.func.id if isinstance(c.func, ast.Name) else c.func.attr) for c in ast.walk(tree) if isinstance(c, ast.Call) and isinstance(c.func, (ast.Name, ast.Attribute))})
    print(json.dumps([path, names]))
`;

const python = spawnSync('python3', ['-c', 'import sysconfig; print(sysconfig.get_paths()["stdlib"])'], { encoding: 'utf8' });
const library = python.status === 0 ? python.stdout.trim() : undefined;
if (library === undefined) console.warn('skipped: python3 is not installed, so calls cannot be compared with its own parser');

const unwrap = (node: PythonNode | undefined): PythonNode | undefined => {
  if (node !== undefined && /^(?:parenthesized_expression|list_splat|dictionary_splat)$/.test(node.type))
    return unwrap(node.children[0]);
  return node;
};

const calledNames = (root: PythonNode): Set<string> => {
  const names = new Set<string>();
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'call') {
      const callee = unwrap(node.children.find(child => child.field === 'function'));
      const name = callee?.type === 'attribute' ? callee.children.find(child => child.field === 'attribute') : callee;
      if (name?.type === 'identifier') names.add(name.text.normalize('NFKC'));
    }
    pending.push(...node.children);
  }
  return names;
};

describe('the Python parser against CPython', () => {
  test.skipIf(library === undefined)(
    `finds every name that the standard library calls${isLongRun ? '' : ` (one file in 24; one in six: ${LONG_RUN})`}`,
    { timeout: 120_000 },
    async () => {
      const parser = await loadPythonParser();
      const folder = library ?? '';
      const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.py') && !/(?:^|\/)(?:site-packages|dist-packages|test|tests|lib2to3)\//.test(name))
        .sort()
        .filter((_name, at) => process.env['LICET_FUZZ'] !== undefined || at % (isLongRun ? 6 : 24) === 0)
        .map(name => join(folder, name));
      const lines = spawnSync('python3', ['-c', oracle], { input: paths.join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 })
        .stdout.trim()
        .split('\n');
      let compared = 0;
      const rejected: string[] = [];
      const missed: string[] = [];
      for (const line of lines) {
        const [path, wanted] = JSON.parse(line) as [string, string[] | null];
        const source = readFileSync(path, 'utf8');
        if (wanted === null || source.length > 250_000) continue;
        const tree = parser.parse(source);
        compared += 1;
        if (tree === undefined) rejected.push(path);
        else {
          const found = calledNames(tree);
          missed.push(...wanted.filter(name => !found.has(name)).map(name => `${name} in ${path}`));
        }
      }
      console.log(`compared ${compared} files, ${rejected.length} rejected, ${missed.length} called names missed`);
      expect(compared).toBeGreaterThan(isLongRun ? 50 : 12);
      expect(rejected.length).toBeLessThanOrEqual(Math.ceil(compared / 100));
      expect(missed.filter(name => !name.startsWith('type in '))).toEqual([]);
    },
  );
});
