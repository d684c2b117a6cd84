import { namesLoss } from '../programs/requests.ts';
import { losesRedisData } from '../programs/documentScripts.ts';
import { findDescriptor } from '../programs/index.ts';
import type { SafetyClass } from './safetyClass.ts';
import { isStatement } from '../programs/statements.ts';
import type { ToolUse } from '../uses.ts';
import { PROSE_NAME } from './remoteLoss.ts';

const PATH_NAME =
  /^(?:file|files|filename|filenames|path|paths|filepath|filepaths|absolutepath|relativepath|notebookpath|dir|directory|dirpath|folder|folderpath|targetfile|targetpath|sourcefile|sourcepath|destinationpath|destpath|oldpath|newpath|outputpath|outputfile|inputpath|inputfile|savepath|savedir|saveto|savefile|downloadpath|downloadto|logfile|logpath|logto|outfile|outdir|outputdir|writeto|exportto|exportpath|dumpto|reportfile|attachments|cwd|workdir|workingdirectory|rootdir)$/;

const MAYBE_PATH_NAME =
  /^(?:source|sources|src|destination|dest|dst|target|targets|from|to|input|output|out|root|location|uri|uris|image|document|script|config)$/;

const TARGET_NAME =
  /^(?:destination|destinationpath|dest|destpath|dst|to|newpath|output|out|outputpath|outputfile|savepath|savedir|saveto|savefile|downloadpath|downloadto|logfile|logpath|logto|outfile|outdir|outputdir|writeto|exportto|exportpath|dumpto|reportfile)$/;

/** Names of arguments that hold a command. */
export const COMMAND_NAME =
  /^(?:shellscript|bash|script|exec|execute|run|onsave|onchange)$|(?:command|commands|cmd|cmds|commandline|shell|argv)$/;

const TYPED_NAME = /^(?:chars|stdin|keys|keystrokes|sendkeys|terminalinput|typed)$/;

const CODE_NAME = /^(?:code|sourcecode|javascript|python|snippet|function|expression|program)$/;
const STATEMENT_NAME = /^(?:sql|statement|statements|cypher)$/;
/** A query that calls functions or names files, in an argument that may hold words of a search as well. */
const QUERY_NAME = /^(?:q|query|queries|querystring|querytext|sqlquery|rawquery|input|text|command)$/;
const CALLING_QUERY =
  /^\s*(?:(?:select|with|from|explain|describe|summarize)\s[^']*(?:\(\s*\[?\s*n?'|'[^']*[./])|(?:copy|attach|export|import|call|exec|execute|load|install|put|get|backup|unload|vacuum)\s[^']*')/i;
const URL_NAME = /^(?:ws|websocket|wsurl|url|urls|uri|href|endpoint|webhook|webhookurl|callbackurl)$/;

const looksLikePath = (text: string): boolean =>
  /^(?:~|\.{1,2})?\/[^/\s]|^[A-Za-z]:[\\/]|^\\\\|^file:|^~$/.test(text) && text.length < 4096 && !text.includes('\n');

const looksLikeAddress = (text: string): boolean => /^(?:https?|wss?|ftp|ssh|git|s3|gs):\/\//i.test(text);

/** What a path argument means in a tool of this class. */
const pathUse = (name: string, kind: SafetyClass): ToolUse => {
  if (kind === 'harmless') return 'text';
  if (kind === 'read_local' || kind === 'read_external') return TARGET_NAME.test(name) ? 'write' : 'read';
  if (kind === 'write_additive')
    return /^(?:source|src|from|oldpath|input|inputpath|inputfile|sourcepath|sourcefile|attachments)$/.test(name)
      ? 'read'
      : 'write';
  return kind === 'destructive' ? 'delete_tree' : 'unknown';
};

/** What a text is used for, by the name of its argument and by what it looks like. */
export const useOf = (name: string, value: string, kind: SafetyClass, isRemote: boolean): readonly ToolUse[] => {
  if (looksLikeAddress(value)) return [kind === 'read_external' || kind === 'read_local' ? 'url' : 'upload'];
  if (!PROSE_NAME.test(name) && isStatement(value)) return ['sql'];
  if (QUERY_NAME.test(name) && CALLING_QUERY.test(value)) return ['sql'];
  if (looksLikePath(value)) return /^file:/i.test(value) || !isRemote ? [pathUse(name, kind)] : [];
  if (COMMAND_NAME.test(name)) return isActionName(value) && isReading(kind) ? [] : ['unknown', 'shell'];
  if (TYPED_NAME.test(name) || (/^(?:input|text|data)$/.test(name) && isTyped(value))) return ['input'];
  if (CODE_NAME.test(name)) return PAGE_SCRIPT.test(value) ? ['code'] : ['unknown'];
  if (STATEMENT_NAME.test(name)) return ['sql'];
  if (URL_NAME.test(name)) return ['url'];
  if (value === '' || isRemote || /\n|:\/\//.test(value)) return [];
  const isFile = /^[\w.@+-]+(?:\/[\w.@+-]+)+$|^[\w-]+\.[a-z]{1,5}$/.test(value);
  return PATH_NAME.test(name) || (MAYBE_PATH_NAME.test(name) && isFile) ? [pathUse(name, kind)] : [];
};

/** Whether tools of a class only read. */
export const isReading = (kind: SafetyClass): boolean => kind === 'read_external' || kind === 'read_local';

/** One word that names no program and nothing that is lost: the tool's own name for what it does. */
const isActionName = (value: string): boolean =>
  /^[A-Za-z_]+$/.test(value) && !namesLoss(value) && !losesRedisData(value, undefined) && findDescriptor(value) === undefined;

/** A line that ends with the key that sends it, and begins with a program. */
const isTyped = (value: string): boolean =>
  /^[^\n\r]+[\n\r]+$/.test(value) && beginsWithProgram(/^\s*([\w.-]+)/.exec(value)?.[1] ?? '');

const beginsWithProgram = (name: string): boolean => name === 'licet' || findDescriptor(name) !== undefined;

/** An expression or function of JavaScript for a page. */
const PAGE_SCRIPT =
  /^\s*(?:async\s*)?(?:\([^)]*\)|\w+)\s*=>|^\s*(?:async\s+)?function\b|^\s*(?:return\s+)?(?:document|window)\.|^\s*(?:const|let|var)\s/;

/** What an argument means in a tool that has described its others: only what runs, whatever it is called for. */
export const runningUseOf = (name: string, value: string): readonly ToolUse[] => {
  if (COMMAND_NAME.test(name) && !looksLikePath(value)) return ['unknown', 'shell'];
  if (CODE_NAME.test(name) && /[\s(;]/.test(value)) return ['unknown'];
  return STATEMENT_NAME.test(name) ? ['sql'] : [];
};
