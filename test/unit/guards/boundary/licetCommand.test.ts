import { describe, expect, it, test } from 'vitest';

import { changingCommand, isQuestion } from '../../../../packages/guards/src/boundary/licetCommand.ts';

test.each([
  ['licet check x', undefined],
  ['licet --help', undefined],
  ['licet', undefined],
  ['licet init', 'init'],
  ['licet why --command ls', undefined],
  ['licet stats --since 2h', undefined],
  ['licet allow .env', 'allow'],
  ['licet deny 1234-567Y', 'deny'],
  ['licet approvals list', undefined],
  ['licet approvals approve 1', 'approvals'],
  ['licet fact list', undefined],
  ['licet fact grant x', 'fact'],
  ['licet passkey list', undefined],
  ['licet passkey add eve', 'passkey'],
  ['licet passkey remove', 'passkey'],
  ['uvx licet passkey add eve', 'approve'],
  ['licet audit tail', undefined],
  ['licet audit prune', 'audit'],
  ['licet audit export --out x', 'audit'],
  ['licet concepts show', undefined],
  ['licet concepts add x', 'concepts'],
  ['licet accept', 'accept'],
  ['licet accept --check', undefined],
  ['licet accept --user --check', 'accept'],
  ['licet accept -- --check', 'accept'],
  ['licet frobnicate', 'frobnicate'],
  ['./node_modules/.bin/licet uninstall', 'uninstall'],
  ['npx licet@1 init', 'init'],
  ['npx -y licet check', undefined],
  ['npm install x', undefined],
  ['npm uninstall licet', 'package'],
  ['pnpm rm @licet/core', 'package'],
  ['npm install licet@file:../x', 'package'],
  ['npm install ./vendor/licet-0.1.0.tgz', 'package'],
  ['npm i licet@0.0.1', undefined],
  ['npm i github:acme/licet', 'package'],
  ['npm update licet', undefined],
  ['npm link licet', 'package'],
  ['npm link ../licet', 'package'],
  ['npm i ./packages/licet-theme', undefined],
  ['npm update', undefined],
  ['npm install -D licet', undefined],
  ['npm i @licet/core@1', undefined],
  ['npm view licet@latest', undefined],
  ['npx licet@latest status', undefined],
  ['npm pkg delete devDependencies.licet', 'package'],
  ['npm pkg set pnpm.overrides.licet=x', 'package'],
  ['npm pkg set scripts.test=x', undefined],
  ['echo licet init', undefined],
])('%s changes: %s', (line, command) => {
  expect(changingCommand(line.split(' '))).toBe(command);
});

it('may be any command where a word is not known', () => {
  expect(changingCommand(['licet', undefined])).toBe('…');
  expect(changingCommand(['licet', 'accept', undefined, '--check'])).toBe('accept');
  expect(changingCommand(['licet', 'audit', 'export', undefined])).toBe('audit');
  expect(changingCommand([undefined, 'init'])).toBeUndefined();
});

it('knows copies of the program', () => {
  expect(changingCommand(['/tmp/x', 'init'], path => path === '/tmp/x')).toBe('init');
});

test.each([
  ['licet check x', true],
  ['licet init', false],
  ['licet', false],
  ['npx licet check', false],
])('%s is only a question: %s', (line, yes) => {
  expect(isQuestion(line.split(' '))).toBe(yes);
});

const argv = (line: string): readonly string[] => line.split(' ');

describe('changingCommand', () => {
  it.each([
    'licet approve 1234-567Y',
    '/usr/bin/licet approvals approve X',
    'licet approvals deny X',
    'licet approvals watch',
    'licet approvals --policy p approve X',
    'licet.cjs init',
    'licet something-new',
    'licet audit anchor --out governance.yaml',
    'licet audit export --out=x',
    'licet@latest approve X',
    'pnpm licet approve X',
    'yarn -s licet approvals deny X',
    'npm run licet -- approve X',
    'deno run -A npm:licet approve X',
    'script -q /dev/null licet approve X',
    'faketty ./node_modules/.bin/licet approve X',
    'tool licet allow-once .env',
    'tool licet reset',
    'tool licet allow .env',
    'tool licet deny 1234-567Y',
    'tool licet access . read-write --yes',
    'tool licet console --no-open',
    'tool licet accept',
    'tool licet accept; licet accept --check',
    'tool licet accept -- --check',
    'npm install licet@file:./x',
    'pnpm add licet@npm:other',
    'yarn add @licet/core@../core',
    'npm i -D licet@someone/licet',
    'licet audit prune --before 90d',
    'tool licet audit prune --before 90d',
    'tool licet suggest --policy x --apply',
    'node /tmp/copy.js pause 10m',
    'node /tmp/copy.js pause 30min',
    'node /tmp/copy.js pause 1.5h',
    'node /tmp/copy.js pause 90S',
    'node /tmp/copy.js pause 2 hours why',
  ])('finds `%s`', line => {
    expect(changingCommand(argv(line))).toBeDefined();
  });

  it('finds it in a script that is handed over as text', () => {
    expect(changingCommand(['expect', '-c', 'spawn licet approve X'])).toBeDefined();
    expect(changingCommand(['ruby', '-e', "system('licet', 'approve', 'X')"])).toBeDefined();
    expect(changingCommand(['x', '-c', 'a;licet approvals "deny" X'])).toBeDefined();
  });

  it.each([
    'licet',
    'licet --help',
    'licet check --command ls',
    'licet approvals',
    'licet approvals list --json',
    'licet audit',
    'licet audit query --ruling block',
    'licet approvals show 1234-567Y',
    'pnpm add licet',
    'npm install --save-dev licet@0.2.0',
    'npm i @licet/core@^1',
    'pnpm licet check',
    'grep -r licet approve',
    'echo licet approve X',
    'git log --grep licet approve',
    'node scripts/licet-test.js',
    'ls docs/licet',
    'tool delicet approve',
    'node /tmp/player.js pause',
    'node /tmp/player.js pause 30',
    'tool pause 30min',
  ])('lets `%s` be', line => {
    expect(changingCommand(argv(line))).toBeUndefined();
  });

  it('survives what is not known, empty or huge', () => {
    expect(changingCommand([])).toBeUndefined();
    expect(changingCommand([undefined, 'approve'])).toBeUndefined();
    expect(changingCommand(['x', `licet ${'- '.repeat(40_000)}`])).toBeUndefined();
    expect(changingCommand(['x', 'licet '.repeat(200_000)])).toBeUndefined();
  });
});
