import type { TraceNode } from '@licet/core';

import { effectTexts, visible } from '../../../packages/console/page/words.ts';
import type { Judgment } from '../engine/judge.ts';
import { make, prose } from './elements.ts';

/** What a ruling means for the agent. */
const MEANINGS: Readonly<Record<Judgment['ruling'], string>> = {
  pass: 'it runs',
  warn: 'it runs, and the agent is told',
  ask: 'it waits until a person says yes',
  block: 'it does not run',
};

/** Shows a judged call: the ruling and its reason first, then what to do instead, the effects, the certificate and the tree. */
export function resultOf(judgment: Judgment): readonly Node[] {
  const { ruling, reason, fix, effects, trace } = judgment;
  const head = make('p', `ruling ${ruling}`, make('strong', '', ruling), ` ${MEANINGS[ruling]}`);
  const why = ruling === 'pass' ? [] : [make('p', 'reason', ...prose(reason ?? `the policy rules ${ruling}`))];
  const instead = fix === undefined ? [] : [part('Instead', make('p', '', ...prose(fix)))];
  const words = effectTexts(effects.map(plain)).map(text => make('li', '', visible(text)));
  const list = words.length === 0 ? make('p', 'quiet', 'No effects.') : make('ul', 'effects', ...words);
  return [
    head,
    ...why,
    make('p', 'rule', ruleOf(judgment)),
    ...instead,
    part('What it would do', list),
    part('Certificate', make('p', '', ...prose(certificateText(judgment)))),
    part('How the policy decided', make('ul', 'tree', nodeOf(trace))),
  ];
}

/** An effect as plain data. */
const plain = ({ target, ...effect }: Judgment['effects'][number]): Parameters<typeof effectTexts>[0][number] => ({
  ...effect,
  ...(target !== undefined && { target: { ...target } }),
});

const part = (title: string, content: Node): HTMLElement => make('div', 'part', make('h3', '', title), content);

function ruleOf({ guard, code, place }: Judgment): string {
  const where = place === undefined ? '' : `, ${place.file.replace(/^.*\//u, '')}:${place.line}`;
  return `${guard}, ${code}${where}`;
}

function certificateText({ certificate, quiet, ruling }: Judgment): string {
  if (certificate === undefined) return 'None: the call is not certain to only look, edit what git brings back, or build.';
  const { level, because } = certificate;
  const levels = ['look', 'edit', 'build', 'trusted_build'];
  const isQuiet = levels.indexOf(quiet) >= levels.indexOf(level);
  const runs = ruling === 'pass' || ruling === 'warn';
  const host = isQuiet ? 'the host need not ask' : 'the host asks as always';
  const effect = runs ? `The policy has \`quiet: ${quiet}\`, so ${host}.` : 'The policy stops it all the same.';
  return `Certain to do no more than \`${level}\`: ${because.join('; ')}. ${effect}`;
}

function nodeOf({ name, kind, edge, status, ruling, determining, verdict, children }: TraceNode): HTMLLIElement {
  const label = make(
    'span',
    'node',
    edge === undefined ? '' : `${edge}: `,
    make('b', '', name === kind ? kind : `${name} (${kind})`),
  );
  label.append(' ', make('span', `mark ${ruling ?? 'none'}`, ruling ?? status.replaceAll('_', ' ')));
  if (determining) label.append(' ', make('em', '', 'decides'));
  const said = verdict?.reason === undefined || children.length > 0 ? [] : [make('span', 'said', ...prose(verdict.reason))];
  const below = children.length === 0 ? [] : [make('ul', '', ...children.map(nodeOf))];
  return make('li', determining ? 'decides' : '', label, ...said, ...below);
}
