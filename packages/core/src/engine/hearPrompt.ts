import type { ResolvedOptions } from './engineOptions.ts';
import { Frame } from './frame.ts';
import type { Run } from './frame.ts';
import type { MaybePromise } from '../model/json.ts';
import { chain, first } from '../model/maybe.ts';
import type { PlanNode } from './plan.ts';
import { observed } from './writeDown.ts';
import { subjectOf } from '../model/subject.ts';

/** Whether a guard here or below hears prompts. */
export const hearsPrompts = ({ guard, children }: PlanNode): boolean =>
  guard.prompted !== undefined || children.some(hearsPrompts);

/**
 * Tells every guard that hears prompts what the user said, and writes down what they keep of it. A fault is an anomaly in the audit
 * trail: guards then know less of what the user named, and that is the strict side.
 */
export function hearPrompt(plan: PlanNode, run: Run, prompt: string, options: ResolvedOptions): MaybePromise<void> {
  const subject = subjectOf(run);
  const { session } = run;
  session.phase = 'record';
  session.deferring = true;
  const tell = (node: PlanNode): MaybePromise<undefined> => {
    const { guard } = node;
    const own =
      guard.prompted === undefined
        ? undefined
        : observed(() => guard.prompted?.(prompt, new Frame(run, node, undefined)), 'record_failed', subject, options);
    return chain(own, () => first(node.children, tell));
  };
  return chain(tell(plan), () =>
    chain(
      observed(() => session.establish(), 'record_failed', subject, options),
      () => void (session.phase = 'check'),
    ),
  );
}
