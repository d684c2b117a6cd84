export type {
  DepthDocument,
  DepthText,
  PolicyDocument,
  PrimitiveDocument,
  ProvenanceDocument,
  RelatumDocument,
} from './document.ts';
export { exportSnapshot, graphJson } from './exportGraph.ts';
export { prepareImport } from './importGraph.ts';
export { readGraphDocument } from './readDocument.ts';
export type { VreEdge, VreNode, VreReading } from './vreDocument.ts';
export { vreDocument } from './vreDocument.ts';
