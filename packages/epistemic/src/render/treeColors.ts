import { styleText } from 'node:util';

import type { TreeColors } from './formatTree.ts';

/** Returns the colors of the marks of a tree; without `hasColor` every text stays as it is. */
export function treeColors({ hasColor }: { readonly hasColor: boolean }): TreeColors {
  const painted = (format: 'green' | 'red' | 'dim') => (text: string) =>
    hasColor ? styleText(format, text, { validateStream: false }) : text;
  return { good: painted('green'), bad: painted('red'), dim: painted('dim') };
}
