import { PolicyEngine } from '@licet/core';
import type { ActionInput, Evaluation, TraceNode } from '@licet/core';
import type { CompiledPolicy } from '@licet/core/policy';
import { analyzeEffects, createCertifier } from '@licet/effects';

import { FILES, PLACE } from './place.ts';
import { build } from './policies.ts';

/** What the page shows of one judged call. */
export interface Judgment extends Pick<Evaluation, 'ruling' | 'code' | 'guard' | 'reason' | 'place'> {
  /** What to do instead; undefined when the policy has no advice. */
  readonly fix: string | undefined;
  readonly effects: Evaluation['context']['effects'];
  readonly trace: TraceNode;
  /** What the call is certain not to exceed, and why; undefined when nothing is certain. */
  readonly certificate: Evaluation['certificate'];
  /** The level up to which the policy lets the host run calls without its own question. */
  readonly quiet: string;
}

const effects = analyzeEffects({ ...PLACE, files: FILES, env: { HOME: PLACE.home, PATH: '/usr/bin:/bin' } });
const certify = createCertifier({ ...PLACE, files: FILES, effects, level: 'build' });

/** Judges one call in the pretended project, at the beginning of a session. Runs nothing and keeps nothing. */
export async function judge(policy: CompiledPolicy, action: ActionInput): Promise<Judgment> {
  const { quiet = 'off' } = policy.settings;
  const engine = new PolicyEngine(build(policy), { effects });
  const evaluation = await engine.explain({ cwd: PLACE.root, ...action });
  const { ruling, code, guard, reason, place, fix, trace, context } = evaluation;
  const advice = [fix?.summary, fix?.command === undefined ? undefined : `Run instead: ${fix.command}`];
  const certificate = certify(evaluation.action, context.effects, context);
  const said = advice.filter(each => each !== undefined).join('. ');
  return {
    ruling,
    code,
    guard,
    reason,
    place,
    fix: said === '' ? undefined : said,
    effects: context.effects,
    trace,
    certificate,
    quiet,
  };
}
