import { Frame } from './frame.ts';

/** Frames for what counts for the conditions of a policy: it is next to the tree, and has no verdict. */
export function historyFrames(root: Frame): readonly Frame[] {
  const { plan, run } = root;
  if (plan.history === undefined && run.brought.length === 0) return [];
  return [plan, ...run.brought].flatMap(({ history }) => (history === undefined ? [] : [new Frame(run, history, root)]));
}
