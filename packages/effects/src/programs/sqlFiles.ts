import type { Argument, Finding } from './descriptor.ts';
import { readSql } from './readSql.ts';

/** A file that a statement reads or writes, as the database's own process sees it. */
export interface SqlFile {
  readonly use: 'read' | 'write' | 'update' | 'url';
  /** The address for `url`. Nothing where the statement computes it, or takes it from its parameters. */
  readonly path?: string;
  /** The name is a parameter, whose value comes with the statement. */
  readonly isParameter?: boolean;
}

const FILE_USES: readonly (readonly [RegExp, SqlFile['use']])[] = [
  [
    /\b(?:readfile|read_\w+|parquet_\w+|(?:sqlite|arrow|iceberg|delta|postgres|mysql)_(?:scan|attach|query)|st_read|sniff_csv|pg_read_(?:binary_)?file|load_file|lo_import|file|glob|zipfile|url)\s*\(\s*\[?\s*'([^']*)'/gi,
    'read',
  ],
  [/\b(?:from|join)\s+(?:'([^']+)'|"([^"]*[./][^"]*)"|(?:text|csv|json|parquet|binaryfile)\.`([^`]+)`)/gi, 'read'],
  [/\b(?:augeas|yara|file_lines)\b[^;]{0,400}?\bpath\s*(?:=|like)\s*'([^']*)'/gi, 'read'],
  [/\b(?:bulk\s+insert\b[^;']{1,200}?\bfrom|import\s+database)\s+n?'([^']+)'/gi, 'read'],
  [/\bload\s+(?:data|xml)\s+(?:low_priority\s+|concurrent\s+)?(?:local\s+)?infile\s+'([^']*)'/gi, 'read'],
  [/\b(?:writefile|pg_file_(?:write|unlink|rename))\s*\(\s*'([^']*)'/gi, 'write'],
  [/\binsert\s+into\s+(?:table\s+)?function\s+file\s*\(\s*'([^']*)'/gi, 'write'],
  [/\bbackup\s+(?:database|table|log)\b[^;']{1,200}?\bto\s+(?:disk\s*=\s*|file\s*\(\s*)n?'([^']+)'/gi, 'write'],
  [/\bget\s+@\S{1,200}\s+'?file:\/\/([^\s';]+)/gi, 'write'],
  [/\binto\s+(?:out|dump)file\s+'([^']*)'/gi, 'write'],
  [/\bcopy\b[^;]{1,400}?\bto\s+'([^']*)'/gi, 'write'],
  [/\bcopy\b[^;]{1,400}?\bfrom\s+'([^']*)'/gi, 'read'],
  [/\bexport\s+database\s+'([^']*)'/gi, 'write'],
  [/\bvacuum\s+(?:\w+\s+)?into\s+'([^']*)'/gi, 'write'],
  [/\blo_export\s*\([^,]{0,200},\s*'([^']*)'/gi, 'write'],
  [/\battach\s+(?:database\s+)?(?:if\s+not\s+exists\s+)?'([^']*)'/gi, 'update'],
];

/** Functions that read every file below the folder which their first argument names. */
const WALKED = /\b(?:fsdir|lsdir)\s*\(\s*'([^']+?)\/*'/gi;

/** The path in a `file:` address, without its parameters; any other text as it is. */
export function pathOfAddress(text: string): string {
  return /^file:/i.test(text) ? text.replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, '').replace(/[?#].*$/s, '') : text;
}

/** Functions that read the file which their first argument names, when that is no literal nor a list of them. */
const COMPUTED_NAME =
  /\b(?:readfile|read_(?:text|blob|parquet|(?:csv|json|ndjson)\w*)|parquet_scan|pg_read_(?:binary_)?file|load_file|lo_import)\s*\(\s*(?!\[?\s*(?:'[^']*'|"[^"]*")\s*[,)\]])(\S[^,)]{0,64})/gi;

/** A parameter of a statement, as drivers write it. */
const PARAMETER = /^(?:\?\d*|[$:@]\w+|%s|%\(\w+\)s)\s*$/;

/** The statements with literals for texts in dollars, and for those that are joined. */
const readings = (text: string, language: string | undefined): ReadonlySet<string> =>
  new Set(
    readSql(text, language).map(({ source }) =>
      source
        .replace(/\$(\w*)\$([^'$]{1,4096})\$\1\$/g, "'$2'")
        .replace(/\bconcat\s*\(\s*((?:'[^']*'\s*,\s*){1,99}'[^']*')\s*\)/gi, (_, parts: string) =>
          parts.replace(/'\s*,\s*'/g, ''),
        )
        .replace(/'\s*\|\|\s*'/g, ''),
    ),
  );

/** Why a statement is unknown that reads a file which it does not name. */
export const COMPUTED_FILE = 'SQL that reads a file by a computed name';

/** The files and addresses that statements read or write by literals, and one of no name for each that they compute. */
export function sqlFiles(text: string, language?: string): readonly SqlFile[] {
  const found = new Map<string, SqlFile>();
  for (const source of readings(text, language)) {
    for (const [pattern, use] of FILE_USES)
      for (const [, first, second, third] of source.matchAll(pattern)) {
        const path = first ?? second ?? third ?? '';
        if (path === '' || path.startsWith(':memory:')) continue;
        if (use === 'read' && /^(?:https?|ftp):\/\//i.test(path)) found.set(path, { use: 'url', path });
        if (/^(?!file:)[a-z][a-z\d+.-]+:/i.test(path)) continue;
        found.set(`${use} ${path}`, { use, path: pathOfAddress(path) });
      }
    for (const [, folder = ''] of source.matchAll(WALKED)) found.set(`read ${folder}/**`, { use: 'read', path: `${folder}/**` });
    for (const [, name = ''] of source.matchAll(COMPUTED_NAME))
      found.set(name, { use: 'read', isParameter: PARAMETER.test(name) });
  }
  return [...found.values()];
}

/** The file that a database program opens: a path, `:memory:`, or a `file:` address. */
export function opened([first, ...told]: readonly Argument[], isRead: boolean): readonly Finding[] {
  if (first === undefined || first.text === ':memory:' || first.text === '') return [];
  const reads = isRead && !told.some(({ text = '.open' }) => /\.open|attach/i.test(text));
  return [{ use: reads ? 'read' : 'update', value: first.text === undefined || first.glob ? first : pathOfAddress(first.text) }];
}
