import { stripVTControlCharacters } from 'node:util';

import type { ChainedRecord } from '@licet/core/store';
import { describe, expect, it, test } from 'vitest';

import { actionText, recordWriter, timeText } from 'licet/source/audit/recordLine.ts';

/** A moment in the time zone of this machine. */
const at = new Date(2026, 10, 28, 3, 47, 18).getTime();

const chained = (record: object): ChainedRecord =>
  ({ seq: 1, hash: 'h', record: { at, sessionId: 's', ...record } }) as unknown as ChainedRecord;
const piped = (record: object): string => recordWriter({ hasColor: false })(chained(record));
const decision = {
  type: 'evaluation',
  evaluationId: 'e1',
  ruling: 'block',
  enforced: 'block',
  kind: 'bash',
  tool: 'Bash',
  guard: 'g',
  code: 'c',
  payload: { command: 'rm x' },
};

test.each([
  [decision, 'block  Bash rm x  c (g)'],
  [{ ...decision, enforced: 'pass', reason: 'why' }, 'block  Bash rm x  only observed: why (g)'],
  [{ ...decision, ruling: 'pass', enforced: 'pass' }, 'pass  Bash rm x'],
  [{ type: 'ask', questions: [{ reason: 'a' }, { reason: 'b' }] }, 'asked  a; b'],
  [{ type: 'answer', granted: [true], by: 'ann', reason: 'fine' }, 'yes  by ann: fine'],
  [{ type: 'answer', granted: [true, false], by: 'ann' }, 'no  by ann'],
  [{ type: 'answer', granted: [], by: 'ann' }, 'no  by ann'],
  [{ type: 'answer', granted: [true], channel: 'runtime' }, "yes  at the runtime's own prompt"],
  [{ type: 'outcome', status: 'error', error: 'it broke' }, 'error  it broke'],
  [{ type: 'commit_failure', guard: 'budget', why: 'taken' }, 'lost  budget: taken'],
  [{ type: 'anomaly', code: 'twice', detail: 'again' }, 'anomaly  twice: again'],
  [{ type: 'fact', name: 'tested', change: 'established', by: 'ann', reason: 'seen' }, 'fact  tested established by ann: seen'],
  [{ type: 'key', change: 'add', key: { name: 'ann', keyId: 'k' } }, 'key  ann add k'],
  [{ type: 'rotation', first: 5 }, 'pruned  records from 5 on are kept'],
])('%j is one whole line for another program', (record, text) => {
  expect(piped(record).replace(/ {2}session s$/u, '')).toBe(`1  2026-11-28 03:47:18  ${text}`);
});

it('escapes whatever an agent may have written', () => {
  const hostile = 'a\u202e\u001b[31m\n';
  const record = { ...decision, tool: hostile, payload: { a: hostile }, reason: hostile, guard: hostile, sessionId: hostile };

  expect(piped(record)).not.toMatch(/[\u202e\u001b\n]/);
  expect(recordWriter({ hasColor: false, width: 80 })(chained(record))).not.toMatch(/[\u202e\u001b]/);
});

describe('on a terminal', () => {
  it('fits its width, gives a day its date once, and a stop its reason with the rule and its line', () => {
    const write = recordWriter({ hasColor: true, width: 80 }, () => 'governance.yaml:9');
    const stop = { ...decision, cwd: '/p', payload: { command: `rm ${'x'.repeat(90)}` }, reason: 'it is gone '.repeat(9) };
    const lines = [
      write(chained(stop)),
      write(chained({ ...decision, ruling: 'pass', cwd: '/p', payload: { file_path: '/p/src/a.ts' } })),
    ]
      .join('\n')
      .split('\n')
      .map(stripVTControlCharacters);

    expect(lines.every(line => line.length <= 80)).toBe(true);
    expect(lines[0]).toBe('2026-11-28');
    expect(lines[1]).toMatch(/^ {4}1 {2}03:47:18 {2}block {3}Bash {7}rm x+… {2}s$/u);
    expect(lines.slice(2, -1).join(' ').replaceAll(/\s+/gu, ' ').trim()).toMatch(
      /^(?:it is gone )+ ?\(g, governance\.yaml:9\)$/u,
    );
    expect(lines.at(-1)).toMatch(/03:47:18 {2}pass {4}Bash {7}src\/a\.ts +s$/u);
  });

  it('names what an outcome and an answer are about', () => {
    const write = recordWriter({ hasColor: false, width: 100 });
    write(chained(decision));

    expect(write(chained({ type: 'outcome', status: 'ok', evaluationId: 'e1' }))).toMatch(/ok {6}Bash {7}rm x/u);
    expect(write(chained({ type: 'answer', granted: [true], by: 'ann', evaluationId: 'e1' }))).toMatch(
      /yes {5}Bash {7}rm x[^]*by ann/u,
    );
    expect(write(chained({ type: 'outcome', status: 'ok', evaluationId: 'unknown' }))).not.toContain('rm x');
  });
});

it('names an action by its tool and what it is about, not by the content that it carries', () => {
  expect([
    actionText({ tool: 'Write', kind: 'write', payload: { content: 'password = x', file_path: 'a.py' } } as never),
    actionText({ tool: 'WebFetch', kind: 'network', payload: { prompt: 'sum it up', url: 'https://a.example' } } as never),
    actionText({ tool: 'Grep', kind: 'read', payload: { output_mode: 'content', path: 'src', pattern: 'TODO' } } as never),
    actionText({ tool: 'Bash', kind: 'bash', payload: { description: 'list', command: 'ls' } } as never),
  ]).toEqual(['Write a.py', 'WebFetch https://a.example', 'Grep TODO', 'Bash ls']);
});

it('names an action by its tool and the first of its arguments, where none says more', () => {
  expect([
    actionText({ tool: undefined, kind: 'read', payload: { path: 'a', b: 1 } } as never),
    actionText({ tool: 't', kind: 'tool', payload: { a: [1] } } as never),
    actionText({ tool: 't', kind: 'tool', payload: {} } as never),
    actionText({ tool: 't', kind: 'tool', payload: undefined } as never),
  ]).toEqual(['read a', 't [1]', 't', 't']);
});

it('shows a time that is none as it is', () => {
  expect([timeText(at), timeText(Number.NaN)]).toEqual(['2026-11-28 03:47:18', 'NaN']);
});
