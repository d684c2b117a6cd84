import { NAMES, otelTracer } from '@licet/adapters/otel';
import { PolicyEngine, ask, block, guard, memoryAudit, pass } from '@licet/core';
import { SpanStatusCode, context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const manager = new AsyncLocalStorageContextManager();
beforeAll(() => void context.setGlobalContextManager(manager.enable()));
afterAll(() => {
  context.disable();
  manager.disable();
});

const words = guard('words', ({ kind }) => {
  if (kind === 'read') return pass();
  if (kind === 'broken') throw new Error('no disk');
  return kind === 'write' ? block('frozen: hunter2', { fix: 'wait' }) : ask('sure?', { fix: 'ask' });
});

function watched(mode: 'enforce' | 'observe' = 'enforce') {
  const spans = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meters = new MeterProvider({ readers: [reader] });
  const audit = memoryAudit();
  const tracer = otelTracer({ tracer: provider.getTracer('test'), meter: meters.getMeter('test') });
  return {
    audit,
    spans,
    parent: provider.getTracer('agent'),
    engine: new PolicyEngine(words, { tracer, audit, mode }),
    async counted(name: string) {
      await reader.forceFlush();
      const all = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(scope => scope.metrics));
      const points = all.findLast(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
      await meters.shutdown();
      return points.map(({ attributes, value }) => [
        Object.values(attributes).join(' '),
        typeof value === 'number' ? value : value.count,
      ]);
    },
  };
}

describe('otelTracer', () => {
  it('makes a span of every decision, with the ruling, what was done about it and who said so', async () => {
    const { engine, spans } = watched();
    const action = { kind: 'write', tool: 'Write', sessionId: 's', callId: 'c', agentId: 'a', payload: { text: 'hunter2' } };
    const { id, policyDigest, durationMs } = await engine.evaluate(action);
    const [span] = spans.getFinishedSpans();

    expect(span?.name).toBe(NAMES.span);
    expect(span?.attributes).toEqual({
      'gen_ai.operation.name': 'run_guardrail',
      'gen_ai.tool.name': 'Write',
      'gen_ai.tool.call.id': 'c',
      'gen_ai.agent.id': 'a',
      'gen_ai.conversation.id': 's',
      'gen_ai.security.guardrail.name': 'words',
      'gen_ai.security.verdict.value': 'block',
      'gen_ai.security.action.type': 'block',
      'gen_ai.security.policy.id': policyDigest,
      'gen_ai.security.risk.score': 0,
      'licet.code': 'blocked',
      'licet.action.kind': 'write',
      'licet.evaluation.id': id,
    });
    expect((span?.duration[0] ?? 0) * 1_000 + (span?.duration[1] ?? 0) / 1e6).toBeCloseTo(durationMs, 0);
  });

  it('tells neither arguments nor reasons', async () => {
    const { engine, spans } = watched();
    await engine.evaluate({ kind: 'write', payload: { text: 'hunter2' } });

    expect(
      JSON.stringify(spans.getFinishedSpans().map(({ attributes, events, status }) => ({ attributes, events, status }))),
    ).not.toContain('hunter2');
  });

  it('keeps what was said and what was done apart where a policy only observes', async () => {
    const { engine, spans } = watched('observe');
    await engine.evaluate({ kind: 'write' });

    expect(spans.getFinishedSpans()[0]?.attributes).toMatchObject({ [NAMES.said]: 'block', [NAMES.done]: 'pass' });
  });

  it('is below the span of the agent', async () => {
    const { engine, spans, parent } = watched();
    const outer = parent.startSpan('agent');
    await context.with(trace.setSpan(context.active(), outer), () => engine.evaluate({ kind: 'read' }));
    outer.end();
    const inner = spans.getFinishedSpans().find(({ name }) => name === NAMES.span);

    expect(inner?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
  });

  it('marks the span of a decision that went wrong', async () => {
    const { engine, spans } = watched();
    await engine.evaluate({ kind: 'broken' });

    expect(spans.getFinishedSpans()[0]).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'guard_threw' },
    });
  });

  it('counts decisions, by its own words only', async () => {
    const watch = watched();
    for (const kind of ['read', 'read', 'write', 'made-up-1', 'made-up-2']) await watch.engine.evaluate({ kind });

    expect(await watch.counted(NAMES.decisions)).toEqual([
      ['pass pass read', 2],
      ['block block write', 1],
      ['ask ask other', 2],
    ]);
  });

  it('counts outcomes, and how long decisions took', async () => {
    const first = watched();
    await first.engine.postAction(await first.engine.evaluate({ kind: 'read' }), { status: 'error' });
    const second = watched();
    await second.engine.evaluate({ kind: 'read' });

    expect(await first.counted(NAMES.outcomes)).toEqual([['error read', 1]]);
    expect(await second.counted(NAMES.duration)).toEqual([['pass pass read', 1]]);
  });

  it('changes nothing where there is no SDK', async () => {
    const engine = new PolicyEngine(words, { tracer: otelTracer() });

    expect((await engine.evaluate({ kind: 'read' })).passed).toBe(true);
  });

  it('changes nothing where the SDK fails: that is written down', async () => {
    const audit = memoryAudit();
    const failing = {
      startSpan: () => {
        throw new Error('no exporter');
      },
    };
    const engine = new PolicyEngine(words, { audit, tracer: otelTracer({ tracer: failing as never }) });

    expect((await engine.evaluate({ kind: 'read' })).passed).toBe(true);
    expect(audit.records.map(record => ('code' in record ? record.code : record.type))).toEqual(['ok', 'tracer_failed']);
  });

  it('knows no other options', () => {
    expect(() => otelTracer({ trace: 1 } as never)).toThrow('`tracer`');
  });
});
