import { beforeAll, describe, expect, test } from 'vitest';

import { scanJavaScript } from '../../../../packages/effects/src/code/javascript/scan.ts';
import { loadPythonParser } from '../../../../packages/effects/src/code/python/parser.ts';
import type { PythonParser } from '../../../../packages/effects/src/code/python/parser.ts';
import { scanPython } from '../../../../packages/effects/src/code/python/scan.ts';
import { codeContext, showEffect } from '../showEffect.ts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const python = (source: string): string[] => [...new Set(scanPython(source, codeContext('python'), parser).map(showEffect))];
const javascript = (source: string): string[] => [...new Set(scanJavaScript(source, codeContext('javascript')).map(showEffect))];

const run = 'import subprocess\ndef run(*args, **more): return subprocess.run(args, check=True, **more)\n';
const sh =
  "const { execSync, spawnSync } = require('child_process');\nconst sh = c => execSync(c, { encoding: 'utf8' }).trim();\n";
const spawn =
  "const { spawnSync } = require('node:child_process');\nfunction run(cmd, ...args) { return spawnSync(cmd, args); }\n";

describe('judgeOwnFunction', () => {
  test.each<readonly [string, readonly string[]]>([
    [`${run}run('git', 'status')`, ['execute [git status] ?']],
    [`${run}run('git', 'log', text=True); run('rm', '-rf', 'src')`, ['execute [git log] ?', 'execute [rm -rf src] ?']],
    [
      `${run}def git(*a): return run('git', *a)\ngit('log'); git('clean', '-fdx')`,
      ['execute [git log] ?', 'execute [git clean -fdx] ?'],
    ],
    [`${run}for f in names(): run('git', 'log', '--', f)`, ['execute [git log -- "$1"] ?']],
    [`import os\nrun = lambda c: os.system(c)\nrun('id')`, ['execute [id] ?']],
    [
      `def save(path, text='x'):\n  open(path, 'w').write(text)\nsave('a.md'); save(path='/etc/b')`,
      ['write /w/a.md ?', 'write /etc/b ?'],
    ],
    [`import os\ndef run(c='id'): os.system(c)\nrun()`, ['execute [id] ?']],
  ])('reads what is handed over in Python: %s', (source, want) => {
    expect(python(source)).toEqual(want);
  });

  test.each<readonly [string, readonly string[]]>([
    [`${sh}console.log(sh('git log -1')); sh('rm -rf src')`, ['execute [git log -1] ?', 'execute [rm -rf src] ?']],
    [`${spawn}run('git', 'log', '-n', '5'); run('npx', 'tsc')`, ['execute [git log -n 5] ?', 'execute [npx tsc] ?']],
    [`${sh}const git = a => sh('git ' + a);\ngit('log'); git('push -f')`, ['execute [git log] ?', 'execute [git push -f] ?']],
    [
      `const fs = require('fs');\nconst put = (p, t = '') => fs.writeFileSync(p, t);\nput('a.md', 'b'); put('/etc/b')`,
      ['write /w/a.md ?', 'write /etc/b ?'],
    ],
  ])('reads what is handed over in JavaScript: %s', (source, want) => {
    expect(javascript(source)).toEqual(want);
  });

  test.each([
    `${run}list(map(run, names))`,
    `${run}run('git', 'status')\nglobals()['ru' + 'n']('rm', 'x')`,
    `${run}run('git', 'status')\nother = run\nother('rm', 'x')`,
    `${run}run('git', 'status')\n@wrap\ndef run(*args): subprocess.run(args)`,
    `${run}import sys\nrun(*sys.argv)`,
    `${run}import sys\nfor f in sys.argv[1:]: run('find', '.', f)`,
    `${run}run(*names())`,
    `import os\ndef run(c): os.system(c)\ndef git(a): run('git ' + a)\ngit('log')\nlist(map(git, names))`,
    `import os\ndef run(c): os.system(c)\nlist(map(git, names))\ndef git(a): run('git ' + a)\ngit('log')`,
    `import os\ndef run(c):\n  c += more()\n  os.system(c)\nrun('git status')`,
    `import os\ndef run(c, n):\n  os.system(c)\n  run(c + 'x', n - 1)\nrun('git status', 2)`,
  ])('leaves open in Python what may be handed over unseen: %s', source => {
    expect(python(source).join()).toMatch(/unknown|!/);
  });

  test.each([
    `${sh}names.forEach(sh)`,
    `${sh}const git = a => sh('git ' + a); git('log'); names.forEach(git)`,
    `${sh}sh('git log'); sh.call(null, 'rm -rf src')`,
    `${sh}sh('git log'); sh\`rm -rf src\``,
    `${sh}sh('git log'); module.exports = { sh }`,
    `import { execSync } from 'child_process'; export const sh = c => execSync(c); sh('git log')`,
    `${spawn}run('git', 'log'); globalThis['r' + 'un']('rm', 'x')`,
    `${spawn}run('git', 'log'); run(...process.argv)`,
    `${sh}sh('git log'); sh('git log ' + name)`,
    `${sh}let s = sh; sh('git log'); s('rm -rf src')`,
    `const { exec } = require('child_process'); const f = ({ c }) => exec(c); f({ c: 'git log' })`,
  ])('leaves open in JavaScript what may be handed over unseen: %s', source => {
    expect(javascript(source).join()).toMatch(/unknown|!/);
  });
});
