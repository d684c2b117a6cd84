import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/package.json': { text: '{}' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/governance.yaml': { text: 'version: 1' },
  '/w/src/x.json': { text: '{}' },
  '/w/src/x.js': { text: "require('fs').unlinkSync('/w/.claude/settings.json')" },
  '/w/src/x.sh': { text: 'rm -f /w/.claude/settings.json' },
});

describe('A program that makes the name of a governed file itself', () => {
  it.each([
    'split -a1 -b 1M --additional-suffix=l.json src/x.json .claude/settings.loc',
    'split -b 1 src/x.json .mcp.js',
    "csplit -s -f .claude/settings -b '%.0d.json' src/x.json 1",
    'dot -Tjson -O .claude/settings',
    'zsh -c \'autoload -Uz zmv; zmv "src/d" ".cla${:-ude}"\'',
    'zsh -c \'zmv "src/x-(*)" ".\\$1"\'',
    'pkl eval -m . src/m.pkl',
    'jsonnet -m .claude src/m.jsonnet',
    `node -e "require('v8').setFlagsFromString('--logfile=.cla'+'ude/settings.json')"`,
    `node -e "process.report.writeReport('.claude/settings.json')"`,
    'yq -o=json -s \'".cla" + "ude/settings.local"\' src/x.json',
  ])('is stopped: %s', async command => {
    expect(await stopped(command)).toMatch(/governance|unknown/);
  });

  it.each([
    'split -b 1M src/x.json part_',
    'split src/x.json',
    'csplit src/x.json 10',
    'dot -Tpng -O docs/a.dot',
    'dot -Tsvg a.dot -o a.svg',
    'zsh -c \'zmv -n "(*).a" "\\$1.b"\'',
    'pkl eval src/m.pkl',
    'jsonnet -m out src/m.jsonnet',
    `node -e "require('v8').writeHeapSnapshot('/tmp/a.heapsnapshot')"`,
    'yq -s \'"file_" + $index\' src/x.json',
    "yq -s '.metadata.name' src/x.json",
  ])('passes with any other name: %s', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});

describe('A call that runs what its options name', () => {
  it.each([
    "npm docs lodash --browser='sh src/x.sh'",
    'npm init -y --init-module=$PWD/src/x.js',
    'npm test --script-shell=./src/x.sh',
    "npm test --node-options='--require ./src/x.js'",
    "tox -e x -x 'testenv.commands=rm -f .claude/settings.json'",
    "basex \"file:delete('.cla'||'ude/settings.json')\"",
    'gomplate -i \'{{ file.Write (print ".cla" "ude/settings.json") "{}" }}\'',
    "zsh -c 'echo *(e.rm -f $PWD/?cl*/settings?json.)'",
  ])('is judged by it: %s', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each([
    'npm docs lodash',
    'npm init -y',
    'npm test --node-options=--max-old-space-size=4096',
    'tox -e py312 -x testenv.deps=x',
    "gomplate -i '{{ .Env.HOME }}'",
    "zsh -c 'ls *(.)'",
    "zsh -c 'ls *(om[1])'",
  ])('passes without: %s', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});

describe('Keys that come from elsewhere than the keyboard', () => {
  it.each([
    "printf '\\033]2;1\\007\\033[21t' > /dev/tty",
    "printf '\\033P$q\\033\\\\' > /dev/tty",
    'vhs src/x.tape',
    'doitlive play x.sh',
    'minicom -S src/m.scr',
    'loadkeys src/keys',
  ])('ask: %s', async command => {
    expect(await stopped(command)).toMatch(/governance_unclear/);
  });

  it.each(["printf '\\033[1mhi\\033[0m' > /dev/tty", 'echo hi > /dev/tty', 'vhs validate x.tape'])(
    'are none in ordinary output: %s',
    async command => {
      expect(await stopped(command)).toBeUndefined();
    },
  );
});

describe('A server on this machine that serves the folder', () => {
  it.each([
    'curl -s -T src/x.json ftp://localhost:2121/.claude/settings.json',
    'curl -s -X PUT --data @src/x.json http://127.0.0.1:8123/.cl%61ude/settings.json',
    'rsync src/x.json rsync://localhost:8730/m/.claude/settings.json',
    'curl -s http://localhost:8124/.licet/pins/x.json',
  ])('is no way round: %s', async command => {
    expect(await stopped(command)).toMatch(/governance/);
  });

  it.each([
    'curl -s http://localhost:3000/.vscode/settings.json',
    'curl -s -X POST -d @src/x.json http://localhost:3000/api/settings',
    'curl -s -T src/x.json http://localhost:3000/upload/x.json',
  ])('takes ordinary requests: %s', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
