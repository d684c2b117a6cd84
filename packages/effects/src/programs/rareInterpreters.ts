import { taking } from './codeTaking.ts';
import type { Taking } from './codeTaking.ts';
import type { Family, ProgramDescriptor } from './descriptor.ts';
import { sharing } from './shapes.ts';

/** Interpreters by the names that share their options, with their language. Sources: their manuals. */
const table: Readonly<Record<string, readonly [language: string, Taking]>> = {
  // Lisp and Scheme
  newlisp: ['lisp', { code: '-e', plain: '-d -m -s -t -w' }],
  'abcl ccl ccl64 lx86cl lx86cl64 mkcl cmucl gcl wcl': [
    'lisp',
    { code: '--eval -eval -e', files: '--load -load -l --script', style: 'long' },
  ],
  'gosh gauche': ['scheme', { code: '-e -E', files: '-l -L', plain: '-I -A -u -m -p -f -r' }],
  'csi chicken-csi': [
    'scheme',
    {
      code: '-e -eval -p -print -P -pretty-print',
      files: '-s -script -ss -sx',
      style: 'long',
      plain: '-I -include-path -D -feature -R -require-extension -K -keyword-style',
    },
  ],
  'chibi-scheme chibi': ['scheme', { code: '-e -p', files: '-l', plain: '-I -A -m -x -t -h' }],
  'scheme mit-scheme petite chez chezscheme chez-scheme scheme48 larceny ypsilon ikarus vicare sagittarius loko': [
    'scheme',
    { code: '--eval -e', files: '--load --script --program --quiet-load -load', style: 'long', plain: '--libdirs --band --heap' },
  ],
  'gsi gsi-script gambit bigloo kawa stklos s7 tinyscheme': [
    'scheme',
    { code: '-e -eval -c --eval -p', files: '-f -load -l --load -s', style: 'long' },
  ],
  'picolisp pil pil21 plisp': ['lisp', {}],
  'lfe lfescript': ['lisp', { code: '-eval -e', style: 'long', plain: '-pa -sname -name' }],
  'hy hy3': ['hy', { code: '-c', plain: '-m' }],
  coconut: ['coconut', { code: '-c', plain: '-t --target' }],
  'lumo planck joker nbb glojure let-go': [
    'clojure',
    { code: '-e --eval', files: '-f --file -i --init', plain: '-c -cp --classpath -m' },
  ],
  // Logic
  'gprolog yap scryer-prolog trealla xsb eclipse-clp ciaosh': [
    'prolog',
    { code: '--query-goal --init-goal --entry-goal -g -z -e', files: '--consult-file -l -L -f -b', style: 'long' },
  ],
  // Stacks, arrays, numbers
  'gforth gforth-fast gforth-itc pforth kforth vfxlin': [
    'forth',
    { code: '-e --evaluate', style: 'long', plain: '-p --path -m -d' },
  ],
  'jconsole ijconsole': ['j', { code: '-js', style: 'long' }],
  'apl bqn BQN cbqn ivy ngn-k': ['apl', { code: '-e -p --eval', files: '-f --script' }],
  'scilab scilab-cli scilab-adv-cli': ['scilab', { code: '-e', files: '-f', style: 'long', plain: '-l' }],
  'gap magma M2 Singular fricas axiom': ['algebra', { code: '-c -e -eval', style: 'long', plain: '-l -m -o' }],
  // Scripting
  'pike nickle': ['pike', { code: '-e', files: '-l', plain: '-I -M' }],
  'regina rexx ooRexx brexx': ['rexx', {}],
  'jimsh tcl itclsh tixwish': ['tcl', { code: '-e' }],
  'moonjit texlua texluajit luvit luajittex tarantool resty ravi lune': ['lua', { code: '-e', plain: '-l -I --main-conf' }],
  'perl6 rakudo rakudo-m': ['raku', { code: '-e', plain: '-I -M' }],
  'truffleruby rbx opal artichoke': ['ruby', { code: '-e', plain: '-r -I' }],
  'phpdbg hhvm': ['php', { code: '-r -B -R -E', files: '-f', plain: '-d -c' }],
  littler: ['r', { code: '-e' }],
  // JavaScript outside of Node.js and of browsers
  'cjs quickjs tjs txiki js spidermonkey ringo duk mujs xst d8 v8 jerry': [
    'script',
    { code: '-e --eval -c --command -x', files: '-f --file -I --include', plain: '-m' },
  ],
  // .NET, the JVM and others
  'csharp csharprepl mono-csharp': ['csharp', { code: '-e', plain: '-r -lib' }],
  'groovysh beanshell bsh amm': ['groovy', { code: '-e -c --code', plain: '-cp' }],
  'gomacro yaegi igop': ['go', { code: '-e' }],
  frink: ['frink', { code: '-e', files: '-f', style: 'long' }],
};

/** Imports of a configuration, by path or by variable. Source: the standard of Dhall, imports. */
const IMPORTS = /(?:^|[\s(=[{,])((?:~|\.{1,2})?\/[\w.~/-]+)/g;

/** Dhall has no effects but its imports, which may be of any text. */
const dhall = (): ProgramDescriptor => ({
  summary: 'evaluates a configuration',
  options: { '--file': 'read', '--output': 'write', '--explain --alpha --plain --ascii': 'flag' },
  operands: { rest: 'text' },
  inspect: ({ input = '', home = '~' }) =>
    [...input.matchAll(IMPORTS)].map(([, path = '']) => ({ use: 'read', value: path.replace(/^~/, home) })),
});

/** Interpreters that few projects use. Their code is not read: it asks when it does more than print. */
export const rareInterpreters: Family = Object.assign(
  {},
  ...Object.entries(table).map(([names, [language, how]]) => sharing(names, (): ProgramDescriptor => taking(language, how))),
  sharing('dhall dhall-to-json dhall-to-yaml dhall-to-yaml-ng dhall-to-toml dhall-to-bash', dhall),
) as Family;
