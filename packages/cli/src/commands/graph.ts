import type { ProfileName } from '@licet/guards';
import type { RenderFormat, GuardNode } from '@licet/core';
import { renderPolicy } from '@licet/core';
import { describeTree } from '@licet/core/policy';
import type { BuiltPolicy, NodeData } from '@licet/core/policy';
import type { Terminal } from '@licet/core/command';

import { inWords } from '../text/inWords.ts';
import { printDrawing } from '../text/picture.ts';
import { choosePolicy } from './choosePolicy.ts';

interface Options {
  readonly policy?: string;
  readonly profile?: ProfileName;
  readonly format: RenderFormat | 'svg' | 'png';
  readonly out?: string;
  readonly json?: boolean;
  readonly packs?: boolean;
}

/** Draws the policy as a tree, in the words of its file. An included pack is one node, unless `packs` asks for its rules. */
export async function graph(options: Options, terminal: Terminal): Promise<number> {
  const { policy, profile, format, out, json = false, packs = false } = options;
  const wanted = json ? 'json' : format;
  const opened = await choosePolicy({ policy, profile, from: process.cwd() });
  const drawn = wanted === 'svg' || wanted === 'png' ? 'dot' : wanted;
  const isData = drawn === 'json';
  const data = describeTree(opened.policy, !isData);
  const isWhole = packs || profile !== undefined;
  const shown = isData ? data : await inWords(isWhole ? data : foldPacks(opened.policy, data, opened.placeOf));
  const color = terminal.hasColor && out === undefined;
  const text = renderPolicy(shown, { format: drawn, color, ...(terminal.width !== undefined && { width: terminal.width }) });
  await printDrawing(text, { format: wanted, out }, terminal);
  return 0;
}

/** Returns a policy in which each included pack is one node that names its rules. `data` describes `guard`. */
export function foldPacks(guard: GuardNode, data: NodeData, placeOf: BuiltPolicy['placeOf']): NodeData {
  const file = placeOf?.(guard)?.file ?? '';
  if (file.startsWith('pack:')) return { kind: file, params: { rules: leavesOf(data) } };
  const children = data.children?.map((child, index) => {
    const below = guard.children?.[index];
    return below === undefined ? child : foldPacks(below, child, placeOf);
  });
  return children === undefined ? data : { ...data, children };
}

/** The names of the guards in a tree, each once. */
const leavesOf = ({ kind, id, children = [] }: NodeData): readonly string[] =>
  children.length === 0 ? [id ?? kind] : [...new Set(children.flatMap(leavesOf))];
