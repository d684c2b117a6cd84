import { styleText } from 'node:util';

import type { GroundingResult } from '@licet/epistemic';
import type { TreeColours } from '@licet/epistemic/render';
import { formatTree } from '@licet/epistemic/render';
import { ground } from '@licet/epistemic';

import { EXIT } from '../exit.ts';
import { jsonText } from '../text/json.ts';
import type { Terminal } from '../text/terminal.ts';
import { withGraph } from './openStore.ts';
import type { StoreOption } from './options.ts';
import { depthOption } from './options.ts';

/** The options of `licet concepts check`. */
export interface CheckOptions extends StoreOption {
  readonly minDepth?: string;
  readonly component?: boolean;
  readonly exact?: boolean;
  readonly json?: boolean;
}

/** Grounds concepts and shows the trace. Exit code 0 when they are grounded, 2 when there are gaps. */
export async function checkConcepts(concepts: readonly string[], options: CheckOptions, terminal: Terminal): Promise<number> {
  const minDepth = options.minDepth === undefined ? undefined : depthOption('--min-depth', options.minDepth);
  return withGraph(options.store, async graph => {
    const result = await ground(graph, concepts, {
      minDepth,
      reachability: options.component === true ? 'component' : 'edge',
      inflections: options.exact !== true,
    });
    terminal.print(options.json === true ? jsonText(resultJson(result), 2) : formatTree(result, colours(terminal)));
    return result.grounded ? EXIT.pass : EXIT.block;
  });
}

/** A grounding as data, evidence included. */
export function resultJson(result: GroundingResult): object {
  const { grounded, resolved, notes, minDepth, gaps, version, trace } = result;
  const { conceptIds, primitives, pathway } = trace;
  return { grounded, resolved, notes, minDepth, gaps, version, trace: { conceptIds, primitives, pathway } };
}

/** Colours the marks of a tree where the terminal has colours. */
export function colours({ hasColor }: Terminal): TreeColours {
  const painted = (format: 'green' | 'red' | 'dim') => (text: string) =>
    hasColor ? styleText(format, text, { validateStream: false }) : text;
  return { good: painted('green'), bad: painted('red'), dim: painted('dim') };
}
