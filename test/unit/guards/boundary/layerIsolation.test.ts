import type { Evaluation } from '@licet/core';
import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { LayerIsolation } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { place, skipped } from '../fixtures.ts';
import { cpuTimer } from '../../../support/cpuTimer.ts';

const { root, home, files } = place();
const layers = { domain: ['src/domain/'], infra: ['src/infra/'], ui: ['src/ui/', '*.view.ts'] };
const guard = LayerIsolation({
  layers,
  allow: { infra: ['domain'], ui: ['domain'] },
  aliases: { '@/': 'src/' },
  root,
  home,
  files,
});
const engine = new PolicyEngine(guard, { effects: analyzeEffects({ root, home, files, env: {} }) });

const write = (file_path: string, content: string): Evaluation =>
  engine.evaluateSync({ kind: 'write', tool: 'Write', cwd: '/w', payload: { file_path, content } });

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

  it('passes over what belongs to no layer', () => {
    expect(skipped(write('src/other.ts', "import './infra/db'"))).toBe(true);
    expect(
      skipped(engine.evaluateSync({ kind: 'read', tool: 'Read', cwd: '/w', payload: { file_path: 'src/domain/a.ts' } })),
    ).toBe(true);
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

  it('refuses a layer that nobody has defined', () => {
    expect(() => LayerIsolation({ layers, allow: { ui: ['dmain'] }, root, home, files })).toThrow('expected one of the layers');
    expect(() => LayerIsolation({ layers: {}, root, home, files })).toThrow('names no layer');
  });

  it('is bounded for hostile text', () => {
    const spent = cpuTimer();
    for (const text of [
      'from '.repeat(100_000),
      `import ${' '.repeat(200_000)}`,
      "import '".repeat(50_000),
      'from . import a,'.repeat(20_000),
    ]) {
      write('src/domain/a.ts', text);
      write('src/domain/a.py', text);
    }
    expect(spent()).toBeLessThan(3000);
  });
});
