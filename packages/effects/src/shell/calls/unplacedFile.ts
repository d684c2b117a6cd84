import { mayNameSecret } from '../../places/secrets.ts';
import { HOLE } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import { escapeGlob } from '../../places/segments.ts';
import type { Placed } from './placedFile.ts';
import type { FileUse } from './emitFile.ts';

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

/** Whether the known part of a word says that it names a secret, whatever stands for the rest. */
function isHalfNamedSecret({ text, glob }: Field, frame: Frame): boolean {
  if (text.length > LONGEST_NAME) return false;
  const { cwd } = frame.state;
  const pattern = (glob ? text : escapeGlob(text)).replaceAll(HOLE, '*');
  if (/^[*/]*$/.test(pattern)) return false;
  const whole = pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `${cwd ?? ''}/${pattern}`;
  return mayNameSecret(whole, frame.run.options.home);
}
