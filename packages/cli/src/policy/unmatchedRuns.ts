import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { CompiledPolicy } from '@licet/core/policy';
import { placeOfNode } from '@licet/core/policy';
import type { PolicyIssue } from '@licet/core/yaml';

import { waysIn } from './nodes.ts';

/** The patterns of every member `runs` in a value. */
function runsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const patterns = [member].flat().filter(pattern => typeof pattern === 'string');
    return name === 'runs' && patterns.length > 0 ? patterns : runsIn(member);
  });
}

/** The file that a pattern of `runs` names by a path; undefined for the name of a program, and where `*` stands in the path. */
function fileIn(pattern: string, root: string): string | undefined {
  const [path = ''] = pattern.trim().split(/\s+/);
  const isPath = /^\.{0,2}\//.test(path) || /^[\w.-]+\/.*\.\w+$/.test(path);
  return isPath && !path.includes('*') ? (path.startsWith('/') ? path : join(root, path)) : undefined;
}

/** Warns of each `runs` that names a file by a path where none is: such a gate stops nothing. */
export function unmatchedRuns(compiled: CompiledPolicy, root: string): readonly PolicyIssue[] {
  return waysIn(compiled.policy).flatMap(([way, { params = {} }]) => {
    const missing = new Set(
      runsIn(params).filter(pattern => {
        const file = fileIn(pattern, root);
        return file !== undefined && !existsSync(file);
      }),
    );
    return [...missing].map(pattern => {
      const { file, line = 1 } = placeOfNode(compiled, way) ?? {};
      return {
        code: 'never_supplied' as const,
        message: `\`runs: ${pattern}\` names a file that does not exist, so it matches nothing: write the path from the folder of the policy, or the name of the file alone, which matches it in any folder`,
        ...(file !== undefined && { file }),
        line,
        column: 1,
        path: ['runs', pattern],
      };
    });
  });
}
