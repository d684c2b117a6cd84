import type { PrimitiveDocument } from '../exchange/document.ts';
import { concept } from './notation.ts';

/** `execute`: what a program does is not known from its name, so it applies to its objects only from D3. */
export const execute: PrimitiveDocument = concept('execute', 'run a program', {
  inputs: ['program', 'arguments', 'environment'],
  outputs: ['exit_status', 'output', 'side_effects'],
  constraints: [
    'the program must exist and be executable',
    'it may do anything that its user may do',
    'it may not end by itself',
    'what it has done is not undone when it fails',
  ],
  edges: [
    [2, 'REQUIRES process@D1'],
    [3, 'APPLIES_TO program@D2'],
    [3, 'APPLIES_TO file@D2'],
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});

/** `request`: the other side decides what it does. */
export const request: PrimitiveDocument = concept('request', 'ask another machine for something, or send it something', {
  inputs: ['address', 'content', 'credentials'],
  outputs: ['response_or_failure'],
  constraints: [
    'the other side decides what it does',
    'a repeated request may act twice',
    'it may carry more than was meant',
    'it may never be answered',
  ],
  edges: [
    [3, 'APPLIES_TO network@D2'],
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});

/** `modify`: what it changes stays the same thing. */
export const modify: PrimitiveDocument = concept('modify', 'change the state of something that stays the same thing', {
  inputs: ['target_entity', 'new_state'],
  outputs: ['changed_entity'],
  constraints: [
    'the target must exist',
    'the former state is not kept',
    'others that rely on the target are affected',
    'the actor needs a right over the target',
  ],
  edges: [
    ...['file', 'directory', 'symlink', 'permission', 'ownership', 'process'].map(
      object => [3, `APPLIES_TO ${object}@D2`] as const,
    ),
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});

/** `configure`: it lasts beyond the command. */
export const configure: PrimitiveDocument = concept('configure', 'set what a program goes by from now on', {
  inputs: ['setting', 'value'],
  outputs: ['changed_setting'],
  constraints: ['it lasts beyond the command', 'it may concern every project of the user', 'the former value is not kept'],
  edges: [
    [3, 'APPLIES_TO configuration@D2'],
    [3, 'APPLIES_TO resource@D2'],
    [3, 'APPLIES_TO git_ref@D2'],
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});
