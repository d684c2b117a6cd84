/**
 * The names that decisions have in OpenTelemetry. Those of `gen_ai.security` follow a proposal that is not settled: they may change with
 * a minor version, and this is the only place where they stand.
 */
export const NAMES = Object.freeze({
  /** The span of one decision. */
  span: 'run_guardrail',
  operation: 'gen_ai.operation.name',
  tool: 'gen_ai.tool.name',
  call: 'gen_ai.tool.call.id',
  session: 'gen_ai.conversation.id',
  agent: 'gen_ai.agent.id',
  guard: 'gen_ai.security.guardrail.name',
  said: 'gen_ai.security.verdict.value',
  done: 'gen_ai.security.action.type',
  policy: 'gen_ai.security.policy.id',
  risk: 'gen_ai.security.risk.score',
  fault: 'error.type',
  code: 'licet.code',
  kind: 'licet.action.kind',
  evaluation: 'licet.evaluation.id',
  status: 'licet.outcome.status',
  decisions: 'licet.decisions',
  outcomes: 'licet.outcomes',
  duration: 'licet.decision.duration',
});
