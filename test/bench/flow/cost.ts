import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stdout } from 'node:process';

import { PolicyEngine, memorySessions } from '@licet/core';
import type { ActionInput, Guard } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { Flow } from '@licet/guards';

import { quantile } from '../measure.ts';

/**
 * Measures what `flow` takes to judge a call in a session that has read as much as it keeps, once the effects of the call are known: the median of
 * single calls, and its ratio to what the effects take in the same turn. `cost.ts [turns]`
 */
const TURNS = Number(process.argv[2] ?? 300);
const WARM_UP = 50;

const base = mkdtempSync(join(tmpdir(), 'licet-flow-cost-'));
const [root, home] = [join(base, 'at/project'), join(base, 'at/home')];
const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'shop',
    scripts: { test: 'vitest', build: 'tsc -b' },
    dependencies: Object.fromEntries(Array.from({ length: 80 }, (_none, at) => [`package-${at}`, `^${at}.0.0`])),
  }),
  '.git/config': '[remote "origin"]\n\turl = git@github.com:acme/shop.git\n',
  'README.md': `# Shop\n${'Words about the shop and its parts. '.repeat(600)}https://staging.acme.dev\n`,
  'CONTRIBUTING.md': 'How to contribute, in words. '.repeat(500),
  'src/cart.ts': 'export const total = 1;\n',
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}
mkdirSync(home, { recursive: true });
await new Promise(resolve => setTimeout(resolve, 20));

const own: number[] = [];
const effects: number[] = [];
const timed = (into: number[], work: () => unknown): unknown => {
  const startedAt = process.hrtime.bigint();
  const result = work();
  into.push(Number(process.hrtime.bigint() - startedAt) / 1_000);
  return result;
};
const judged = Flow({ profile: 'coding', root, home });
const check: Guard['check'] = (action, ctx) => {
  timed(effects, () => ctx.effects);
  return timed(own, () => judged.check(action, ctx)) as ReturnType<Guard['check']>;
};
const flow = new PolicyEngine(
  { ...judged, check },
  {
    effects: analyzeEffects({ root, home, env: { HOME: home } }),
    default: 'pass',
    sessions: memorySessions(),
  },
);

const bash = (command: string): Omit<ActionInput, 'sessionId'> => ({
  kind: 'bash',
  tool: 'Bash',
  cwd: root,
  payload: { command },
});
const words = (many: number, from: string): string => Array.from({ length: many }, (_none, at) => `${from}${at}`).join(' ');

async function fill(engine: PolicyEngine): Promise<void> {
  await engine.heard({ sessionId: 's', prompt: `Fix issue 12. ${words(1_500, 'named')}` });
  for (let turn = 0; turn < 12; turn++) {
    const issue = { ...bash(`gh issue view ${turn}`), sessionId: 's', callId: `issue ${turn}` };
    const hosts = Array.from({ length: 300 }, (_none, at) => `https://host-${turn}-${at}.example-${at}.dev/a`).join(' ');
    await engine.evaluate(issue);
    await engine.postAction(issue, { status: 'ok', output: `${words(1_000, `word${turn}x`)} ${hosts}` });
  }
}
await fill(flow);

const CALLS: Readonly<Record<string, Omit<ActionInput, 'sessionId'>>> = {
  'npm install': bash('npm install'),
  'npm test': bash('npm test'),
  'git status': bash('git status'),
  'git commit': bash('git add -A && git commit -m "fix the total of the cart"'),
  'a search': { kind: 'read', tool: 'Grep', cwd: root, payload: { pattern: 'total', path: root } },
  'a file': { kind: 'read', tool: 'Read', cwd: root, payload: { file_path: join(root, 'src/cart.ts') } },
  'an edit': {
    kind: 'write',
    tool: 'Edit',
    cwd: root,
    payload: { file_path: join(root, 'src/cart.ts'), old_string: '1', new_string: '2' },
  },
  'a page': { kind: 'network', tool: 'WebFetch', cwd: root, payload: { url: 'https://docs.acme.dev/a', prompt: 'x' } },
  'a tool': { kind: 'tool', tool: 'mcp__jira__get_issue', cwd: root, payload: { key: 'PLAT-1' } },
};

stdout.write(`a call in a session that has read all it keeps, median of ${TURNS}, in microseconds\n`);
for (const [name, action] of Object.entries(CALLS)) {
  for (let turn = -WARM_UP; turn < TURNS; turn++) {
    if (turn === 0) own.length = effects.length = 0;
    await flow.explain({ ...action, sessionId: 's' });
  }
  const [mine, best, other] = [quantile(own, 0.5), quantile(own, 0.05), quantile(effects, 0.5)];
  stdout.write(
    `  ${name.padEnd(12)} ${mine.toFixed(1).padStart(7)} (${best.toFixed(1)} where nothing else runs), its effects ${other.toFixed(1).padStart(7)}: ${(mine / other).toFixed(2)} of them\n`,
  );
}
rmSync(base, { recursive: true, force: true });
