import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { workingSession } from './support.ts';

const LONG = Array.from({ length: 12 }, (_, at) => `line ${at} of what the user wrote`).join('\n');

describe('what the session made', () => {
  it.each([
    ['echo x > reproduce.py', 'rm reproduce.py'],
    ['echo x | tee a.txt b.txt', 'rm -f a.txt b.txt'],
    ['cp kept.md copy.md', 'rm copy.md'],
    ['touch empty.txt', 'rm empty.txt'],
    ['mkdir -p probe/deep && touch probe/deep/a.txt', 'rm -rf probe'],
    ['cp -r . /dev/null; mkdir probe', 'rmdir probe'],
    ['echo 1 > one.csv; echo 2 > two.csv', 'rm *.csv'],
    ['echo x > a.txt', 'unlink a.txt'],
    ['echo x > a.txt', 'echo y > b.txt && rm a.txt'],
    ['echo x > a.txt', 'truncate -s 0 a.txt'],
    ['ln -s kept.md link.md', 'rm link.md'],
    ['ln -s kept.md link.md', 'unlink link.md'],
    ['echo x > a.txt', `python3 -c 'import os; os.remove("a.txt")'`],
  ])('by `%s` may be deleted by `%s`', async (makes, deletes) => {
    const session = workingSession();
    await session.run(makes);
    const { ruling, reason } = await session.judge(deletes);
    expect([ruling, reason]).toEqual([expect.stringMatching(/^(?:pass|warn)$/u), reason]);
  });

  it('is named in the warning', async () => {
    const session = workingSession();
    await session.run('echo x > reproduce.py');
    expect(await session.judge('rm reproduce.py')).toEqual({
      ruling: 'warn',
      reason: 'it deletes `reproduce.py`, which this session made',
    });
  });

  it('through a tool for files is its own, also in another process', async () => {
    const session = workingSession();
    const file = join(session.root, 'new/plan.md');
    await session.tool({ kind: 'write', tool: 'Write', payload: { file_path: file, content: LONG } }, () =>
      session.userWrites('new/plan.md', LONG),
    );
    const later = session.reopened();
    expect((await later.judge('rm new/plan.md')).ruling).toBe('warn');
    expect((await later.judge('rm -rf new')).ruling).toBe('warn');
    expect((await later.judge('echo x > new/plan.md')).ruling).toBe('pass');
  });

  it('stays its own when an edit replaces the file', async () => {
    const session = workingSession();
    await session.run('echo x > a.txt');
    const file = join(session.root, 'a.txt');
    await session.tool({ kind: 'write', tool: 'Edit', payload: { file_path: file, old_string: 'x', new_string: 'y' } }, () => {
      writeFileSync(`${file}.new`, 'y\n');
      renameSync(`${file}.new`, file);
    });
    expect((await session.judge('rm a.txt')).ruling).toBe('warn');
    await session.run('mv a.txt b.txt');
    expect((await session.judge('rm b.txt')).ruling).toBe('warn');
  });

  it('stays its own when a call that would replace it is refused, or never reported', async () => {
    const session = workingSession();
    await session.run('echo x > a.txt');
    const writes = { kind: 'bash', tool: 'Bash', payload: { command: 'echo y > a.txt' } };
    await session.tool(writes, () => undefined, { status: 'denied' });
    expect((await session.judge('rm a.txt')).ruling).toBe('warn');
  });

  it('as the output of a program that it ran is its own', async () => {
    const session = workingSession({ 'notes.txt': LONG });
    await session.run(`printf 'open("chart.svg", "w").write("x")' > plot.py`);
    await session.run('python3 plot.py');
    expect((await session.judge('rm chart.svg plot.py')).ruling).toBe('warn');
    expect((await session.judge('rm notes.txt')).ruling).toBe('ask');
  });
});

describe('what the session did not make', () => {
  it('asks: a file that was there before, whatever the session did to it', async () => {
    const session = workingSession({ 'notes.txt': LONG, 'data/a.csv': LONG });
    await session.run('echo more >> notes.txt; touch data/a.csv');
    await session.run('sed -i s/line/row/ notes.txt');
    await session.run('mkdir -p data && cp kept.md data/kept.md');
    expect((await session.judge('rm notes.txt')).ruling).toBe('ask');
    expect((await session.judge('echo x > notes.txt')).ruling).toBe('ask');
    expect((await session.judge('rm -rf data')).ruling).toBe('ask');
    expect((await session.judge('rm *.txt')).ruling).toBe('ask');
  });

  it('asks: a file that was there before, under another name', async () => {
    const session = workingSession({ 'notes.txt': LONG, 'more.txt': LONG });
    await session.run('mv notes.txt renamed.txt');
    await session.run('mkdir box && mv more.txt box/');
    for (const command of ['rm renamed.txt', 'rm -rf box', 'rm box/more.txt', 'echo x > renamed.txt'])
      expect([command, (await session.judge(command)).ruling]).toEqual([command, 'ask']);
  });

  it('asks: a file that was there before and was replaced by code', async () => {
    const session = workingSession({ 'notes.txt': LONG });
    await session.run(`printf 'import os, shutil\\nshutil.copy("notes.txt", "t")\\nos.replace("t", "notes.txt")' > swap.py`);
    await session.run('python3 swap.py');
    expect((await session.judge('rm notes.txt')).ruling).toBe('ask');
  });

  it('asks: a file that the user made meanwhile, in a place that the session also wrote to', async () => {
    const session = workingSession();
    await session.run('mkdir box && echo x > box/own.txt');
    session.userWrites('box/user.txt', LONG);
    await session.run('echo x > twice.txt');
    rmSync(join(session.root, 'twice.txt'));
    session.userWrites('other.txt', LONG);
    renameSync(join(session.root, 'other.txt'), join(session.root, 'twice.txt'));
    for (const command of ['rm -rf box', 'rm box/*', 'rm twice.txt'])
      expect([command, (await session.judge(command)).ruling]).toEqual([command, 'ask']);
  });

  it('asks: a file of a call that was refused, and of another session', async () => {
    const session = workingSession();
    const file = join(session.root, 'plan.md');
    const writes = { kind: 'write', tool: 'Write', payload: { file_path: file, content: LONG } };
    await session.tool(writes, () => session.userWrites('plan.md', LONG), { status: 'denied' });
    expect((await session.judge('rm plan.md')).ruling).toBe('ask');
  });

  it('asks: what git throws away, and what a link leads to', async () => {
    const session = workingSession({ 'notes.txt': LONG });
    await session.run('ln -s notes.txt link.txt');
    expect((await session.judge('cat kept.md > link.txt')).ruling).toBe('ask');
    await session.run('echo more >> kept.md');
    expect((await session.judge('git checkout -- kept.md')).ruling).toBe('ask');
  });
});

describe('what a session remembers of its work', () => {
  it('is bounded: the oldest files ask again', async () => {
    const session = workingSession();
    for (const part of Array.from({ length: 9 }, (_, at) => at))
      await session.run(Array.from({ length: 30 }, (_, at) => `echo x > f${part}-${at}.txt`).join('; '));
    expect((await session.judge('rm f0-0.txt')).ruling).toBe('ask');
    expect((await session.judge('rm f8-0.txt')).ruling).toBe('warn');
  });
});
