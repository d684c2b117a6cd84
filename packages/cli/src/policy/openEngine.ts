import { homedir } from 'node:os';
import { dirname, isAbsolute, resolve } from 'node:path';

import type { Containing } from '@licet/adapters/runtimes';
import { runtimes } from '@licet/adapters/runtimes';
import type { OpenedStores } from '@licet/adapters/stores';
import { reusingHash } from '@licet/adapters/stores';
import type { ApprovalStore, AuditSink, EngineOptions, FileTarget, GovernanceContext, Registry, GuardNode } from '@licet/core';
import { GovernanceError, PolicyEngine, All, block, guard } from '@licet/core';
import type { BuiltPolicy, CompiledPolicy, NodeData } from '@licet/core/policy';
import { asFloor, buildPolicy, narrow, proofOf } from '@licet/core/policy';
import { sha256 } from '@licet/core/text';
import { provenApprovals, randomBytes, uuids } from '@licet/core/store';
import { readPlanted } from '@licet/sandbox';
import type { EffectAnalyzer } from '@licet/core/nodes';
import { analyzeEffects, createCertifier, generalizeAction } from '@licet/effects';
import { knownPlace } from '@licet/effects/places';
import { isOwnWork } from '@licet/guards/state';

import { loadGrounding } from '../grounding/loadGrounding.ts';
import { checkFor, proofHere, withProof } from '../passkeys/proof.ts';
import { cheapClock, cheapRandom } from '../hook/cheapHost.ts';
import { containing } from '../linked.ts';
import type { OpenedContaining } from '../sandbox/containing.ts';
import { outermostFirst, requireAccepted } from '../pins/effective.ts';
import type { Layer, PinState } from '../pins/effective.ts';
import { placeFolder } from '../pins/pin.ts';
import type { KeptPolicy } from './cache.ts';
import { licetHome, servedUser } from './licetHome.ts';
import { realOf } from './policyFiles.ts';
import { ownProgram } from './ownProgram.ts';
import { registry } from './registry.ts';
import { USES, lookAtState, sqliteFor, stateOf, storesOf } from './stores.ts';
import type { PolicyToOpen } from './policyToOpen.ts';
import type { Grounding, RequireFile } from '../grounding/groundingOptions.ts';

/** What only the host of an engine can give. Everything else is in the policy. */
export type HostOptions = Pick<EngineOptions, 'approver' | 'contain' | 'hooks' | 'tracer' | 'runtime'>;

/** How a policy is to be run. `runtime` is the agent runtime whose actions are judged. */
export interface OpenOptions extends HostOptions {
  /** Whether decisions are written down. A process that only asks a question writes nothing. */
  readonly records: boolean;
  /** Whether a process that writes nothing down still looks at what is kept: limits, facts, exceptions. */
  readonly looks?: boolean;
  /** Whether the process does more than one call: its records may then be written in groups, and it opens all state by one driver. */
  readonly livesOn?: boolean;
  /** When its stores may do what no answer waits for. @defaultValue at once */
  readonly later?: ((work: () => void) => void) | undefined;
  /** What `limits.hosts` calls a process that judges for no runtime. @defaultValue a command of a person, which no such limit is about */
  readonly host?: 'server' | 'program';
  /** The stores of the policy, where the caller opens and closes them. */
  readonly stores?: OpenedStores;
}

/** A policy that is ready to decide. */
export interface OpenedPolicy extends BuiltPolicy {
  readonly engine: PolicyEngine;
  /** The knowledge graphs of a policy that grounds; undefined for any other. */
  readonly grounding: Grounding | undefined;
  /** Where requests for approval wait; undefined where each process has its own. */
  readonly approvals: ApprovalStore | undefined;
  /** What puts calls into a sandbox; undefined where the policy wants none, or it cannot be. */
  readonly containing: Containing | undefined;
  /** The files that hold its state; empty where it is kept elsewhere, or not at all. */
  readonly files: readonly string[];
  /** Closes what was opened for it. */
  readonly close: () => Promise<void>;
}

/** Builds the engine of a policy that was read, with the state that its settings ask for. */
export async function openEngine(
  policy: PolicyToOpen,
  { records, looks = false, livesOn = false, later, stores, host: name, ...host }: OpenOptions,
): Promise<OpenedPolicy> {
  const { above = [], file } = policy;
  const { policyDigest } = policy.kept;
  const [place, home] = [dirname(file), homedir()];
  const { root = place } = policy;
  const { grounding, ...layers } = await buildLayers(policy, { root, home, writes: records, livesOn });
  // A question outside of the service needs no answer, and is put under a policy that only the service can prove answers for, too.
  const provesHere = records || servedUser() !== undefined;
  const whole = withHosts(layers.built, host.runtime ?? name);
  const built = provesHere ? { ...whole, settings: withProof(whole.settings, proofHere(policy)) } : whole;
  const kept = records ? (stores ?? storesOf(built, place, { writes: true, isOneCall: !livesOn, later })) : undefined;
  const close = closing(grounding, kept);
  try {
    const state = kept === undefined ? {} : await stateOf(built, kept, livesOn);
    const proof = await proving(built, place, state);
    const contained = await containingFor(policy, built, records ? host.runtime : undefined);
    const effects = analyzeEffects({ root, home, remembers: livesOn || later !== undefined });
    const options: EngineOptions = {
      ...host,
      ...(contained && { contain: contained.offer }),
      ...proof.check,
      effects,
      policyDigest: digestWith(above, policyDigest),
      ...certifying(built, { root, home, effects, pin: policy.pin }),
      ...(records ? await notifying(built, file, livesOn || later !== undefined) : { audit: NO_TRAIL }),
      ...machine(),
      ...state,
      ...(looks && (await lookAtState(built, place, { livesOn, ...(stores !== undefined && { stores }) }))),
    };
    const engine = new PolicyEngine(records ? built : asQuestion(built), options);
    const { approvals } = proof;
    return { ...built, engine, grounding, approvals, containing: contained?.containing, files: filesOf(kept), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Builds the guards of a policy that was read, for what is computed from them. They judge nothing: no store and no graph is open. */
export async function buildGuards(policy: PolicyToOpen): Promise<BuiltPolicy> {
  const root = policy.root ?? dirname(policy.file);
  const { built, grounding } = await buildLayers(policy, { root, home: homedir(), writes: false, livesOn: false });
  await grounding?.close();
  return built;
}

/** The digest of a policy together with those above it. */
const digestWith = (above: readonly Layer[], policyDigest: string): string =>
  above.reduceRight((inner, layer) => sha256(`${layer.kept.policyDigest}\n${inner}`), policyDigest);

const closing = (grounding: Grounding | undefined, kept: OpenedStores | undefined) => async (): Promise<void> => {
  await grounding?.close();
  await kept?.close();
};

/** A sandbox takes questions away, so that only a policy that a person has accepted has one. The service of another user starts nothing for its callers. */
async function containingFor(
  policy: PolicyToOpen,
  built: BuiltPolicy,
  name: string | undefined,
): Promise<OpenedContaining | undefined> {
  const { settings } = built;
  const isWanted = settings.sandbox === 'auto' || settings.sandbox === 'ask';
  if (!isWanted || name === undefined || policy.pin?.state !== 'accepted' || servedUser() !== undefined) return undefined;
  const load = Object.hasOwn(runtimes, name) ? runtimes[name] : undefined;
  return load && (await containing()).openContaining(policy, built, await load());
}

const UNPINNED: PinState = Object.freeze({ state: 'unpinned' });

/** The files that policies were made of: the agent changes none of them. */
function governing(above: readonly Layer[], sources: KeptPolicy['sources'], pin: PinState): readonly string[] {
  const others = pin.state === 'unpinned' ? [] : pin.pin.files.map(({ path }) => resolve(placeFolder(pin.pin), path));
  const files = [...above.flatMap(({ kept }) => kept.sources), ...sources].map(({ file }) => file);
  return [...new Set([...files, ...others])].filter(file => isAbsolute(file));
}

/** Returns what throws for a module or a seed that may not be used. */
const requireFile =
  (pin: PinState, { governs, decides }: { readonly governs: boolean; readonly decides: boolean }, root: string): RequireFile =>
  (file, isCode) => {
    if (!governs)
      throw new GovernanceError(
        'store_unavailable',
        `\`${file}\` is not loaded: only the policy that governs this folder loads modules, not one that was named`,
      );
    // An agent asks in any folder, and a question must not run the code of one that it has fetched.
    if (isCode && !decides && pin.state === 'unpinned')
      throw new GovernanceError(
        'store_unavailable',
        `\`${file}\` is not loaded to answer a question, since no person has accepted its policy: a person can run \`licet accept\``,
      );
    requireAccepted(pin, root, file);
  };

/** Builds a policy and those above it into one tree. */
async function buildLayers(
  { kept, file, above = [], pin = UNPINNED, governs = true, isManaged }: PolicyToOpen,
  {
    root,
    home,
    writes,
    livesOn,
  }: { readonly root: string; readonly home: string; readonly writes: boolean; readonly livesOn: boolean },
): Promise<{ readonly built: BuiltPolicy; readonly grounding: Grounding | undefined }> {
  const { compiled, sources } = kept;
  const all = outermostFirst({ kept, above });
  const conditions = all.some(({ usesCel }) => usesCel) ? { conditions: (await import('./compile.ts')).celCondition } : {};
  const lean = registry();
  const place = dirname(file);
  const grounding = all.some(({ policy }) => needsGraph(policy, lean))
    ? (await loadGrounding()).openGrounding({
        root: place,
        writes,
        sqlite: sqliteFor(!livesOn),
        requireFile: requireFile(pin, { governs, decides: writes }, place),
      })
    : undefined;
  const nodes = grounding ? { registry: registry(grounding.definitions), resources: grounding.resources } : { registry: lean };
  const project = realOf(root);
  const planted = (): readonly string[] => readPlanted(licetHome(), project);
  const fixed = { home, program: ownProgram(), governing: governing(above, sources, pin), planted };
  const build = (each: CompiledPolicy, from: string = root, isFloor = false): BuiltPolicy => {
    const one = buildPolicy(each, { ...nodes, root: from, ...fixed, ...conditions });
    return isFloor ? asFloor(one) : one;
  };
  const built = above.reduceRight(
    (inner, layer) => narrow(build(layer.kept.compiled, layer.root, layer.isManaged), inner),
    build(compiled, root, isManaged),
  );
  return { built, grounding };
}

/** The approvals of a policy in which only proven answers count, and what the engine checks them by. */
async function proving(
  { settings }: BuiltPolicy,
  root: string,
  { approvals, deeds }: Pick<EngineOptions, 'approvals' | 'deeds'>,
): Promise<{ readonly approvals: ApprovalStore | undefined; readonly check: Pick<EngineOptions, 'checkSignature'> }> {
  const proof = proofOf(settings);
  const checkSignature = await checkFor(proof, root);
  return {
    approvals:
      approvals && provenApprovals(approvals, { proof, check: checkSignature, deeds, scopes: settings.limits?.scopedApprovals }),
    check: checkSignature === undefined ? {} : { checkSignature },
  };
}

/** What reads calls beside the guards: for a yes that covers several calls, and for certificates. A policy that no person has accepted takes no question away. */
function certifying(
  { settings: { quiet = 'off' } }: BuiltPolicy,
  {
    root,
    home,
    effects,
    pin = UNPINNED,
  }: { readonly root: string; readonly home: string; readonly effects: EffectAnalyzer; readonly pin: PinState | undefined },
): Pick<EngineOptions, 'certify' | 'generalize'> {
  if (quiet === 'off' || pin.state !== 'accepted') return { generalize: generalizeAction };
  const place = knownPlace({ root, home });
  const isOwn = (target: FileTarget, ctx: GovernanceContext): boolean => isOwnWork(target, ctx, place);
  // What a host merely is configured to do is not enough for code of the project.
  const isContained = ({ containment }: GovernanceContext): boolean =>
    containment?.level === 'constructed' || containment?.level === 'measured';
  const certify = createCertifier({ root: realOf(root), home, level: quiet, effects, isOwn, isContained });
  return { generalize: generalizeAction, certify };
}

/** Tells people of requests, where the policy says where. What it takes is loaded only then. */
async function notifying({ settings }: BuiltPolicy, file: string, livesOn: boolean): Promise<Pick<EngineOptions, 'onAsk'>> {
  if (settings.approvals?.notify === undefined) return {};
  const { tellLater } = await import('../approvals/notify.ts');
  return { onAsk: ({ id }) => tellLater(file, id, livesOn) };
}

/** What an engine needs of the machine, by ways that load nothing. */
const machine = (): Pick<EngineOptions, 'clock' | 'hash' | 'random' | 'ids'> => ({
  clock: cheapClock,
  hash: reusingHash(),
  random: count => cheapRandom(count) ?? randomBytes(count),
  ids: uuids(() => cheapClock.now(), cheapRandom()),
});

/** The files of stores, with what SQLite writes beside them. */
function filesOf(stores: OpenedStores | undefined): readonly string[] {
  const files = USES.flatMap(use => stores?.place(use).file ?? []);
  return [...new Set(files)].flatMap(file => [file, `${file}-wal`]);
}

/** A question leaves no record; a policy that demands a trail is none the worse for it. */
const NO_TRAIL: AuditSink = { append: () => undefined };

/** A process that only asks opens no store to write to: what the policy keeps is not kept by it. */
export function asQuestion({ settings, ...built }: BuiltPolicy): BuiltPolicy {
  const { sessions: _sessions, audit: _audit, approvals: { store: _store, ...approvals } = {}, ...rest } = settings;
  return { ...built, settings: { ...rest, approvals } };
}

/** Tells whether a node looks into a knowledge graph: none of the guards does, and what the others take is loaded only then. */
export function needsGraph({ kind, children = [] }: NodeData, nodes: Registry = registry()): boolean {
  return nodes.get(kind) === undefined || children.some(child => needsGraph(child, nodes));
}

/** Puts a policy under `limits.hosts`: in a host that is not listed, every action is blocked. */
export function withHosts<Built extends BuiltPolicy>(built: Built, host: string | undefined): Built {
  const hosts = built.settings.limits?.hosts;
  if (hosts === undefined || host === undefined || hosts.includes(host)) return built;
  return { ...built, policy: All(refusal(host, hosts), built.policy) };
}

const refusal = (host: string, hosts: readonly string[]): GuardNode =>
  guard(
    'hosts',
    () =>
      block(`the policy lets agents run in ${hosts.map(each => `\`${each}\``).join(', ')} only, and this is \`${host}\``, {
        code: 'host_not_allowed',
        fix: 'ask the user to run you in one of these',
      }),
    { floor: true },
  );
