import { scriptTasks } from './frameworks.ts';
import type { Family, OptionTable, CommandDescriptor } from './descriptor.ts';
import { computes } from './decoding.ts';
import { does, effect, projectCode, sends, sharing } from './shapes.ts';
import { scriptFirst, interpreter, perl, ruby, awk } from './scripting.ts';

const python = (): CommandDescriptor => ({
  decodes: computes,
  ...interpreter('python', '-c', { '-m': { as: 'command', family: 'python -m' }, '-W -X --check-hash-based-pycs': 'text' }),
  informational: ['--help', '--version', '-V', '-h'],
  ...scriptTasks,
});

/** The launcher of Python on Windows: `py -3.12 script.py`. Source: its manual. */
const py = (): CommandDescriptor => ({
  ...python(),
  options: { ...python().options, '-2 -3 -V --version -0 -0p --list --list-paths': 'flag' },
});

const nodeOptions: OptionTable = {
  '-r --require --import --loader --experimental-loader': { as: 'execute', language: 'javascript' },
  '--env-file --env-file-if-exists': 'read',
  '-C --conditions --input-type --title --stack-trace-limit --watch-path --test-name-pattern --test-reporter --test-concurrency':
    'text',
  '-c --check': { operands: { rest: 'read' } },
  '--run': { value: 'text', operands: { rest: 'text' } },
};

/** `blender`, which runs Python. Source: its manual. */
const blender = (): CommandDescriptor => ({
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
});

/** Interpreters of scripting languages: code in an argument, in a file, on the standard input. */
export const interpreters: Family = {
  ...sharing('python pypy ipython micropython circuitpython graalpy hython mayapy pvpython vtkpython', python),
  ...sharing('py pyw', py),
  ...sharing('node nodejs', () => ({
    ...interpreter('javascript', '-e --eval -p --print -pe', nodeOptions),
    runs: [{ tasks: 'package.json', named: '--run' }],
  })),
  ...sharing('tsx ts-node vite-node esno', () =>
    interpreter('javascript', '-e --eval -p --print', { ...nodeOptions, '--tsconfig -P --project': 'read' }),
  ),
  deno: () => ({
    options: {
      '--config -c --import-map --lock --env-file --cert': 'read',
      '--reload --allow-read --allow-write --allow-net': { value: 'text', attachedOnly: true },
    },
    subcommands: {
      'run serve x': () => ({
        style: 'posix',
        operands: scriptFirst('javascript'),
        stdin: { as: 'code', language: 'javascript' },
      }),
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
  }),
  perl,
  ruby,
  php: () => ({
    ...interpreter('php', '-r -B -R -E --run', {
      '-f --file': { as: 'execute', language: 'php' },
      '-S --server': { value: 'text', operands: { rest: 'text' } },
      '-t --docroot -c --php-ini -z': 'text',
      '-d --define': 'text',
      '-l --syntax-check': { operands: { rest: 'read' } },
      '-i --info -m --modules': 'flag',
    }),
    optionValue: [
      ...(scriptTasks.optionValue ?? []),
      // Settings that name code: files that run first, native extensions. Source: the list of php.ini directives.
      { of: '-t -d', fits: '^auto_(?:pre|ap)pend_file=[^]', take: ['^\\w+=', ''], use: { as: 'execute', language: 'php' } },
      { of: '-t -d', fits: '^(?:zend_)?extension=[^]', effects: [effect('unknown', 'text:an extension', 'runs_code')] },
    ],
    keyword: scriptTasks.keyword ?? [],
    listens: { at: '-S', when: { any: ['-S'] } },
  }),
  ...sharing('awk gawk mawk nawk original-awk bwk goawk frawk bioawk', awk),
  java: () => ({
    compiles: true,
    style: 'long',
    options: {
      '-jar': 'execute',
      '-cp -classpath --class-path -p --module-path -m --module': 'text',
      '-javaagent -agentpath -agentlib': 'execute',
    },
  }),
  blender,
};
