import { basename, dirname, resolve } from 'node:path';

import { readKeys } from '@licet/console/passkeys';
import { escapeText } from '@licet/core';
import { signedRequest } from '@licet/core/store';
import type { FactRecord } from '@licet/core/store';
import { EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { ACCEPTED, acceptedReason, unacceptedPolicy } from '../audit/acceptedPolicy.ts';
import { openTrail } from '../audit/openTrail.ts';
import { PolicyError } from '../exit.ts';
import { confirmed, requireHuman, systemUser } from '../human.ts';
import { keyFile } from '../passkeys/keyFile.ts';
import { signedValue } from '../passkeys/signFact.ts';
import { comparePinned } from '../pins/compare.ts';
import { pinnedPolicy } from '../pins/effective.ts';
import { acceptable } from '../pins/makePin.ts';
import type { Acceptable } from '../pins/makePin.ts';
import { readPin, requireWhole, writePin } from '../pins/pin.ts';
import { unpinnedImports } from '../pins/governingFiles.ts';
import type { Pin } from '../pins/pin.ts';
import { lineDiff } from '../policy/editAccess.ts';
import { findPolicy, userPolicyFile } from '../policy/findPolicy.ts';
import { storesOf } from '../policy/stores.ts';

interface Options {
  readonly user?: boolean;
  readonly check?: boolean;
  readonly json?: boolean;
}

/**
 * Accepts the policy on disk: shows what changed since the accepted one and what `licet diff` says of it, asks, and pins it. With `check` it only
 * says whether the policy on disk is the accepted one: 0 if it is, 1 if it is not.
 */
export async function accept(named: string | undefined, options: Options, terminal: Terminal): Promise<number> {
  const { user = false, check = false, json = false } = options;
  if (user && named !== undefined) throw new UsageError('`--user` is for the policy in ~/.licet: name no file with it');
  if (!check) requireHuman({ command: 'licet accept' });
  const file = user ? userPolicyFile() : findPolicy(named);
  const wanted = acceptable(file, check ? '' : systemUser(), new Date());
  const known = knownPin(file);
  const isSame = known !== 'damaged' && known?.digest === wanted.pin.digest;
  if (check) return tellCheck(file, isSame, json, terminal);
  const why = await pinProblem(file, known);
  if (isSame && why === undefined) {
    terminal.print(`${escapeText(file)}: accepted already`);
    return 0;
  }
  await show(file, why !== undefined || known === 'damaged' ? undefined : known, wanted, terminal);
  if (why !== undefined) terminal.complain(`${why}, so changes since then are unknown`);
  if (!(await confirmed('accept this policy?'))) {
    terminal.complain('licet: nothing was accepted');
    return EXIT.ask;
  }
  const again = acceptable(file, wanted.pin.acceptedBy, new Date(wanted.pin.acceptedAt));
  if (again.pin.digest !== wanted.pin.digest)
    throw new UsageError('the policy changed while you were asked: run `licet accept` again');
  const signed = known === undefined || known === 'damaged' ? {} : await requireSignature(file, wanted.pin, terminal);
  await record(file, wanted, signed);
  writePin(wanted.pin);
  terminal.print(`${escapeText(file)}: accepted`);
  return 0;
}

/** Says what is wrong with a pin: it cannot be read, or, by the trail, no person has written it. A policy without a trail has none to be held against. */
async function pinProblem(file: string, known: Pin | 'damaged' | undefined): Promise<string | undefined> {
  if (known === undefined) return undefined;
  if (known === 'damaged') return 'the pin of the accepted policy is missing or damaged';
  try {
    const { reader } = await openTrail({ policy: file }, dirname(file));
    const found = await unacceptedPolicy(reader, file);
    return found.length === 0 ? undefined : 'the audit trail says that another policy than the pinned one was accepted last';
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function tellCheck(file: string, isSame: boolean, json: boolean, terminal: Terminal): number {
  if (json) terminal.print(jsonText({ file, accepted: isSame }));
  else terminal.print(`${escapeText(file)}: ${isSame ? 'accepted' : 'not accepted: run `licet accept`'}`);
  return isSame ? 0 : EXIT.ask;
}

function knownPin(file: string): Pin | 'damaged' | undefined {
  try {
    const pin = readPin(file);
    if (pin !== undefined) requireWhole(pin);
    return pin;
  } catch (error) {
    if (error instanceof PolicyError) return 'damaged';
    throw error;
  }
}

/** Shows what accepting would change: the lines of each file, and the actions that get another ruling. */
async function show(file: string, known: Pin | undefined, { kept, pin }: Acceptable, { print }: Terminal): Promise<void> {
  const before = new Map(known?.files.map(({ path, text }) => [path, text]));
  for (const { path, text } of pin.files) {
    const old = before.get(path);
    before.delete(path);
    if (old === text) continue;
    print(`${old === undefined ? 'new' : 'changed'}  ${escapeText(path)}`);
    for (const line of old === undefined
      ? text
          .trimEnd()
          .split('\n')
          .map(each => `+ ${each}`)
      : lineDiff(old, text))
      print(`  ${escapeText(line)}`);
  }
  for (const path of before.keys()) print(`gone  ${escapeText(path)}`);
  for (const { path, text } of pin.files.slice(pin.policies)) {
    const names = unpinnedImports(text);
    if (names.length > 0) print(`note: ${escapeText(path)} also loads ${escapeText(names.join(', '))}, which no pin holds`);
  }
  if (known === undefined) return;
  const { verdict, meaning, witnesses } = await comparePinned(await pinnedPolicy(known, file, false), kept, file);
  print(`\n${verdict}: ${meaning}`);
  for (const each of witnesses) print(`  ${escapeText(each, 400)}`);
}

/** The request that a person has signed, as a member of a record. */
type Signed = Pick<FactRecord, 'approvalId'>;

/**
 * Has a person sign for the policy where answers need a passkey and one is enrolled: a terminal alone could else accept a policy that needs none.
 * Returns what the record says of it. Throws a {@link UsageError} where they have not.
 */
async function requireSignature(file: string, { digest }: Pin, terminal: Terminal): Promise<Signed> {
  const found = readKeys(keyFile(dirname(file)).read().log);
  if ('keys' in found && found.keys.length === 0) return {};
  const words = `accept the policy \`${basename(file)}\` as it is on disk, ${digest.slice(0, 12)}`;
  return signedRequest(await signedValue(file, { name: '@policy', value: { digest }, words }, terminal));
}

/** Writes into the audit trail that a person accepted a policy. A trail that cannot be written keeps the policy from being accepted. */
async function record(file: string, { kept, pin }: Acceptable, signed: Signed): Promise<void> {
  const stores = storesOf(kept.compiled, dirname(resolve(file)), { writes: true });
  try {
    const audit = (await stores.store('audit'))?.audit;
    const deed: FactRecord = {
      type: 'fact',
      at: Date.parse(pin.acceptedAt),
      ...ACCEPTED,
      change: 'established',
      scope: 'project',
      by: pin.acceptedBy,
      reason: acceptedReason(pin.digest),
      ...signed,
    };
    await audit?.append(deed);
  } finally {
    await stores.close();
  }
}
