import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Suite } from './replay.ts';

/** The version of the package whose ground truths are replayed. */
export const AGENTDOJO = '0.1.35';

/** The suites of AgentDojo, by name. */
export type Suites = Readonly<Record<string, Suite>>;

const folder = process.env['LICET_FLOW_TRACES'] ?? join(tmpdir(), `licet-agentdojo-${AGENTDOJO}`);
const file = join(folder, 'traces.json');

/** The traces, where they have been exported on this machine. */
export function keptTraces(): Suites | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Suites) : undefined;
}

/** Exports the traces once: AgentDojo goes into a virtual environment outside of the repository, and so do they. */
export function exportTraces(): Suites {
  mkdirSync(folder, { recursive: true });
  const venv = join(folder, 'venv');
  const python = join(venv, 'bin', 'python');
  console.log('installing AgentDojo and exporting its ground truths: about two minutes');
  execFileSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' });
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', `agentdojo==${AGENTDOJO}`], { stdio: 'inherit' });
  const script = new URL('export.py', import.meta.url).pathname;
  writeFileSync(file, execFileSync(python, [script], { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }));
  return JSON.parse(readFileSync(file, 'utf8')) as Suites;
}
