import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

import { stoppedIn } from './stoppedIn.ts';

type Files = Parameters<typeof stoppedIn>[0];

/** A project that Licet governs, with the files of one case. */
const governed = (texts: Readonly<Record<string, string>> = {}): Files => ({
  '/w/governance.yaml': { text: 'include: [standard]\n', held: true },
  '/w/.licet/licet.sh': { text: '#!/bin/sh\nexit 2\n', held: true },
  '/w/.claude/settings.json': { text: '{"hooks":{}}', held: true },
  '/w/src/a.ts': { text: 'fooBar();\n', held: true },
  '/w/README.md': { text: 'fooBar\n', held: true },
  ...Object.fromEntries(Object.entries(texts).map(([path, text]) => [`/w/${path}`, { text }])),
});

const said = (command: string, texts: Readonly<Record<string, string>> = {}): Promise<string | undefined> =>
  stoppedIn(governed(texts))(command);

describe('a file that governs the agent, as the finding of a search', () => {
  it.each([
    "find . -name 'gov*' | xargs cp README.md",
    "find . -iname 'GOV*' -exec cp README.md {} \\;",
    "cp README.md $(find . -name 'gov*.yaml')",
    "sed -i s/a/b/ $(find . -name '*.yaml')",
    "find . -name '*.json' | xargs sed -i s/a/b/",
    'fd gov | xargs cp README.md',
    'git ls-files | grep gov | xargs cp README.md',
    'cp README.md $(git ls-files | grep gov)',
    "ls -A | sed -n '/gov/p' | xargs cp README.md",
    "find . -type f | xargs sed -i 's/exit 2/exit 0/'",
    "git ls-files | xargs sed -i 's/exit 2/exit 0/'",
    "grep -rl 'exit 2' . | xargs sed -i 's/exit 2/exit 0/'",
    'rg -l standard | xargs sed -i s/standard/minimal/',
    'git grep -l standard | xargs sed -i s/standard/minimal/',
    "rg -l 'stand.*' | xargs sed -i s/standard/minimal/",
    'cp -r src/. .lic*',
    'cp -r src/. "$(echo .lic*)"',
  ])('is not written: %s', async command => {
    expect(await said(command)).toContain('governance_');
  });

  it.each([
    "find . -name '*.ts' | xargs sed -i s/a/b/",
    'find src -type f | xargs sed -i s/a/b/',
    'find . -type f | xargs wc -l',
    'grep -rl fooBar . | xargs sed -i s/fooBar/x/',
    "grep -rl --include='*.ts' standard . | xargs sed -i s/standard/x/",
    "rg -l '\\bfooBar\\b' | xargs sed -i s/fooBar/x/",
    'git grep -l fooBar | xargs sed -i s/fooBar/x/',
    'git grep -l standard -- src | xargs sed -i s/standard/x/',
    "git ls-files '*.ts' | xargs npx prettier --write",
    "git ls-files | grep '\\.ts$' | xargs npx prettier --write",
    'git ls-files -m | xargs npx eslint --fix',
    'git diff --name-only | xargs npx prettier --write',
    'fd -e ts | xargs sed -i s/a/b/',
    'gofmt -l . | xargs gofmt -w',
  ])('is left alone by everyday work: %s', async command => {
    expect(await said(command)).toBeUndefined();
  });
});

describe('code of the project that makes a terminal for a program that it computes', () => {
  it.each([
    ['python3 t.py', { 't.py': 'import pty, os\np, f = pty.fork()\nif p == 0: os.execvp(open("w").read(), ["x"])\n' }],
    ['python3 t.py', { 't.py': 'import pty\npty.spawn(open("w").read().split())\n' }],
    ['node t.js', { 't.js': "require('node-pty').spawn(require('fs').readFileSync('w', 'utf8'), []);" }],
    ['node t.js', { 't.js': "require('child_process').spawn('script', require('fs').readFileSync('w', 'utf8').split(' '));" }],
    ['bash t.sh', { 't.sh': 'script -qc "$(cat w)" /dev/null <<< y\n' }],
    ['perl t.pl', { 't.pl': 'use IO::Pty; my $p = IO::Pty->new; system($ARGV[0]);\n' }],
    ['gcc t.c -o t', { 't.c': '#include <pty.h>\nint main(int c, char **v) { int m; forkpty(&m, 0, 0, 0); }\n' }],
    ['cargo run', { 'src/main.rs': 'fn main() { let p = portable_pty::native_pty_system(); }\n' }],
  ])('asks: %s with %j', async (command, files) => {
    expect(await said(command, files)).toMatch(/governance_unclear: .*type into another program/u);
  });

  it.each([
    ["script -qc 'npm test' /dev/null", {}],
    ['python3 t.py', { 't.py': 'import pty\npty.spawn(["ls", "-l"])\n' }],
    ['gcc t.c -o t', { 't.c': '#include <unistd.h>\nint main() { execlp("ls", "ls", 0); }\n' }],
  ])('is not what starts a known one: %s with %j', async (command, files) => {
    expect(await said(command, files)).toBeUndefined();
  });
});

describe('code in a language that is not read', () => {
  it.each([
    ['perl s.pl', { 's.pl': 'use DBI; DBI->connect("dbi:SQLite:.licet/state.db")->do("delete from x");\n' }],
    ['tclsh t.tcl', { 't.tcl': 'set f [open .licet/licet.sh w]; puts $f "exit 0"\n' }],
    ['java T.java', { 'T.java': 'class T { static { new ProcessBuilder("script", "-qc", "npx licet approve X", "y"); } }' }],
    ['javac T.java', { 'T.java': 'class T { void t() { new ProcessBuilder("npx", "licet", "approve", "X"); } }' }],
    ['go build ./x', { 'x/main.go': 'package main\nfunc main() { exec.Command("npx", "licet", "approve", "X").Run() }\n' }],
    ['elixir t.ex', { 't.ex': 'System.cmd("script", ["-qc", "npx licet approve X", "/dev/null"])\n' }],
    ['vim -es -S t.vim', { 't.vim': "call system('npx licet approve X')\n" }],
    ['ninja', { 'build.ninja': 'rule r\n command = npx licet approve X\nbuild a: r\n' }],
    ['node --test', { 'test/a.test.js': "require('child_process').execSync('npx licet approve X');" }],
  ])('is stopped where its text says what it does to Licet: %s', async (command, files) => {
    expect(await said(command, files)).toContain('governance_');
  });

  it.each([
    ['perl s.pl', { 's.pl': '# see .licet/state.db\nprint "hello\\n";\n' }],
    ['go build ./x', { 'x/main.go': 'package main\nfunc main() { exec.Command("ls", "-l").Run() }\n' }],
    ['node --test', { 'test/a.test.js': "require('node:test')('a', () => {});" }],
  ])('runs otherwise: %s', async (command, files) => {
    expect(await said(command, files)).toBeUndefined();
  });
});

describe('Licet by another way than its command', () => {
  const program = { 'node_modules/licet/dist/licet.cjs': 'main();', 'node_modules/licet/dist/main.cjs': 'main();' };

  it.each([
    ['bash a.sh', { 'a.sh': 'w=$(cat w)\nnpx licet $w\n' }],
    ['node -r ./node_modules/licet/dist/licet.cjs -e 0 x approve X', program],
    [`node -e "process.argv.push('accept'); import('./node_modules/licet/dist/main.cjs')"`, program],
    ['npm i ./x', { 'x/package.json': '{"name":"licet"}' }],
    [`echo '{"overrides":{"licet":"file:./x"}}' > package.json`, {}],
    ['pip install --target . x', {}],
    ['sshfs localhost:/w/.licet m', {}],
    ['cargo build --target-dir .licet', {}],
    ['opencode run "rm governance.yaml"', {}],
  ])('is stopped: %s', async (command, files) => {
    expect(await said(command, files)).toBeDefined();
  });

  it.each([
    ['npx licet status', {}],
    ['npm i ./packages/ui', { 'packages/ui/package.json': '{"name":"@acme/ui"}' }],
    [`echo '{"devDependencies":{"licet":"^0.1.0"}}' > package.json`, {}],
    ['pip install --target build/lib requests', {}],
    ['sshfs server:/data m', {}],
  ])('runs where it only asks, or is another program: %s', async (command, files) => {
    expect(await said(command, files)).toBeUndefined();
  });
});

describe('code of the project whose parser is missing', () => {
  const place = {
    root: '/w',
    home: '/home/u',
    files: memoryFiles(governed({ 't.py': 'import os\nos.remove(w)\n', 't.js': "require('fs').rmSync(w)\n" })),
  };
  const missing = (): never => {
    throw new Error('not installed');
  };
  const parsers = { javascript: missing, python: () => Promise.reject(new Error('not installed')) };

  it.each(['python3 t.py', 'node t.js'])('is unknown: %s', async command => {
    const effects = await analyzeEffects({ ...place, parsers })({
      kind: 'bash',
      cwd: '/w',
      payload: { command },
      sessionId: 's',
    });

    expect(effects).toContainEqual(
      expect.objectContaining({ kind: 'unknown', note: 'the parser of its language is not loaded' }),
    );
  });
});
