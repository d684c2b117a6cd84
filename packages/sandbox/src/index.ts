export type { PlanHost, PlanLimits, PlanRule, Residual, SandboxPlan } from './plan/sandboxPlan.ts';
export { planSandbox } from './plan/planSandbox.ts';
export type { PlanInput } from './plan/planSandbox.ts';
export { planPermits } from './plan/planPermits.ts';
export type { PlanUse } from './plan/planPermits.ts';
