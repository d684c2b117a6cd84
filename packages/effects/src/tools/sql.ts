import type { Effect } from '@licet/core';

const comments = /--[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*$)/g;

const literals = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`/g;

const destroying = /\b(?:drop|truncate|delete|replace|merge|revoke|detach|vacuum\s+full)\b/i;

const changing = /\b(?:insert|update|alter|create|grant|upsert|rename|reindex|set|call|do|exec|execute|load|import|attach)\b/i;

const reading =
  /^\s*(?:\\(?:d\S*|l\+?|z|x|timing|conninfo|echo|h|\?|q|sf|sv)(?:\s|$)|select|with|show|explain|describe|desc|values|table|pragma\s+[\w.]+\s*;?\s*$|use|\(|\.(?:tables|schema))/i;

const escaping = /\b(?:into\s+(?:out|dump)file|load_file|pg_read_file|lo_export|xp_cmdshell|dblink|load_extension)\b/i;

/** `copy … to`, `copy … from program`: the server reads or writes a file, or runs something. */
const copies = (text: string): boolean => {
  const at = text.search(/\bcopy\s/i);
  return at >= 0 && /\b(?:program|to|from)\b/i.test(text.slice(at));
};

/**
 * The effects of a database statement by its keywords, comments and literals left out. Statements that leave the database
 * (files, programs, other servers) and ones of no known kind are `unknown`. Several statements in one text all count.
 */
export const sqlEffects = (value: unknown, tool: string): readonly Effect[] => {
  const base = {
    target: { type: 'named', category: 'database', name: tool },
    program: tool,
    via: [],
    certainty: 'certain',
  } as const;
  if (typeof value !== 'string') return [{ ...base, kind: 'unknown', tags: ['malformed'], note: 'a statement that is no text' }];
  const text = value.replace(comments, ' ').replace(literals, "''");
  if (escaping.test(text) || copies(text))
    return [{ ...base, kind: 'unknown', tags: ['runs_code'], note: 'a statement that reaches outside of the database' }];
  if (destroying.test(text)) return [{ ...base, kind: 'delete', tags: ['destructive'] }];
  if (changing.test(text)) return [{ ...base, kind: 'write' }];
  if (reading.test(text)) return [{ ...base, kind: 'read' }];
  return [{ ...base, kind: 'unknown', tags: ['unlisted'], note: 'a statement of no known kind' }];
};
