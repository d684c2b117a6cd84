import type { Call, Family, Finding, OperandSpec, OptionTable, ProgramDescriptor, Use } from './descriptor.ts';
import { computes, rewrites } from './decoding.ts';
import { scriptTaskFindings } from './frameworks.ts';
import { rubyTools, serves } from './serving.ts';
import { does, effect, projectCode, sends } from './shapes.ts';
import { tasksIn } from './taskCalls.ts';

const given: OperandSpec = { rest: { as: 'read', certainty: 'possible' } };

/** A script file and its arguments, in a language. */
function scriptFirst(language: string): OperandSpec {
  return { first: [{ as: 'execute', language }], rest: 'text' };
}

/** An interpreter: code by option, by file or on the standard input. */
function interpreter(language: string, code: string, options: OptionTable = {}): ProgramDescriptor {
  const inline: Use = { as: 'code', language };
  const names = code.split(' ');
  return {
    summary: `runs ${language} code`,
    style: 'posix',
    options: { ...options, [code]: { value: inline, operands: given } },
    operands: scriptFirst(language),
    informational: ['--help', '--version', '-V', '-v'],
    cases: [
      { when: { atMost: 0, none: [names[0] ?? code, '-m', '-f', '-S'] }, stdin: inline },
      { when: { any: ['-i'] }, stdin: inline },
    ],
  };
}

const python = (): ProgramDescriptor => ({
  decodes: computes,
  ...interpreter('python', '-c', {
    '-m': { as: 'command', family: 'python -m' },
    '-W -X --check-hash-based-pycs': 'text',
    '-i': 'flag',
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
  inspect: call => call.values('--run').flatMap(name => tasksIn('package.json', call, '', [name, ...call.operands])),
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
      inspect: ({ operands }) =>
        operands.some(({ text }) => text === undefined || /^(?:https?|data|git\+):/i.test(text))
          ? [effect('execute', 'package:address', 'untrusted_code')]
          : [],
    }),
    eval: () => ({ operands: { first: [{ as: 'code', language: 'javascript' }] } }),
    task: () => ({ style: 'posix', effects: [projectCode], inspect: call => tasksIn('deno.json', call) }),
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

const HARMLESS_PERL =
  /^-?(?:strict|warnings|utf8|feature|List::Util|Data::Dumper|POSIX|JSON::PP|Time::\w+|Math::\w+|Text::\w+|MIME::Base64|Digest::\w+|Encode|bigint|integer|open|5[\d.]*)(?:=.*)?$/;

/** Prints only lines that fit: what else is in the files goes away. One file may be filtered so, many are not. */
const KEEPS_FITTING = /^\s*(?:print|puts|p|say)(?:\s+\$_)?\s+if\b|^\s*(?:next\s+unless|print\s+\$_\s+if)\b|^\s*if\b.*\bprint\b/;

/** Edits files in place so that nothing is printed into them, or in many of them only what fits. */
const emptied = (call: Call): readonly Finding[] => {
  const code = [...call.values('-e')].map(({ text }) => text ?? 'print').join(';');
  const isMany = call.operands.length > 1 || call.operands.some(({ glob }) => glob);
  const isFilter = !call.has('-p') && isMany && KEEPS_FITTING.test(code);
  const prints = isFilter
    ? false
    : call.has('-p')
      ? !/^\s*(?:\$_\s*=\s*(?:''|""|undef|q\(\))|undef\s+\$_|s\/\.[*+]\/\/s?g?s?|next\b.*)\s*;?\s*$/.test(code)
      : /print|say|write/.test(code);
  return call.has('-i') && call.values('-e').length > 0 && !prints
    ? call.operands.map(value => ({ use: { as: 'update', tags: ['destructive'] }, value }))
    : [];
};

const perl = (): ProgramDescriptor => ({
  decodes: computes,
  ...interpreter('perl', '-e -E', {
    '-0': { value: 'text', attachedOnly: '[xX][0-9a-fA-F]+|[0-7]{0,4}' },
    '-l': { value: 'text', attachedOnly: '[0-7]*' },
    '-C': { value: 'text', attachedOnly: '[0-9IOESioDALa]*' },
    '-i': { value: 'text', attachedOnly: true },
    '-F -D -x -d -V': { value: 'text', attachedOnly: true },
    '-I': 'text',
    '-M -m': 'text',
    '-p': 'flag',
    '-n -a -w -s -u -t -T -U -c -W': 'flag',
  }),
  inspect: call => [
    ...(call.values('-M').some(({ text }) => text === undefined || !HARMLESS_PERL.test(text))
      ? [{ kind: 'unknown', tags: ['inline_code'], note: 'a module that may do anything' } as const]
      : []),
    ...emptied(call),
    ...call.operands.flatMap(({ text = '' }): readonly Finding[] =>
      /^\s*\||\|\s*$/.test(text)
        ? [{ use: { as: 'shell', tags: ['runs_code'] }, value: text.replace(/^\s*\||\|\s*$/g, '') }]
        : [],
    ),
  ],
  cases: [
    { when: { any: ['-i'] }, operands: { rest: 'update' } },
    { when: { all: ['-i', '-n'], none: ['-p'] }, operands: { rest: { as: 'update', drops: true } } },
    { when: { atMost: 0, none: ['-e', '-v'] }, stdin: { as: 'code', language: 'perl' } },
  ],
  match: {
    "perl -i -pe 's/a/b/' f": 'write /w/f',
    "perl -pi.bak -e 's/a/b/' f g": 'write /w/f; write /w/g',
    'perl -e \'system("rm -rf /")\'': 'unknown #inline_code',
    "perl -ne 'print `id`' f": 'unknown #inline_code',
    "perl -ne 1 'rm a|'": 'delete /w/a',
    "perl -MFile::Path -e 'rmtree q(/)'": 'unknown #inline_code',
    "perl -i -ne 'print if /^import/' src/*.ts": 'write /w/src/*.ts #destructive',
  },
  notMatch: {
    "perl -i -ne 'print unless /debug/' src/*.ts": '* #destructive',
    "perl -i -ne 'print if /x/' f": '* #destructive',
    "perl -pe 's/a/b/g' f": 'unknown; write',
    "perl -F, -lane 'print $F[1]' f": 'unknown; * #destructive',
  },
});

const ruby = (): ProgramDescriptor => ({
  ...interpreter('ruby', '-e', {
    '-i': { value: 'text', attachedOnly: true, operands: { rest: 'update' } },
    '-0': { value: 'text', attachedOnly: '[0-7]{0,3}' },
    '-F -x -T -W -K': { value: 'text', attachedOnly: true },
    '-r -I -C -E': 'text',
    '-n -p -a -w -l -s -c': 'flag',
  }),
  inspect: call => [...emptied(call), ...rubyTools(call)],
  match: {
    "ruby -e 'puts `id`'": 'unknown #inline_code',
    'ruby a.rb': 'execute a.rb',
    'ruby -run -e rm -- -r a': 'delete /w/a/**',
    "ruby -i -ne 'puts $_ if /x/' a b": 'write /w/a #destructive',
  },
  notMatch: { "ruby -e 'puts 1 + 1'": 'unknown' },
});

/** Settings of PHP that name code: files that run first, native extensions. Source: the list of php.ini directives. */
const settingFindings = (call: Call): readonly Finding[] =>
  [...call.values('-t'), ...call.values('-d')].flatMap(({ text = '' }): readonly Finding[] => {
    const [, name = '', value = ''] = /^(auto_(?:pre|ap)pend_file|extension|zend_extension)=(.+)$/s.exec(text) ?? [];
    if (name === '') return [];
    return name.startsWith('auto')
      ? [{ use: { as: 'execute', language: 'php' }, value }]
      : [effect('unknown', 'text:an extension', 'runs_code')];
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
  inspect: call => [...scriptTaskFindings(call), ...settingFindings(call), ...(call.has('-S') ? serves(call, '-S') : [])],
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

/** A program that only prints the lines that fit: the others go away. */
const FILTERS = /^\s*[^{}!\s][^{}]*(?:\{\s*print(?:\s+\$0)?\s*;?\s*\})?\s*$/;

/** What becomes of files in place: nothing is left where there are actions, and none of them prints. */
const inPlace = (call: Call): Use => {
  const code = call.has('-f') ? 'print' : (call.operands[0]?.text ?? 'print');
  if (!/print|getline|\}\s*[^\s{}]/.test(code) && /\{/.test(code)) return { as: 'write', tags: ['destructive'] };
  return !call.has('-f') && FILTERS.test(code) ? { as: 'update', drops: true } : 'write';
};

const awk = (): ProgramDescriptor => ({
  summary: 'processes text line by line',
  decodes: rewrites,
  options: {
    '-F --field-separator -v --assign': 'text',
    '-f --file': { value: { as: 'execute', language: 'awk' }, suppliesFirst: true },
    '-e --source': { value: { as: 'code', language: 'awk' }, suppliesFirst: true },
    '-E --exec': { value: { as: 'execute', language: 'awk' }, suppliesFirst: true },
    '-i --include -l --load': 'text',
    '-o --pretty-print -d --dump-variables -p --profile': { value: 'write', attachedOnly: true },
  },
  operands: { first: [{ as: 'code', language: 'awk' }], rest: 'read' },
  inspect: call =>
    call.values('-i').some(({ text }) => text === 'inplace')
      ? call.operands.slice(call.has('-f') ? 0 : 1).map(value => ({ use: inPlace(call), value }))
      : call.has('-l')
        ? [{ kind: 'unknown', tags: ['runs_code'], note: 'loads native code' }]
        : [],
  match: {
    'awk \'BEGIN { system("rm -rf a") }\'': 'delete /w/a/**',
    'awk \'{ print | "sh" }\' f': 'unknown',
    'awk \'{ print > "o" }\' f': 'write /w/o; read /w/f',
    "awk '{ print $1 > $2 }' f": 'unknown',
    'awk \'BEGIN { "rm a" | getline }\'': 'delete /w/a',
    "gawk -i inplace '{ print }' f": 'write /w/f',
  },
  notMatch: {
    "awk '$3 > 10 { print $1 }' f": 'unknown; write',
    "awk -F: '{ if ($1 > 5 || $2 ~ /a|b/) print ($1 > 2) }' f": 'unknown; write',
  },
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

/** Interpreters of scripting languages: code in an argument, in a file, on the standard input. */
export const interpreters: Family = {
  python,
  pypy: python,
  ipython: python,
  node,
  nodejs: node,
  tsx: typescript,
  'ts-node': typescript,
  'vite-node': typescript,
  esno: typescript,
  deno,
  perl,
  ruby,
  php,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  java,
};
