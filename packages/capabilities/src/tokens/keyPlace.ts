import type * as NodeFs from 'node:fs';
import type * as NodePath from 'node:path';

import { InvariantError } from '@licet/core';
import { projectFile } from '@licet/core/store';

/** Where the keys of a policy lie. */
export interface KeyPlace {
  /** Absolute. */
  readonly file: string;
  /** A file that may not exist: keys in the project are keys in front of the agent. */
  readonly refused?: string;
}

/** Where a policy and its user live, both absolute. */
export interface KeyHost {
  readonly root: string;
  readonly home: string;
}

/** Where keys were kept in the folder of the policy. */
const IN_PROJECT = '.licet/token-keys.json';

/**
 * Finds the file with the keys of a policy: the one that the policy names, or the project's own below `~/.licet/keys/`. Throws an
 * `InvariantError` of code `invalid_param` for a file in the folder of the policy, where the agent works.
 */
export function keyPlace({ root, home }: KeyHost, given?: string): KeyPlace {
  if (given === undefined)
    return { file: `${home}/.licet/keys/${projectFile(realOf(root), 'keys')}`, refused: `${root}/${IN_PROJECT}` };
  const file = nodePath().resolve(root, given.startsWith('~/') ? home + given.slice(1) : given);
  if (![root, realOf(root)].some(folder => file === folder || file.startsWith(`${folder}/`))) return { file };
  throw new InvariantError(
    'invalid_param',
    `\`key_file\` is \`${given}\`, in the folder of the policy, where the agent works: leave \`key_file\` out, or name a file outside of it`,
    { path: ['key_file'] },
  );
}

const fs = (): typeof NodeFs => process.getBuiltinModule('node:fs');
const nodePath = (): typeof NodePath => process.getBuiltinModule('node:path');

function realOf(folder: string): string {
  try {
    return fs().realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Throws an `InvariantError` where keys lie in the project, with the command that moves them, or where other users can read the keys. */
export function checkKeyPlace({ file, refused }: KeyPlace): void {
  if (refused === undefined) return;
  const folder = file.slice(0, file.lastIndexOf('/'));
  if (fs().existsSync(refused))
    throw new InvariantError(
      'invalid_param',
      `\`${refused}\` holds keys for tokens where the agent works, so tokens are refused: \`mkdir -p -m 700 ${folder} && mv ${refused} ${file} && chmod 600 ${file}\``,
    );
  for (const path of process.platform === 'win32' ? [] : [folder, file]) {
    const mode = fs().statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) !== 0)
      throw new InvariantError('invalid_param', `other users can read \`${path}\`, so tokens are refused: \`chmod go= ${path}\``);
  }
}
