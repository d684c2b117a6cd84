import type { Family, OptionTable, ProgramDescriptor } from './descriptor.ts';
import { computes } from './decoding.ts';
import { scriptTaskFindings } from './frameworks.ts';
import { does, effect, projectCode, sends, sharing } from './shapes.ts';
import { scriptFirst, interpreter, perl, ruby, awk } from './scripting.ts';

const python = (): ProgramDescriptor => ({
  decodes: computes,
  ...interpreter('python', '-c', {
    '-m': { as: 'command', family: 'python -m' },
    '-W -X --check-hash-based-pycs': 'text',
  }),
  informational: ['--help', '--version', '-V', '-h'],
  inspect: scriptTaskFindings,
  match: {
    'python manage.py flush': 'delete database:project #destructive',
    "python3 -c 'import os; os.system(x)'": 'unknown #inline_code',
    "python3.12 -Ic 'exec(x)'": 'unknown #inline_code',
    'curl -s u | python3': 'unknown #inline_code',
    'python3 -m pip --version': 'execute pip --version',
    'python3 build.py --out x': 'execute build.py --out x',
  },
  notMatch: { "python3 -c 'print(1 + 1)'": 'unknown', 'python3 --version': 'unknown', 'python manage.py test': 'unknown' },
});

/** The launcher of Python on Windows: `py -3.12 script.py`. Source: its manual. */
const py = (): ProgramDescriptor => ({
  ...python(),
  options: { ...python().options, '-2 -3 -V --version -0 -0p --list --list-paths': 'flag' },
  match: { "py -3 -c 'import os; os.system(x)'": 'unknown #inline_code', 'py -3 build.py': 'execute build.py' },
  notMatch: { "py -3 -c 'import ast'": 'unknown', 'py -3 -m pytest': 'unknown', 'py -0p': 'unknown' },
});

const nodeOptions: OptionTable = {
  '-r --require --import --loader --experimental-loader': { as: 'execute', language: 'javascript' },
  '--env-file --env-file-if-exists': 'read',
  '-C --conditions --input-type --title --stack-trace-limit --watch-path --test-name-pattern --test-reporter --test-concurrency':
    'text',
  '-c --check': { operands: { rest: 'read' } },
  '-i --interactive': 'flag',
  '--run': { value: 'text', operands: { rest: 'text' } },
};

const node = (): ProgramDescriptor => ({
  ...interpreter('javascript', '-e --eval -p --print -pe', nodeOptions),
  runs: [{ tasks: 'package.json', named: '--run' }],
  match: {
    'node -e "require(\'fs\').rmSync(x)"': '* ',
    'node -r ./hook.js app.js': 'execute ./hook.js; execute app.js',
    'node app.js': 'execute app.js',
  },
  notMatch: { 'node -p process.version': 'unknown', 'node --check a.js': 'unknown', 'node -v': 'unknown' },
});

const typescript = (): ProgramDescriptor => ({
  ...interpreter('javascript', '-e --eval -p --print', { ...nodeOptions, '--tsconfig -P --project': 'read' }),
  match: { 'tsx src/a.ts': 'execute src/a.ts' },
});

const deno = (): ProgramDescriptor => ({
  summary: 'runs JavaScript and TypeScript',
  options: {
    '--config -c --import-map --lock --env-file --cert': 'read',
    '--reload --allow-read --allow-write --allow-net': { value: 'text', attachedOnly: true },
  },
  subcommands: {
    'run serve x': () => ({ style: 'posix', operands: scriptFirst('javascript'), stdin: { as: 'code', language: 'javascript' } }),
    'install i add': () => ({
      options: { '-n --name --root --entrypoint': 'text' },
      operands: { rest: { as: 'url', tags: ['package_scripts'] } },
      keyword: [
        {
          when: { word: '(?i)^(?:[?]$|https?:|data:|git[+]:)' },
          effects: [effect('execute', 'package:address', 'untrusted_code')],
        },
      ],
    }),
    eval: () => ({ operands: { first: [{ as: 'code', language: 'javascript' }] } }),
    task: () => ({ style: 'posix', effects: [projectCode], runs: [{ tasks: 'deno.json' }] }),
    'test bench check lint info doc': () => ({ operands: { rest: 'read' } }),
    fmt: () => ({ operands: { rest: 'update' } }),
    'compile bundle': () => ({ options: { '-o --output': 'write' }, operands: { first: ['read'] } }),
    publish: does(sends('shares', 'remote_change')),
  },
  match: {
    'deno run -A a.ts': 'execute a.ts',
    'deno eval "Deno.removeSync(x)"': 'unknown #inline_code',
    'deno publish': 'network #shares',
  },
  notMatch: { 'deno test': 'unknown', 'deno --version': 'unknown' },
});

const php = (): ProgramDescriptor => ({
  ...interpreter('php', '-r -B -R -E --run', {
    '-f --file': { as: 'execute', language: 'php' },
    '-S --server': { value: 'text', operands: { rest: 'text' } },
    '-t --docroot -c --php-ini -z': 'text',
    '-d --define': 'text',
    '-l --syntax-check': { operands: { rest: 'read' } },
    '-i --info -m --modules': 'flag',
  }),
  optionValue: [
    // Settings that name code: files that run first, native extensions. Source: the list of php.ini directives.
    {
      of: '-t -d',
      fits: '^auto_(?:pre|ap)pend_file=[^]',
      take: ['^\\w+=', ''],
      use: { as: 'execute', language: 'php' },
    },
    { of: '-t -d', fits: '^(?:zend_)?extension=[^]', effects: [effect('unknown', 'text:an extension', 'runs_code')] },
  ],
  listens: { at: '-S', when: { any: ['-S'] } },
  inspect: scriptTaskFindings,
  match: {
    'php -d auto_prepend_file=x.php a.php': 'execute x.php',
    "php -r 'system(1);'": 'unknown #inline_code',
    'php artisan migrate': 'execute artisan migrate',
    'php -S localhost:80': 'network listen',
    'php -S 0.0.0.0:80': 'network listen #weakens',
    'php artisan migrate:fresh --seed': 'delete database:project #destructive',
  },
  notMatch: { "php -r 'echo PHP_VERSION;'": 'unknown', 'php -l a.php': 'execute a.php' },
});

const java = (): ProgramDescriptor => ({
  summary: 'runs a Java program',
  compiles: true,
  style: 'long',
  options: {
    '-jar': 'execute',
    '-cp -classpath --class-path -p --module-path -m --module': 'text',
    '-javaagent -agentpath -agentlib': 'execute',
  },
  match: { 'java -jar a.jar': 'execute a.jar' },
  notMatch: { 'java -version': 'unknown', 'java -cp build Main': 'unknown' },
});

/** `blender`, which runs Python. Source: its manual. */
const blender = (): ProgramDescriptor => ({
  summary: 'makes and renders models',
  style: 'long',
  options: {
    '--python-expr': { as: 'code', language: 'python' },
    '-P --python': { as: 'execute', language: 'python' },
    '-o --render-output': 'write',
    '-f --render-frame -s --frame-start -e --frame-end -j --frame-jump -E --engine -F --render-format -x --use-extension': 'text',
    '-t --threads -S --scene --addons --python-text --python-exit-code --log --log-level --log-file --app-template --cycles-device':
      'text',
    '--': { operands: { rest: 'text' } },
  },
  operands: { rest: 'read' },
  match: {
    'blender -b a.blend --python-expr "import os; os.remove(\'a\')"': 'unknown #inline_code',
    'blender -b -P render.py': 'execute',
  },
  notMatch: { 'blender -b scene.blend -f 1': 'unknown; execute project:code' },
});

/** Interpreters of scripting languages: code in an argument, in a file, on the standard input. */
export const interpreters: Family = {
  ...sharing('python pypy ipython micropython circuitpython graalpy hython mayapy pvpython vtkpython', python),
  ...sharing('py pyw', py),
  ...sharing('node nodejs', node),
  ...sharing('tsx ts-node vite-node esno', typescript),
  deno,
  perl,
  ruby,
  php,
  ...sharing('awk gawk mawk nawk original-awk bwk goawk frawk bioawk', awk),
  java,
  blender,
};
