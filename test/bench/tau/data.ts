import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The version of the package whose tasks are replayed. */
const INSPECT_EVALS = '0.26.0';

export type Arguments = Readonly<Record<string, unknown>>;

/** A call of a tool. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Arguments;
}

export interface Task {
  readonly id: string;
  readonly evaluation_criteria: { readonly actions: readonly ToolCall[] | null };
}

/** The tables of a domain: users, and reservations or orders. */
export type Tables = Readonly<Record<string, Record<string, Record<string, unknown>>>>;

export interface Domain {
  readonly tasks: readonly Task[];
  readonly db: Tables;
}

/** Exports tasks and databases once: the package goes into a virtual environment outside of the repository, and so do they. */
export function domains(): Readonly<Record<'airline' | 'retail', Domain>> {
  const folder = process.env['LICET_TAU_DATA'] ?? join(tmpdir(), `licet-tau-${INSPECT_EVALS}`);
  const file = join(folder, 'domains.json');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const venv = join(folder, 'venv');
    const python = join(venv, 'bin', 'python');
    console.log('installing inspect-evals without its dependencies, and exporting its tasks');
    execFileSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' });
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', `inspect-evals==${INSPECT_EVALS}`], {
      stdio: 'inherit',
    });
    const script = new URL('export.py', import.meta.url).pathname;
    writeFileSync(file, execFileSync(python, [script], { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] }));
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<'airline' | 'retail', Domain>>;
}
