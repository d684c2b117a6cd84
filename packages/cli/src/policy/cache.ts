import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { CompiledPolicy } from '@licet/core';
import { sha256 } from '@licet/core';

import { VERSION } from '../version.ts';

/** Where the compiled form of a policy is kept: beside the policy, under a name that its text and this version decide. */
export function cacheFile(file: string, text: string): string {
  return join(dirname(file), '.licet', 'cache', `${sha256(`${VERSION}\n${text}`)}.json`);
}

/**
 * Returns the compiled form of a policy if there is one and it still holds: made by this version, from this file, from
 * the same texts. Anything else, a torn or foreign file included, is undefined.
 */
export function readCached(file: string, text: string): CompiledPolicy | undefined {
  try {
    const compiled = JSON.parse(readFileSync(cacheFile(file, text), 'utf8')) as CompiledPolicy;
    const [main, ...included] = compiled.sources;
    if (main?.file !== file) return undefined;
    const isFresh = included.every(source => sha256(readFileSync(source.file, 'utf8')) === source.sha256);
    return isFresh ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the compiled form for the next process. The file appears whole or not at all, whoever else writes it; where
 * nothing can be written, the next process compiles again.
 */
export function writeCached(file: string, text: string, compiled: CompiledPolicy): void {
  const target = cacheFile(file, text);
  const part = `${target}.${process.pid}.part`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(part, JSON.stringify(compiled), { mode: 0o600 });
    renameSync(part, target);
  } catch {
    rmSync(part, { force: true });
  }
}
