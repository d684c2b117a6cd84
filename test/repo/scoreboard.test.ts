import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Board } from '../bench/scoreboard/board.ts';
import { withBoard } from '../bench/scoreboard/page.ts';
import { ROOT, read } from './source.ts';

const board = JSON.parse(read('test/bench/scoreboard/scoreboard.json')) as Board;

it('the page that compares shows the scoreboard as it was run', () => {
  const page = read('docs/guide/how-it-compares.md');

  expect(page).toBe(withBoard(page, board));
});

it('the scoreboard names no folder of the machine that it was run on', () => {
  for (const { command } of board.hooks) {
    expect(command).not.toMatch(/(?:^|\s)\//u);
    for (const path of command.match(/test\/\S+/gu) ?? []) expect(existsSync(join(ROOT, path))).toBe(true);
  }
});
