import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { escapeText, isGovernanceError } from '@licet/core';
import type { AuditRecord } from '@licet/core';
import type { AuditReader, ChainedRecord, EvaluationRecord } from '@licet/core/store';
import { chainHash, readAll } from '@licet/core/store';
import type { CompiledPolicy } from '@licet/core/policy';
import { canonicalJson } from '@licet/core/text';

import { UsageError } from '@licet/core/command';
import { proveTree } from '../prove.ts';
import { proveInOrder, proveVerdicts } from '../proveTrail.ts';
import type { Proven } from '../prove.ts';
import type { SimulatedPolicy } from '../simulation.ts';
import type { PolicyHost, ReadPolicy } from './host.ts';
import { worldHere } from './world.ts';
import type { World } from './world.ts';

/** What a check of one record came to. */
export interface RecordProof {
  readonly seq: number;
  readonly evaluationId: string;
  readonly ruling: string;
  /** The worst of the parts. */
  readonly verdict: Proven['verdict'];
  /** Whether the record is what its hash in the chain was made of. */
  readonly chain: Proven;
  /** Whether the ruling follows from what the nodes said. */
  readonly tree: Proven;
  /** Whether the nodes say the same today. */
  readonly verdicts: Proven;
  /** The text of the policy that was used, a file or a revision of git. */
  readonly policy?: string;
}

/** The record of this number, or the last one about an evaluation or a call of this id. Throws a {@link UsageError} where there is none. */
export async function findRecord(reader: AuditReader, name: string): Promise<Evaluated> {
  const found = await recordOf(reader, name);
  if (found !== undefined) return found;
  throw new UsageError(`there is no evaluation \`${escapeText(name, 100)}\` in this trail: see \`licet audit tail\``);
}

async function recordOf(reader: AuditReader, name: string): Promise<Evaluated | undefined> {
  if (/^\d{1,15}$/u.test(name)) {
    const page = await reader.read({ after: Number(name) - 1, limit: 1 });
    return page.find((each): each is Evaluated => isEvaluated(each) && each.seq === Number(name));
  }
  let found: Evaluated | undefined;
  for await (const each of readAll(reader, { text: name })) if (isEvaluated(each) && isOf(each, name)) found = each;
  return found;
}

type Evaluated = ChainedRecord & { readonly record: EvaluationRecord };

const isEvaluated = (chained: ChainedRecord): chained is Evaluated => chained.record.type === 'evaluation';

const isOf = ({ hash, record }: Evaluated, name: string): boolean => [hash, record.evaluationId, record.callId].includes(name);

/** Checks one recorded evaluation. `file` is the policy, where there is one; absolute. */
export async function proveRecord(
  host: PolicyHost,
  chained: Evaluated,
  reader: AuditReader,
  file: string | undefined,
): Promise<RecordProof> {
  const { seq, record } = chained;
  const chain = proveLink(chained);
  const tree = proveTree(record);
  const found = file === undefined ? undefined : policyOf(host, record.policyDigest, file);
  const verdicts: Proven =
    found === undefined || file === undefined
      ? { verdict: 'not_reproducible', gone: `the text of the policy \`${record.policyDigest.slice(0, 12)}\`` }
      : await proveVerdicts(record, await groundOf(host, found, file, reader, seq));
  const all = [chain, tree, verdicts].map(({ verdict }) => verdict);
  const verdict = (['differs', 'not_reproducible', 'equal'] as const).find(each => all.includes(each)) ?? 'equal';
  const { evaluationId, ruling } = record;
  return { seq, evaluationId, ruling, verdict, chain, tree, verdicts, ...(found !== undefined && { policy: found.where }) };
}

/** What a check of a whole trail came to. */
export interface TrailProof {
  /** How many decisions the trail holds. */
  readonly decisions: number;
  readonly equal: number;
  readonly differs: number;
  readonly notReproducible: number;
  /** The first decisions that differ, each with what differs. */
  readonly different: readonly { readonly seq: number; readonly where: string }[];
  /** What was gone, how often, and for which decision first; the most frequent first. */
  readonly gone: readonly { readonly what: string; readonly times: number; readonly first: number }[];
}

/** Most decisions that differ and are listed. */
const MOST_DIFFERENT = 20;

/** Checks every decision of a trail, each once, in one pass. `step` is told how far it is. */
export async function proveTrail(
  host: PolicyHost,
  reader: AuditReader,
  file: string | undefined,
  step: (done: number, of: number) => void = () => {},
): Promise<TrailProof> {
  const { seq: end } = await reader.head();
  const [first] = await reader.read({ limit: 1 });
  const world = file === undefined ? undefined : worldHere(host, dirname(file));
  const known = new Map<string, SimulatedPolicy | undefined>();
  const policyBy = (digest: string): SimulatedPolicy | undefined => {
    const found = file === undefined ? undefined : policyOf(host, digest, file);
    return found && world && simulated(world, found.policy.compiled);
  };
  const prover = proveInOrder(digest => {
    if (!known.has(digest)) known.set(digest, policyBy(digest));
    return known.get(digest);
  }, first?.seq === 1);
  const counts = { equal: 0, differs: 0, not_reproducible: 0 };
  const different: { seq: number; where: string }[] = [];
  const missing = new Map<string, { times: number; first: number }>();
  for await (const chained of readAll(reader)) {
    step(chained.seq, end);
    const verdicts = await prover.next(chained.record);
    if (verdicts === undefined || !isEvaluated(chained)) continue;
    const all = [proveLink(chained), proveTree(chained.record), verdicts];
    const wrong = all.find(({ verdict }) => verdict === 'differs') ?? all.find(({ verdict }) => verdict !== 'equal');
    counts[wrong?.verdict ?? 'equal']++;
    if (wrong?.verdict === 'differs' && different.length < MOST_DIFFERENT)
      different.push({ seq: chained.seq, where: wrong.where });
    if (wrong?.verdict !== 'not_reproducible') continue;
    // What is alike is counted together, whichever call it was.
    const what = wrong.earlier === undefined ? wrong.gone : wrong.gone.replace(wrong.earlier, () => 'an earlier call');
    const before = missing.get(what);
    missing.set(what, { times: (before?.times ?? 0) + 1, first: before?.first ?? chained.seq });
  }
  const gone = [...missing].map(([what, found]) => ({ what, ...found })).toSorted((a, b) => b.times - a.times);
  const { equal, differs, not_reproducible: notReproducible } = counts;
  return { decisions: equal + differs + notReproducible, equal, differs, notReproducible, different, gone };
}

function proveLink({ prev, seq, hash, record }: ChainedRecord): Proven {
  return chainHash(prev, seq, canonicalJson(record)) === hash
    ? { verdict: 'equal' }
    : { verdict: 'differs', where: 'the record is not what its hash in the chain was made of' };
}

async function groundOf(
  host: PolicyHost,
  { policy: { compiled, policyDigest } }: Found,
  file: string,
  reader: AuditReader,
  seq: number,
): Promise<Parameters<typeof proveVerdicts>[1]> {
  const world = worldHere(host, dirname(file));
  const [first] = await reader.read({ limit: 1 });
  return {
    policy: simulated(world, compiled),
    policyDigest,
    before: recordsBefore(reader, seq),
    isWhole: first?.seq === 1,
  };
}

/** A policy whose calls are judged again, with knowledge as it was remembered. */
const simulated = ({ build, effects, recall }: World, compiled: CompiledPolicy): SimulatedPolicy => ({
  built: build(compiled),
  effects,
  ...(recall !== undefined && { recall }),
});

async function* recordsBefore(reader: AuditReader, seq: number): AsyncGenerator<AuditRecord> {
  for await (const chained of readAll(reader)) {
    if (chained.seq >= seq) return;
    yield chained.record;
  }
}

interface Found {
  readonly policy: ReadPolicy;
  readonly where: string;
}

const MOST_REVISIONS = 100;

/** Looks for the text with this digest: in the file as it is, then in its history. What it includes is read as it is now. */
function policyOf(host: PolicyHost, digest: string, file: string): Found | undefined {
  const here = compiled(host, readText(file), file);
  if (here?.policyDigest === digest) return { policy: here, where: file };
  for (const revision of git(file, 'log', '--format=%h', `-${MOST_REVISIONS}`, '--', basename(file))
    .split('\n')
    .filter(Boolean)) {
    const policy = compiled(host, git(file, 'show', `${revision}:./${basename(file)}`), file);
    if (policy?.policyDigest === digest) return { policy, where: `${basename(file)} in ${revision}` };
  }
  return undefined;
}

/** A text that does not compile today is not the one that was used. */
function compiled(host: PolicyHost, text: string, file: string): ReadPolicy | undefined {
  try {
    return text === '' ? undefined : host.compile(text, file);
  } catch (error) {
    if (isGovernanceError(error)) return undefined;
    throw error;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function git(file: string, ...args: readonly string[]): string {
  const { status, stdout } = spawnSync('git', ['-C', dirname(file), ...args], { encoding: 'utf8', maxBuffer: 1 << 24 });
  return status === 0 ? stdout : '';
}
