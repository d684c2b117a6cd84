import type { Call } from '../call.ts';
import type { CommandDescriptor } from '../descriptor.ts';
import type { Finding } from '../use.ts';
import { findKeywords } from './keyword.ts';
import { findValues } from './optionValue.ts';

/** Everything that the rules of descriptors find in a call: see the file of each rule. */
export const findingsIn = (descriptors: readonly CommandDescriptor[], call: Call): readonly Finding[] =>
  descriptors.flatMap(({ keyword = [], optionValue = [], inspect }) => [
    ...findKeywords(keyword, call),
    ...findValues(optionValue, call),
    ...(inspect?.(call) ?? []),
  ]);
