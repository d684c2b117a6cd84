import type { ProgramDescriptor } from './descriptor.ts';
import { effect, loads, option, projectCode } from './shapes.ts';
import { TEMPORARY } from '../places/temporary.ts';

/** A compiler of C and the languages like it. */
export const compiler = (): ProgramDescriptor => ({
  summary: 'compiles sources',
  compiles: true,
  style: 'long',
  options: {
    '-o -MF -dumpbase --output': 'write',
    '-wrapper': { as: 'shell', tags: ['runs_code'] },
    '-fplugin -load -specs --specs --plugin -plugin': { as: 'program', tags: ['runs_code', 'dynamic'] },
    '-I -B -L -D -U -l -x -include -isystem -iquote -isysroot -arch -framework -target -Xlinker -Xclang -MT -MQ -T -u -z -G --sysroot':
      'text',
  },
  operands: { rest: { as: 'read', certainty: 'possible' } },
  informational: ['--help', '--version', '-v', '-dumpversion', '-dumpmachine'],
  inspect: call =>
    [
      ...call.values('-B').map(({ text }) => text),
      ...(call.unlisted ?? []).flatMap(word => /^-B(.+)/.exec(word)?.[1] ?? []),
    ].flatMap((folder = TEMPORARY) =>
      /^\/(?:usr|opt|lib\d*)\//.test(folder) ? [] : [loads({ text: `${folder}/as`, glob: false })],
    ),
  match: {
    'gcc -o a.out a.c': 'write /w/a.out; read /w/a.c',
    'gcc -wrapper sh,-c,x a.c': 'execute',
    'gcc -fplugin=./x.so a.c': 'execute #runs_code',
    'gcc -B/tmp/x a.c': 'execute /tmp/x/as',
  },
  notMatch: {
    'g++ -std=c++20 -O2 -B/usr/lib/x -Wall -Iinclude a.cpp -o a -lm': 'unknown; write /w/a.cpp',
    'gcc --version': 'read',
  },
});

/** TeX, and what starts it. */
export const latex = (): ProgramDescriptor => ({
  summary: 'sets documents',
  style: 'long',
  options: {
    '-output-directory -jobname -o -interaction': 'text',
    '-e': { as: 'code', language: 'perl' },
    '-r': { as: 'execute', language: 'perl' },
    '-latex -pdflatex -lualatex -xelatex': { value: { as: 'shell', tags: ['runs_code'] }, attachedOnly: true },
    '-Z': 'text',
    '-shell-escape --shell-escape -write18 -enable-write18': option(effect('unknown', 'program:shell', 'runs_code')),
  },
  operands: { rest: 'read' },
  inspect: call =>
    call.values('-Z').some(({ text }) => text === undefined || text.startsWith('shell-escape'))
      ? [effect('unknown', 'program:shell', 'runs_code')]
      : [],
  match: {
    'pdflatex --shell-escape x.tex': 'unknown #runs_code',
    'tectonic -Z shell-escape x.tex': 'unknown #runs_code',
    'latexmk -e \'system("rm a")\' x.tex': 'unknown #inline_code',
    "latexmk -pdflatex='rm a' x.tex": 'delete /w/a #runs_code',
  },
  notMatch: { 'pdflatex x.tex': 'unknown', 'latexmk -pdf -pdflatex x.tex': 'unknown' },
});

/** What it writes lies in the folder of the crate. */
export const wasmPack = (): ProgramDescriptor => ({
  summary: 'builds packages of WebAssembly',
  options: { '-d --out-dir': 'text', '-t --target -s --scope --out-name': 'text', '--dev --release --profiling': 'flag' },
  effects: [projectCode],
  inspect: call => {
    const [, crate] = call.operands;
    const inCrate = (text: string): string => (text.startsWith('/') ? text : `${crate?.text ?? '.'}/${text}`);
    return call
      .values('-d')
      .map(value => ({ use: { as: 'write', recursive: true }, value: value.text === undefined ? value : inCrate(value.text) }));
  },
  match: { 'wasm-pack build a/b --out-dir ../../../c': 'write /c/**', 'wasm-pack build a/b --out-dir ../c': 'write /w/a/c/**' },
});
