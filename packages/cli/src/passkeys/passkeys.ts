import { dirname } from 'node:path';

import { escapeText } from '@licet/core';
import type { Passkey } from '@licet/core/store';
import { isName } from '@licet/core/store';
import { readKeys } from '@licet/console/passkeys';

import { dim, EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { requireHuman } from '../human.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import { keyFile } from './keyFile.ts';
import type { KeyFile } from './keyFile.ts';
import { effectiveProof } from './proof.ts';

/** What the commands about passkeys may be told. */
export interface PasskeyOptions {
  readonly policy?: string;
  readonly json?: boolean;
}

/** Enrolls a key of a person on the page. The first key of a project needs no signature: this terminal vouches for it. */
export async function addKey(name: string, options: PasskeyOptions, terminal: Terminal): Promise<number> {
  requireHuman({ command: 'licet passkey add' });
  if (!isName(name)) throw new UsageError(`expected the name of a person, found \`${escapeText(name, 50)}\``);
  const opened = await openKeys(options);
  return change(opened, opened.keys.length === 0 ? name : undefined, terminal);
}

/** Opens the page on which keys are removed. */
export async function removeKey(options: PasskeyOptions, terminal: Terminal): Promise<number> {
  requireHuman({ command: 'licet passkey remove' });
  const opened = await openKeys(options);
  if (opened.keys.length === 0) throw new UsageError('no passkey is enrolled: there is none to remove');
  return change(opened, undefined, terminal);
}

/** Lists the keys that are enrolled. */
export async function listKeys(options: PasskeyOptions, terminal: Terminal): Promise<number> {
  const { keys, log, kept } = await openKeys(options);
  const shown = keys.map(({ keyId, name }) => {
    const found = log.findLast(({ key }) => key.keyId === keyId);
    const by = log.find(({ key }) => key.keyId === found?.signature?.keyId)?.key.name;
    return { keyId, name, at: new Date(found?.at ?? 0).toISOString(), by: by ?? 'a terminal' };
  });
  if (options.json === true) terminal.print(jsonText({ origin: kept.origin, keys: shown }));
  else if (shown.length === 0) terminal.print('no passkey is enrolled: run `licet passkey add NAME`');
  else
    for (const { keyId, name, at, by } of shown)
      terminal.print(`${escapeText(name)}  ${keyId.slice(0, 16)}  ${dim(`enrolled ${at} by ${escapeText(by)}`, terminal)}`);
  return 0;
}

interface OpenKeys {
  readonly file: string;
  readonly kept: KeyFile;
  readonly log: ReturnType<KeyFile['read']>['log'];
  readonly keys: readonly Passkey[];
}

async function openKeys({ policy }: PasskeyOptions): Promise<OpenKeys> {
  const policies = await readPolicies(policy, process.cwd(), false);
  const { file } = policies;
  if (effectiveProof(policies) !== 'passkey')
    throw new UsageError(
      `\`${file}\` asks for no signatures, so a passkey would change nothing: write \`approvals: { proof: passkey }\``,
    );
  const kept = keyFile(dirname(file));
  const { log } = kept.read();
  const read = readKeys(log);
  if ('problem' in read) throw new UsageError(`${read.problem}: no answer counts until \`${kept.file}\` is restored or removed`);
  return { file, kept, log, keys: read.keys };
}

async function change({ file, kept, log }: OpenKeys, first: string | undefined, terminal: Terminal): Promise<number> {
  const isDone = async (): Promise<boolean> => kept.read().log.length > log.length;
  const { origin } = kept;
  const { signOnPage } = await import('../serve/serveProgram.ts');
  const isChanged = await signOnPage({ file, origin, view: 'passkeys', isDone, ...(first !== undefined && { first }) }, terminal);
  const last = kept.read().log.at(-1);
  if (!isChanged || last === undefined) {
    terminal.complain('licet: no key was changed');
    return EXIT.block;
  }
  terminal.print(`${last.change === 'add' ? 'enrolled' : 'removed'}  a key of ${escapeText(last.key.name)}`);
  return 0;
}
