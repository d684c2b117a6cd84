import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { BUNDLE, command as licet, project } from '../support/cli.ts';

/** Runs `licet concepts` in a folder, with these lines on standard input. */
function concepts(root: string, args: readonly string[], lines: readonly string[] = []): { status: number | null; text: string } {
  const { status, stdout, stderr } = licet(root, ['concepts', ...args], lines.map(line => `${line}\n`).join(''));
  return { status, text: stdout + stderr };
}

function seeded(): string {
  const root = project();
  expect(concepts(root, ['seed', 'gaps'])).toMatchObject({ status: 0 });
  return root;
}

describe('licet concepts learn', () => {
  it('closes one gap after the other, edges included, until the concepts are grounded', () => {
    const root = seeded();

    const { status, text } = concepts(
      root,
      ['learn', 'shred', 'directory', '--min-depth', 'D2'],
      ['is=make unreadable for good', 'accept', 'outputs=nothing; REQUIRES path@D1; applies_to directory@D2', 'a'],
    );

    expect(text).toContain("⚠ EXISTENCE: 'shred' is not in the knowledge graph");
    expect(text).toContain('✓ grounded');
    expect(status).toBe(0);
    expect(concepts(root, ['show', 'shred']).text).toContain('source: learned');
    expect(concepts(root, ['check', 'shred', 'directory']).text).toContain('REQUIRES → path');
  });

  it('asks again for what it did not understand, and says why a candidate was refused', () => {
    const root = seeded();

    const { status, text } = concepts(
      root,
      ['learn', 'delete', 'file', '--min-depth', 'D1'],
      [
        'delete likes file',
        'delete@D2 LIKES file@D1',
        'delete@D2 APPLIES_TO nothing@D1',
        'a',
        'delete@d2 applies_to file@D1',
        'm',
        'delete@D1 applies_to file@D1',
        'a',
      ],
    );

    expect(text).toContain('not understood: delete likes file; the relations are APPLIES_TO');
    expect(text).toContain('not understood: delete@D2 LIKES file@D1');
    expect(text).toContain('refused: Cannot resolve `nothing` to a concept');
    expect(text).toContain('✓ grounded');
    expect(status).toBe(0);
    expect(text.match(/"relation": "APPLIES_TO"/g)).toHaveLength(3);
    expect(text.match(/\[a\]ccept/g)).toHaveLength(3);
    expect(concepts(root, ['show', 'delete']).text).toContain('source: conversational');
  });

  it.each([
    ['no answer comes', []],
    ['the person hangs up in the middle', ['is=x']],
    ['the person rejects', ['is=x', 'reject']],
    ['the person skips', ['is=x', 'skip']],
  ])('writes nothing when %s', (_, lines) => {
    const root = seeded();
    const before = concepts(root, ['export']).text;

    const { status, text } = concepts(root, ['learn', 'shred'], lines);

    expect(status).toBe(2);
    expect(text).toContain('✗ not grounded');
    expect(concepts(root, ['export']).text).toBe(before);
  });

  it('writes nothing when a change was asked for and the new candidate was rejected', () => {
    const root = seeded();
    const before = concepts(root, ['export']).text;

    const { status, text } = concepts(root, ['learn', 'shred'], ['is=x', 'm', 'is=y', 'r']);

    expect(status).toBe(2);
    expect(text).toContain('"is": "y"');
    expect(concepts(root, ['export']).text).toBe(before);
  });

  it('keeps its exit code when its output is not read to the end', () => {
    const root = seeded();
    const command = `"${process.execPath}" "${BUNDLE}" concepts graph --format dot | head -c 5; exit "\${PIPESTATUS[0]}"`;

    const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: root, encoding: 'utf8' });

    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('licet concepts policy without a source', () => {
  it('asks for every field, shows what it would write, and writes it after a yes', () => {
    const root = project();
    concepts(root, ['seed', 'filesystem']);

    const lines = ['rocket', 'Delete', 'cat', 'file', 'Guarded', '', 'multiple', 'Delete {action}?', 'protect', 'y', 'y'];
    const { status, text } = concepts(root, ['policy'], lines);

    expect(status).toBe(0);
    expect(text).toContain('there is no `rocket` among');
    expect(text).toContain('* D3  APPLIES_TO  file@D2  1 policy');
    expect(text).toContain('there is already: BulkFileDeletePolicy (asks always, multiple)');
    expect(text).toContain(
      'delete → file at D3: Guarded, about multiple objects, asks when the callback fails: Delete {action}?, callback protect',
    );
    expect(concepts(root, ['policy', 'delete', 'file']).text).toContain('Guarded (asks on failure, multiple, callback protect)');
  });

  it.each([
    ['says no', ['delete', 'file', 'P', '', '', '', '', 'n']],
    ['stops answering', ['delete', 'file', 'P', 'n']],
    ['names no act', ['']],
  ])('changes nothing when the person %s', (_, lines) => {
    const root = project();
    concepts(root, ['seed', 'filesystem']);
    const before = concepts(root, ['export']).text;

    expect(concepts(root, ['policy'], lines)).toMatchObject({ status: 0, text: expect.stringContaining('nothing was changed') });
    expect(concepts(root, ['export']).text).toBe(before);
  });
});
