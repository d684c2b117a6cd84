import type { MaybePromise } from '@licet/core';
import type { SessionView } from '@licet/core/nodes';
import { chain, inTurn } from '@licet/core/nodes';
import type { SessionState } from '@licet/core/store';

import { hashingOf } from './hashing.ts';
import { compacted } from './parts.ts';
import type { FlowPart } from './state.ts';
import { FLOW_FACT, partsOf } from './state.ts';

const MOST_PARTS = 24;
const MOST_CHARACTERS = 104_000;

/**
 * Adds a part to a session, as a separate fact that is named by its content: calls and processes that add at once lose nothing. When
 * parts are many or large, they become one.
 */
export function addPart(part: FlowPart | undefined, facts: SessionState['facts'], session: SessionView): MaybePromise<void> {
  if (part === undefined) return undefined;
  const known = partsOf(facts);
  const size = known.reduce((sum, [, each]) => sum + sizeOf(each), sizeOf(part));
  const isFull = known.length >= MOST_PARTS || size > MOST_CHARACTERS;
  if (!isFull) return session.setFact(nameOf(part, session.id), { ...part });
  const whole = compacted([...known.map(([, each]) => each), part]);
  const name = nameOf(whole, session.id);
  const gone = known.flatMap(([each]) => (each === name ? [] : [each]));
  return chain(session.setFact(name, { ...whole }), () =>
    chain(
      inTurn(gone, each => session.setFact(each, null)),
      () => undefined,
    ),
  );
}

const nameOf = (part: FlowPart, sessionId: string): string => FLOW_FACT + hashingOf(sessionId).of(JSON.stringify(part));

const encoder = new TextEncoder();

const sizeOf = ({
  prompts = [],
  remotePrompts = [],
  values = '',
  secrets = '',
  runs = '',
  marks = '',
  sources = [],
  privates = [],
}: FlowPart): number =>
  values.length +
  secrets.length +
  runs.length +
  marks.length +
  [...prompts, ...remotePrompts, ...sources, ...privates].reduce((sum, text) => sum + encoder.encode(text).length, 0);
