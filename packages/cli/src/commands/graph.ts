import type { ProfileName } from '@licet/guards';
import type { RenderFormat } from '@licet/core';
import { renderPolicy } from '@licet/core';
import { describeTree } from '@licet/core/policy';
import { foldPacks } from '../text/foldPacks.ts';
import { inWords } from '../text/inWords.ts';
import { printDrawing } from '../text/picture.ts';
import type { Terminal } from '@licet/core/command';
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
