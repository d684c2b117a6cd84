export { formatDot, formatMermaid } from './diagram.ts';
export { formatTrace } from './formatTrace.ts';
export type { TreeColours } from './formatTree.ts';
export { formatTree } from './formatTree.ts';
export { gapFix, gapLine, gapText } from './gapText.ts';
export { conceptsText, knowledgeText } from './knowledgeText.ts';
export { visible } from './escape.ts';
