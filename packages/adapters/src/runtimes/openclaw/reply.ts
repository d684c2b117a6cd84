import type { Decision } from '../event.ts';
import { pluginAnswer } from '../plugin.ts';

/** What our own plugin reads: `deny` stops the call, `ask` puts a question, `args` and `output` replace, `text` is added to the output. */
export const reply = (decision: Decision): object => pluginAnswer(decision);
