import { baseName } from '../../places/lexical.ts';
import { emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import type { Command, CompoundCommand, CompoundList, SyntaxNode } from '../words/parser.ts';

/** What ends a loop, waits for what was started, or takes its time before the next turn. */
const HOLDS_BACK = /^(?:wait|break|exit|return|exec|kill|pkill|sleep|usleep|read|fg|inotifywait|fswatch|nc|ncat|tail)$/;

/** Programs that leave what they start behind by themselves. */
const DETACHES = /^(?:daemonize|daemon|systemd-run)$/;

/** Whether the condition of a loop is one that nothing changes. */
function isConstant({ commands: [only, ...others] }: CompoundList, wanted: boolean): boolean {
  if (only === undefined || others.length > 0) return false;
  const node = only.command;
  if (node.type === 'ArithmeticCommand') return wanted && /^\s*[1-9]\d*\s*$/.test(node.body);
  if (node.type === 'TestCommand')
    return wanted && /^\s*(?:\d+|true)\s*$/.test(node.expression.type === 'TestUnary' ? node.expression.operand.text : '');
  if (node.type !== 'Command') return false;
  const words = [node.name, ...node.suffix]
    .map(word => (word !== undefined && 'text' in word ? String(word.text) : ''))
    .join(' ');
  return (wanted ? /^(?::|(?:\/\w+)*\/?true|\[ \w+ \]|test \w+)$/ : /^(?:\/\w+)*\/?false$/).test(words);
}

interface Found {
  spawns: boolean;
  holdsBack: boolean;
}

function lookAtCommand({ name, suffix }: Command, found: Found): void {
  const words = [name, ...suffix].map(word => (word !== undefined && 'text' in word ? String(word.text) : ''));
  const program = baseName(words[0] ?? '');
  if (HOLDS_BACK.test(program)) found.holdsBack = true;
  const isSession = program === 'setsid' && words.slice(1).some(word => /^-\w*f|^--fork$/.test(word));
  const isContainer =
    /^(?:docker|podman)$/.test(program) && words[1] === 'run' && words.some(word => /^-\w*d\w*$|^--detach$/.test(word));
  if (isSession || isContainer || DETACHES.test(program)) found.spawns = true;
}

/** Looks through a body for what is started beside it, and for what holds it back. What a function does is not looked at. */
function look(node: SyntaxNode, found: Found, depth: number): void {
  if (depth > 32 || node.type === 'Function') return;
  if (node.type === 'Statement' && node.background === true) {
    found.spawns = true;
    return;
  }
  if (node.type === 'Command') return lookAtCommand(node, found);
  for (const inner of childrenOf(node)) look(inner, found, depth + 1);
}

const PARTS = ['command', 'commands', 'clause', 'then', 'elif', 'else', 'body', 'items'] as const;

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value;

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const fields: Readonly<Partial<Record<string, unknown>>> = { ...node };
  return PARTS.flatMap(part => fields[part]).filter(isNode);
}

/** Records a loop that nothing ends and that starts processes without waiting for them: a fork bomb, if a slow one. */
export function watchSpawning(node: CompoundCommand, frame: Frame): void {
  const endless =
    (node.type === 'While' && isConstant(node.clause, node.kind === 'while')) ||
    (node.type === 'ArithmeticFor' && node.test === undefined);
  if (!endless) return;
  const found: Found = { spawns: false, holdsBack: false };
  look(node.body, found, 0);
  if (!found.spawns || found.holdsBack) return;
  const target = { type: 'named', category: 'machine', name: 'processes' } as const;
  emit(frame, { kind: 'configure', target, program: undefined, tags: ['disrupts'], note: 'starts processes without end' });
}
