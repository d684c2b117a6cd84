import type { CommandDescriptor, Family, FixedEffect, OptionTable, PackageSource, Use } from './descriptor.ts';
import { setsUp } from './output.ts';
import { channels, packageSource } from './settingWords.ts';
import { ADDRESS, does, effect, installs, publishes, sets, sharing, unseen } from './shapes.ts';

/** A cache that the next installation fills again. */
const cache: FixedEffect = effect('delete', 'cache:packages', 'regenerable');

const foreign: FixedEffect = sets('package:index', 'weakens');

/** Packages from another index, or by their addresses. */
const indexes: readonly PackageSource[] = [
  { is: 'index', of: '-i --extra-index-url' },
  { is: 'links', of: '-f' },
  { is: 'package', of: '-e -r --with --from' },
];

const installOptions: OptionTable = {
  '-r --requirement -c --constraint': 'text',
  '-i --index-url --default-index': 'text',
  '--extra-index-url --index': 'text',
  '-f --find-links': 'text',
  '--trusted-host': { value: 'text', effects: [foreign] },
  '-t --target --root --prefix -d --dest --src': { as: 'write', recursive: true },
  '-e --editable': 'text',
  '--git --python --platform --implementation --abi --global-option --no-binary --only-binary --proxy --cache-dir --extra --group --upgrade-strategy --progress-bar --report':
    'text',
  '-U -q -v -y --user --upgrade --pre --no-deps --break-system-packages --force-reinstall --yes --quiet': 'flag',
};

const install = (): CommandDescriptor => ({
  options: installOptions,
  effects: [installs],
  packageSource: [...indexes, { is: 'package' }],
  optionValue: [{ of: '-r', unless: ADDRESS, use: 'read' }],
});

const config = (): CommandDescriptor => ({ configKey: [{ of: 'pip' }] });

/** Commands of `pip`, and of what takes its place. */
const pipCommands: Readonly<Record<string, () => CommandDescriptor>> = {
  'install download wheel sync compile': install,
  'uninstall remove': does(sets('package:environment')),
  config,
  cache: () => ({ subcommands: { 'purge remove': does(cache) } }),
};

/** Runs a program of a package. */
const runner = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '--from --spec': 'text',
    '--with': 'text',
    '--python -p --extra --group --package --directory --project --pip-args -n --name --prefix --cwd': 'text',
    '--env-file': 'read',
    '-i --index-url --default-index --index': 'text',
    '-m --module': { as: 'command', family: 'python -m' },
  },
  operands: { first: ['command'] },
  packageSource: [...indexes, { is: 'package', to: 1 }],
  optionValue: [{ of: '--from', use: 'program' }],
});

const pip = (): CommandDescriptor => ({
  options: { '--proxy --log --python --cert --cache-dir': 'text' },
  subcommands: pipCommands,
});

/** `uv run` runs what is on its input as Python, and a file by its name. */
const uvRun = (): CommandDescriptor => ({
  ...runner(),
  cases: [{ when: { operand: '^-$' }, operands: { first: [{ as: 'execute', language: 'python' }] } }],
});

const source: Use = { as: 'code', language: 'python' };
const module: Use = { as: 'command', family: 'python -m' };

/** Runs a script, or a module after `-m`, and watches it. */
const watching = (): CommandDescriptor => ({
  style: 'posix',
  options: { '-m': module, '-o --outfile -C --coverdir -f --file': 'write', '-s --sort': 'text', '-c --command': source },
  operands: { first: [{ as: 'execute', language: 'python' }] },
});

/** Archives of the standard library: `-e` unpacks, `-c` packs, `-l` and `-t` look. */
const archive = (): CommandDescriptor => ({
  options: {
    '-e --extract': { operands: { first: ['read'], rest: { as: 'write', recursive: true } } },
    '-c --create': { operands: { first: ['write'], rest: { as: 'read', recursive: true } } },
    '-l --list -t --test': { operands: { rest: 'read' } },
  },
  operands: { rest: 'read' },
  optionValue: [
    { from: 1, to: 2, when: { any: ['-e'] }, use: unseen },
    { value: '.', when: { any: ['-e'], atMost: 1 }, use: unseen },
  ],
});

/** Package managers of Python, and the modules of its standard library that `python -m` runs; source of these: docs.python.org. */
export const pythonPackages: Family = {
  pip,
  uv: () => ({
    options: { '--directory': 'chdir', '--project --cache-dir --config-file': 'text' },
    subcommands: {
      pip: () => ({ subcommands: pipCommands }),
      run: uvRun,
      tool: () => ({ subcommands: { run: runner, 'install upgrade': install, 'uninstall list dir update-shell': () => ({}) } }),
      'add sync lock remove': install,
      publish: does(publishes),
      cache: () => ({ subcommands: { 'clean prune': does(cache) } }),
      venv: () => ({ options: { '-p --python --prompt': 'text' }, operands: { first: [{ as: 'write', recursive: true }] } }),
    },
  }),
  uvx: () => ({ ...runner() }),
  pipx: () => ({
    subcommands: {
      run: runner,
      'install inject upgrade upgrade-all reinstall': install,
      'uninstall uninstall-all list environment ensurepath completions': () => ({}),
    },
  }),
  ...sharing('poetry pdm pipenv hatch rye', () => ({
    options: { '-C --directory --project -P': 'text' },
    subcommands: {
      run: runner,
      'install add update lock sync remove self': install,
      publish: does(publishes),
      config,
      source: () => ({ subcommands: { add: packageSource } }),
      cache: () => ({ subcommands: { 'clear clean': does(cache) } }),
      env: () => ({
        subcommands: { 'remove prune': does(effect('delete', 'environment:python', 'regenerable')) },
      }),
    },
  })),
  ...sharing('conda mamba micromamba', () => ({
    prints: setsUp('shell(?:\\.\\w+)? (?:hook|activate)'),
    subcommands: {
      'install update create upgrade': () => ({
        options: { '-c --channel': 'text', '-n --name -p --prefix': 'text', '-f --file': 'read' },
        effects: [installs],
        packageSource: [{ is: 'links', of: '-c' }],
        optionValue: [{ of: '-c', fits: '^file://', effects: [foreign] }],
      }),
      'remove uninstall': does(sets('package:environment')),
      env: () => ({
        subcommands: {
          remove: does(effect('delete', 'environment:conda', 'recoverable')),
          'create update list export config': does(installs),
        },
      }),
      run: runner,
      clean: does(cache),
      config: channels,
    },
  })),
  ...sharing('twine flit', () => ({ subcommands: { 'upload publish register': does(publishes) } })),
  ...sharing('virtualenv venv', () => ({
    options: { '-p --python --prompt': 'text' },
    operands: { first: [{ as: 'write', recursive: true }] },
  })),
  'python -m timeit': () => ({
    style: 'posix',
    options: { '-s --setup': source, '-n --number -r --repeat -u --unit': 'text' },
    operands: { rest: source },
  }),
  ...sharing('python -m pdb,python -m cProfile,python -m profile,python -m trace,python -m runpy,python -m bdb', watching),
  ...sharing('python -m zipfile,python -m tarfile', archive),
  ...sharing('python -m code,python -m asyncio,python -m idlelib', () => ({ stdin: source })),
  'python -m pickle': () => ({
    cases: [{ when: { atLeast: 1 }, effects: [effect('unknown', 'text:a stored object', 'inline_code')] }],
    operands: { rest: 'read' },
  }),
  ...sharing('python -m venv,python -m ensurepip', () => ({
    options: { '--prompt': 'text' },
    operands: { rest: { as: 'write', recursive: true } },
  })),
  ...sharing('python -m json.tool,python -m json', () => ({
    options: { '--indent': 'text' },
    operands: { first: ['read', 'write'] },
  })),
  'python -m zipapp': () => ({
    options: { '-o --output': 'write', '-p --python -m --main': 'text' },
    operands: { rest: { as: 'read', recursive: true } },
  }),
  ...sharing('python -m base64,python -m gzip,python -m quopri,python -m uu', () => ({ operands: { first: ['read', 'write'] } })),
  ...sharing('python -m compileall,python -m py_compile', () => ({
    operands: { rest: { as: 'read', recursive: true, tags: ['metadata'] } },
  })),
  ...sharing('python -m webbrowser,python -m ftplib,python -m telnetlib', () => ({ operands: { first: ['url'] } })),
  ...sharing('python -m chdb,python -m duckdb', () => ({ operands: { rest: { as: 'code', language: 'duckdb' } } })),
  'python -m sqlite3': () => ({ operands: { first: ['update'], rest: { as: 'code', language: 'sqlite' } } }),
  ...sharing(
    'python -m unittest,python -m doctest,python -m site,python -m sysconfig,python -m platform,python -m this,python -m ast,python -m dis,python -m tokenize,python -m calendar,python -m uuid,python -m random,python -m inspect,python -m pydoc,python -m mimetypes,python -m tabnanny,python -m pickletools,python -m symtable,python -m encodings',
    () => ({ operands: { rest: { as: 'read', certainty: 'possible' } } }),
  ),
};
