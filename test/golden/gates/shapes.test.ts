import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { isLongRun } from '../../support/longRuns.ts';
import type { Shape } from './shapes.ts';
import { bashOn, decidesIn, makeRunners, WRAPPERS } from './shapes.ts';

const shapes = JSON.parse(readFileSync(new URL('shapes.json', import.meta.url), 'utf8')) as readonly Shape[];

function runners(): string {
  const folder = mkdtempSync(join(tmpdir(), 'licet-gates-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  makeRunners(folder);
  return folder;
}

it('are 150 and more, each once', () => {
  expect(new Set(shapes.map(({ command }) => command)).size).toBe(shapes.length);
  expect(shapes.length).toBeGreaterThanOrEqual(150);
});

it('have one who decides how they end: run writeShapes.ts when that is meant to change', () => {
  const folder = runners();

  expect(shapes.map(({ command }) => [command, decidesIn(command, folder)])).toEqual(
    shapes.map(({ command, decides }) => [command, decides]),
  );
});

it('prove nothing where bash lets something else decide', () => {
  const wrong = shapes.filter(({ decides, bash }) => decides === true && bash !== 'the runner decides');

  expect(wrong).toEqual([]);
  expect(shapes.filter(({ bash }) => bash === 'something else decides').length).toBeGreaterThanOrEqual(50);
});

it('end in bash as the data says, in the wrapper of every runtime', () => {
  const folder = runners();
  const tried = isLongRun ? shapes : shapes.filter(({ decides }, index) => decides === true || index % 10 === 0);
  const wrappers = isLongRun ? WRAPPERS : WRAPPERS.slice(2, 3);
  for (const { command, bash, decides } of tried) {
    const found = bashOn(command, folder, wrappers);
    // A machine may lack a program of a shape: it then fails, and lets nothing else decide.
    if (decides === true || found === 'something else decides') expect([command, found]).toEqual([command, bash]);
  }
});
