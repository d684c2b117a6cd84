import type { Action } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { marksOf } from '@licet/effects/marks';
import { describe, expect, it } from 'vitest';

import { mostLost } from '../../../../packages/effects/src/places/overwritten.ts';

const LONG = Array.from({ length: 12 }, (_, at) => `line ${at} of what somebody wrote`).join('\n');

const files = memoryFiles({
  '/w/README.md': { text: 'readme\n', held: true },
  '/w/.env': { text: 'KEY=1\n' },
  '/w/.env.example': { text: 'KEY=\n', held: true },
  '/w/notes/plan.md': { text: LONG },
  '/w/notes/kept.md': { text: 'kept\n' },
  '/w/notes/kept.md.bak': { text: 'kept\n' },
  '/w/notes/empty.md': { text: '\n' },
  '/w/uploads/a.jpg': 'file',
  '/w/local.sqlite': 'file',
  '/w/bin/app': 'file',
  '/w/dist/a.js': 'file',
  '/w/out.log': 'file',
});

const found = async (action: Partial<Action>): Promise<readonly string[]> => {
  const analyze = analyzeEffects({ root: '/w', home: '/home/u', env: {}, files });
  const effects = await analyze({ kind: 'bash', tool: 'Bash', cwd: '/w', sessionId: 's', payload: {}, ...action });
  return effects.flatMap(effect => marksOf(effect, '/w'));
};

const run = async (command: string): Promise<readonly string[]> => found({ payload: { command } });
const write = async (content: string, file = '/w/notes/plan.md'): Promise<readonly string[]> =>
  found({ kind: 'write', tool: 'Write', payload: { file_path: file, content } });

describe('a file that git does not hold and that is written as a whole', () => {
  it.each([
    'echo x > notes/plan.md',
    'date >| notes/plan.md',
    'echo x | tee notes/plan.md',
    'cp README.md notes/plan.md',
    'cp -f .env.example .env',
    'cp README.md notes/plan.md && cat notes/plan.md',
    'cp -a README.md notes/plan.md',
    'mv README.md local.sqlite',
    'ln -sf ../README.md notes/plan.md',
    'install -m 644 README.md notes/plan.md',
    'rsync README.md notes/plan.md',
    'sort --output=notes/plan.md /dev/null',
    'git diff --stat --output=local.sqlite HEAD~1',
    "sqlite3 -readonly local.sqlite '.output notes/plan.md' 'SELECT 1'",
    'curl -so notes/plan.md https://example.org',
    'wget -O local.sqlite https://example.org/a',
    'tar -xf a.tar notes/plan.md',
    'ffmpeg -y -i a.mp4 local.sqlite',
    'dd if=README.md of=local.sqlite',
    'head -n 100 notes/plan.md | tee notes/plan.md',
    'head -5 notes/plan.md > t && mv t notes/plan.md',
    'cat notes/plan.md | head -5 > t && mv t notes/plan.md',
    'head -5 < notes/plan.md > t && mv t notes/plan.md',
    'sort -u -t, -k3,3 -o notes/plan.md notes/plan.md',
    "awk 'NR<3' notes/plan.md > t && mv t notes/plan.md",
    'sort notes/plan.md | uniq -u > t && mv t notes/plan.md',
    'grep active notes/plan.md > t && mv t notes/plan.md',
    "jq '[.[] | select(.active)]' notes/plan.md > t && mv t notes/plan.md",
    'sed -n 1,5p notes/plan.md > t && mv t notes/plan.md',
    'cut -d, -f1 notes/plan.md > t && cp t notes/plan.md',
    'xsv sample 9 notes/plan.md | sponge notes/plan.md',
    `duckdb -c "copy (select * from read_csv('notes/plan.md') where false) to 'notes/plan.md'"`,
    `sqlite3 :memory: "select writefile('notes/plan.md', zeroblob(0))"`,
    'pandoc README.md -o notes/plan.md',
    'jq . package.json | sponge notes/plan.md',
    'truncate -s 5 local.sqlite',
    'find . -name x -fprint notes/plan.md',
    'tee notes/*.md < README.md',
    'node -e \'fs.writeFileSync("notes/plan.md", "x")\'',
    'node -e \'require("fs").truncateSync("local.sqlite")\'',
    'deno eval \'Deno.truncateSync("local.sqlite")\'',
    `printf '%s\\n' 'import { truncateSync } from "node:fs";' 'truncateSync("local.sqlite", 0);' | bun run -`,
    `python3 -c 'open("notes/plan.md", "w").write("x")'`,
    `python3 -c 'import os; os.truncate("local.sqlite", 0)'`,
  ])('is said of `%s`', async command => {
    expect(await run(command)).toContain('overwritten');
  });

  it.each([
    ['reads it and writes it back', 'sed s/a/b/ notes/plan.md > t && mv t notes/plan.md'],
    ['sorts it', 'sort -o notes/plan.md notes/plan.md; sort -u -o notes/plan.md notes/plan.md'],
    ['changes a column', `awk '{$3=tolower($3); print}' notes/plan.md > t && mv t notes/plan.md`],
    ['changes a field', `jq '(.[] | select(.id == 1)).a |= 2' notes/plan.md > t && mv t notes/plan.md`],
    ['leaves lines out', `grep -v '^#' notes/plan.md > t && mv t notes/plan.md`],
    ['looks at the beginning', 'sed s/a/b/ notes/plan.md > t; diff notes/plan.md t | head -9; mv t notes/plan.md'],
    ['keeps the whole of it', 'cp notes/plan.md notes/all.md && head -5 notes/all.md > notes/plan.md'],
    ['reads and writes it in code', `python3 -c 'p = "notes/plan.md"; t = open(p).read(); open(p, "w").write(t)'`],
    ['copies it first', 'cp notes/plan.md notes/old.md && echo x > notes/plan.md'],
    ['copies its folder first', 'cp -r notes /tmp/notes && echo x > notes/plan.md'],
    ['moves it aside first', 'mv notes/plan.md notes/old.md && echo x > notes/plan.md'],
    ['writes over what has a copy beside it', 'echo x > notes/kept.md'],
    ['writes over what git holds', 'echo x > README.md'],
    ['writes over an empty file', 'echo x > notes/empty.md'],
    ['makes a file', 'echo x > notes/new.md'],
    ['appends', 'echo x >> notes/plan.md; date | tee -a notes/plan.md'],
    ['changes times, mode and folders', 'touch notes/plan.md; chmod 600 notes/plan.md; mkdir -p notes uploads'],
    ['leaves what is there', 'cp -n README.md notes/plan.md; mv --backup README.md notes/plan.md; ln -s a notes/plan.md'],
    ['writes what tools make again', 'date > dist/a.js; date > out.log; go build -o bin/app .; gcc -o bin/app a.c'],
    ['copies an example', 'cp .env.example .env.test; [ -f .env ] || cp .env.example .env; cp -n .env.example .env'],
    ['changes a database', "sqlite3 local.sqlite 'insert into t values (1)'"],
    ['adds to an archive', 'zip local.sqlite README.md'],
    ['appends in code', `node -e 'fs.writeFileSync("notes/plan.md", "x", { flag: "a" })'`],
    ['changes modes in code', `python3 -c 'import os; os.chmod("notes/plan.md", 0o600)'`],
  ])('is not said of a command that %s', async (_what, command) => {
    expect(await run(command)).not.toContain('overwritten');
  });

  it('is said of a tool by what it leaves of the text', async () => {
    expect(await write('# Plan\n\nto be done\n')).toContain('overwritten');
    expect(await write('')).toContain('overwritten');
    expect(await write(LONG.replace('line 3', 'Line 3'))).not.toContain('overwritten');
    expect(await write(LONG.split('\n').slice(0, 4).join('\n'))).not.toContain('overwritten');
    expect(await write('x\n', '/w/README.md')).not.toContain('overwritten');
    expect(await write('x\n', '/w/notes/kept.md')).not.toContain('overwritten');
    expect(await write('x\n', '/w/notes/new.md')).not.toContain('overwritten');
  });

  it('is said of tools of servers, whatever they are called', async () => {
    const tool = async (name: string, payload: object): Promise<readonly string[]> =>
      found({ kind: 'tool', tool: name, payload: { ...payload } });
    expect(await tool('mcp__filesystem__write_file', { path: '/w/notes/plan.md', content: '' })).toContain('overwritten');
    expect(await tool('mcp__docs__save_document', { path: '/w/notes/plan.md', content: 'x' })).toContain('overwritten');
    expect(await tool('mcp__filesystem__move_file', { source: '/w/README.md', destination: '/w/local.sqlite' })).toContain(
      'overwritten',
    );
    expect(await tool('mcp__filesystem__create_directory', { path: '/w/notes' })).not.toContain('overwritten');
  });
});

describe('a table that is read and written by code', () => {
  const python = async (code: string): Promise<readonly string[]> =>
    run(`python3 - <<'END'\nimport pandas as pd, polars as pl\nf = 'notes/plan.md'\n${code}\nEND`);

  it.each([
    'pl.read_csv(f).head(0).write_csv(f)',
    'pd.read_csv(f).iloc[:5].to_csv(f)',
    'df = pd.read_csv(f)\ndf = df[df.age > 30]\ndf.to_csv(f, index=False)',
    'df = pd.read_csv("notes/plan.md")\nsmall = df.sample(9)\nsmall.to_csv(path_or_buf=f)',
  ])('is lost where a part of it takes its place: %s', async code => {
    expect(await python(code)).toContain('destructive');
  });

  it.each([
    'df = pd.read_csv(f)\nprint(df.head())\ndf["x"] = 1\ndf.to_csv(f, index=False)',
    'pd.read_csv(f).head(9).to_csv("notes/sample.csv")',
    'pd.read_csv(f).head(9).to_csv("notes/kept.md")',
    'pd.read_csv(f).sample(frac=1).to_csv(f)',
    'pd.read_csv("README.md").head(9).to_csv("README.md")',
  ])('is not lost otherwise: %s', async code => {
    expect(await python(code)).not.toContain('destructive');
  });
});

describe('a file that leaves the project', () => {
  const tool = async (destination: string): Promise<readonly string[]> =>
    found({ kind: 'tool', tool: 'mcp__filesystem__move_file', payload: { source: '/w/notes', destination } });

  it.each([
    'mv notes /dev/shm/old',
    `python3 -c "import shutil; shutil.move('notes', '/dev/shm/old')"`,
    `node -e "require('fs').renameSync('notes', '/tmp/old')"`,
  ])('is lost: %s', async command => {
    expect(await run(command)).toContain('destructive');
  });

  it.each([`node -e "require('fs').renameSync('notes', 'docs')"`, `python3 -c "import os; os.rename('/tmp/a', '/tmp/b')"`])(
    'is not lost: %s',
    async command => {
      expect(await run(command)).not.toContain('destructive');
    },
  );

  it('is lost by a tool', async () => {
    expect(await tool('/dev/shm/old')).toContain('destructive');
    expect(await tool('/w/docs')).not.toContain('destructive');
  });

  it('comes back where a tool makes it again', async () => {
    expect(await run(`node -e "require('fs').renameSync('dist', '/tmp/dist')"`)).not.toContain('destructive');
  });
});

describe('an edit in place', () => {
  it.each([
    "sed -n -i '1,5p' notes/plan.md",
    "sed -i '6,$d' notes/plan.md",
    'sed -i 5q notes/plan.md',
    "gawk -i inplace 'NR<=5' notes/plan.md",
    'mogrify -resize 25% uploads/*.jpg',
    'convert uploads/a.jpg -resize 25% uploads/a.jpg',
  ])('loses what `%s` drops', async command => {
    expect(await run(command)).toContain('destructive');
  });

  it.each([
    "sed -i 's/a/b/' notes/plan.md",
    "sed -i '/x/d' notes/plan.md",
    'gawk -i inplace \'{ gsub(/a/, "b") } 1\' notes/plan.md',
    "gawk -i inplace '!seen[$0]++' notes/plan.md",
    "sed -n -i '1,5p' README.md",
    'mogrify -path /tmp/small -resize 25% uploads/*.jpg',
  ])('loses nothing by `%s`', async command => {
    const marks = await run(command);
    expect(marks).not.toContain('destructive');
    expect(marks).not.toContain('overwritten');
  });
});

describe('mostLost', () => {
  it('counts lines, moved and indented ones too', () => {
    expect(mostLost('a\nb\nc\nd\ne', '  e\n')).toEqual({ kept: 1, of: 5 });
    expect(mostLost('a\nb\nc\nd', 'x')).toBeUndefined();
    expect(mostLost('a\nb\nc\nd\ne\nf\ng\nh', 'x\nb\ny\na')).toBeUndefined();
    expect(mostLost('a\na\na\na\na', 'a')).toEqual({ kept: 1, of: 5 });
    expect(mostLost('a', ' \n')).toEqual({ kept: 0, of: 1 });
  });
});
