import { createPathMatcher } from '@licet/effects/places';
import type { PathMatcher } from '@licet/effects/places';

import type { PlanRule, SandboxPlan } from './sandboxPlan.ts';

/** Why a path is closed: by which list of the plan, and by which rule of the policy. */
export interface ClosedBy {
  readonly kind: 'hide' | 'freeze' | 'readOnly';
  readonly rule: string;
}

/** Tells by what a path is closed, the strictest first; undefined where it is open. Folders that only hold closed paths are open. */
export type ClosedPaths = (path: string) => ClosedBy | undefined;

interface Compiled extends ClosedBy {
  readonly matches: PathMatcher;
  readonly except: PathMatcher | undefined;
}

/** Compiles the rules of a plan. */
export function compileRules(plan: Pick<SandboxPlan, 'project' | 'home' | 'hide' | 'freeze' | 'readOnly'>): ClosedPaths {
  const { project: root, home } = plan;
  const compile = (kind: ClosedBy['kind'], { rule, patterns, except }: PlanRule): Compiled => ({
    kind,
    rule,
    matches: createPathMatcher(patterns, { root, home, mode: 'restrict', caseFold: true }),
    except: except.length === 0 ? undefined : createPathMatcher(except, { root, home, mode: 'grant' }),
  });
  const all = (['hide', 'freeze', 'readOnly'] as const).flatMap(kind => plan[kind].map(rule => compile(kind, rule)));
  return path => {
    const found = all.find(({ matches, except }) => matches.match(path).length > 0 && (except?.match(path).length ?? 0) === 0);
    return found && { kind: found.kind, rule: found.rule };
  };
}
