import type { ProfileName } from '@licet/guards';
import type { RenderFormat } from '@licet/core';
import { renderPolicy } from '@licet/core';
import { printDrawing } from '../text/picture.ts';
import type { Terminal } from '@licet/core/command';
import { choosePolicy } from './choosePolicy.ts';

interface Options {
  readonly policy?: string;
  readonly profile?: ProfileName;
  readonly format: RenderFormat | 'svg' | 'png';
  readonly out?: string;
  readonly json?: boolean;
}

/** Draws the policy as a tree. */
export async function graph({ policy, profile, format, out, json = false }: Options, terminal: Terminal): Promise<number> {
  const wanted = json ? 'json' : format;
  const opened = await choosePolicy({ policy, profile, from: process.cwd() });
  const drawn = wanted === 'svg' || wanted === 'png' ? 'dot' : wanted;
  const text = renderPolicy(opened.policy, { format: drawn, color: terminal.hasColor && out === undefined });
  await printDrawing(text, { format: wanted, out }, terminal);
  return 0;
}
