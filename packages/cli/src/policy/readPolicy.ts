import { PolicyError } from '../exit.ts';
import { readInputFile } from '../text/inputFile.ts';
import { keep, readKept } from './cache.ts';
import type { KeptPolicy } from './cache.ts';

/**
 * Returns the compiled policy of a file: the kept one, or a fresh one. `keeps` keeps a fresh one for the next process; a
 * process that only asks a question does not.
 */
export async function readPolicy(file: string, keeps: boolean): Promise<KeptPolicy> {
  const text = readText(file);
  const kept = readKept(file, text);
  if (kept !== undefined) return kept;
  const { compilePolicy } = await import('./compile.ts');
  const result = compilePolicy(text, file);
  if ('issues' in result) {
    const [first] = result.issues;
    const more = result.issues.length > 1 ? `, and ${result.issues.length - 1} more` : '';
    throw new PolicyError(
      'policy_invalid',
      `the policy \`${file}\` does not load: line ${first?.line}: ${first?.message}${more}: run \`licet validate\``,
      result.issues,
    );
  }
  if (keeps) keep(file, result);
  return result;
}

/** Returns the text of a policy, or throws a {@link PolicyError} that says why there is none. */
export function readText(file: string): string {
  try {
    return readInputFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PolicyError(
      'unreadable',
      code === 'ENOENT'
        ? `there is no policy \`${file}\`: run \`licet init\``
        : `the policy \`${file}\` cannot be read (${code ?? 'unknown error'})`,
    );
  }
}
