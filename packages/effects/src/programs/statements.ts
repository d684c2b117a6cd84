import type { Effect } from '@licet/core';
import { readSql } from './readSql.ts';
import type { SqlReading } from './readSql.ts';

/** Functions that work on texts and values and run none of them. Sources: the manuals of the databases. */
const PLAIN =
  /^(?:(?:lower|upper|initcap|trim|[lrb]trim|[lr]pad|length|len|char_length|octet_length|concat(?:_ws)?|coalesce|nullif|ifnull|isnull|nvl2?|if|iif|decode|greatest|least|replace|translate|substr(?:ing)?(?:_index)?|left|right|mid|instr|position|strpos|locate|charindex|patindex|contains|starts_with|startswith|ends_with|endswith|like|ilike|glob|match|regexp\w*|rlike|similar\w*|split\w*|string_\w+|array\w*|list\w*|map\w*|struct\w*|row|values|in|any|some|all|format|printf|sprintf|quote\w*|md5|sha\d*|hash\w*|crc32|digest|encode|hex|unhex|to_\w+|from_\w+|try_\w+|cast|convert|parse_json|json\w*|date\w*|time\w*|strftime|str_to_date|extract|count|sum|min|max|avg|group_concat|listagg|median|mode|first|last|lag|lead|rank|row_number|ntile|soundex|reverse|repeat|space|ascii|chr|char|unicode|collate|exists|not|and|or|as|on|using|over|select|from|where|when|then|else|case|set|into|insert|overlay|levenshtein|word_similarity|plainto_tsquery|phraseto_tsquery|websearch_to_tsquery|ts_headline|ts_rank\w*|setweight|raise_application_error|raiserror)|(?:add|is)_\w+)$/;

/** A text that a function is given, with the function's name. */
interface Given {
  readonly name: string;
  readonly text: string;
}

/** What a statement hands to functions. Texts stand in `'` and hold none, as in the `source` of a reading. */
function textsGiven(source: string): readonly Given[] {
  const found: Given[] = [];
  const open: string[] = [];
  let name = '';
  for (const [part] of source.matchAll(/'[^']*'|[a-z_][\w.]*|\S/gi)) {
    if (part === ')') open.pop();
    else if (part === '(') open.push(name);
    else if (part.startsWith("'") && open.length > 0) found.push({ name: open.at(-1) ?? '', text: part.slice(1, -1) });
    name = /^[a-z_]/i.test(part) ? part.toLowerCase() : '';
  }
  return found;
}

/** Columns and rows that are named before the values: `insert into t(a) values ('…')`. */
const isPlain = (name: string): boolean => name === '' || PLAIN.test(name.slice(name.lastIndexOf('.') + 1));

/**
 * The statements that a statement hands to something that runs them: `query_to_xml('delete …')`, `dblink('…', 'drop …')`, `cron.schedule`,
 * `prepare s from '…'`. What functions over texts are given is data.
 */
export function nestedStatements(source: string, isStatement: (text: string) => boolean): readonly string[] {
  const prepared = [...source.matchAll(/\b(?:prepare\s+\w+\s+from|exec(?:ute)?(?:\s+immediate)?)\s+n?'([^']+)'/gi)].map(
    ([, text = '']) => text,
  );
  const given = textsGiven(source).flatMap(({ name, text }) => (isPlain(name) ? [] : [text]));
  return [...prepared, ...given].filter(isStatement);
}

const DESTROYING =
  /\b(?:drop|truncate|delete|replace(?!\s*\()|merge|revoke|detach|vacuum\s+full|pg_terminate_backend|pg_cancel_backend|reset\s+(?:master|slave|replica)|purge\s+(?:binary|master)|remove\s+(?:table|namespace|database|user))\b|\b(?:delete|drop|purge|wipe|destroy|erase|truncate)_\w+\s*\(|\b(?:lo_unlink|pg_file_unlink|pg_drop_\w+)\s*\(/i;

/** Rights for everybody, and passwords of others. */
const WEAKENING =
  /\bgrant\s[\s\S]{0,200}\sto\s+public\b|\bgrant\s+all\b|\b(?:alter|create)\s+(?:user|role)\s[\s\S]{0,200}\b(?:password|superuser|identified)\b|\bset\s+password\b/i;

/** Rows that are copied to an address. */
const LEAVING =
  /\b(?:copy|unload)\b[\s\S]{0,400}?\b(?:in)?to\s+'(?:s3|gcs|gs|azure):|\bexport\s+data\b[\s\S]{0,400}?\buri\s*=|\bbackup\b[\s\S]{1,400}?\bto\s+(?:s3|url|azureblobstorage)\b|\bquery_export_to_s3\s*\(|\bcopy\b[\s\S]{1,400}?\bto\s+'(?:s3|gs|gcs|r2|az|azure|abfss?|https?|hf):|\binsert\s+into\s+(?:table\s+)?function\s+(?:url|s3|gcs|azureblobstorage|hdfs)\w*\s*\(|\burl\s*\([^)]{0,400}\|\|/i;

const CHANGING =
  /\b(?:insert|update|alter|create|grant|upsert|rename|reindex|set|call|do|exec|execute|load|import|attach|copy\s[^;]{1,400}?\s(?:to|from)|export|vacuum|reset|begin|commit|rollback|lock|comment|analyze|optimize|refresh|delimiter|use)\b/i;

/** Functions that change the database or its server, wherever a query calls them. */
const CALLED =
  /\b(?:setval|set_config|pg_notify|pg_logical_emit_message|lo_(?:create|creat|put|from_bytea|truncate)|pg_(?:reload_conf|rotate_logfile|promote|switch_wal|create_\w+|replication_\w+|logical_slot_get_\w+|wal_replay_\w+|log_backend_\w+|import_system_collations|stat_reset\w*)|shell_\w+|release_all_locks)\s*\(/i;

const READING =
  /^\s*(?:select|with|show|explain|describe|desc|summarize|from|pivot|values|table|pragma\s+[\w.]+\s*(?:\([^)]*\)\s*)?;?\s*$|use|help|list|get|\()/i;

/** Ways out of the database: programs, native code, other servers, files of the server. Sources: the manuals of the databases. */
const ESCAPING =
  /\b(?:into\s+(?:out|dump)file|load_file|pg_read_(?:binary_)?file|pg_ls_dir|pg_execute_server_program|lo_export|lo_import|xp_\w+|sp_oacreate|sp_configure|openrowset|opendatasource|dblink\w*|load_extension|edit|fts3_tokenizer|executable|remote|remotesecure|jdbc|odbc|getenv|(?:postgres|mysql)_(?:execute|query)|openquery|sys_(?:eval|exec|bineval|set)|pg_file_\w+|https?_(?:get|post|put|patch|delete|head)|httpuritype|bfilename|xmltransformblob)\s*(?:\(|'|$)|\b(?:xp_cmdshell|utl_(?:file|https?|smtp|tcp|inaddr|dbws)|dbms_(?:scheduler|job|java|sql|ldap|advisor|xslprocessor|lob|pipe)|java_class)\b|\b(?:net\.http\w*|aws_s3\.\w+|aws_lambda\.\w+|cron\.\w+)\s*\(|\binstall\s+(?:plugin|component)\b|\bsoname\s+''|\balter\s+system\b|\bcreate\s+(?:or\s+replace\s+)?(?:extension|server|foreign\s+data\s+wrapper|library)\b|\blanguage\s+(?:plpython\w*|plperlu|plsh|c|pltclu)\b|\b(?:force\s+)?install\s+\w|(?:^|;)\s*load\s+(?!data\b)\S|\bload\s+csv\b|\binto\s+outfile\b/i;

/** `copy … program`: the server runs something. */
const copiesThroughProgram = (text: string): boolean => {
  const at = text.search(/\bcopy\s/i);
  return at >= 0 && /\bprogram\b/i.test(text.slice(at));
};

/** Statements that build and run other statements. */
const BUILDING = /\bprepare\s+\w+\s+from\s+@|\bexecute\s+(?:immediate\b|format\b|'|\()|\bexec\s*\(|\bsp_executesql\b/i;

/** Whether a text begins like a query or a statement that may open files. */
export const isQuery = (text: string): boolean =>
  /^\s*(?:select|with|from|insert|copy|load|create|attach|import|describe|explain|summarize)\s/i.test(text);

type Did = Pick<Effect, 'kind' | 'tags' | 'note'>;

const CYPHER =
  /^\s*(?:explain\s+|profile\s+)?(?:(?:optional\s+)?match\s*\(|merge\s*\(|create\s*\(|unwind\s+\S+\s+as\s|call\s+(?:apoc|db|dbms|gds)\.|load\s+csv|(?:drop|create)\s+(?:constraint|(?:\w+\s+)?index)\b)/i;

const CHANGING_ROWS = /\bas\s+(?:(?:not\s+)?materialized\s+)?\(\s*(?:delete\s+from|update\s+\S+\s+set|insert\s+into)\s/i;

const STATEMENT =
  /(?:^|;)\s*(?:explain\s+(?:analy[sz]e|\([^)]{0,99}\banaly[sz]e\b[^)]{0,99}\))\s+(?:verbose\s+)?)?(?:delete\s+from\s|drop\s+(?:table|database|schema|view|index|user|role|keyspace|collection|type|function|trigger|sequence|materialized|column|owned|tablespace|if)\b|truncate\s+(?:table\s+)?["`\w.]+\s*(?:;|$|cascade|restart)|alter\s+(?:table|database|user|role|system)\b|insert\s+(?:or\s+\w+\s+)?into\s|update\s+["`\w.]+\s+set\s|merge\s+into\s|replace\s+into\s|grant\s+[\w\s,]{1,200}\s(?:on|to)\s|revoke\s+[\w\s,]{1,200}\sfrom\s|create\s+(?:or\s+replace\s+)?(?:table|database|user|role|view|index|function|extension|trigger)\b|exec(?:ute)?\s+\w*_?\w+|copy\s+[\w"(]|remove\s+(?:table|namespace|database)\s)/i;

/** Most texts have no word that begins a statement, and need not be read. */
const VERB = /\b(?:delete|drop|truncate|alter|insert|update|merge|replace|grant|revoke|create|exec\w*|copy|remove)\b/i;

/** Whether a text is a statement of a database by its shape: a verb with the words that follow it. */
export const isStatement = (text: string): boolean =>
  CYPHER.test(text) ||
  (VERB.test(text) && readSql(text).some(({ source }) => CHANGING_ROWS.test(source) || STATEMENT.test(source)));

const cypherEffect = ({ bare, source }: SqlReading): Did => {
  if (/\b(?:delete|remove|drop)\b/i.test(bare)) return { kind: 'delete', tags: ['destructive'] };
  const calls =
    /\bcall\s+(?:apoc\.(?!meta|help|convert|text|path|coll|map|date|number|version|schema\.nodes)|dbms\.(?!components|info|list|show|queryJmx))/i.test(
      bare,
    );
  if (calls || /\bload\s+csv\b/i.test(bare))
    return DESTROYING.test(source)
      ? { kind: 'delete', tags: ['destructive'] }
      : { kind: 'unknown', tags: ['runs_code'], note: 'a procedure that may do anything' };
  return /\b(?:create|merge|set|foreach)\b/i.test(bare) ? { kind: 'write' } : { kind: 'read' };
};

/** Tables and columns in which databases keep the passwords of their users. Sources: the manuals of the databases. */
const KEEPS_PASSWORDS =
  /\b(?:pg_authid|pg_shadow|pg_user_mappings?|rolpassword|authentication_string|global_priv|sql_logins|syslogins|password_hash|dba_users|all_users_passwords|duckdb_secrets|password_versions|spare4)\b|\bmysql\.user\b|\buser\$/i;

const readsPasswords = (text: string): boolean =>
  KEEPS_PASSWORDS.test(text) && !(/\bmysql\.user\b/i.test(text) && !/\*|passw|authentication_string/i.test(text));

/** An `update` of every row. */
const updatesAll = (text: string): boolean =>
  text
    .split(';')
    .some(
      one =>
        /\bupdate\s+(?:only\s+)?["`\w.[\]]+(?:\s+(?:as\s+)?\w+)?\s+set\s/i.test(one) &&
        !/\bwhere\b|\bon\s+(?:conflict|duplicate)\b|\blimit\s+\d/i.test(one),
    );

const sqlEffect = (reading: SqlReading): Did => {
  const own = statementEffect(reading);
  if (own.kind !== 'read' && own.kind !== 'write') return own;
  const inner = nestedStatements(reading.source, text => isStatement(text) || isQuery(text)).flatMap(text =>
    readSql(text).map(statementEffect),
  );
  return (
    inner.find(({ kind }) => kind !== 'read' && kind !== 'write') ??
    inner.find(({ kind, tags }) => kind === 'write' || tags !== undefined) ??
    own
  );
};

const statementEffect = ({ source, bare, names }: SqlReading): Did => {
  if (bare.replace(/[;\s]/g, '') === '') return { kind: 'read' };
  if (ESCAPING.test(bare) || copiesThroughProgram(bare))
    return { kind: 'unknown', tags: ['runs_code'], note: 'a statement that reaches outside of the database' };
  if (DESTROYING.test(bare) || updatesAll(bare)) return { kind: 'delete', tags: ['destructive'] };
  if (BUILDING.test(source))
    return DESTROYING.test(source)
      ? { kind: 'delete', tags: ['destructive'] }
      : { kind: 'unknown', tags: ['dynamic'], note: 'a statement that is put together when it runs' };
  if (LEAVING.test(source)) return { kind: 'network', tags: ['uploads'] };
  if (WEAKENING.test(bare)) return { kind: 'configure', tags: ['weakens'] };
  if (CHANGING.test(bare) || CALLED.test(bare)) return { kind: 'write' };
  if (bare.split(';').every(one => one.trim() === '' || READING.test(one)))
    return readsPasswords(names) ? { kind: 'read', tags: ['secret'] } : { kind: 'read' };
  return { kind: 'unknown', tags: ['unlisted'], note: 'a statement of no known kind' };
};

/** What a text does in each reading: SQL, or Cypher by its shape. What starts as Cypher may be SQL where that has the verb too. */
function readingsOf(text: string, language: string | undefined): readonly Did[] {
  const graph = readSql(text, 'cypher').filter(({ source }) => CYPHER.test(source));
  if (graph.length === 0) return readSql(text, language).map(sqlEffect);
  const isEither = language !== 'cypher' && /^\s*(?:call|drop|create\s+\w)/i.test(text);
  return [...graph, ...(isEither ? readSql(text, language) : [])].map(cypherEffect);
}

/**
 * The effects of a database statement by its keywords, comments and literals left out: SQL, or Cypher by its shape. Statements
 * that leave the database (files, programs, other servers) and ones of no known kind are `unknown`. Several statements in one
 * text all count, and where databases read a text differently, each reading does.
 *
 * @param language - The language of {@link readSql}; without one, all dialects count.
 */
export const sqlEffects = (value: unknown, tool: string, language?: string): readonly Effect[] => {
  const base = {
    target: { type: 'named', category: 'database', name: tool },
    program: tool,
    via: [],
    certainty: 'certain',
  } as const;
  if (typeof value !== 'string') return [{ ...base, kind: 'unknown', tags: ['malformed'], note: 'a statement that is no text' }];
  const all = readingsOf(value, language);
  // A text that only some dialects can read is of one of those.
  const known = all.filter(({ tags }) => tags?.includes('unlisted') !== true);
  const found = new Map((known.length > 0 ? known : all).map(did => [[did.kind, ...(did.tags ?? [])].join(' '), did]));
  return [...found.values()].map(did => Object.assign({}, base, did));
};
