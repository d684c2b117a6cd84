import type { Action, Outcome } from '../model/action.ts';
import type { ApprovalStore, Approver } from '../ports/approval.ts';
import type { AuditSink, JointWriter } from '../ports/audit.ts';
import { redactPayload } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';
import { systemClock } from '../ports/clock.ts';
import { withDeclaredEffects } from '../model/declaredTools.ts';
import type { DeclaredTools } from '../model/declaredTools.ts';
import type { Mode } from '../model/settings.ts';
import type { EffectAnalyzer } from '../model/effects.ts';
import { InvariantError } from '../model/errors.ts';
import type { Evaluation } from './evaluation.ts';
import type { Given, Json, MaybePromise } from '../model/json.ts';
import { randomBytes } from '../ports/ids.ts';
import { memoryApprovals } from '../store/memoryApprovals.ts';
import { memorySessions } from '../store/memorySessions.ts';
import { isRuling } from '../model/ruling.ts';
import type { Ruling } from '../model/ruling.ts';
import type { SessionStore } from '../ports/session.ts';
import type { GuardInput } from '../model/guard.ts';
import type { BuiltPolicy, PolicySettings } from '../model/settings.ts';
import { didYouMean } from '../text/suggest.ts';
import type { Tracer } from './tracer.ts';

/** Called around every action. A `preAction` that throws stops the action; a `postAction` that throws is an anomaly. */
export interface Hook {
  preAction?(action: Action): MaybePromise<void>;
  postAction?(evaluation: Evaluation, outcome: Outcome): MaybePromise<void>;
}

/** What an engine may be given. Everything has a default that works without a host. */
export interface EngineOptions {
  /** Where sessions live. @defaultValue in memory */
  readonly sessions?: SessionStore;
  /** Where approval requests wait. @defaultValue in memory */
  readonly approvals?: ApprovalStore;
  /** Finds the effects of an action. @defaultValue none: a policy that needs effects is refused, and reading `ctx.effects` is a fault */
  readonly effects?: EffectAnalyzer;
  /** Asks a human at once. Without one an `ask` stays an `ask`, and the adapter puts it to the human. */
  readonly approver?: Approver;
  /** Where records go. @defaultValue none */
  readonly audit?: AuditSink;
  /** What of the arguments may stand in the audit trail. @defaultValue `redactPayload` */
  readonly redact?: (payload: Action['payload']) => Json;
  readonly hooks?: readonly Hook[];
  readonly tracer?: Tracer;
  /** `observe` records the real ruling and stops nothing. @defaultValue 'enforce' */
  readonly mode?: Mode;
  /** The ruling when no guard applies. @defaultValue 'pass' */
  readonly default?: Ruling;
  /** How long one asynchronous guard may take, in milliseconds. @defaultValue 5000 */
  readonly guardTimeoutMs?: number;
  /** How long a session store or the audit trail may take, in milliseconds. What takes longer is a block. @defaultValue 5000 */
  readonly storeTimeoutMs?: number;
  /** How long a human may take to answer, in milliseconds. @defaultValue 600000 */
  readonly approvalTimeoutMs?: number;
  /** How deep a tree may be evaluated. @defaultValue 64 */
  readonly maxDepth?: number;
  readonly clock?: Clock;
  /** Makes the identities of evaluations. @defaultValue version 7 UUIDs */
  readonly ids?: () => string;
  /** Returns that many random bytes that nobody can guess, for the codes of approval requests. @defaultValue the platform's `crypto` */
  readonly random?: (count: number) => Uint8Array;
  /** What `digestPolicy` gives for the policy, where the host has kept it. @defaultValue found when it is first needed */
  readonly policyDigest?: string;
  /** The agent runtime whose actions are judged, for the audit trail, by the name of its hook. */
  readonly runtime?: string;
}

/** Options with every default filled in. */
export type ResolvedOptions = Required<
  Omit<EngineOptions, 'effects' | 'approver' | 'audit' | 'tracer' | 'ids' | 'policyDigest' | 'runtime'>
> &
  Pick<EngineOptions, 'effects' | 'approver' | 'audit' | 'tracer' | 'ids' | 'policyDigest' | 'runtime'> & {
    /** What writes into `sessions` and `audit` at once, where they are two sides of one place. */
    readonly joint: JointWriter | undefined;
    /** What the policy declares of tools. */
    readonly tools: DeclaredTools | undefined;
  };

/** What counts where an option is left out. Every option by name; the compiler sees to it that none is missing. */
const DEFAULTS: Required<Given<EngineOptions>> = {
  sessions: undefined,
  approvals: undefined,
  effects: undefined,
  approver: undefined,
  audit: undefined,
  redact: redactPayload,
  hooks: [],
  tracer: undefined,
  mode: 'enforce',
  default: 'pass',
  guardTimeoutMs: 5_000,
  storeTimeoutMs: 5_000,
  approvalTimeoutMs: 600_000,
  maxDepth: 64,
  clock: systemClock,
  ids: undefined,
  random: randomBytes,
  policyDigest: undefined,
  runtime: undefined,
};

/** Throws an {@link InvariantError} for an option that there is not: a misspelled one would be a protection that is not there. */
function checkNames(options: EngineOptions): void {
  const known = Object.keys(DEFAULTS);
  const stray = Object.keys(options).find(name => !Object.hasOwn(DEFAULTS, name));
  if (stray === undefined) return;
  throw new InvariantError('unknown_option', `an engine has no option \`${stray}\`${didYouMean(stray, known)}`);
}

/**
 * Joins the options with what the policy's own settings say. What both say differently throws: neither may lift the other
 * unseen.
 */
function withSettings(
  options: EngineOptions,
  { default: fallback, mode, guardTimeoutMs, approvals }: PolicySettings,
): EngineOptions {
  const said = { default: fallback, mode, guardTimeoutMs, approvalTimeoutMs: approvals?.timeoutMs };
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    const other = options[name as keyof typeof said];
    if (other !== undefined && other !== value)
      throw new InvariantError(
        'invalid_param',
        `\`${name}\` is \`${String(value)}\` in the policy and \`${String(other)}\` in the options: leave it out of one of them`,
      );
  }
  return { ...options, ...Object.fromEntries(given) };
}

/** Takes a loaded policy apart; a tree alone has no settings. */
export function settingsOf(policy: GuardInput | BuiltPolicy): { readonly policy: GuardInput; readonly settings: PolicySettings } {
  const isBuilt = typeof policy === 'object' && policy !== null && 'policy' in policy && !('check' in policy);
  return isBuilt ? policy : { policy, settings: {} };
}

/** Fills in the defaults, takes over what the policy itself says, and rejects what makes no sense. */
export function resolveOptions(input: EngineOptions, settings: PolicySettings = {}): ResolvedOptions {
  checkNames(input);
  const options = withSettings(input, settings);
  const sessions = options.sessions ?? memorySessions();
  const resolved = {
    ...DEFAULTS,
    ...options,
    sessions,
    approvals: options.approvals ?? memoryApprovals(),
    joint: jointOf(sessions, options.audit),
    tools: settings.tools,
    ...(options.effects && { effects: withDeclaredEffects(options.effects, settings.tools) }),
  } as ResolvedOptions;
  if (!isRuling(resolved.default))
    throw new InvariantError('invalid_param', `\`default\` must be a ruling, found \`${String(resolved.default)}\``);
  if (!['enforce', 'observe'].includes(resolved.mode))
    throw new InvariantError('invalid_param', `\`mode\` must be \`enforce\` or \`observe\`, found \`${String(resolved.mode)}\``);
  for (const name of ['guardTimeoutMs', 'storeTimeoutMs', 'approvalTimeoutMs', 'maxDepth'] as const) {
    if (!(resolved[name] > 0))
      throw new InvariantError('invalid_param', `\`${name}\` must be a number above 0, found \`${resolved[name]}\``);
  }
  return resolved;
}

/** A copy of a store or of a sink carries the writer of the original along, which knows nothing of what the copy does otherwise. */
function jointOf(sessions: SessionStore, audit: AuditSink | undefined): JointWriter | undefined {
  const joint = audit?.joint;
  return joint?.sessions === sessions && joint.audit === audit ? joint : undefined;
}
