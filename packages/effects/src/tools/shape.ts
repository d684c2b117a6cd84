import type { Effect } from '@licet/core';
import type { SafetyClass } from './safetyClass.ts';
import type { ArgumentUse, JudgeArgument } from './use.ts';
import { plainName } from './use.ts';

const pathName =
  /^(?:file|files|filename|filenames|path|paths|filepath|filepaths|absolutepath|relativepath|notebookpath|dir|directory|dirpath|folder|folderpath|targetfile|targetpath|sourcefile|sourcepath|destinationpath|destpath|oldpath|newpath|outputpath|outputfile|inputpath|inputfile|savepath|savedir|downloadpath|attachments|cwd|workdir|workingdirectory|rootdir)$/;

const maybePathName =
  /^(?:source|sources|src|destination|dest|dst|target|targets|from|to|input|output|out|root|location|uri|uris|image|document|script|config)$/;

const targetName =
  /^(?:destination|destinationpath|dest|destpath|dst|to|newpath|output|out|outputpath|outputfile|savepath|savedir|downloadpath)$/;

const commandName = /^(?:command|commands|cmd|cmds|shell|shellcommand|bash|script|exec|execute|argv)$/;

const codeName = /^(?:code|sourcecode|javascript|python|snippet|function|expression|program)$/;

const urlName = /^(?:url|urls|uri|href|endpoint|webhook|webhookurl|callbackurl)$/;

/** Arguments beside which a path belongs to a service. */
export const remoteName: RegExp = /^(?:owner|repo|repository|projectid|bucket|branch|ref|sha|workspaceid|driveid|siteid)$/;

const looksLikePath = (text: string): boolean =>
  /^(?:~|\.{1,2})?\/[^/\s]|^[A-Za-z]:[\\/]|^\\\\|^file:|^~$/.test(text) && text.length < 4096 && !text.includes('\n');

const looksLikeAddress = (text: string): boolean => /^(?:https?|wss?|ftp|ssh|git|s3|gs):\/\//i.test(text);

/** What a path argument means in a tool of this class. */
const pathUse = (name: string, kind: SafetyClass): ArgumentUse => {
  if (kind === 'harmless') return 'text';
  if (kind === 'read_local' || kind === 'read_external') return targetName.test(name) ? 'write' : 'read';
  if (kind === 'write_additive')
    return /^(?:source|src|from|oldpath|input|inputpath|inputfile|sourcepath|sourcefile|attachments)$/.test(name)
      ? 'read'
      : 'write';
  return kind === 'destructive' ? 'delete_tree' : 'unknown';
};

const useOf = (name: string, value: string, kind: SafetyClass, isRemote: boolean): readonly ArgumentUse[] => {
  if (looksLikeAddress(value)) return [kind === 'read_external' || kind === 'read_local' ? 'url' : 'upload'];
  if (looksLikePath(value)) return /^file:/i.test(value) || !isRemote ? [pathUse(name, kind)] : [];
  if (commandName.test(name)) return ['unknown', 'shell'];
  if (codeName.test(name)) return ['unknown'];
  if (/^(?:sql|statement)$/.test(name)) return ['sql'];
  if (urlName.test(name)) return ['url'];
  if (value === '' || isRemote || /\n|:\/\//.test(value)) return [];
  if (pathName.test(name)) return [pathUse(name, kind)];
  return maybePathName.test(name) && /^[\w.@+-]+(?:\/[\w.@+-]+)+$|^[\w-]+\.[a-z]{1,5}$/.test(value) ? [pathUse(name, kind)] : [];
};

const maxValues = 2000;

const maxDepth = 32;

/**
 * The effects of a tool that nobody knows, by the shape of its arguments: names that mean a path, a command, code, an address or
 * a statement, and values that look like one wherever they stand. What a path is for follows from the tool's class. Paths next to
 * a repository, a branch or a bucket are not this machine's. A call too large or deep to look through is `unknown`.
 */
export const shapeEffects = (
  payload: Readonly<Record<string, unknown>>,
  kind: SafetyClass,
  judge: JudgeArgument,
): readonly Effect[] => {
  const effects: Effect[] = [];
  let seen = 0;
  const visit = (name: string, value: unknown, depth: number, isRemote: boolean): void => {
    if (depth > maxDepth) seen = maxValues;
    if ((seen += 1) > maxValues) return;
    if (typeof value === 'string') {
      for (const use of useOf(name, value, kind, isRemote)) effects.push(...judge(use, value));
    } else if (Array.isArray(value)) {
      if (commandName.test(name) && value.every(word => typeof word === 'string'))
        effects.push(...judge('unknown', ''), ...judge('shell', value));
      else for (const element of value) visit(name, element, depth + 1, isRemote);
    } else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value);
      const remote = isRemote || entries.some(([key]) => remoteName.test(plainName(key)));
      for (const [key, inner] of entries) visit(plainName(key), inner, depth + 1, remote);
    }
  };
  visit('', payload, 0, false);
  return seen > maxValues ? [...effects, ...judge('unknown', '')] : effects;
};
