import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { actionsIn } from '../support/installed.ts';

/** Reads a folder with one golden file of these lines. */
function reading(...lines: readonly string[]): () => unknown {
  const folder = mkdtempSync(join(tmpdir(), 'licet-golden-'));
  writeFileSync(join(folder, 'topic.yaml'), ['# A topic.', ...lines, ''].join('\n'));
  return () => actionsIn(folder);
}

const LS = '- { want: run, note: "lists", command: "ls" }';

describe('golden actions', () => {
  it('are read with the name of their file', () => {
    expect(reading(LS)()).toEqual([{ file: 'topic.yaml', want: 'run', note: 'lists', command: 'ls' }]);
  });

  it.each([
    ['no expectation', '- { note: "deletes", command: "rm -rf src" }', /topic\.yaml:3: want /u],
    ['an unknown expectation', '- { want: maybe, note: "deletes", command: "rm -rf src" }', /topic\.yaml:3: want /u],
    ['an unknown field', '- { want: run, innocent: true, note: "lists", command: "ls -l" }', /topic\.yaml:3: .*"innocent"/u],
    ['no action', '- { want: run, note: "lists" }', /topic\.yaml:3: expected `command`, or `tool` and `input`/u],
    ['two actions', '- { want: run, note: "lists", command: "ls -l", tool: LS, input: {} }', /topic\.yaml:3: expected `command`/u],
    ['a gap that is no harm', '- { want: run, gap: true, note: "lists", command: "ls -l" }', /topic\.yaml:3: `gap` goes with/u],
    ['harm that is stopped and known', '- { want: stop, known: "x", note: "lists", command: "ls -l" }', /topic\.yaml:3: `gap` goes/u],
    ['the action of another', '- { want: stop, note: "lists again", command: "ls" }', /`lists again` is the action of `lists` in topic\.yaml/u],
  ])('with %s are refused, with file and line', (_what, line, message) => {
    expect(reading(LS, line)).toThrow(message);
  });

  it('are a list, which is not empty', () => {
    expect(reading()).toThrow(/topic\.yaml: expected a list of cases/u);
    expect(reading('want: stop')).toThrow(/topic\.yaml: expected a list of cases/u);
  });
});
