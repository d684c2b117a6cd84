export { digestOf } from './http/digest.ts';
export { RequestFault } from './http/fault.ts';
export { parseBody } from './http/parseBody.ts';
export type { Call, Reply, Route, Stream } from './http/route.ts';
export { timeOf } from './servedPolicy.ts';
