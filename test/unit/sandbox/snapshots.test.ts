import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openSnapshots } from '@licet/sandbox';
import type { Snapshot } from '@licet/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';

/** A project with three files, and the folder of its snapshots. */
class World {
  readonly root: string = mkdtempSync(join(tmpdir(), 'licet-snapshots-'));
  readonly project: string = join(this.root, 'project');
  readonly folder: string = join(this.root, 'snapshots');

  constructor() {
    mkdirSync(this.folder);
    this.write('a.txt', 'a');
    this.write('src/b.txt', 'b');
    symlinkSync('a.txt', join(this.project, 'link'));
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  write(name: string, text: string): void {
    mkdirSync(join(this.project, name, '..'), { recursive: true });
    writeFileSync(join(this.project, name), text);
  }

  /** Takes a snapshot as a run does: the comparison begins before the files are counted. */
  async take(count: number | undefined, except: readonly string[] = []): Promise<Snapshot> {
    const snapshots = openSnapshots(this.project, this.folder);
    return snapshots.take('npm   test', { except, count }, snapshots.compare());
  }

  /** The tree of a snapshot. */
  treeOf({ id }: Snapshot): string {
    return readFileSync(join(this.folder, 'files.git/refs/licet/snapshots', String(id)), 'utf8');
  }

  /** What the store wrote into its index last: a new file for each change. */
  index(): string {
    return readFileSync(join(this.folder, 'files.git/index')).toString('base64');
  }
}

describe('a snapshot', () => {
  it('is the one before, under a new number, where no file has changed', async () => {
    const world = new World();
    const first = await world.take(3);
    const index = world.index();
    const second = await world.take(3);

    expect([first.id, second.id]).toEqual([1, 2]);
    expect(world.treeOf(second)).toBe(world.treeOf(first));
    expect(world.index()).toBe(index);
    expect(openSnapshots(world.project, world.folder).list()).toEqual([second, first]);
    expect(second.reason).toBe('npm test');
  });

  const changes: Readonly<Record<string, { readonly change: (world: World) => void; readonly count: number }>> = {
    'has other content of the same length and time': {
      change: world => {
        world.write('a.txt', 'z');
        utimesSync(join(world.project, 'a.txt'), 1, 1);
      },
      count: 3,
    },
    'is new': { change: world => world.write('src/new.txt', 'new'), count: 4 },
    'was deleted': { change: world => rmSync(join(world.project, 'src/b.txt')), count: 2 },
    'was renamed': {
      change: world => {
        rmSync(join(world.project, 'src/b.txt'));
        world.write('src/c.txt', 'b');
      },
      count: 3,
    },
    'became a link': {
      change: world => {
        rmSync(join(world.project, 'src/b.txt'));
        symlinkSync('../a.txt', join(world.project, 'src/b.txt'));
      },
      count: 3,
    },
  };
  it.each(Object.entries(changes))('is another one where a file %s', async (_name, { change, count }) => {
    const world = new World();
    const before = await world.take(3);
    change(world);

    expect(world.treeOf(await world.take(count))).not.toBe(world.treeOf(before));
  });

  it('is made from all files where no walk has counted them', async () => {
    const world = new World();
    const before = await world.take(3);
    world.write('new.txt', 'new');

    expect(world.treeOf(await world.take(undefined))).not.toBe(world.treeOf(before));
  });

  it('is another one where it leaves out another file, though there are as many', async () => {
    const world = new World();
    const before = await world.take(2, ['a.txt']);

    expect(world.treeOf(await world.take(2, ['src/b.txt']))).not.toBe(world.treeOf(before));
  });

  it('does not rest on an index that was brought back to an older state', async () => {
    const world = new World();
    for (const name of ['a.txt', 'src/b.txt', 'link']) rmSync(join(world.project, name));
    const empty = await world.take(0);
    const snapshots = openSnapshots(world.project, world.folder);
    world.write('later.txt', 'later');
    const later = await world.take(1);
    snapshots.restore(empty.id);

    expect(world.treeOf(await world.take(1))).toBe(world.treeOf(later));
  });

  it('is taken again where another run changes the store meanwhile', async () => {
    const world = new World();
    await world.take(3);
    const [one, other] = [openSnapshots(world.project, world.folder), openSnapshots(world.project, world.folder)];
    const compared = one.compare();
    world.write('new.txt', 'new');
    const newest = await other.take('other', { except: [], count: 4 });

    // The count is that of before the file came.
    expect(world.treeOf(await one.take('one', { except: [], count: 3 }, compared))).toBe(world.treeOf(newest));
  });

  it('is brought back, with the files that came later left alone', async () => {
    const world = new World();
    const { id } = await world.take(3);
    rmSync(join(world.project, 'src'), { recursive: true });
    world.write('a.txt', 'changed');
    world.write('later.txt', 'later');
    const { restored, newer } = openSnapshots(world.project, world.folder).restore(id);

    expect(restored).toEqual(expect.arrayContaining(['a.txt', 'src/b.txt']));
    expect(newer).toEqual(['later.txt']);
    expect(readFileSync(join(world.project, 'src/b.txt'), 'utf8')).toBe('b');
    expect(readFileSync(join(world.project, 'a.txt'), 'utf8')).toBe('a');
  });

  it('is kept until twenty others are newer', async () => {
    const world = new World();
    for (let at = 0; at < 22; at++) {
      world.write('a.txt', `state ${at}`);
      await world.take(3);
    }
    const snapshots = openSnapshots(world.project, world.folder);
    const ids = snapshots.list().map(({ id }) => id);

    expect(ids).toEqual(Array.from({ length: 20 }, (_, at) => 22 - at));
    expect(readdirSync(join(world.folder, 'files.git/refs/licet/snapshots')).length).toBe(20);
    snapshots.restore(3);
    expect(readFileSync(join(world.project, 'a.txt'), 'utf8')).toBe('state 2');
  });
});
