import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { analyzeEffects, createCertifier } from '@licet/effects';
import { findBubblewrap } from '@licet/sandbox';
import { parse } from 'yaml';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';

import { isLongRun } from '../../support/longRuns.ts';

/** How many mutated commands are tried, and how many of those that are certified are run. */
const TRIED = isLongRun ? 10_000 : 400;

const bubblewrap = process.platform === 'linux' ? findBubblewrap() : { problem: 'there is none for this system' };
const hasStrace = spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0;
const lacks = 'problem' in bubblewrap ? bubblewrap.problem : hasStrace ? undefined : 'there is no strace';

const SECRET = 'hunter2-is-the-secret';

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Shop\nTODO foo\n',
  'package.json': '{ "name": "shop", "version": "1.0.0", "dependencies": {} }\n',
  'src/a.ts': 'export function foo() {}\nexport class Foo {\n}\n',
  'src/b.ts': 'import { foo } from "./a";\n',
  'docs/data.csv': 'name,count\na,1\nb,2\n',
  'docs/guide.md': 'foo\n',
};
/** What git does not hold: nothing brings it back. */
const LOOSE: Readonly<Record<string, string>> = {
  'untracked.txt': 'only here\n',
  '.env': `KEY=${SECRET}\n`,
  'src/.secret/id_rsa': SECRET,
};

/** A home with a project in it, and a copy of both as they were. */
class FuzzWorld {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'licet-fuzz-')));
  readonly home = join(this.#folder, 'home');
  readonly project = join(this.home, 'shop');
  readonly #kept = join(this.#folder, 'kept');
  readonly scratch = join(this.#folder, 'tmp');

  constructor() {
    for (const [name, text] of Object.entries(FILES)) this.#write(join(this.project, name), text);
    const git = (...args: readonly string[]): void =>
      void spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: this.project });
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'begin');
    for (const [name, text] of Object.entries(LOOSE)) this.#write(join(this.project, name), text);
    this.#write(join(this.home, '.ssh', 'id_rsa'), SECRET);
    this.#write(join(this.home, 'beside', 'file.txt'), SECRET);
    symlinkSync('.env', join(this.project, 'linked'));
    symlinkSync('../beside', join(this.project, 'away'));
    symlinkSync('../../beside/file.txt', join(this.project, 'src', 'link.ts'));
    mkdirSync(this.scratch);
    cpSync(this.home, this.#kept, { recursive: true, verbatimSymlinks: true });
    onTestFinished(() => rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 }));
  }

  #write(file: string, text: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Puts everything back as it was. */
  reset(): void {
    for (const [from, to] of [[this.#kept, this.home]] as const) {
      rmSync(to, { recursive: true, force: true });
      cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    }
    rmSync(this.scratch, { recursive: true, force: true });
    mkdirSync(this.scratch);
  }

  /** Runs a command in a sandbox without a network, and tells what it printed and which connections it tried. */
  run(command: string): { readonly printed: string; readonly connections: readonly string[] } {
    if ('problem' in bubblewrap) throw new Error(bubblewrap.problem);
    const log = join(this.#folder, 'trace');
    const mounts = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', this.scratch, '/tmp', '--bind', this.#folder, this.#folder];
    const shell = ['strace', '-f', '-qq', '-o', log, '-e', 'trace=connect,bind', 'timeout', '5', 'bash', '-c', command];
    const { stdout, stderr } = spawnSync(
      bubblewrap.program,
      [...mounts, '--unshare-net', '--unshare-pid', '--die-with-parent', '--chdir', this.project, ...shell],
      // Node programs such as npm keep compiled code in the temporary folder, whatever the command: that is not what it writes.
      { env: { PATH: process.env['PATH'] ?? '', HOME: this.home, LANG: 'C', NODE_DISABLE_COMPILE_CACHE: '1' }, encoding: 'utf8', timeout: 20_000, input: '', maxBuffer: 1 << 24 },
    );
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
    rmSync(log, { force: true });
    return { printed: stdout + stderr, connections: lines.filter(line => /AF_INET|AF_VSOCK|AF_PACKET/u.test(line)) };
  }

  /** The files of the home that are not as they were, and those in the scratch folder. Git renews its index when it looks. */
  changed(): readonly string[] {
    const [now, before] = [treeOf(this.home), treeOf(this.#kept)];
    const names = [...new Set([...now.keys(), ...before.keys()])].filter(name => now.get(name) !== before.get(name));
    return [...names.filter(name => !/^shop\/\.git\/index(?:\.lock)?$/u.test(name)), ...[...treeOf(this.scratch).keys()].filter(name => !`${this.#folder}/`.startsWith(`/tmp/${name}/`)).map(name => `/tmp/${name}`)];
  }
}

function treeOf(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    found.set(name, entry.isFile() ? readFileSync(path, 'latin1') : entry.isSymbolicLink() ? 'link' : 'folder');
  }
  return found;
}

const seeds = parse(readFileSync(`${import.meta.dirname}/everyday.yaml`, 'utf8')) as Readonly<Record<'look' | 'edit', readonly string[]>>;

const PATHS = ['.env', 'linked', 'away', 'away/file.txt', 'src/link.ts', '../beside/file.txt', '~/.ssh/id_rsa', '/etc/passwd', 'src/.secret/id_rsa', 'untracked.txt', '.git/config', 'src', '.', '*', '.*', 'src/*', '$HOME', '/proc/self/environ', '/dev/tcp/127.0.0.1/80', '-', '@.env', 'https://127.0.0.1/x'];
const OPTIONS = ['-o out', '-oout', '--output=out', '--output out', '-i', '-i.bak', '-w', '-f .env', '-f', '--file=.env', '--files0-from=.env', '-delete', '-exec touch out {} +', "-fprint out", '-ok rm {} ;', '--pre=cat', '--pre cat', '-uuu', '--hidden', '--no-ignore', '-L', '--follow', '-R', '-a', '-r', '-x', '-X POST', '-e "1w out"', '--expression=1e', '--ext-diff', '--textconv', '--no-index', '-O', '--open-files-in-pager=sh', '-c core.pager=touch', '--exec=touch', '--to-command=sh', '-I sh', '--rsh-command=sh', '--compress-program=sh', '--debug', '--help', '--version', '-v', '-n', '-s', '-t out', '--target-directory=away', '--', '-S', '--reference=.env', '-d', '-D', '--sort=x', '-z', '-0', '-p', '-q', '--color=always', '-e system', '-f prog', '-M json', '-r fs', '--require fs', '-i -e', '-m http.server'];
const WRAPS = ['timeout 5 %', 'nice %', 'time %', 'env %', 'env X=1 %', 'command %', 'exec %', 'nohup %', 'sh -c "%"', "bash -c '%'", 'eval "%"', 'xargs %', 'echo .env | xargs %', 'echo README.md | xargs -I{} % {}', '(%)', '{ %; }', '! %', 'if %; then touch out; fi', 'for f in .env; do % $f; done', 'for PATH in /tmp; do %; done', 'while false; do %; done', 'cd .. && %', 'cd away && %', 'cd src && %', 'strace -o out %', 'script -c "%" out', 'watch %', 'parallel %', 'flock out %', 'sudo %', 'X=1 %', 'GIT_PAGER=touch %', 'GIT_DIR=/tmp %', 'LC_ALL=C %', 'PAGER="touch out" %', 'BASH_ENV=.env %', 'LESSOPEN="|touch out" %', 'alias ls=touch; %', 'ls() { touch out; }; %', "trap 'touch out' EXIT; %", 'set -- .env; % $1', 'x=.env; % $x', '%\ntouch out', "%\n# <<'E'\ntouch out\nE"];
const TAILS = ['> out', '>> out', '2> out', '&> out', '>| out', '<> out', '> /dev/null', '2>/dev/null', '2>&1', '< .env', '< README.md', '<<< x', '| tee out', '| sh', '| bash -s', '| xargs touch', '| xargs cat', '| sort -o out', '| head -3', '| wc -l', '| python3 -', '| node', '| awk \'{ print > "out" }\'', "| sed -n '1w out'", '; touch out', '&& touch out', '|| touch out', '& touch out', '$(touch out)', '`touch out`', '"$(touch out)"', '<(touch out)', '>(tee out)', '${x:=out}', '$((x=1))', '; cat .env', '; cat linked', '; cat away/file.txt', '; cat src/*', '; head -c 99 .e*', '; grep -r KEY .', '; git show HEAD:.env', '; curl http://127.0.0.1', '; echo x > /dev/tcp/127.0.0.1/80', "; cat > out <<'E'\nx\nE", "; python3 - <<'E'\nopen('out','w')\nE", "; node - <<'E'\nrequire('fs').writeFileSync('out','x')\nE", "; python3 -c \"open('out','w')\"", '; node -e "require(\'fs\').writeFileSync(\'out\',\'x\')"', '; rm README.md', '; rm untracked.txt', '; git add -A', '; git stash', '; git checkout .'];

/** One change of a command. */
const mutation: fc.Arbitrary<(command: string) => string> = fc.oneof(
  fc.tuple(fc.constantFrom(...OPTIONS), fc.nat(6)).map(([option, at]) => (command: string) => {
    const words = command.split(' ');
    words.splice(1 + (at % words.length), 0, option);
    return words.join(' ');
  }),
  fc.constantFrom(...WRAPS).map(wrap => (command: string) => wrap.replace('%', () => command)),
  fc.constantFrom(...TAILS).map(tail => (command: string) => `${command} ${tail}`),
  fc.tuple(fc.constantFrom(...PATHS), fc.nat(8)).map(([path, at]) => (command: string) => {
    const words = command.split(' ');
    words[1 + (at % Math.max(1, words.length - 1))] = path;
    return words.join(' ');
  }),
  fc.constantFrom(...PATHS).map(path => (command: string) => `${command} ${path}`),
  fc.tuple(fc.nat(60), fc.constantFrom('"', "'", '\\', '$', '`', ';', '\n', '*', '{', '#', '~', '=')).map(([at, sign]) => (command: string) => {
    const place = at % (command.length + 1);
    return command.slice(0, place) + sign + command.slice(place);
  }),
);

const mutated = fc.tuple(fc.constantFrom(...seeds.look, ...seeds.look, ...seeds.edit), fc.array(mutation, { minLength: 1, maxLength: 2 })).map(([seed, changes]) =>
  changes.reduce((command, change) => change(command), seed.replaceAll('/work/shop', '.')),
);

describe.skipIf(lacks !== undefined)(`a certificate of a command that was changed at random (skipped where ${lacks ?? 'a sandbox is missing'})`, () => {
  it('is never wrong: what runs does no more than its level says', async () => {
    const world = new FuzzWorld();
    const { project: root, home } = world;
    const effects = analyzeEffects({ root, home, env: { HOME: home, PATH: process.env['PATH'] ?? '' } });
    const certify = createCertifier({ root, home, effects, level: 'edit' });
    const commands = [...new Set(fc.sample(mutated, { numRuns: TRIED, seed: 20_261_128 }))];
    const wrong: string[] = [];
    let ran = 0;
    for (const command of commands) {
      const action = { kind: 'bash', tool: 'Bash', cwd: root, payload: { command }, sessionId: 's' } as const;
      const level = certify(action, await effects(action))?.level;
      if (level === undefined) continue;
      ran += 1;
      const { printed, connections } = world.run(command);
      const changed = world.changed();
      const isAllowed = (name: string): boolean =>
        level === 'edit' && (name.startsWith('/tmp/') || /^shop\/(?!\.(?!git\/(?:index|objects\/))|untracked\.txt|linked|away)/u.test(name));
      const faults = [
        ...changed.filter(name => !isAllowed(name)).map(name => `changes ${name}`),
        ...connections.map(line => `connects: ${line}`),
        ...(printed.includes(SECRET) ? ['prints a secret'] : []),
      ];
      if (faults.length > 0) wrong.push(`${level}: ${JSON.stringify(command)} ${faults.join('; ')}`);
      if (changed.length > 0) world.reset();
    }
    console.log(`${commands.length} commands, ${ran} certified and run, ${wrong.length} wrong`);

    expect(ran).toBeGreaterThan(commands.length / 20);
    expect(wrong).toEqual([]);
  }, 3_600_000);
});
