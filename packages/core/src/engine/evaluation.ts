import type { Action } from '../model/action.ts';
import type { Certificate } from '../model/certificate.ts';
import type { OfferedContainment } from '../model/containment.ts';
import type { ApprovalState } from '../ports/approval.ts';
import type { GovernanceContext, TraceNode } from '../model/context.ts';
import { containmentOf } from './frame.ts';
import type { Frame } from './frame.ts';
import type { Obligations } from '../model/obligations.ts';
import type { Ruling } from '../model/ruling.ts';
import type { NodePlace } from '../model/settings.ts';
import type { Fault, Fix, KnowledgeGap, Recover, Verdict } from '../model/verdict.ts';
import { framesOf, leafVerdicts, pathOf, speakingLeaf, traceOf } from './walk.ts';
import type { Decision, Evaluation } from '../model/evaluation.ts';

/** @internal The engine's implementation of {@link Evaluation}. */
export class FrameEvaluation implements Evaluation {
  readonly #root: Frame;
  readonly #decision: Decision;
  readonly risk: number;
  readonly durationMs: number;
  #trace: TraceNode | undefined;
  #spoken: readonly Verdict[] | undefined;
  #verdicts: readonly Verdict[] | undefined;
  #certificate: { readonly value: Certificate | undefined } | undefined;

  constructor(root: Frame, decision: Decision, durationMs: number) {
    this.#root = root;
    this.#decision = decision;
    this.risk = root.run.risk;
    root.run.closed = true;
    this.durationMs = durationMs;
    Object.freeze(this);
  }

  get id(): string {
    return this.#root.run.id;
  }

  get passed(): boolean {
    return this.#decision.passed;
  }

  get ruling(): Ruling {
    return this.#decision.ruling;
  }

  get enforced(): Ruling {
    return this.#decision.enforced;
  }

  get code(): string {
    return this.#decision.verdict.code;
  }

  get guard(): string {
    return this.#decision.verdict.guard;
  }

  get place(): NodePlace | undefined {
    const speaking = speakingLeaf(this.#root, this.ruling, this.guard);
    return speaking && this.#root.run.placeOf(speaking.plan.guard);
  }

  get reason(): string | undefined {
    return joined(this.#speakers, ({ reason }) => reason) ?? this.#decision.verdict.reason;
  }

  get fix(): Fix | undefined {
    const { fix } = this.#decision.verdict;
    const summary = joined(this.#speakers, verdict => verdict.fix?.summary);
    if (fix === undefined) return summary === undefined ? undefined : Object.freeze({ summary });
    return summary === undefined || summary === fix.summary ? fix : Object.freeze({ ...fix, summary });
  }

  get recover(): Recover | undefined {
    return this.#decision.verdict.recover;
  }

  get retryAfterMs(): number | undefined {
    return this.#decision.verdict.retryAfterMs;
  }

  get verdicts(): readonly Verdict[] {
    return (this.#verdicts ??= leafVerdicts(this.#root));
  }

  get determining(): readonly Verdict[] {
    const path = pathOf(this.#root, 'determining');
    const leaves = Array.from(path).filter(frame => frame.children === undefined && frame.verdict?.applicable !== false);
    return Object.freeze(leaves.flatMap(({ verdict }) => (verdict === undefined ? [] : [verdict])));
  }

  get violations(): readonly Verdict[] {
    return Object.freeze(this.verdicts.filter(({ ruling }) => ruling === 'ask' || ruling === 'block'));
  }

  get gaps(): readonly KnowledgeGap[] {
    return Object.freeze(this.verdicts.flatMap(({ gaps = [] }) => gaps));
  }

  get errors(): readonly Fault[] {
    const faults: Fault[] = [];
    for (const { children, verdict } of framesOf(this.#root))
      if (children === undefined && verdict?.error !== undefined) faults.push(verdict.error);
    const own = this.#decision.verdict.error;
    if (own !== undefined && !faults.includes(own)) faults.push(own);
    return Object.freeze(faults);
  }

  get obligations(): Obligations {
    return this.#decision.obligations;
  }

  get context(): GovernanceContext {
    return this.#root;
  }

  get trace(): TraceNode {
    return (this.#trace ??= traceOf(this.#root));
  }

  get action(): Action {
    return this.#root.run.action;
  }

  get actionDigest(): string | undefined {
    return this.#root.run.actionDigest;
  }

  get policyDigest(): string {
    return this.#root.run.policyDigest;
  }

  get approval(): ApprovalState | undefined {
    return this.#decision.approval;
  }

  get certificate(): Certificate | undefined {
    return (this.#certificate ??= { value: this.#certified() }).value;
  }

  get containment(): OfferedContainment | undefined {
    const containment = this.ruling === 'block' ? undefined : containmentOf(this.#root.run);
    // A policy that only observes changes no arguments.
    return containment?.rewrite !== undefined && this.obligations.rewrite === undefined ? undefined : containment;
  }

  #certified(): Certificate | undefined {
    const { run } = this.#root;
    const { certify } = run.options;
    if (certify === undefined || this.ruling !== 'pass' || !this.passed) return undefined;
    try {
      const containment = containmentOf(run);
      // Arguments that put the call into its sandbox change nothing that the certificate says; any others do.
      if (Object.keys(this.obligations.rewrite ?? {}).some(name => containment?.rewrite?.[name] === undefined)) return undefined;
      return certify(run.action, run.effects, this.#root);
    } catch {
      // Effects that are missing or come late are evidence of nothing.
      return undefined;
    }
  }

  toJSON(): { readonly [name: string]: unknown } {
    const { id, passed, ruling, enforced, code, guard, place, reason, fix, recover, retryAfterMs } = this;
    const { verdicts, determining, violations, gaps, obligations, risk, approval, durationMs } = this;
    const { action, actionDigest, policyDigest, trace, certificate, containment } = this;
    const errors = this.errors.map(({ code: kind, message, guard: name }) => ({ code: kind, message, guard: name }));
    const said = { id, passed, ruling, enforced, code, guard, place, reason, fix, recover, retryAfterMs };
    const found = {
      verdicts: verdicts.map(plain),
      determining: determining.map(plain),
      violations: violations.map(plain),
      gaps,
      errors,
    };
    const about = { action, actionDigest, policyDigest, approval, certificate, containment };
    return { ...said, ...found, obligations, risk, ...about, durationMs, trace };
  }

  /** What `console.log` shows: its members are getters, which Node would not read. */
  [Symbol.for('nodejs.util.inspect.custom')](): object {
    return this.toJSON();
  }

  /** The deciding verdicts that say the same as the evaluation: none when the engine speaks for itself. */
  get #speakers(): readonly Verdict[] {
    return (this.#spoken ??= this.#spokenFor());
  }

  #spokenFor(): readonly Verdict[] {
    const { verdict, ruling } = this.#decision;
    if (ruling === 'pass' || verdict !== this.#root.verdict || verdict.code.startsWith('quorum_')) return [];
    return this.determining.filter(each => each.ruling === ruling && each.range === undefined);
  }
}

function joined(verdicts: readonly Verdict[], read: (verdict: Verdict) => string | undefined): string | undefined {
  const texts = [...new Set(verdicts.map(read).filter(text => text !== undefined))];
  // Two guards may find the same thing, one of them among others: the longer text says it.
  const said = texts.filter(text => !texts.some(other => other !== text && other.includes(text)));
  return said.length === 0 ? undefined : said.join('; ');
}

/** A verdict without what a fault was caused by: that is for the developer, and may be anything. */
function plain(verdict: Verdict): Verdict {
  if (verdict.error?.cause === undefined) return verdict;
  const { cause: _cause, ...error } = verdict.error;
  return { ...verdict, error };
}
