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
