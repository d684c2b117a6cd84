export { canonicalJson } from './canonical.ts';
export { messageOf } from './messageOf.ts';
export { parseDuration, parseSize, readDuration } from './quantity.ts';
export { sha256 } from './sha256.ts';
export { matchesWildcard } from '../model/wildcard.ts';
export { tellingArgument } from './tellingArgument.ts';
export { didYouMean, suggest } from './suggest.ts';
export { toSnake } from './toSnake.ts';
export { yamlFault } from './yamlFault.ts';
