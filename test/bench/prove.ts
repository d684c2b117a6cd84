import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { proveTrail, worldHere } from '@licet/analysis/policies';
import { PolicyEngine } from '@licet/core';
import { canonicalJson } from '@licet/core/text';
import { readAll } from '@licet/core/store';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';

/**
 * Proves every decision of a trail in SQLite, and prints the processor time of a decision as a multiple of what its chain alone costs: `JSON.parse` of the
 * record, its canonical text and SHA-256 of that. `node --conditions=@licet/source test/bench/prove.ts [decisions]`. It fails when a decision is not equal.
 */
const [decisions = 4_000] = process.argv.slice(2).map(Number);
const COMMANDS = [
  'git status --short',
  'npm test',
  'cat src/a.ts',
  'rm -rf build',
  'curl https://x.example',
  'git push -f',
  'grep -rn x src',
];

const root = mkdtempSync(join(tmpdir(), 'licet-prove-'));
mkdirSync(join(root, 'src'));
writeFileSync(join(root, 'src', 'a.ts'), '');
const file = join(root, 'governance.yaml');
const text =
  'version: 1\ndefault: pass\npolicy:\n  all: [floor: {}, self_protection: {}, secret_paths: {}, bash_safety: { unknown: ask }, network: { uploads: ask }, budget: { max: 1000000 }]\n';
writeFileSync(file, text);

function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

try {
  const { compiled, policyDigest } = policyHost.compile(text, file);
  const { effects, build } = worldHere(policyHost, root);
  const { audit, sessions } = sqliteState(join(root, 'state.db'));
  const engine = new PolicyEngine(build(compiled), { audit, sessions, effects, policyDigest });
  for (let call = 0; call < decisions; call++) {
    const payload = { command: `${COMMANDS[call % COMMANDS.length] ?? 'ls'} ${call % 97}` };
    const said = await engine.evaluate({
      kind: 'bash',
      tool: 'Bash',
      cwd: root,
      sessionId: `s${call % 5}`,
      callId: `${call}`,
      payload,
    });
    if (said.passed) await engine.postAction(said, { status: 'ok' });
  }

  const atChain = process.cpuUsage();
  for await (const { record } of readAll(audit))
    createHash('sha256')
      .update(canonicalJson(JSON.parse(JSON.stringify(record))))
      .digest();
  const chain = spent(atChain) / decisions;
  const atProof = process.cpuUsage();
  const proof = await proveTrail(policyHost, audit, file);
  const each = spent(atProof) / decisions;
  console.log(
    `${proof.decisions} decisions: ${proof.equal} equal, ${proof.differs} differ, ${proof.notReproducible} not reproducible`,
  );
  console.log(
    `a decision costs ${(each / chain).toFixed(1)} times its chain: ${each.toFixed(2)} ms and ${chain.toFixed(3)} ms of processor time`,
  );
  if (proof.equal !== decisions) console.log(proof.different.slice(0, 3), proof.gone);
  process.exitCode = proof.equal === decisions ? 0 : 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
