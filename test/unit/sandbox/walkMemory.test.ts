import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it, onTestFinished } from 'vitest';

import { openWalkMemory } from '../../../packages/sandbox/src/linux/walkMemory.ts';
import { walkProject } from '../../../packages/sandbox/src/linux/walkProject.ts';
import type { ClosedPaths } from '../../../packages/sandbox/src/plan/closedPaths.ts';

const closed: ClosedPaths = path => (path.endsWith('.pem') ? { kind: 'hide', rule: 'secret_paths' } : undefined);

/** A project whose folders have not changed for a while. */
async function project(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'licet-walk-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['a', 'b/c', '.git/objects', 'node_modules']) mkdirSync(join(root, name), { recursive: true });
  for (const name of ['a/x.pem', 'b/c/y', '.git/objects/z.pem', 'node_modules/n.pem']) writeFileSync(join(root, name), '');
  await sleep(1_100);
  return root;
}

describe('what a walk remembers', () => {
  it('is used as long as a folder is the same, and listed again when it is not', async () => {
    const root = await project();
    const file = join(root, '..', `${root.split('/').at(-1)}.json`);
    onTestFinished(() => rmSync(file, { force: true }));
    const asked: string[] = [];
    const counting: ClosedPaths = path => (asked.push(path), closed(path));
    const walk = (key = 'plan') => {
      const memory = openWalkMemory(file, key);
      const found = walkProject([root], counting, { memory }).masks.map(({ path }) => path.slice(root.length + 1));
      memory.save();
      return found.sort();
    };

    expect(walk()).toEqual(['.git/objects/z.pem', 'a/x.pem']);
    expect(asked.length).toBeGreaterThan(5);
    asked.length = 0;
    expect(walk()).toEqual(['.git/objects/z.pem', 'a/x.pem']);
    expect(asked).toEqual([]);

    // A name that comes later is found, also where the times of the folder are set back.
    writeFileSync(join(root, 'b/c/new.pem'), '');
    utimesSync(join(root, 'b/c'), 0, 0);
    expect(walk()).toEqual(['.git/objects/z.pem', 'a/x.pem', 'b/c/new.pem']);
    expect(asked).toEqual([join(root, 'b/c/new.pem'), join(root, 'b/c/y')]);
    // Another folder in its place.
    renameSync(join(root, 'b/c'), join(root, 'b/d'));
    renameSync(join(root, 'a'), join(root, 'b/c'));
    expect(walk()).toEqual(['.git/objects/z.pem', 'b/c/x.pem', 'b/d/new.pem']);
    asked.length = 0;
    walk('another plan');
    expect(asked.length).toBeGreaterThan(5);
    writeFileSync(file, '{"key":"plan","known":7}');
    expect(walk()).toEqual(['.git/objects/z.pem', 'b/c/x.pem', 'b/d/new.pem']);
  });

  it('is not kept of a folder that has just changed, or that holds a link to a closed file', async () => {
    const root = await project();
    symlinkSync('a/x.pem', join(root, 'link.pem'));
    await sleep(1_100);
    mkdirSync(join(root, 'a/fresh'));
    const memory = openWalkMemory();
    const asked: string[] = [];
    const counting: ClosedPaths = path => (asked.push(path), closed(path));
    walkProject([root], counting, { memory });
    asked.length = 0;
    walkProject([root], counting, { memory });

    expect(asked).toContain(join(root, 'link.pem'));
    expect(asked).not.toContain(join(root, 'b/c'));
    // At the same time of the clock.
    writeFileSync(join(root, 'a/late.pem'), '');
    expect(walkProject([root], counting, { memory }).masks.map(({ path }) => path)).toContain(join(root, 'a/late.pem'));
  });

  it('is used where only the times of a folder are others, but not where an entry is of another sort', async () => {
    const root = await project();
    writeFileSync(join(root, 'b/plain'), '');
    const memory = openWalkMemory();
    const asked: string[] = [];
    const counting: ClosedPaths = path => (asked.push(path), closed(path));
    walkProject([root], counting, { memory });
    asked.length = 0;
    mkdirSync(join(root, 'placeholder'));
    rmSync(join(root, 'placeholder'), { recursive: true });
    walkProject([root], counting, { memory });
    expect(asked).toEqual([]);

    rmSync(join(root, 'b/plain'));
    mkdirSync(join(root, 'b/plain'));
    writeFileSync(join(root, 'b/plain/in.pem'), '');
    expect(walkProject([root], counting, { memory }).masks.map(({ path }) => path)).toContain(join(root, 'b/plain/in.pem'));
  });

  it('holds no rule against what lies in a read-only repository, and finds other names of a secret', async () => {
    const root = await project();
    linkSync(join(root, 'a/x.pem'), join(root, 'b/other-name'));

    const { masks, repositories } = walkProject([root], closed, { fixesGit: true });
    expect(masks.map(({ path }) => path.slice(root.length + 1)).sort()).toEqual(['a/x.pem', 'b/other-name']);
    expect(repositories).toEqual([join(root, '.git')]);
    expect(walkProject([join(root, 'gone')], closed).masks).toEqual([]);
  });
});
