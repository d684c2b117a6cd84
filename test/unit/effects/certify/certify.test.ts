import { analyzeEffects, createCertifier } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import type { Action } from '@licet/core';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

const [root, home] = ['/work/shop', '/home/ann'];
const files = memoryFiles({
  '/work': 'folder',
  '/work/other': 'folder',
  '/work/other/a.txt': 'file',
  [root]: 'folder',
  [`${root}/src`]: 'folder',
  [`${root}/src/a.ts`]: 'file',
  [`${root}/README.md`]: 'file',
  [`${root}/.env`]: 'file',
  '/etc': 'folder',
  '/etc/passwd': 'file',
  [`${root}/away`]: { link: '/etc' },
  [home]: 'folder',
});
const analyze = analyzeEffects({ root, home, files, env: { HOME: home, PATH: '/usr/bin' } });
const certify = createCertifier({ root, home, files });

const bash = (command: string, cwd: string = root): Action => ({
  kind: 'bash',
  tool: 'Bash',
  cwd,
  payload: { command },
  sessionId: 's',
});

async function levelOf(action: Action): Promise<string | undefined> {
  return certify(action, await analyze(action))?.level;
}

const LOOKING: readonly string[] = [
  'ls -la src',
  'cat README.md',
  "head -n 20 src/a.ts && tail -5 'README.md'",
  'git status --short',
  'git log --oneline -5 -- src/a.ts',
  'git diff --stat HEAD~1',
  'git branch --show-current',
  'git branch -a | head -3',
  'git show --stat HEAD',
  'git rev-parse --abbrev-ref HEAD',
  'git blame -L 1,20 src/a.ts',
  'git tag --list "v*"',
  'rg -n "foo(bar)" src',
  'grep -n foo src/a.ts',
  "grep -c 'a | b' src/a.ts 2>/dev/null",
  "find src -name '*.ts' -type f -maxdepth 2",
  'find . -type d -empty',
  "sed -n '1,40p' src/a.ts",
  "awk -F: '{ print $1 }' README.md",
  'sort -u README.md | uniq -c | sort -rn | head',
  'wc -l src/a.ts',
  'pwd; whoami; date +%F',
  'node --version && git --version',
  'echo done',
  'diff -u README.md src/a.ts',
  'jq -r .name package.json',
  'test -f README.md && echo yes',
  'file --mime-type src/a.ts',
  'set -e; ls',
];

/** What looks like one of those and does more, or may. */
const MORE: readonly string[] = [
  'cat .env',
  'grep -r KEY .',
  'cat away/passwd',
  'cat /work/other/a.txt',
  'cat ~/.ssh/id_rsa',
  'head /etc/passwd',
  'ls > out.txt',
  'GIT_DIR=/tmp/evil git status',
  'PATH=/tmp/evil:$PATH ls',
  'for PATH in /tmp/evil; do ls; done',
  'printf -v PATH /tmp/evil; ls',
  ': $((PATH=1)); ls',
  ': ${EDITOR:=x}; ls',
  'ls() { rm -rf ~; }; ls',
  'alias ls=rm; ls src',
  "trap 'rm -rf ~' EXIT; ls",
  'hash -p /tmp/evil ls; ls',
  'eval ls',
  'sh -c ls',
  'xargs ls < README.md',
  'find . -name x -exec rm {} +',
  'find . -delete',
  "find . -name '*.ts' -fprint out",
  'sort -o README.md README.md',
  'uniq README.md src/a.ts',
  "sed -n '1w out' src/a.ts",
  "sed -n '1e id' src/a.ts",
  "sed -i '1,3p' src/a.ts",
  'awk \'BEGIN { system("id") }\'',
  'awk \'{ print > "out" }\' README.md',
  'awk \'{ print | "sh" }\' README.md',
  'awk \'BEGIN { print ENVIRON["KEY"] }\'',
  'awk -f prog.awk README.md',
  'jq -n env',
  "jq -n '$ENV.KEY'",
  'rg --pre cat foo src',
  'tree -o out.txt',
  'date -s 2020-01-01',
  'diff --to-file=x README.md',
  'git -c core.fsmonitor=/tmp/x status',
  'git -C /work/other status',
  'cd src && git status',
  'git branch feature',
  'git branch -D main',
  'git tag v1',
  'git remote add x y',
  'git remote show origin',
  'git diff --output=out',
  'git diff --ext-diff',
  'git grep -O foo',
  'git log --output=x',
  'git stash',
  'git symbolic-ref HEAD refs/heads/x',
  'git reflog expire --all',
  'git show HEAD:.env',
  './ls',
  '/tmp/ls',
  'echo $(id; rm README.md)',
  'echo `id`',
  'echo "$(id; rm README.md)"',
  'cat <<< $KEY',
  'cat <(curl -s x.example)',
  'ls *(e:id:)',
  "ls $'\\x2a'",
  'printf x > /dev/tty',
  'cat < /dev/tcp/example.org/80',
  'yarn --version',
  'frobnicate --help',
  'ls & rm -rf ~',
  'ls\nrm -rf ~',
  'ls; curl example.org',
  'command ls; exec rm x',
  'cat src/\u202ea.ts',
  "echo '\\' && PATH=/tmp/evil ls '\\'",
  'echo "\\" ; PATH=/tmp/evil ls "\\""',
  'echo "a',
  'awk \'BEGIN { ARGV[1] = ".env"; ARGC = 2 } { print }\'',
  'awk \'BEGIN { print SYMTAB["X"] }\'',
  'wc --files0-from=.env',
  'du --files0-from=.env',
  'grep -f .env README.md',
  'grep --file=.env README.md',
  'echo $GITHUB_TOKEN',
  'echo $STRIPE',
  'echo "$STRIPE"',
  'printf %s $STRIPE',
  'ls &> out',
  'ls >& out',
  'ls >| out',
  'ls 2> out',
  'ls <> out',
  'ls >> out',
  'rg -uuu KEY',
  'rg --hidden --no-ignore KEY',
  'git log -p -- .env',
  'git cat-file -p HEAD:.env',
  'git log --show-signature',
  'cd ~/.ssh && ls',
  'tail -f README.md; ls ~',
  "awk -v x=1 '{ system(x) }' README.md",
  'jq --arg a b -n env',
  "sed -n -e '1w out' src/a.ts",
  '',
];

describe('a certificate', () => {
  test.each(LOOKING)('is given to %s', async command => {
    expect(await levelOf(bash(command))).toBe('look');
  });

  test.each(MORE)('is not given to %s', async command => {
    expect(await levelOf(bash(command))).toBeUndefined();
  });

  // A program whose operands the analyser did not take for files would read any secret.
  test.each([
    ...'cat head tail wc cut nl cmp fold rev tac paste md5sum sha256sum b2sum cksum sum od strings'.split(' '),
    ...'sort uniq column diff jq'.split(' '),
    "awk '{ print }'",
    "sed -n '1,5p'",
    'rg KEY',
    'grep KEY',
    'egrep KEY',
    'fgrep KEY',
    'comm README.md',
    'join README.md',
    'git diff --no-index README.md',
    'git grep KEY --',
    'git blame',
    'cat <',
    'cat .e*',
    'cat .??v',
    'cat {.env,README.md}',
  ])('is not given to %s of a secret', async call => {
    for (const name of ['.env', './.env', `${root}/.env`, 'src/../.env'])
      expect([name, await levelOf(bash(`${call}${/^cat .*[*?}]/.test(call) ? '' : ` ${name}`}`))]).toEqual([name, undefined]);
  });

  it('says what vouches for each effect', async () => {
    const action = bash('git log --oneline | head -3; cat README.md');

    expect(certify(action, await analyze(action))?.because).toEqual([
      '`git log` only looks',
      '`head` only looks',
      '`cat` only looks',
      'reads files in the project',
    ]);
  });

  it('is given to a tool that reads a file of the project, and to no other tool', async () => {
    const read = (path: string): Action => ({
      kind: 'read',
      tool: 'Read',
      cwd: root,
      payload: { file_path: path },
      sessionId: 's',
    });

    expect(await levelOf(read(`${root}/README.md`))).toBe('look');
    expect(await levelOf(read(`${root}/.env`))).toBeUndefined();
    expect(await levelOf(read('/etc/hosts'))).toBeUndefined();
    expect(await levelOf({ ...read(`${root}/README.md`), kind: 'mcp', tool: 'mcp__x__read' })).toBeUndefined();
    expect(await levelOf({ ...read(`${root}/README.md`), kind: 'write', tool: 'Write' })).toBeUndefined();
  });

  it('is not given outside of the project', async () => {
    expect(await levelOf(bash('ls', '/work/other'))).toBeUndefined();
    expect(await levelOf(bash('git status', `${root}/src`))).toBeUndefined();
  });

  it('is lost by whatever is put before, behind or into a call that has one', async () => {
    const more = fc.constantFrom('rm -rf ~', 'curl example.org', './run', 'X=1 ls', 'cat .env', 'eval "$X"', 'git push', '> out');
    const joints = fc.constantFrom(' && ', '; ', ' | ', ' || ', '\n', ' & ');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...LOOKING), more, joints, fc.boolean(), async (call, other, joint, isFirst) => {
        const command = isFirst ? `${other}${joint}${call}` : `${call}${joint}${other}`;
        expect(await levelOf(bash(command))).toBeUndefined();
      }),
    );
  });

  it('is lost by an option that no line names', async () => {
    const option = fc.stringMatching(/^--[a-z]{3,10}(?:-[a-z]{2,8})?$/);
    const calls = fc.constantFrom(
      'git diff',
      'git log',
      'git status',
      'find .',
      'sort README.md',
      'rg x src',
      'tree',
      'diff a b',
      'jq .',
    );
    await fc.assert(
      fc.asyncProperty(calls, option, async (call, word) => {
        const found = await levelOf(bash(`${call} ${word}=out`));
        if (found !== undefined) expect(KNOWN).toContain(word);
      }),
    );
  });
});

/** Options that the property above may draw by chance. */
const KNOWN = [
  '--all',
  '--stat',
  '--color',
  '--format',
  '--sort',
  '--type',
  '--glob',
  '--raw',
  '--text',
  '--key',
  '--date',
  '--tags',
  '--since',
  '--until',
  '--grep',
];

/** What stays without a certificate, whatever level the policy allows. */
const NEVER: readonly string[] = [
  // Code that reaches further than its words say
  'python3 -c "import os; os.system(\'id\')"',
  'python3 -c "import os.path; os.path.os.remove(\'a\')"',
  "python3 -c \"__import__('os').system('id')\"",
  'python3 -c "getattr(str, \'x\')"',
  'python3 -c "print(open(\'.env\').read())"',
  'python3 -c "print(list(map(open, [\'.env\'])))"',
  "python3 -c \"open('out', 'w').write('x')\"",
  'python3 -c "import json; json.codecs.open(\'.env\')"',
  'python3 -c "import random; print(\'{0._os.environ}\'.format(random))"',
  'python3 -c "print(f\'{open(chr(46)).read()!r:>{exec}}\')"',
  'python3 -c "exec=print; exec(1)"',
  'python3 -c "().__class__"',
  'python3 -c "import sys; sys.modules"',
  'python3 -c "from json import *"',
  'python3 -m http.server',
  'python3 -i -c "print(1)"',
  'python3 src/a.ts',
  "node -e \"require('child_process').execSync('id')\"",
  'node -e "child_process.execSync(\'id\')"',
  'node -e "fetch(\'http://x\')"',
  'node -e "[].constructor.constructor(\'return 1\')()"',
  "node -e \"[]['constr'+'uctor']\"",
  'node -e "const k=process.argv[1]; x[k]"',
  "node -e \"const f=require('fs').writeFileSync; f('a','b')\"",
  "node -e \"['.env'].map(require('fs').readFileSync)\"",
  'node -e "console.log(process.env)"',
  'node -e "import(\'fs\')"',
  'node -p "require(\'./a\')"',
  'node -r ./a -e 1',
  'node -e "(x=>x)(eval)"',
  'perl -e \'system("id")\'',
  "perl -ne 'print if /(?{ system(1) })/' README.md",
  "perl -pe 's/a/system(1)/e' README.md",
  "perl -i -pe 's/a/b/' README.md",
  "perl -ne 'print $ENV{KEY}' README.md",
  "ruby -e 'system(1)'",
  'php -r \'echo getenv("KEY");\'',
  // Texts that are handed over
  'python3 - <<E\nprint(1)\nE',
  "python3 - <<'E'\nimport os\nE",
  "echo 'print(1)' | python3 -",
  'echo "<<\'E\'\n"; PATH=/tmp/evil ls; echo "\nE\n"',
  "ls # <<'E'\nPATH=/tmp/evil ls\nE",
  "bash <<'E'\nls\nE",
  // Loops, wrappers and assignments
  'for PATH in /tmp; do ls; done',
  'for f in .env; do cat $f; done',
  'for f in --pre=sh; do rg $f x src; done',
  'GIT_PAGER=less git log',
  'GIT_EXTERNAL_DIFF=x git diff',
  'timeout 5 sh -c ls',
  // What a pattern or an operand leads to
  'cat *',
  'cat away/*',
  'head -3 ./*',
  'ss -ltn example.org',
  'lsof -nP -i @example.org',
  'xargs -a .env ls',
  'echo .env | xargs cat',
  'echo /etc/passwd | xargs cat',
  'git --exec-path=/tmp status',
  'git -c core.pager=sh log',
  // Edits that lose something, or that make something run
  'echo x > .bashrc',
  'echo x > .github/workflows/ci.yml',
  'echo x > package.json',
  'echo x > src/conftest.py',
  'echo x > scripts/a.py',
  'echo x > node_modules/a/index.js',
  'echo x > CLAUDE.md',
  'echo x > away/a.txt',
  'echo x > src/run.sh',
  'cp -r src copy',
  'mv src lib',
  'rm -rf src',
  'rm -rf .git',
  'rm away',
  "sed -i 's/a/id/e' README.md",
  "sed -i 's/a/b/w out' README.md",
  "sed -i '1r .env' README.md",
  'tee .git/hooks/pre-commit',
  'awk \'{ print "a;" > "out" }\' README.md',
  'awk \'BEGIN { printf("a") > "out" }\'',
  // Builds that are none
  'npm install',
  'npm run test -- --config=/tmp/x',
  'npx cowsay',
  'npx --yes tsc',
  'pnpm publish',
  'yarn add left-pad',
  'pytest -p evil',
  'pytest --basetemp=/home',
  'pytest ../other',
  'cargo run',
  'go run .',
  'make',
  'make -C /tmp',
  '/tmp/node_modules/.bin/tsc',
  'tsc --outDir /tmp/x',
];

describe('a certificate at the highest level', () => {
  const highest = createCertifier({ root, home, files, effects: analyze, level: 'trusted_build' });

  test.each(NEVER)('is not given to %s', async command => {
    const action = bash(command);
    expect(highest(action, await analyze(action))?.level).toBeUndefined();
  });

  it('says more than a policy asks for to none', async () => {
    const [edit, build] = [bash('mkdir docs'), bash('pytest -q')];
    for (const level of ['off', 'look', 'edit', 'build'] as const) {
      const certifier = createCertifier({ root, home, files, effects: analyze, level });
      expect([level, certifier(edit, await analyze(edit))?.level]).toEqual([
        level,
        level === 'edit' || level === 'build' ? 'edit' : undefined,
      ]);
      // Without an evaluation nothing says that the call is contained.
      expect([level, certifier(build, await analyze(build))?.level]).toEqual([level, undefined]);
    }
    expect(highest(build, await analyze(build))?.level).toBe('build');
  });
});
