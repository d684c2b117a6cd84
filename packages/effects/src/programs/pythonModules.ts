import type { Family, ProgramDescriptor, Use } from './descriptor.ts';
import { sharing } from './shapes.ts';

const source: Use = { as: 'code', language: 'python' };
const module: Use = { as: 'command', family: 'python -m' };

/** Runs a script, or a module after `-m`, and watches it. */
const watching = (): ProgramDescriptor => ({
  summary: 'runs Python code and watches it',
  style: 'posix',
  options: { '-m': module, '-o --outfile -C --coverdir -f --file': 'write', '-s --sort': 'text', '-c --command': source },
  operands: { first: [{ as: 'execute', language: 'python' }] },
});

/** Archives of the standard library: `-e` unpacks, `-c` packs, `-l` and `-t` look. */
const archive = (): ProgramDescriptor => ({
  summary: 'packs and unpacks archives',
  options: {
    '-e --extract': { operands: { first: ['read'], rest: { as: 'write', recursive: true } } },
    '-c --create': { operands: { first: ['write'], rest: { as: 'read', recursive: true } } },
    '-l --list -t --test': { operands: { rest: 'read' } },
  },
  operands: { rest: 'read' },
});

/** What modules of the standard library do when `python -m` runs them. Source: the pages of the modules at docs.python.org. */
export const pythonModules: Family = {
  'python -m timeit': () => ({
    summary: 'measures code',
    style: 'posix',
    options: { '-s --setup': source, '-n --number -r --repeat -u --unit': 'text' },
    operands: { rest: source },
    match: { 'python3 -m timeit "import os; os.system(x)"': 'unknown #inline_code' },
    notMatch: { "python3 -m timeit 'sum(range(9))'": 'unknown' },
  }),
  ...sharing('python -m pdb,python -m cProfile,python -m profile,python -m trace,python -m runpy,python -m bdb', watching),
  ...sharing('python -m zipfile,python -m tarfile', archive),
  ...sharing('python -m code,python -m asyncio,python -m idlelib', () => ({ summary: 'reads code', stdin: source })),
  'python -m pickle': () => ({
    summary: 'shows a stored object, which may run code',
    cases: [{ when: { atLeast: 1 }, effects: [{ kind: 'unknown', target: 'text:a stored object', tags: ['inline_code'] }] }],
    operands: { rest: 'read' },
    match: { 'python3 -m pickle a.pkl': 'unknown #inline_code; read /w/a.pkl' },
  }),
  ...sharing(
    'python -m http.server,python -m smtpd,python -m wsgiref.simple_server,python -m xmlrpc.server,python -m SimpleHTTPServer',
    () => ({
      summary: 'serves files or requests',
      options: { '-d --directory': { as: 'read', recursive: true }, '-b --bind -p --protocol': 'text' },
      effects: [{ kind: 'network', target: 'network:listen' }],
    }),
  ),
  ...sharing('python -m venv,python -m ensurepip', () => ({
    summary: 'makes an environment',
    options: { '--prompt': 'text' },
    operands: { rest: { as: 'write', recursive: true } },
  })),
  ...sharing('python -m json.tool,python -m json', () => ({
    summary: 'formats JSON',
    options: { '--indent': 'text' },
    operands: { first: ['read', 'write'] },
  })),
  'python -m zipapp': () => ({
    summary: 'packs a folder into a program',
    options: { '-o --output': 'write', '-p --python -m --main': 'text' },
    operands: { rest: { as: 'read', recursive: true } },
  }),
  ...sharing('python -m base64,python -m gzip,python -m quopri,python -m uu', () => ({
    summary: 'encodes and decodes',
    operands: { first: ['read', 'write'] },
  })),
  ...sharing('python -m compileall,python -m py_compile', () => ({
    summary: 'compiles modules',
    operands: { rest: { as: 'read', recursive: true, tags: ['metadata'] } },
  })),
  ...sharing('python -m webbrowser,python -m ftplib,python -m telnetlib', () => ({
    summary: 'opens an address',
    operands: { first: ['url'] },
  })),
  'python -m sqlite3': () => ({
    summary: 'works on a SQLite file',
    operands: { first: ['update'], rest: { as: 'code', language: 'sqlite' } },
  }),
  ...sharing(
    'python -m unittest,python -m doctest,python -m site,python -m sysconfig,python -m platform,python -m this,python -m ast,python -m dis,python -m tokenize,python -m calendar,python -m uuid,python -m random,python -m inspect,python -m pydoc,python -m mimetypes,python -m tabnanny,python -m pickletools,python -m symtable,python -m encodings',
    () => ({ summary: 'runs tests or prints', operands: { rest: { as: 'read', certainty: 'possible' } } }),
  ),
};
