import type { Call } from '../call.ts';
import type { CommandDescriptor } from '../descriptor.ts';
import { opened } from '../sqlFiles.ts';
import type { Finding } from '../use.ts';
import { reaches } from './address.ts';
import { findSettings } from './configKey.ts';
import { findRefs } from './gitRefs.ts';
import { findKeywords } from './keyword.ts';
import { findListening } from './listens.ts';
import { findValues } from './optionValue.ts';
import { findSources } from './packageSource.ts';
import { findRuns } from './runs.ts';
import { judgeVerb } from './verbClass.ts';

/** Everything that the rules of descriptors find in a call: see the file of each rule. */
export function findingsIn(descriptors: readonly CommandDescriptor[], call: Call): readonly Finding[] {
  const found = descriptors.flatMap(descriptor => findingsOf(descriptor, call));
  const staysHere = descriptors.some(({ mayStayHere }) => mayStayHere === true) && reaches('stand-in', call);
  return staysHere ? found.filter(one => !('kind' in one) || !/^(?:configure|network)$/.test(one.kind)) : found;
}

function findingsOf(descriptor: CommandDescriptor, call: Call): readonly Finding[] {
  const {
    keyword = [],
    optionValue = [],
    verbClass = [],
    runs = [],
    packageSource = [],
    gitRefs = [],
    configKey = [],
    listens,
    opensDatabase,
  } = descriptor;
  return [
    ...verbClass.flatMap(rule => judgeVerb(rule, call)),
    ...findKeywords(keyword, call),
    ...findValues(optionValue, call),
    ...findRuns(runs, call),
    ...findSources(packageSource, call),
    ...findRefs(gitRefs, call),
    ...findSettings(configKey, call),
    ...(listens === undefined ? [] : findListening(listens, call)),
    ...(opensDatabase === undefined ? [] : opened(call.operands, call.has(opensDatabase))),
    ...(descriptor.inspect?.(call) ?? []),
  ];
}
