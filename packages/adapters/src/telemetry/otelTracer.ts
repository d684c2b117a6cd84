import type { Attributes, Meter, Tracer as SpanTracer } from '@opentelemetry/api';
import { SpanKind, SpanStatusCode, metrics, trace } from '@opentelemetry/api';

import type { Evaluation, Tracer } from '@licet/core';
import { ACTION_KINDS, refuseUnknown } from '@licet/core/nodes';

import { NAMES } from './names.ts';

/** Where decisions are told of. */
export interface OtelOptions {
  /** @defaultValue the tracer `licet` of the SDK that is registered */
  readonly tracer?: SpanTracer;
  /** @defaultValue the meter `licet` of the SDK that is registered */
  readonly meter?: Meter;
}

const OPTIONS: Readonly<Record<keyof OtelOptions, true>> = { tracer: true, meter: true };

/** Kinds that are counted by their names. Any other word is `other`, so that no caller can make endless series. */
const KINDS: ReadonlySet<string> = new Set(ACTION_KINDS);

/**
 * Tells OpenTelemetry of every decision: a span under the one that is active, with the ruling, what was done about it and who said so, and
 * counters of decisions, outcomes and how long decisions took. Neither arguments nor reasons are told: they may be
 * private. Without an SDK nothing happens. Needs `@opentelemetry/api`. Throws an `InvariantError` for an option that there is not.
 *
 * @example
 * ```ts
 * import { PolicyEngine, guard, pass } from '@licet/core';
 * import { otelTracer } from '@licet/adapters/otel';
 *
 * const engine = new PolicyEngine(guard('yes', () => pass()), { tracer: otelTracer() });
 * engine.evaluateSync({ kind: 'read' }).passed; // => true
 * ```
 */
export function otelTracer(options: OtelOptions = {}): Tracer {
  refuseUnknown('`otelTracer`', options, Object.keys(OPTIONS));
  const { tracer = trace.getTracer('licet'), meter = metrics.getMeter('licet') } = options;
  const decisions = meter.createCounter(NAMES.decisions, { description: 'decisions by what the policy says and what was done' });
  const outcomes = meter.createCounter(NAMES.outcomes, { description: 'actions by how they ended' });
  const duration = meter.createHistogram(NAMES.duration, { description: 'how long decisions took', unit: 's' });
  return Object.freeze<Tracer>({
    evaluated(evaluation) {
      const { durationMs, ruling, enforced, errors } = evaluation;
      const end = Date.now();
      const span = tracer.startSpan(NAMES.span, {
        kind: SpanKind.INTERNAL,
        startTime: end - durationMs,
        attributes: attributesOf(evaluation),
      });
      if (errors.length > 0) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
      const labels = { [NAMES.said]: ruling, [NAMES.done]: enforced, [NAMES.kind]: kindOf(evaluation) };
      decisions.add(1, labels);
      duration.record(durationMs / 1_000, labels);
    },
    settled(evaluation, { status }) {
      outcomes.add(1, { [NAMES.status]: status, [NAMES.kind]: kindOf(evaluation) });
    },
  });
}

const kindOf = ({ action: { kind } }: Evaluation): string => (KINDS.has(kind) ? kind : 'other');

function attributesOf(evaluation: Evaluation): Attributes {
  const { action, ruling, enforced, guard, code, risk, id, policyDigest, errors } = evaluation;
  const { tool, callId, agentId, sessionId, kind } = action;
  return {
    [NAMES.operation]: NAMES.span,
    ...(tool !== undefined && { [NAMES.tool]: tool }),
    ...(callId !== undefined && { [NAMES.call]: callId }),
    ...(agentId !== undefined && { [NAMES.agent]: agentId }),
    [NAMES.session]: sessionId,
    [NAMES.guard]: guard,
    [NAMES.said]: ruling,
    [NAMES.done]: enforced,
    [NAMES.policy]: policyDigest,
    [NAMES.risk]: risk,
    [NAMES.code]: code,
    [NAMES.kind]: kind,
    [NAMES.evaluation]: id,
    ...(errors[0] !== undefined && { [NAMES.fault]: errors[0].code }),
  };
}
