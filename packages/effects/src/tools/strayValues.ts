import type { Effect } from '@licet/core';
import { grave } from '../marks.ts';
import { isGovernedPath } from '../places/governed.ts';
import { isSecretPath } from '../places/secrets.ts';
import { findDescriptor } from '../programs/index.ts';
import { isReading } from './argumentNames.ts';
import { PROSE_NAME } from './remoteLoss.ts';
import type { SafetyClass } from './safetyClass.ts';
import type { JudgeArgument } from './use.ts';
import { ofTool } from './use.ts';

/** A text in an argument of a tool that is described by nothing but its shape. */
export interface StrayValue {
  readonly name: string;
  readonly value: string;
  readonly kind: SafetyClass;
  /** A repository, a branch or a bucket is named beside it. */
  readonly isRemote: boolean;
  readonly tool: string;
  /** The program that the server of the tool is called like. */
  readonly program: string;
}

/** Arguments that hold words of a search. What they look like says nothing of files. */
const SEARCHED =
  /^(?:q|query|queries|pattern|patterns|regex|regexp|search|searchterm|searchquery|keyword|keywords|filter|filters|glob|globs|needle|find|match|term|terms|expression|selector|jql|cql|where)$/;

/** Arguments that name what a tool reads, or what it looks up. */
const READ =
  /^(?:absolutepath|relativepath|targetpath|targetfile|paths?|files?|filepaths?|filenames?|notebookpath|dir|directory|dirpath|folder|folderpath|uri|uris|url|location|source|sources|src|sourcefile|sourcepath|input|inputs|inputfile|inputpath|from|document|resource|id|ids|root|rootdir|cwd|workdir|workingdirectory|config|script|image|target|targets|which|object|left|right|old|new|base|head|a|b)$/;

/** Options by which programs run another program, load code or take settings that do. Sources: the manuals of git, tar, ripgrep, ssh, Node.js, npm and rsync. */
const RUNNING =
  /^(?:--?(?:upload-pack|receive-pack|exec|exec-path|open-files-in-pager|ext-diff|textconv|pre|to-command|checkpoint-action|use-compress-program|rsh|rmt-command|info-script|new-volume-script|require|import|loader|experimental-loader|eval|script-shell|node-options|hostname-bin|config-env|unzip-command|ssh-command|proxy-?command|init-command|pager|editor|plugin|load-extension|post-?exec|pre-?exec|on-?change|command|shell|program)(?=[=\s]|$)|-o\s*(?:Proxy|Local|Remote|KnownHosts)Command\b|-c\s*[\w.]+=)/i;

/** Options that name a file which is written, and ones that name a file which is read. Sources: the manuals of git, curl, wget and Kubernetes. */
const WRITING =
  /^--?(?:output|out|out-file|outfile|output-file|output-dir|output-document|output-directory|log-file|logfile|append-output|directory-prefix|dump-header|cookie-jar|trace|trace-ascii|stderr|save|save-to|write|target-directory|report|export|archive|o|O)$/;
const TAKING =
  /^--?(?:file|input|input-file|from-file|env-file|config|post-file|body-file|upload-file|data-binary|netrc-file|kubeconfig|cert|key|private-key|identity-file|identity|i|K|T)$/;

/** One word that may name a file. */
const isName = (value: string): boolean => /^(?:~\/)?[\w.@+-]+(?:\/[\w.@+-]+)*$/.test(value) && /[./]/.test(value);

/** What an option of the program behind a tool does, where a value is one: `--output=a`, `--upload-pack=sh`, `-o a -K b`. */
function optionEffects({ value, tool, program }: StrayValue, judge: JudgeArgument): readonly Effect[] {
  const words = value.trim().split(/\s+/);
  const found: Effect[] = [];
  for (const [at, word] of words.entries()) {
    if (!word.startsWith('-')) continue;
    const rest = words.slice(at).join(' ');
    if (RUNNING.test(rest))
      found.push(
        ofTool(tool, {
          kind: 'unknown',
          tags: ['runs_code'],
          note: 'an option by which the program behind the tool runs something',
        }),
      );
    const [, option = word, given = words[at + 1] ?? ''] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? [];
    if (given === '' || given.startsWith('-')) continue;
    if (WRITING.test(option)) found.push(...judge('write', given));
    else if (TAKING.test(option)) found.push(...judge('read', given.replace(/^@/, '')));
  }
  if (findDescriptor(program) === undefined) return found;
  return [...found, ...judge('shell', `${program} ${value}`).filter(isGrave)];
}

const isGrave = ({ tags = [] }: Effect): boolean => tags.some(tag => grave.has(tag));

/** A file within a revision: `HEAD:.env`. Its content is that of the file, or was. */
function revisionEffects({ value }: StrayValue, judge: JudgeArgument): readonly Effect[] {
  const [, path = ''] = /^[\w./~^@{}-]{0,200}:(?:\d:)?(\.{0,2}[\w./@+-]+)$/.exec(value) ?? [];
  return path !== '' && !/^\d+(?:\/|$)/.test(path) && isSecretPath(path, undefined, undefined) ? judge('read', path) : [];
}

/** A secret or a governed file, under whatever name it is given. Reading what governs is free where an argument says that it is read. */
function fileEffectsOf({ name, value, isRemote, tool }: StrayValue, judge: JudgeArgument): readonly Effect[] {
  if (!isName(value)) return [];
  const isHosted = isRemote && /github|gitlab|gitea|forgejo|bitbucket|azure|drive|s3|bucket/i.test(tool);
  if (!isHosted && isSecretPath(value, undefined, undefined)) return judge('read', value);
  if (isRemote || !isGovernedPath(value)) return [];
  const read = judge('read', value);
  if (READ.test(name)) return read;
  return [
    ...read,
    ...judge('write', value).map(effect => ({
      ...effect,
      certainty: 'possible' as const,
      tags: [...(effect.tags ?? []), 'unlisted'],
    })),
  ];
}

/** A command that would do harm, under whatever name it is given: a tool may hand it to a shell. */
function commandEffects({ value }: StrayValue, judge: JudgeArgument): readonly Effect[] {
  const [program = ''] = /^[\w./-]+(?=\s+\S)/.exec(value) ?? [];
  const runs = program !== '' && findDescriptor(program.slice(program.lastIndexOf('/') + 1)) !== undefined;
  const inserted = [...value.matchAll(/\$\(([^()]{1,500})\)/g)].map(([, text = '']) => text);
  return [...(runs ? [value] : []), ...inserted]
    .flatMap(text => judge('shell', text))
    .flatMap(effect => (isGrave(effect) ? [{ ...effect, certainty: 'possible' as const }] : []));
}

/** A command of Licet alone, whatever sends it: a guard tells those that ask from those that answer for a human. */
const OWN_COMMAND = /^\s*(?:[\w./~-]{1,200}\/)?licet\s+[a-z-]{2,20}(?:\s[^\n\r]{0,200})?[\n\r]*$/;

/** Longer values are content. */
const MOST_VALUE = 2_000;

/**
 * The effects of a value that the name of its argument does not tell: an option of the program behind the tool, a file within a revision, a
 * secret, a governed file, a command that does harm. Prose has none, and the words of a search only those of options.
 */
export function strayEffects(stray: StrayValue, judge: JudgeArgument): readonly Effect[] {
  const { name, value, kind } = stray;
  if (OWN_COMMAND.test(value) && (!PROSE_NAME.test(name) || name === 'text')) return judge('shell', value.trim());
  if (value.length > MOST_VALUE || value.includes('\n') || (PROSE_NAME.test(name) && name !== 'name')) return [];
  const options = value.trimStart().startsWith('-') ? optionEffects(stray, judge) : [];
  if (SEARCHED.test(name)) return options;
  const found = [...options, ...revisionEffects(stray, judge), ...commandEffects(stray, judge)];
  return isReading(kind) || kind === 'harmless' || kind === 'unclear' ? [...found, ...fileEffectsOf(stray, judge)] : found;
}
