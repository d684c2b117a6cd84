import type { Call, Family, Finding, OptionTable, CommandDescriptor } from './descriptor.ts';
import type { Printed } from './output.ts';
import { escapeGlob } from '../places/segments.ts';
import { secretNamesLike, secretNamesOf } from '../places/secretNames.ts';
import { sharing } from './shapes.ts';
import { textsOf, searched, searches, namesOf } from './searches.ts';
import { patchFile, diff } from './diffs.ts';

const grepOptions: OptionTable = {
  '-e --regexp': { value: 'text', suppliesFirst: true },
  '-f --file': { value: 'read', suppliesFirst: true },
  '-A -B -C -m -d -D --after-context --before-context --context --max-count --binary-files --devices --directories --label':
    'text',
  '--include': 'text',
  '--exclude': 'text',
  '--exclude-dir': 'text',
  '--exclude-from': 'read',
  '-r --recursive': 'flag',
  '-R --dereference-recursive': 'flag',
  '-l --files-with-matches -L --files-without-match -q --quiet --silent': 'flag',
};

const grepTrees = (call: Call): readonly Finding[] => {
  if (!call.has('-r') && !call.has('-R')) return [];
  // Below a folder only the last part of a name is compared.
  const names = (option: string): readonly string[] => textsOf(call, option).filter(name => !name.includes('/'));
  const except = [...names('--exclude'), ...names('--exclude-dir').map(name => `**/${name}/`)];
  const search = { except, isQuiet: call.has('-l'), follows: call.has('-R'), leaveOut: "--exclude='{name}'" };
  return searches(searched(call, call.has('-e') || call.has('-f')), textsOf(call, '--include'), search);
};

/** Like grep, with patterns of names as `rg` has them. */
const ugrep = (): CommandDescriptor => ({
  prints: 'matches',
  options: { ...grepOptions, '-g --glob --iglob': 'text', '-. --hidden': 'flag' },
  operands: { rest: 'text' },
  inspect: call => {
    const globs = textsOf(call, '-g').map(glob => glob.replace(/^\//, ''));
    const names = [...textsOf(call, '--include'), ...globs.filter(glob => !glob.startsWith('!'))];
    const except = [...textsOf(call, '--exclude'), ...globs.filter(glob => glob.startsWith('!')).map(glob => glob.slice(1))];
    const search = { except, isQuiet: call.has('-l'), hidden: call.has('--hidden'), leaveOut: "-g '!{name}'" };
    return searches(searched(call, call.has('-e') || call.has('-f')), names, search);
  },
});

/** Options of `rg` and `ag` that look into what is ignored. */
const asksForIgnored = (call: Call): boolean =>
  (call.unlisted ?? []).some(option =>
    /^(?:--no-ignore|-\w*u|--unrestricted|--skip-vcs-ignores|-\w*[tUa]$|--all-t)/.test(option),
  ) || call.values('--ignore-file').length > 0;

/** What the globs of `rg` leave, and what they leave out. */
const rgTrees = (call: Call): readonly Finding[] => {
  const globs = textsOf(call, '-g').map(glob => glob.replace(/^\//, ''));
  const types = textsOf(call, '-t').map(type => `*.${type === 'yaml' ? '{yml,yaml}' : type}`);
  const names = [...globs.filter(glob => !glob.startsWith('!')), ...types];
  const except = globs.filter(glob => glob.startsWith('!')).map(glob => glob.slice(1));
  const paths = searched(call, call.has('-e') || call.has('-f') || call.has('--files'));
  if (call.has('--files')) return paths.map(value => ({ use: { as: 'read', recursive: true, tags: ['metadata'] }, value }));
  const hidden = ['--hidden', '-uu'].some(option => call.has(option));
  const ignored = !['-u', '-uu', '--no-ignore'].some(option => call.has(option)) && !asksForIgnored(call);
  return searches(paths, names, {
    except,
    isQuiet: call.has('-l'),
    hidden,
    ignored,
    follows: call.has('-L'),
    leaveOut: "-g '!{name}'",
  });
};

/** The words by which a search leaves one more name out. Sources: ag(1), the manuals of ack and ast-grep. */
const LEAVE_OUT: Readonly<Record<string, string>> = { ack: "--ignore-file='is:{name}'", 'ast-grep': "--globs '!{name}'" };

const agTrees = (call: Call): readonly Finding[] => {
  const names = textsOf(call, '-G').flatMap(namesOf);
  const except = textsOf(call, '--ignore', '--ignore-dir').flatMap(name => [name, `**/${name}/`]);
  const hidden = call.has('--hidden') || /^(?:ast-grep)$/.test(call.path[0] ?? '');
  const ignored = call.path[0] === 'ag' && !hidden && !asksForIgnored(call);
  return searches(searched(call, false), names, {
    except,
    isQuiet: call.has('-l'),
    hidden,
    ignored,
    follows: call.has('-f'),
    leaveOut: LEAVE_OUT[call.path[0] ?? ''] ?? "--ignore '{name}'",
  });
};

/** The files that `fd` finds, for what it runs on each: below the one folder that it is given, below any folder where there are several. */
const fdFiles = (call: Call): string => {
  const folders = [...call.operands.slice(1), ...call.values('--search-path')];
  const [{ text, glob } = { text: '', glob: false }] = folders;
  if (folders.length > 1 || text === undefined) return `/${fdNames(call)}`;
  const folder = (glob ? text : escapeGlob(text)).replace(/\/+$/, '');
  return folder === '' && text === '' ? fdNames(call) : `${folder}/${fdNames(call)}`;
};

const fdNames = (call: Call): string => {
  const pattern = call.operands[0]?.text;
  const name = pattern === undefined || pattern === '.' ? undefined : call.has('-g') ? pattern : namesOf(pattern)[0];
  const types = textsOf(call, '-e');
  const type = types.length > 1 ? `{${types.join(',')}}` : types[0];
  if (name === undefined || name === '*') return type === undefined ? (call.has('-H') ? '**' : '**/*') : `**/*.${type}`;
  return `**/${/^[*?]/.test(name) && call.has('-H') ? `{${name},.${name}}` : name}`;
};

/** The names that a search by name finds: those of secrets, when its pattern is made for them. */
const found = (call: Call, isHidden: boolean): Printed => {
  const pattern = call.operands[0]?.text;
  const secrets = pattern === undefined ? [] : call.has('-g') ? secretNamesLike(pattern) : secretNamesOf(pattern);
  const names = secrets.filter(name => isHidden || !name.startsWith('.'));
  if (names.length > 0) return { names: names.map(name => `**/${name}`) };
  const types = textsOf(call, '-e');
  if (types.length > 0) return { names: types.map(type => `**/*.${type}`) };
  const [name = '*'] = pattern === undefined ? [] : call.has('-g') ? [pattern] : namesOf(pattern);
  return { names: [name === '*' ? '**' : `**/${name}`] };
};

/** Programs that look for text or files, and compare. */
export const search: Family = {
  ...sharing('grep egrep fgrep zgrep zegrep bzgrep xzgrep pcregrep pcre2grep zfgrep ggrep', () => ({
    prints: 'matches',
    options: grepOptions,
    operands: { first: ['text'], rest: 'read' },
    cases: [{ when: { any: ['-r', '-R'] }, operands: { rest: 'text' } }],
    inspect: grepTrees,
  })),
  ...sharing('rg ripgrep rga', () => ({
    prints: 'matches',
    options: {
      '-e --regexp': { value: 'text', suppliesFirst: true },
      '-f --file': { value: 'read', suppliesFirst: true },
      '--files': 'flag',
      '-L --follow': 'flag',
      '--pre --hostname-bin': { as: 'program', tags: ['runs_code', 'dynamic'] },
      '-g --glob --iglob': 'text',
      '-t --type': 'text',
      '-T -A -B -C -m -d -j -r -M -E --type-not --type-add --after-context --before-context --context --max-count --max-depth --threads --replace --max-columns --encoding --sort --sortr --colors --color --engine --ignore-file --pre-glob --max-filesize --path-separator --context-separator --field-match-separator --regex-size-limit --dfa-size-limit':
        'text',
      '--hidden -.': 'flag',
      '-uu -uuu': 'flag',
      '-u --unrestricted': 'flag',
      '--no-ignore --no-ignore-vcs --no-ignore-dot --no-ignore-parent --no-ignore-files --no-ignore-global --no-ignore-exclude':
        'flag',
      '-l --files-with-matches --files-without-match -q --quiet': 'flag',
    },
    operands: { rest: 'text' },
    inspect: rgTrees,
  })),
  ...sharing('ag ack ast-grep', () => ({
    prints: 'matches',
    options: {
      '-A -B -C -m -W -p --after --before --context --depth --max-count --path-to-ignore --width --color-match --color-path --pager --type':
        'text',
      '-G --file-search-regex': 'text',
      '--ignore': 'text',
      '--ignore-dir': 'text',
      '-g': { operands: { rest: 'text' } },
      '--hidden -u --unrestricted': 'flag',
      '-l --files-with-matches -L': 'flag',
      '-f --follow': 'flag',
    },
    operands: { rest: 'text' },
    inspect: agTrees,
  })),
  ...sharing('ugrep ug', ugrep),
  ...sharing('fd fdfind', () => ({
    prints: call => found(call, call.has('-H')),
    options: {
      '-x --exec -X --exec-batch': { as: 'command', certainty: 'possible', appends: fdFiles },
      '-t -d -E -S -c -j --type --max-depth --min-depth --exact-depth --exclude --size --color --threads --changed-within --changed-before --owner --ignore-file --max-results --batch-size --path-separator':
        'text',
      '-e --extension': 'text',
      '-g --glob': 'flag',
      '-C --base-directory': 'chdir',
      '--search-path': { as: 'read', tags: ['metadata'], recursive: true },
      '-H --hidden -u --unrestricted': 'flag',
    },
    operands: { first: ['text'], rest: { as: 'read', recursive: true, tags: ['metadata'] } },
  })),
  patch: patchFile,
  ...sharing('diff colordiff sdiff diff3 wdiff dwdiff icdiff delta difft dyff diffoscope meld', diff),
  ...sharing('locate mlocate plocate', () => ({ prints: call => found(call, true) })),
  which: () => ({
    prints: ({ operands: [name] }) => (name?.text === undefined ? undefined : { text: `/usr/bin/${name.text}\n` }),
  }),
  ...sharing('mdfind whereis apropos whatis peco gum', () => ({})),
};
