import type { Call } from '../call.ts';
import type { CommandDescriptor } from '../descriptor.ts';
import type { Finding } from '../use.ts';
import { reaches } from './address.ts';
import { findKeywords } from './keyword.ts';
import { findValues } from './optionValue.ts';
import { judgeVerb } from './verbClass.ts';

/** Everything that the rules of descriptors find in a call: see the file of each rule. */
export function findingsIn(descriptors: readonly CommandDescriptor[], call: Call): readonly Finding[] {
  const found = descriptors.flatMap(({ keyword = [], optionValue = [], verbClass = [], inspect }) => [
    ...verbClass.flatMap(rule => judgeVerb(rule, call)),
    ...findKeywords(keyword, call),
    ...findValues(optionValue, call),
    ...(inspect?.(call) ?? []),
  ]);
  const staysHere = descriptors.some(({ mayStayHere }) => mayStayHere === true) && reaches('stand-in', call);
  return staysHere ? found.filter(one => !('kind' in one) || !/^(?:configure|network)$/.test(one.kind)) : found;
}
