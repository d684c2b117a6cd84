import type { Evaluation, Outcome, Ruling } from '@licet/core';
import { heldFacts } from '@licet/core/store';
import type { SessionState } from '@licet/core/store';
import { RULINGS, escapeText } from '@licet/core';

import type { ToolCall } from './tools.ts';

const LOOK: Readonly<Record<Ruling, readonly [sign: string, ansi: string]>> = {
  pass: ['✓ pass', '32'],
  warn: ['▲ warn', '33'],
  ask: ['? ASK', '1;36'],
  block: ['✗ BLOCK', '1;31'],
};

/** Tells what happens, line by line; in color where there is one. */
export class Story {
  readonly color: boolean;
  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void, color: boolean) {
    this.#write = write;
    this.color = color;
  }

  line(text = ''): void {
    this.#write(text);
  }

  heading(text: string): void {
    this.line();
    this.line(this.paint('1', text));
    this.line(this.paint('2', '─'.repeat(text.length)));
  }

  /** What the agent thinks and wants to do. */
  intention(count: number, thought: string, call: ToolCall): void {
    this.line();
    this.line(`${this.paint('2', `${String(count).padStart(2)} `)} ${this.paint('3', `“${thought}”`)}`);
    this.line(`    ${this.paint('1', call.tool.padEnd(6))} ${escapeText(words(call), 200)}`);
  }

  /** What the policy says, by which guard, and how to go on. */
  decision({ ruling, guard, reason, fix, approval }: Evaluation, asked: Ruling): void {
    const [sign, ansi] = LOOK[asked];
    const by = asked === 'pass' ? '' : `  ${this.paint('2', `(${guard})`)}`;
    this.line(`    ${this.paint(ansi, sign)}${asked === ruling ? by : ''}`);
    const why = approval?.questions.map(question => question.reason).join('; ') ?? reason;
    if (asked !== 'pass' && why !== undefined) this.line(`      why  ${escapeText(why, 400)}`);
    if (asked === 'block' && fix !== undefined) this.line(`      fix  ${escapeText(fix.summary, 400)}`);
    if (approval === undefined) return;
    const [answer, tone] = approval.status === 'granted' ? ['yes', '32'] : ['no', '1;31'];
    this.line(`      ${this.paint(tone, `human says ${answer}`)}: ${escapeText(approval.reason ?? '')}`);
  }

  /** What came of a call that was let through. */
  outcome({ status, output, exitCode }: Outcome): void {
    const lines = typeof output === 'string' ? output.trim().split('\n') : [];
    const note = lines.length > 1 ? `${lines.length} lines of output` : escapeText(lines[0] ?? '', 80);
    const code = exitCode === undefined || exitCode === 0 ? '' : ` (exit code ${exitCode})`;
    this.line(this.paint('2', `    → ran: ${status}${code}${note === '' ? '' : `, ${note}`}`));
  }

  summary(state: SessionState): void {
    const { evaluated, passed, rulings, outcomes } = state;
    for (const ruling of RULINGS.filter(each => rulings[each] > 0)) {
      const [sign, ansi] = LOOK[ruling];
      this.line(`  ${this.paint(ansi, sign.padEnd(8))} ${'█'.repeat(rulings[ruling])} ${rulings[ruling]}`);
    }
    this.line();
    this.line(`  ${evaluated} actions, ${passed} let through; ${outcomes.ok} went well, ${outcomes.error} failed by themselves`);
    this.line(`  established: ${factsOf(state).join(', ')}`);
  }

  paint(ansi: string, text: string): string {
    return this.color ? `\u001b[${ansi}m${text}\u001b[0m` : text;
  }
}

/** The names of the facts that hold. */
export function factsOf({ facts }: SessionState): readonly string[] {
  return Object.keys(heldFacts(facts));
}

function words(call: ToolCall): string {
  switch (call.tool) {
    case 'Bash':
      return `$ ${call.command}`;
    case 'Deploy':
      return `to ${call.target}`;
    case 'Read':
    case 'Write':
    case 'Edit':
      return call.file_path;
  }
}
