import type { Evaluation, Guard } from '@licet/core';
import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { LayerIsolation } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { place, skipped } from '../fixtures.ts';
import { boundedCost } from '../../../support/boundedCost.ts';

const { root, home, files } = place({
  '/w/src/infra/db.ts': 'file',
  '/w/src/domain/order.ts': 'file',
  '/w/src/ui/view.ts': 'file',
  '/w/src/bad.ts': { text: "import { db } from '../infra/db';" },
  '/w/src/good.ts': { text: "import { a } from './a';" },
});
const layers = { domain: ['src/domain/'], infra: ['src/infra/'], ui: ['src/ui/', '*.view.ts'] };
const guard = LayerIsolation({
  layers,
  allow: { infra: ['domain'], ui: ['domain'] },
  aliases: { '@/': 'src/' },
  root,
  home,
  files,
});
const engineOf = (policy: Guard): PolicyEngine =>
  new PolicyEngine(policy, { effects: analyzeEffects({ root, home, files, env: {} }) });
const engine = engineOf(guard);
const within = engineOf(LayerIsolation({ layers, allow: { infra: ['domain'] }, within: 'infra', root, home, files }));

const write = (file_path: string, content: string, by = engine): Evaluation =>
  by.evaluateSync({ kind: 'write', tool: 'Write', cwd: '/w', payload: { file_path, content } });
const read = (file_path: string, by = engine): Evaluation =>
  by.evaluateSync({ kind: 'read', tool: 'Read', cwd: '/w', payload: { file_path } });
const bash = (command: string, by = engine): Evaluation =>
  by.evaluateSync({ kind: 'bash', tool: 'Bash', cwd: '/w', payload: { command } });

describe('LayerIsolation', () => {
  test.each([
    ['src/domain/a.ts', "import { b } from './b.ts';", 'pass'],
    ['src/domain/a.ts', "import { db } from '../infra/db.ts';", 'block'],
    ['src/domain/a.ts', "export * from '../infra/db.ts';", 'block'],
    ['src/domain/a.ts', "const { db } = require('../infra/db');", 'block'],
    ['src/domain/a.ts', 'const db = await import("../infra/db");', 'block'],
    ['src/domain/a.ts', "import '../infra/setup';", 'block'],
    ['src/domain/a.ts', "import { db } from '@/infra/db';", 'block'],
    ['src/domain/a.ts', "import { db } from './../../src/./infra/db';", 'block'],
    ['src/domain/a.ts', "import fs from 'fs';", 'pass'],
    ['src/domain/a.ts', '// see ../infra/db', 'pass'],
    ['src/infra/a.ts', "import { Order } from '../domain/order.ts';", 'pass'],
    ['src/infra/a.ts', "import { View } from '../ui/view.ts';", 'block'],
    ['src/any/a.view.ts', "import { db } from '../infra/db';", 'block'],
    ['src/domain/a.py', 'from ..infra import db', 'block'],
    ['src/domain/a.py', 'from src.infra.db import connect', 'block'],
    ['src/domain/a.py', 'import src.infra.db as db', 'block'],
    ['src/domain/a.py', 'from .order import Order', 'pass'],
  ])('writing to %s: %s is %s', (path, content, ruling) => {
    const evaluation = write(path, content);

    expect(evaluation.ruling).toBe(ruling);
    if (ruling === 'block')
      expect(evaluation).toMatchObject({ code: 'layer_crossed', fix: { summary: expect.stringMatching(/\S/) as string } });
  });

  it('skips what belongs to no layer', () => {
    expect(skipped(write('src/other.ts', "import './infra/db'"))).toBe(true);
    expect(skipped(bash('cat README.md'))).toBe(true);
    expect(read('src/infra/db.ts').ruling).toBe('pass');
  });

  test.each([
    ["cat > src/domain/a.ts <<'E'\nimport { db } from '../infra/db.ts';\nE", 'block'],
    ['echo "import { db } from \\"../infra/db\\";" >> src/domain/a.ts', 'block'],
    [`printf 'import { db } from "../infra/db"\\n' | tee src/domain/a.ts`, 'block'],
    ["echo 'from ..infra import db' > src/domain/a.py", 'block'],
    [`sed -i "1i import '../infra/setup'" src/domain/a.ts`, 'block'],
    ["echo 'export const a = 1;' > src/domain/a.ts", 'pass'],
    ['mv src/infra/db.ts src/domain/db.ts', 'block'],
    ['cp src/infra/db.ts src/domain/', 'block'],
    ['git mv src/infra/db.ts src/domain/db.ts', 'block'],
    ['cp -r src/infra src/domain/infra', 'block'],
    ['cp src/domain/order.ts src/infra/order.ts', 'pass'],
    ['mv src/domain/a.ts src/domain/b.ts', 'pass'],
    ['mv src/bad.ts src/domain/bad.ts', 'block'],
    ['mv src/good.ts src/domain/good.ts', 'pass'],
    ['cat src/infra/db.ts', 'pass'],
    ['rm src/infra/db.ts', 'pass'],
  ])('rules on the command `%s`: %s', (command, ruling) => {
    expect(bash(command).ruling).toBe(ruling);
  });

  it('judges what a tool moves', () => {
    const payload = { source: 'src/infra/db.ts', destination: 'src/domain/db.ts' };
    expect(engine.evaluateSync({ kind: 'tool', tool: 'mcp__files__move_file', cwd: '/w', payload }).code).toBe('layer_crossed');
  });

  test.each([
    ['reads its own layer', () => read('src/infra/db.ts', within), 'pass'],
    ['reads a layer that it may use', () => read('src/domain/a.ts', within), 'pass'],
    ['reads another layer', () => read('src/ui/view.ts', within), 'block'],
    ['searches all layers', () => bash('grep -r x src', within), 'block'],
    ['changes a layer that it may only use', () => write('src/domain/a.ts', '', within), 'block'],
    ['deletes another layer', () => bash('rm -r src/ui', within), 'block'],
    ['reads what belongs to no layer', () => read('README.md', within), 'pass'],
  ])('with a layer to work in, when the agent %s', (_what, evaluate, ruling) => {
    expect(evaluate().ruling).toBe(ruling);
  });

  it('looks at edits and patches, each for its own file', () => {
    const edit = (tool: string, payload: Record<string, unknown>): string =>
      engine.evaluateSync({ kind: 'write', tool, cwd: '/w', payload }).ruling;
    const text = "import x from '../infra/x';";
    expect(edit('Edit', { file_path: 'src/domain/a.ts', old_string: text, new_string: '' })).toBe('pass');
    expect(edit('Edit', { file_path: 'src/domain/a.ts', old_string: '', new_string: text })).toBe('block');
    expect(edit('MultiEdit', { file_path: 'src/domain/a.ts', edits: [{ new_string: 'x' }, { new_string: text }] })).toBe('block');
    const patch = (path: string): string =>
      `*** Begin Patch\n*** Update File: src/other.ts\n+${text}\n*** Update File: ${path}\n+ok\n*** End Patch`;
    expect(edit('apply_patch', { input: patch('src/domain/a.ts') })).toBe('pass');
    expect(edit('apply_patch', { input: patch('src/domain/a.ts').replace('+ok', `+${text}`) })).toBe('block');
  });

  it('refuses a layer that is not defined', () => {
    expect(() => LayerIsolation({ layers, allow: { ui: ['dmain'] }, root, home, files })).toThrow('expected one of the layers');
    expect(() => LayerIsolation({ layers, within: 'core', root, home, files })).toThrow('found `core`');
    expect(() => LayerIsolation({ layers: {}, root, home, files })).toThrow('names no layer');
  });

  it('is bounded for hostile text', () => {
    const within = boundedCost();
    for (const text of [
      'from '.repeat(100_000),
      `import ${' '.repeat(200_000)}`,
      "import '".repeat(50_000),
      'from . import a,'.repeat(20_000),
    ]) {
      write('src/domain/a.ts', text);
      write('src/domain/a.py', text);
    }
    within(600);
  });
});
