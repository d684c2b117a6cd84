import { laterFiles, plainHosts, residualNotes } from './target.ts';
import type { PresentPaths, PrintPlan, PrintedPlan } from './target.ts';
import type { SandboxPlan } from '../plan/sandboxPlan.ts';

/** Settings of sandbox-runtime (srt), which Claude Code has too. */
function runtimeSettings(plan: SandboxPlan, { hidden, fixed }: PresentPaths, names: readonly string[]): object {
  return {
    filesystem: {
      denyRead: [plan.home, ...hidden],
      allowRead: plan.read,
      allowWrite: plan.write,
      denyWrite: [...new Set([...fixed, ...hidden])],
    },
    network: { allowedDomains: names, deniedDomains: plan.deniedHosts.filter(host => /^(?:\*\.)?[a-z][a-z\d.-]*$/iu.test(host)) },
  };
}

/** These sandboxes show all of the machine but for the home folder. */
const widerReads = ({ read, project }: SandboxPlan): readonly string[] =>
  read.includes(project)
    ? []
    : ['it reads every folder outside of the home folder, and the policy names the folders that may be read'];

/** Settings for `srt --settings FILE`. */
export const printSrt: PrintPlan = (plan, now): PrintedPlan => {
  const { names, notes } = plainHosts(plan);
  return {
    text: `${JSON.stringify(runtimeSettings(plan, now, names), undefined, 2)}\n`,
    notes: [
      ...notes,
      ...laterFiles(plan.hide),
      'variables with secrets are passed on, and processes are not limited',
      ...residualNotes(plan),
    ],
    wider: widerReads(plan),
  };
};

/** The block `sandbox` of Claude Code's settings. Its escape hatches are closed: without them a command runs bare, and no hook hears of it. */
export const printClaudeCode: PrintPlan = (plan, now): PrintedPlan => {
  const { names, notes } = plainHosts(plan);
  const sandbox = {
    enabled: true,
    failIfUnavailable: true,
    allowUnsandboxedCommands: false,
    excludedCommands: [],
    ...runtimeSettings(plan, now, names),
  };
  const isOpen = plan.write.includes(plan.project);
  return {
    text: `${JSON.stringify({ sandbox }, undefined, 2)}\n`,
    notes: [
      ...notes,
      ...laterFiles(plan.hide),
      'it holds for Bash commands; file and web tools stay with the hook',
      ...residualNotes(plan),
    ],
    wider: isOpen
      ? widerReads(plan)
      : ['Claude Code can always change the folder that it starts in, and the plan does not open the whole project for changes'],
  };
};
