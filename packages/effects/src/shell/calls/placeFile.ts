import type { FileTarget, EffectKind } from '@licet/core';
import type { Mark } from '../../marks.ts';
import { isWithin } from '../../places/lexical.ts';
import { targetLossTags } from '../../places/losses.ts';
import { mayNameSecret } from '../../places/secrets.ts';
import { escapeGlob } from '../../places/segments.ts';
import { fileTarget, globTarget } from '../../places/target.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import type { Search } from '../../programs/descriptor.ts';
import { COMPUTED_NAME } from '../../programs/taskFiles.ts';
import { emit } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { HOLE } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { spend } from '../words/frame.ts';
import { hasGlobCharacter } from '../words/glob.ts';

/** What is done to a file, and how. */
export interface FileUse {
  readonly kind: EffectKind;
  readonly program: string | undefined;
  readonly recursive?: boolean | undefined;
  readonly possible?: boolean | undefined;
  readonly tags?: readonly Mark[] | undefined;
  readonly searches?: Search | undefined;
  /** The file is written as a whole: nothing of what was in it stays. */
  readonly replaces?: boolean | undefined;
  /** It is changed in place, and some of what was in it goes. */
  readonly drops?: boolean | undefined;
  /** The content goes elsewhere than to the output. */
  readonly isSilent?: boolean | undefined;
  /** What is written is known to be no secret, whatever the name of the file. */
  readonly isPublic?: boolean | undefined;
}

/** A known temporary folder, the known beginning of a name in it, and the first part that is not known. */
const BEGINS_INSIDE = /^(\/(?:private\/)?(?:var\/)?tmp\/(?:[^/*?[\uF8FE]+\/)*[^/*?[\uF8FE]*[\w-])\uF8FE[^/]*$/;

/**
 * A name of which the end is not known, in a temporary folder, as the pattern of all such names: `/tmp/feat-$f.log` in a loop. What
 * is behind a beginning leads out of the folder only through another folder of that very beginning. Nothing is known of words
 * that come from outside of the command, over the network or out of an encoding.
 */
export function insideTemporary(field: Field, { run }: Frame): Field {
  const { text, many, likely, origins, glob } = field;
  if (many || glob || likely !== undefined || !BEGINS_INSIDE.test(text) || !isTemporaryFor(run.options.root, text)) return field;
  if (origins.some(origin => origin !== 'file' && origin !== 'clock' && origin !== 'own_process')) return field;
  return { ...field, text: escapeGlob(text).replaceAll(HOLE, '*'), glob: true };
}

/** A file name as a target, or why it is not known which file it names. */
export type Placed = { readonly file: FileTarget } | { readonly unplaced: string; readonly hidden: boolean };

/**
 * The file that a word names. A name with an unknown part is never placed, not even in a known folder: unknown text may hold
 * `..`.
 */
export function placeFile(field: Field, frame: Frame, recursive: boolean): Placed {
  const { cwd } = frame.state;
  if (field.text.includes(HOLE)) return { unplaced: field.source, hidden: false };
  const options = { cwd, files: frame.run.options.files, recursive, literal: true };
  const made = field.glob ? globTarget(field.text, options) : fileTarget(field.text, options);
  if (made.type === 'refusal') return { unplaced: field.source, hidden: made.code === 'control_character' };
  if (frame.run.links.size === 0) return { file: made };
  const resolved = followLinks(made.resolved, frame);
  if (made.glob === undefined) return { file: { ...made, resolved } };
  // A pattern below a link names what lies behind it.
  return { file: { ...made, resolved, lexical: followLinks(made.lexical, frame), glob: followLinks(made.glob, frame) } };
}

function followLink(path: string, links: ReadonlyMap<string, string>): string | undefined {
  for (const [from, to] of links) if (isWithin(path, from)) return to + path.slice(from.length);
  return undefined;
}

/** Follows the links that the command itself made. */
export function followLinks(path: string, frame: Frame): string {
  let at = path;
  for (let turns = 0; turns < 8; turns++) {
    spend(frame.run, frame.run.links.size / 64);
    const next = followLink(at, frame.run.links);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/** A path that is only known at run time: reading it is said, changing it is unknown. */
export function emitUnplaced(
  field: Field,
  { unplaced, hidden }: Extract<Placed, { unplaced: string }>,
  use: FileUse,
  frame: Frame,
): void {
  const target = { type: 'named', category: 'path', name: unplaced } as const;
  const isSecret = use.tags?.includes('metadata') !== true && (isHalfNamedSecret(field, frame) || isLedToSecret(field));
  const secret = isSecret ? (['secret'] as const) : [];
  const tags = [...(use.tags ?? []), ...secret, hidden ? ('obfuscated' as const) : ('dynamic' as const)];
  if (use.kind === 'read' && !hidden) {
    emit(frame, {
      kind: 'read',
      target,
      program: use.program,
      possible: true,
      tags: [...(use.tags ?? []), ...secret],
      note: 'reads a path known only at run time',
    });
    return;
  }
  emit(frame, { kind: 'unknown', target, program: use.program, tags, note: `${use.kind} of a path known only at run time` });
}

/** Variables that name a file of secrets, and commands that print such a name. Sources: the manuals of the programs. */
const LEADS_TO_SECRET =
  /\$\{?(?:KUBECONFIG|PGPASSFILE|PGSERVICEFILE|NETRC|HISTFILE|GNUPGHOME|BOTO_CONFIG|DOCKER_CONFIG|npm_config_(?:user|global)config|GOOGLE_APPLICATION_CREDENTIALS|AWS_(?:SHARED_CREDENTIALS|WEB_IDENTITY_TOKEN|CONFIG)_FILE|AZURE_\w*CERTIFICATE_PATH|VAULT_TOKEN_PATH|\w*(?:SECRETS?|TOKEN|PASSWORD|CREDENTIALS?|PRIVATE_KEY|SSH_KEY|KEYFILE)_?(?:FILE|PATH|LOCATION)?)\b|(?:\$\(|`)[^)`]*(?:config get (?:user|global)config|pip\d? config|config --get credential|credentials?\b|secrets?\b|passwo?r?d|id_(?:rsa|dsa|ecdsa|ed25519)|identityfile|\.env\b|\.ssh\b|\.aws\b|\.kube\b|\.netrc|\.p(?:em|12|fx)\b|kubeconfig|histfile|private.?key|hba_file|ssl_key_file)/i;

/** A longer word is not looked through for how its name comes about. */
const LONGEST_SOURCE = 512;

/** Whether a word is computed from what names secrets. */
export const isLedToSecret = ({ source }: Field): boolean => LEADS_TO_SECRET.test(source.slice(0, LONGEST_SOURCE));

/** Longer names are no files. */
const LONGEST_NAME = 4096;

/** Whether the known part of a word says that it names a secret, whatever the rest is. */
function isHalfNamedSecret({ text, glob }: Field, frame: Frame): boolean {
  if (text.length > LONGEST_NAME) return false;
  const { cwd } = frame.state;
  const pattern = (glob ? text : escapeGlob(text)).replaceAll(HOLE, '*');
  if (/^[*/]*$/.test(pattern)) return false;
  const whole = pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `${cwd ?? ''}/${pattern}`;
  return mayNameSecret(whole, frame.run.options.home);
}

/** The names of the variables in a word. */
const variablesIn = (source: string): readonly string[] =>
  [...source.slice(0, 1024).matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name);

/** Notes the variables of words that a test looks at: a script that asks whether one is set does not go on without it. */
export function guardVariables(words: readonly Field[], { run }: Frame): void {
  for (const { source } of words) for (const name of variablesIn(source)) run.guarded.add(name);
}

/** The first variable of a word, where no test looks at any of them and no file that is not read may set one. */
export function unsetIn(source: string, { run: { guarded } }: Frame): string | undefined {
  const names = variablesIn(source);
  return guarded.has('*') || names.some(name => name === COMPUTED_NAME || guarded.has(name)) ? undefined : names[0];
}

/**
 * Records a deletion in code of the project that starts at a variable which is set nowhere: `rm -rf "$OUT"/*` deletes `/*` then. A variable
 * that the code tests, or that a file may set which is not read, is not taken for unset.
 */
export function emitUnset(field: Field, { kind, program, tags, recursive }: FileUse, frame: Frame): void {
  const { likely = '', text, source } = field;
  const isLoss = kind === 'delete' || tags?.includes('destructive') === true;
  if (!isLoss || frame.says === undefined || !text.startsWith(HOLE) || !likely.startsWith('/')) return;
  const name = unsetIn(source, frame);
  if (name === undefined) return;
  const placed = placeFile({ ...field, text: likely, glob: hasGlobCharacter(likely) }, frame, recursive === true);
  if ('unplaced' in placed || !targetLossTags(placed.file, false, frame.run.options).includes('catastrophic')) return;
  const target = { type: 'named', category: 'unset_variable', name: `${name} ${likely}` } as const;
  emit(frame, { kind: 'delete', target, program, possible: true, tags: ['destructive'], isAlwaysSaid: true });
}
