import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import type { PolicyToOpen } from '../policy/policyToOpen.ts';

/** Returns a rule with its line, `file_boundary (governance.yaml:12)`; without it where the rule has no single line. */
export function ruleWithLine(rule: string, { kept, above = [] }: Pick<PolicyToOpen, 'kept' | 'above'>): string {
  const places = [...above.flatMap(layer => layer.kept.sources), ...kept.sources].flatMap(({ file }) => linesOf(rule, file));
  const [place] = places;
  return places.length === 1 && place !== undefined ? `${rule} (${place})` : rule;
}

function linesOf(rule: string, file: string): readonly string[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      line
        .replace(/#.*$/u, '')
        .replace(/^[\s-]*/u, '')
        .startsWith(`${rule}:`)
        ? [`${basename(file)}:${index + 1}`]
        : [],
    );
  } catch {
    return [];
  }
}
