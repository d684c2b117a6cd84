import type { Anchor } from '@licet/core/store';
import { UsageError } from '@licet/core/command';

import { readNamedFile } from '../text/inputFile.ts';

/** What the lines of anchors are marked with. */
export const ANCHOR_KIND = 'licet-audit-anchor';

/** Reads a file of anchors. Nothing in it is skipped: an anchor that cannot be read would check nothing. */
export function readAnchors(file: string): readonly Anchor[] {
  const lines = readNamedFile(file, 'the anchors')
    .split('\n')
    .filter(line => line.trim() !== '');
  return lines.map((line, index) => {
    const anchor = parsed(line);
    if (anchor === undefined)
      throw new UsageError(`line ${index + 1} of \`${file}\` is no anchor that \`licet audit anchor\` has written`);
    return anchor;
  });
}

function parsed(line: string): Anchor | undefined {
  try {
    const { kind, version, seq, hash } = JSON.parse(line) as { kind?: unknown; version?: unknown; seq?: unknown; hash?: unknown };
    const isAnchor =
      kind === ANCHOR_KIND &&
      version === 1 &&
      Number.isSafeInteger(seq) &&
      typeof hash === 'string' &&
      /^[0-9a-f]{64}$/.test(hash);
    return isAnchor ? { seq: seq as number, hash } : undefined;
  } catch {
    return undefined;
  }
}
