import type { Evaluation } from '@licet/core';
import { PolicyEngine, createRegistry, memoryAudit, memorySessions, renderPolicy, renderTrace } from '@licet/core';
import { digestPolicy } from '@licet/core/policy';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { guardDefinitions } from '@licet/guards';
import { readFileSync } from 'node:fs';

import { SESSION, createDesk, play } from './agent.ts';
import { demoPolicy } from './policy.ts';
import { createProject } from './project.ts';
import type { Project } from './project.ts';
import { script } from './script.ts';
import { Story } from './story.ts';

const FILE = new URL('governance.yaml', import.meta.url);

/** Runs the whole demo and returns what was decided. */
export async function runDemo(write: (line: string) => void, color: boolean): Promise<readonly Evaluation[]> {
  const project = createProject();
  const story = new Story(line => write(line.replaceAll(project.home, '~').replaceAll(project.root, '.')), color);
  try {
    return await tell(story, project);
  } finally {
    project.remove();
  }
}

async function tell(story: Story, project: Project): Promise<readonly Evaluation[]> {
  const { root, home } = project;
  const registry = createRegistry(guardDefinitions);
  const loaded = loadPolicy(readFileSync(FILE, 'utf8'), { registry, root, home, file: 'governance.yaml' });
  const { policy } = loaded;

  const same = demoPolicy({ root, home });
  story.heading('An agent fixes a bug, under a policy');
  story.line('The agent has real tools, a shell and a file system, in a project made for it.');
  story.line('Before every call it asks `engine.evaluate`; after it, it tells `engine.postAction`.');
  story.line(`The policy from governance.yaml: ${short(digestPolicy(policy))}`);
  story.line(`The same policy built in code:   ${short(digestPolicy(same))}`);
  if (digestPolicy(policy) !== digestPolicy(same)) throw new Error('the two forms of the policy differ');

  const sessions = memorySessions();
  const audit = memoryAudit();
  const desk = createDesk();
  // The tree judges deployments, so the analyzer need not: the operator knows this tool.
  const overrides = { Deploy: { class: 'harmless' } } as const;
  const effects = analyzeEffects({ root, home, env: project.env, overrides });
  const engine = new PolicyEngine(loaded, { sessions, audit, effects, approver: desk });
  const evaluations = await play(script, { engine, sessions, project, story, desk });

  story.heading('The session');
  story.summary(await sessions.load(SESSION));
  const answered = evaluations.flatMap(({ approval }) => (approval === undefined ? [] : [approval.status]));
  story.line(`  asked a human: ${answered.length} times, ${answered.filter(each => each === 'granted').length} yes`);
  story.line(
    `  audit trail: ${audit.records.length} records, ${audit.records.filter(({ type }) => type === 'anomaly').length} anomalies`,
  );
  story.heading('Why the first deployment had to ask');
  const deployment = evaluations.find(({ action }) => action.taskType === 'deploy');
  if (deployment !== undefined) print(story, renderTrace(deployment.trace, { color: story.color }));
  story.heading('The policy');
  print(story, renderPolicy(policy, { color: story.color }));
  return evaluations;
}

function print(story: Story, text: string): void {
  for (const line of text.trimEnd().split('\n')) story.line(line);
}

function short(digest: string): string {
  return digest.slice(0, 16);
}
