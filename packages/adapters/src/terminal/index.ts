export { readAnswer, showPages } from './readAnswer.ts';
export { requestLines } from './requestLines.ts';
export type { Written } from './requestLines.ts';
export { reviewText } from './reviewText.ts';
export { terminalApprover } from './terminalApprover.ts';
export type { TerminalApproverOptions } from './terminalApprover.ts';
export { openTty } from './tty.ts';
export type { Tty } from './tty.ts';
