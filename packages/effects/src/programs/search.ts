import type { Call, Family, Finding, OptionTable, ProgramDescriptor } from './descriptor.ts';
import { printers, sharing } from './shapes.ts';

const grepOptions: OptionTable = {
  '-e --regexp': { value: 'text', suppliesFirst: true },
  '-f --file': { value: 'read', suppliesFirst: true },
  '-A -B -C -m -d -D --after-context --before-context --context --max-count --binary-files --devices --directories --label --include --exclude --exclude-dir':
    'text',
  '--exclude-from': 'read',
  '-r --recursive -R --dereference-recursive': { recursive: true },
  '--color --colour': { value: 'text', attachedOnly: true },
  '-l --files-with-matches': 'flag',
};

const grep = (): ProgramDescriptor => ({
  summary: 'finds lines that match',
  options: grepOptions,
  operands: { first: ['text'], rest: 'read' },
  match: {
    'grep -r KEY src': 'read /w/src/**',
    'grep -e a .env': 'read /w/.env #secret',
    'grep -f pats a': 'read /w/pats; read /w/a',
  },
  notMatch: { 'grep "rm -rf /" a': 'delete; unknown; read /w/rm*', 'grep -A 3 x a': 'read /w/3; read /w/x' },
});

const rg = (): ProgramDescriptor => ({
  summary: 'finds lines that match, below folders',
  options: {
    '-e --regexp': { value: 'text', suppliesFirst: true },
    '-f --file': { value: 'read', suppliesFirst: true },
    '--files': { suppliesFirst: true },
    '--type-list': 'flag',
    '--pre --hostname-bin': { as: 'program', tags: ['runs_code', 'dynamic'] },
    '-g -t -T -A -B -C -m -d -j -r -M -E --glob --iglob --type --type-not --type-add --after-context --before-context --context --max-count --max-depth --threads --replace --max-columns --encoding --sort --sortr --colors --color --engine --ignore-file --pre-glob --max-filesize --path-separator --context-separator --field-match-separator --regex-size-limit --dfa-size-limit --depth --ignore --ignore-dir --file-search-regex -G':
      'text',
    '-l --files-with-matches': 'flag',
  },
  operands: { first: ['text'], rest: { as: 'read', recursive: true } },
  match: {
    'rg KEY .env': 'read /w/.env/** #secret',
    'rg --pre ./x y': 'execute ./x #runs_code',
    'rg --files src': 'read /w/src/**',
  },
  notMatch: { 'rg -n "sudo rm" -g "*.ts" src': 'unknown; delete; read /w/*.ts', 'rg TODO': 'unknown' },
});

const fd = (): ProgramDescriptor => ({
  summary: 'finds files by name',
  options: {
    '-x --exec -X --exec-batch': { as: 'command', certainty: 'possible', appends: '**/*' },
    '-t -e -d -E -S -c -j -g --type --extension --max-depth --min-depth --exact-depth --exclude --size --color --threads --changed-within --changed-before --owner --ignore-file --max-results --batch-size --path-separator':
      'text',
    '-C --base-directory': 'chdir',
    '--search-path': { as: 'read', tags: ['metadata'], recursive: true },
    '-H -I -u -i -s -a -l -L -p -0 -1 -q': 'flag',
  },
  operands: { first: ['text'], rest: { as: 'read', recursive: true, tags: ['metadata'] } },
  match: { 'fd -e ts -x rm': 'delete /w/**/* #destructive', 'fd x -x rm -rf a': 'delete /w/a/**' },
  notMatch: { 'fd -e ts . src': 'unknown; delete' },
});

const jqFindings = (call: Call): readonly Finding[] =>
  call.operands
    .slice(0, 1)
    .some(
      ({ text }) =>
        text !== undefined && /\$ENV(?!\s*(?:\.|\[)\s*"?\w)|(?<![.\w$"])env(?!\s*(?:\.|\[)\s*"?\w)(?![\w"])/.test(text),
    )
    ? [{ kind: 'read', target: 'variable:*', tags: ['secret'] }]
    : [];

const jq = (): ProgramDescriptor => ({
  summary: 'takes JSON apart',
  options: {
    '--arg --argjson': { value: 'text', more: ['text'] },
    '--slurpfile --rawfile': { value: 'text', more: ['read'] },
    '-f --from-file': { value: 'read', suppliesFirst: true },
    '--indent -L': 'text',
    '--args --jsonargs': { operands: { rest: 'text' } },
    '-i --in-place --inplace': { operands: { first: ['text'], rest: 'update' } },
    '-r -c -n -e -s -S -M -C -R -a -j --tab': 'flag',
  },
  operands: { first: ['text'], rest: 'read' },
  inspect: jqFindings,
  match: {
    'jq -r .a .env': 'read /w/.env #secret',
    'jq --slurpfile x f .a g': 'read /w/f; read /w/g',
    'jq -n env': 'read variable:* #secret',
  },
  notMatch: { 'jq --arg env prod .a g': 'read /w/env; read /w/prod; * #secret', "jq '.env' g": '* #secret' },
});

const yq = (): ProgramDescriptor => ({
  summary: 'takes YAML apart',
  options: {
    '-i --inplace --in-place': 'flag',
    '-o -p -I --output-format --input-format --indent': 'text',
    '--arg --argjson': { value: 'text', more: ['text'] },
    '-s --split-exp': 'text',
    '--from-file': { value: 'read', suppliesFirst: true },
    '-r -y -Y -n -P -e -N -C -M -j': 'flag',
  },
  operands: { first: ['text'], rest: 'read' },
  cases: [
    { when: { any: ['-i'] }, operands: { first: ['text'], rest: 'update' } },
    { when: { operand: '^(?:e|ea|eval|eval-all|r|w|m|d)$' }, operands: { first: ['text', 'text'], rest: 'read' } },
    { when: { any: ['-i'], operand: '^(?:e|ea|eval|eval-all|r|w|m|d)$' }, operands: { first: ['text', 'text'], rest: 'update' } },
  ],
  match: { "yq -i '.a = 1' f.yml": 'write /w/f.yml', 'yq eval .a f.yml': 'read /w/f.yml' },
  notMatch: { 'yq .a f.yml': 'write' },
});

const jless = (): ProgramDescriptor => ({
  summary: 'shows JSON and YAML, page by page',
  options: { '-m --mode --scrolloff': 'text', '-n -N -r -R -h -V --json --yaml': 'flag' },
  operands: { first: ['read'] },
  match: { 'jless -m line credentials.json': 'read /w/credentials.json #secret' },
  notMatch: { 'jless --scrolloff 3 a.json': 'read /w/3; write; unknown' },
});

const patchFile = (): ProgramDescriptor => ({
  summary: 'applies a patch',
  options: {
    '-i --input': 'read',
    '-o --output -r --reject-file': 'write',
    '-d --directory': 'chdir',
    '-p -F -B -D -V -Y -z -x -g --strip --fuzz --prefix --suffix --ifdef': 'text',
    '--dry-run': 'flag',
    '-e --ed': { effects: [{ kind: 'unknown', target: 'program:ed', tags: ['runs_code'] }] },
    '-R -N -f -s -t -u -b -E -l -Z -T': 'flag',
  },
  operands: { first: ['update', 'read'] },
  inspect: call =>
    call.has('--dry-run') || call.operands.length > 0 ? [] : [{ use: { as: 'write', recursive: true }, value: '.' }],
  match: { 'patch -p1 -i a.diff': 'read /w/a.diff; write /w/**', 'patch .env < a.diff': 'write /w/.env' },
  notMatch: { 'patch --dry-run -p1 -i a.diff': 'write' },
});

const diff = (): ProgramDescriptor => ({
  summary: 'shows how files differ',
  options: {
    '-r --recursive': { recursive: true },
    '-x -X -I -U -C -W -F -S -L -D --exclude --ignore-matching-lines --label --width --ifdef --starting-file --horizon-lines --tabsize':
      'text',
    '--color --unified --context --palette': { value: 'text', attachedOnly: true },
    '--from-file --to-file --exclude-from': 'read',
    '-o': 'write',
    '-u -y -q -s -b -B -w -i -a -N -c -p -t -T -l -e -n -d -E -Z': 'flag',
  },
  operands: { rest: 'read' },
  match: { 'diff .env f': 'read /w/.env #secret; read /w/f' },
  notMatch: { 'diff -U 3 a b': 'read /w/3; write' },
});

/** Programs that look for text or files, and compare. */
export const search: Family = {
  ...sharing('grep egrep fgrep zgrep zegrep bzgrep xzgrep pcregrep pcre2grep ggrep', grep),
  ...sharing('rg ag ack ripgrep rga ugrep ast-grep', rg),
  ...sharing('fd fdfind', fd),
  ...sharing('jq jaq gojq', jq),
  ...sharing('yq dasel xq tomlq', yq),
  jless,
  patch: patchFile,
  ...sharing('diff colordiff sdiff diff3 wdiff icdiff delta difft dyff vimdiff meld', diff),
  ...printers('locate mlocate plocate mdfind which whereis apropos whatis peco gum', 'finds names', {}),
};
