export { formatDot, formatMermaid } from './diagram.ts';
export { formatTrace } from './formatTrace.ts';
export type { TreeColours } from './formatTree.ts';
export { formatTree } from './formatTree.ts';
export { treeColors } from './treeColors.ts';
export { gapFix, gapLine, gapText } from './gapText.ts';
export { knowledgeText } from './knowledgeText.ts';
export { conceptsText } from './conceptsText.ts';
export { visible } from './escape.ts';
