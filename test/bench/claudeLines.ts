const COMMANDS = [
  'ls -l',
  'git status',
  'npm test',
  'cat src/a.ts',
  'grep -rn x src',
  'git push',
  'rm -rf build',
  'python3 -c "print(1)"',
];
const OUTPUT = 'x'.repeat(20_000);

/** Each session has a thousand calls, and its own file. */
export const sessionOf = (index: number): string => `session-${Math.floor(index / 1_000)}`;

/** One call of a transcript of Claude Code with what it printed: 20 kB, as files that are read and test runs are. */
export function callLines(index: number): string {
  const [id, sessionId] = [`toolu_${index}`, sessionOf(index)];
  const common = {
    sessionId,
    cwd: '/elsewhere/app',
    timestamp: new Date(Date.UTC(2026, 0) + index * 1_000).toISOString(),
    version: '2.1.330',
  };
  const command = `${COMMANDS[index % COMMANDS.length]} # ${index}`;
  const call = {
    type: 'assistant',
    ...common,
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
  };
  const result = {
    type: 'user',
    ...common,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: OUTPUT }] },
  };
  return `${JSON.stringify(call)}\n${JSON.stringify(result)}\n`;
}
