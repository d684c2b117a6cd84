import type { Call, Finding, CommandDescriptor, Use } from './descriptor.ts';
import { effect, loads, option, projectCode } from './shapes.ts';
import { TEMPORARY } from '../places/temporary.ts';

/** Specifications that come with a compiler: they name other libraries, and no programs. */
const OWN_SPECS = /^(?:nano|nosys|rdimon|rdpmon|redboot|validate|linux|picolibc\w*|aprofile-\w+|rmprofile)\.specs$/;

/** A library among options for the front end or the linker: `-load -Xclang x.so`, `-Wl,-plugin,x.so`. */
const pluginsIn = (words: readonly (string | undefined)[]): readonly string[] =>
  words.flatMap((word, at) => {
    const [, attached] = /^--?(?:load|load-pass-plugin|plugin|fplugin|fpass-plugin)=(.+)$/.exec(word ?? '') ?? [];
    return attached ?? (/^--?(?:load|plugin)$/.test(word ?? '') ? (words[at + 1] ?? TEMPORARY) : []);
  });

/** Code that is not seen is loaded into the compiler. */
const loaded: Use = { as: 'program', tags: ['runs_code', 'dynamic'] };

/** What a compiler starts or loads instead of its parts: a wrapper around them, a linker, plugins, parts in another folder. */
function startedParts(call: Call): readonly Finding[] {
  const texts = (option: string): readonly (string | undefined)[] => call.values(option).map(({ text }) => text);
  const attached = (start: string): readonly string[] =>
    (call.unlisted ?? []).flatMap(word => (word.startsWith(start) ? [word.slice(start.length)] : []));
  const folders = [...texts('-B'), ...attached('-B')];
  const plugins = [
    ...pluginsIn(texts('-Xclang')),
    ...pluginsIn(texts('-Xlinker')),
    ...attached('-Wl,').flatMap(words => pluginsIn(words.split(','))),
  ];
  return [
    ...call.values('-wrapper').map((value): Finding => {
      const [program, ...words] = (value.text ?? '').split(',').map(text => ({ text, glob: false }));
      const use = { as: 'command', tags: ['runs_code'] } as const;
      return value.text === undefined || program === undefined ? { use, value } : { use, value: program, following: words };
    }),
    ...folders.flatMap((folder = TEMPORARY) =>
      /^\/(?:usr|opt|lib\d*)\//.test(folder) ? [] : [loads({ text: `${folder}/as`, glob: false })],
    ),
    ...call.values('-fuse-ld').flatMap(value => (value.text?.includes('/') === false ? [] : [loads(value)])),
    ...call
      .values('-specs')
      .filter(({ text }) => !OWN_SPECS.test(text ?? ''))
      .map((value): Finding => ({ use: loaded, value })),
    ...plugins.map((text): Finding => ({ use: loaded, value: { text, glob: false } })),
  ];
}

/** A compiler of C and the languages like it. */
export const compiler = (): CommandDescriptor => ({
  compiles: true,
  style: 'long',
  options: {
    '-o -MF -MJ -dumpbase --output -serialize-diagnostics --serialize-diagnostics -dependency-file': 'write',
    '-wrapper': 'text',
    '-specs --specs': 'text',
    '-fplugin -fpass-plugin -load --plugin -plugin': loaded,
    '-fuse-ld --ld-path': { value: 'text', attachedOnly: true },
    '-I -B -L -D -U -l -x -include -isystem -iquote -isysroot -arch -framework -target -Xlinker -Xclang -MT -MQ -T -u -z -G --sysroot':
      'text',
  },
  operands: { rest: { as: 'read', certainty: 'possible' } },
  informational: ['--help', '--version', '-v', '-dumpversion', '-dumpmachine'],
  inspect: startedParts,
});

/** TeX, and what starts it. */
export const latex = (): CommandDescriptor => ({
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
  keyword: [{ when: { value: { '-Z': '^(?:[?]$|shell-escape)' } }, effects: [effect('unknown', 'program:shell', 'runs_code')] }],
});

/** What it writes lies in the folder of the crate. */
export const wasmPack = (): CommandDescriptor => ({
  options: { '-d --out-dir': 'text', '-t --target -s --scope --out-name': 'text', '--dev --release --profiling': 'flag' },
  effects: [projectCode],
  inspect: call => {
    const [, crate] = call.operands;
    const inCrate = (text: string): string => (text.startsWith('/') ? text : `${crate?.text ?? '.'}/${text}`);
    return call
      .values('-d')
      .map(value => ({ use: { as: 'write', recursive: true }, value: value.text === undefined ? value : inCrate(value.text) }));
  },
});
