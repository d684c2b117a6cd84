import { visible } from '../../../packages/console/page/words.ts';
import type { Comparison } from '../engine/compare.ts';
import { make, prose } from './elements.ts';

const MOST = 8;

/** Shows how a policy compares with the one before it: the verdict, and calls that the two judge differently. */
export function comparisonOf({ verdict, meaning, actions, obstacles }: Comparison): readonly Node[] {
  const rows = actions
    .slice(0, MOST)
    .map(each => make('li', each.change, make('code', '', visible(each.words)), make('span', '', ` ${each.old} → ${each.new}`)));
  const rest = actions.length > MOST ? [make('p', 'quiet', `And ${actions.length - MOST} more.`)] : [];
  const open = obstacles.slice(0, 2).map(text => make('p', 'quiet', ...prose(text)));
  return [
    make('p', `verdict ${verdict}`, 'Since the last version: ', make('strong', '', verdict), `, ${meaning}.`),
    ...(rows.length === 0 ? [] : [make('ul', 'witnesses', ...rows)]),
    ...rest,
    ...open,
  ];
}
