/** Files that say which programs are kept running: of pm2, of the readers of a Procfile, of supervisord and circus. */
export type ProcessFile = 'ecosystem.config.js' | 'Procfile' | 'supervisord.conf';

/** The names under which each lies in its folder. */
export const PROCESS_FILE_NAMES: Readonly<Record<ProcessFile, readonly string[]>> = {
  'ecosystem.config.js': ['ecosystem.config.js', 'ecosystem.config.cjs', 'ecosystem.json', 'pm2.json', 'pm2.config.js'],
  Procfile: ['Procfile', 'Procfile.dev'],
  'supervisord.conf': ['supervisord.conf', 'etc/supervisord.conf', 'circus.ini'],
};

/** Tells whether the name is one of such a file. */
export const isProcessFile = (file: string): file is ProcessFile => Object.hasOwn(PROCESS_FILE_NAMES, file);

/** What starts a script, by its ending. Sources: the manuals of pm2, forever and nodemon. */
export const INTERPRETERS: readonly (readonly [ending: RegExp, program: string])[] = [
  [/\.(?:ba)?sh$/, 'sh'],
  [/\.(?:[cm]?js|jsx)$/, 'node'],
  [/\.[cm]?tsx?$/, 'ts-node'],
  [/\.pyw?$/, 'python3'],
  [/\.rb$/, 'ruby'],
  [/\.pl$/, 'perl'],
  [/\.php$/, 'php'],
];

/** Most programs of one file. */
const MOST = 64;

/** The value of a member in a piece of JavaScript, JSON or YAML: a text, or the texts of a list as one. */
function member(piece: string, name: string): string | undefined {
  const [, quoted, list, plain] =
    new RegExp(
      String.raw`(?:^|[\s{,"'-])${name}["']?\s*[:=]\s*(?:("(?:[^"\\]|\\.)*"|'[^']*'|` +
        '`[^`]*`' +
        String.raw`)|\[([^\]]*)\]|([^\s"'[{][^\n,}]*))`,
    ).exec(piece) ?? [];
  if (quoted !== undefined) return quoted.slice(1, -1);
  if (list !== undefined)
    return [...list.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => `'${(a ?? b ?? '').replaceAll("'", "'\\''")}'`).join(' ');
  return plain?.trim();
}

/** What pm2 starts: each script with its arguments, by its interpreter. */
function ofEcosystem(text: string): readonly string[] {
  const starts = [...text.matchAll(/["']?\bscript["']?\s*[:=]/g)].map(({ index }) => index).slice(0, MOST);
  return starts.flatMap((at, i) => {
    const from = Math.max(text.lastIndexOf('{', at), i === 0 ? 0 : (starts[i - 1] ?? 0) + 1);
    const end = text.indexOf('}', at);
    const piece = text.slice(from, end < 0 ? undefined : end);
    const script = member(piece, 'script');
    if (script === undefined) return [];
    const given = member(piece, '(?:exec_)?interpreter');
    const interpreter = given === undefined || given === 'none' ? undefined : given;
    const usual = /\s/.test(script) || given === 'none' ? undefined : INTERPRETERS.find(([ending]) => ending.test(script))?.[1];
    return [[interpreter ?? usual, script, member(piece, 'args')].filter(word => word !== undefined && word !== '').join(' ')];
  });
}

const LINES: Readonly<Record<Exclude<ProcessFile, 'ecosystem.config.js'>, RegExp>> = {
  Procfile: /^[\w-]+:[ \t]*(\S.*)$/gm,
  'supervisord.conf': /^[ \t]*(?:command|cmd)[ \t]*=[ \t]*(\S.*)$/gm,
};

/** The commands that a file of programs starts, one text each. */
export const processCommands = (file: ProcessFile, text: string): readonly string[] =>
  file === 'ecosystem.config.js'
    ? ofEcosystem(text)
    : [...text.matchAll(LINES[file])].slice(0, MOST).map(([, line = '']) => line.replace(/%\([^)]*\)\w/g, '$UNKNOWN_TO_LICET'));
