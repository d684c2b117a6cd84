import type { Action, Outcome } from '../model/action.ts';
import type { ApprovalRequest, ApprovalStore, Approver } from '../ports/approval.ts';
import type { AuditSink, DeedReader, JointWriter } from '../ports/audit.ts';
import type { Generalize } from '../model/generalization.ts';
import { redactPayload } from '../ports/redactPayload.ts';
import { EVALUATOR_DEFAULTS, evaluatorOptions, resolved } from './evaluatorOptions.ts';
import type { EvaluatorOptions, ResolvedEvaluatorOptions } from './evaluatorOptions.ts';
import type { Given, Json, MaybePromise } from '../model/json.ts';
import { randomBytes } from '../ports/ids.ts';
import { memoryApprovals } from '../store/memoryApprovals.ts';
import { needsProof, provenApprovals } from '../store/provenApprovals.ts';
import type { CheckSignature } from '../store/provenApprovals.ts';
import { memorySessions } from '../store/memorySessions.ts';
import type { SessionStore } from '../ports/session.ts';
import type { PolicyLimits } from '../model/limits.ts';
import type { PolicySettings } from '../model/settings.ts';
import type { Tracer } from './tracer.ts';
import type { Evaluation } from '../model/evaluation.ts';

/** Called around every action. A `preAction` that throws stops the action; a `postAction` that throws is an anomaly. */
export interface Hook {
  preAction?(action: Action): MaybePromise<void>;
  postAction?(evaluation: Evaluation, outcome: Outcome): MaybePromise<void>;
}

/** What an engine may be given: what deciding needs, and what goes on around it. Everything has a default that works without a host. */
export interface EngineOptions extends EvaluatorOptions {
  /** Where sessions live. @defaultValue in memory */
  readonly sessions?: SessionStore;
  /** Where approval requests wait. @defaultValue in memory */
  readonly approvals?: ApprovalStore;
  /** Checks the signatures of answers, where the policy asks for a proof. @defaultValue none is taken for one */
  readonly checkSignature?: CheckSignature;
  /**
   * Finds the records of what people did: an answer, or a fact that only people set, counts only with its record. @defaultValue that of `audit`,
   * where it is in one place with `sessions`; otherwise no record is asked for
   */
  readonly deeds?: DeedReader;
  /** Asks a human at once. Without one an `ask` stays an `ask`, and the adapter puts it to the human. */
  readonly approver?: Approver;
  /** Where records go. @defaultValue none */
  readonly audit?: AuditSink;
  /** What of the arguments may stand in the audit trail. @defaultValue `redactPayload` */
  readonly redact?: (payload: Action['payload']) => Json;
  readonly hooks?: readonly Hook[];
  readonly tracer?: Tracer;
  /** How long a session store or the audit trail may take, in milliseconds. What takes longer is a block. @defaultValue 5000 */
  readonly storeTimeoutMs?: number;
  /** How long a human may take to answer, in milliseconds. @defaultValue 600000 */
  readonly approvalTimeoutMs?: number;
  /** Returns that many random bytes that cannot be guessed, for the codes of approval requests. @defaultValue the platform's `crypto` */
  readonly random?: (count: number) => Uint8Array;
  /** Finds what a call does, for a yes that covers several calls. @defaultValue none: such a yes is for the very same call again */
  readonly generalize?: Generalize;
  /** Is told of each new request, once it is written down. It must not wait for anything; what it throws is dropped. */
  readonly onAsk?: (request: ApprovalRequest) => void;
  /** The agent runtime whose actions are judged, for the audit trail, by the name of its hook. */
  readonly runtime?: string;
}

type Optional = 'approver' | 'deeds' | 'checkSignature' | 'audit' | 'tracer' | 'generalize' | 'onAsk' | 'runtime';

/** Options with every default filled in. */
export type ResolvedOptions = ResolvedEvaluatorOptions &
  Required<Omit<EngineOptions, keyof EvaluatorOptions | Optional>> &
  Pick<EngineOptions, Optional> & {
    /** What writes into `sessions` and `audit` at once, where they are two sides of one place. */
    readonly joint: JointWriter | undefined;
    /** Whether a yes needs a proof that neither an approver nor the prompt of a runtime can give. */
    readonly needsProof: boolean;
    /** Whether a pause, an exception, a granted fact and the end of a hold count only when a person has signed them. */
    readonly signsFacts: boolean;
    /** What exceptions and pauses count. */
    readonly limits: PolicyLimits | undefined;
  };

/** What counts where an option is left out. Every option by name; the compiler sees to it that none is missing. */
const DEFAULTS: Required<Given<EngineOptions>> = {
  ...EVALUATOR_DEFAULTS,
  sessions: undefined,
  approvals: undefined,
  approver: undefined,
  checkSignature: undefined,
  deeds: undefined,
  audit: undefined,
  redact: redactPayload,
  hooks: [],
  tracer: undefined,
  storeTimeoutMs: 5_000,
  approvalTimeoutMs: 600_000,
  random: randomBytes,
  generalize: undefined,
  onAsk: undefined,
  runtime: undefined,
};

const LIMITS = ['guardTimeoutMs', 'storeTimeoutMs', 'approvalTimeoutMs', 'maxDepth'];

/** Fills in the defaults, takes over what the policy itself says, and rejects what makes no sense. */
export function resolveOptions(input: EngineOptions, settings: PolicySettings = {}): ResolvedOptions {
  const { default: fallback, mode, guardTimeoutMs, approvals, limits } = settings;
  const said = { default: fallback, mode, guardTimeoutMs, approvalTimeoutMs: approvals?.timeoutMs };
  const options = resolved<EngineOptions>('an engine', DEFAULTS, input, said as Partial<EngineOptions>);
  const sessions = options.sessions ?? memorySessions();
  const joint = jointOf(sessions, options.audit);
  const deeds = options.deeds ?? joint?.audit.deeds;
  return {
    ...options,
    ...evaluatorOptions(options, settings, LIMITS),
    sessions,
    deeds,
    approvals: provenApprovals(options.approvals ?? memoryApprovals(), {
      proof: approvals?.proof,
      check: options.checkSignature,
      deeds: options.approvals === undefined ? undefined : deeds,
      scopes: limits?.scopedApprovals,
    }),
    needsProof: needsProof(settings),
    signsFacts: approvals?.proof === 'passkey',
    joint,
    limits,
  } as ResolvedOptions;
}

/** A copy of a store or of a sink carries the writer of the original along, which knows nothing of what the copy does otherwise. */
function jointOf(sessions: SessionStore, audit: AuditSink | undefined): JointWriter | undefined {
  const joint = audit?.joint;
  return joint?.sessions === sessions && joint.audit === audit ? joint : undefined;
}
