import type { ActionInput, Json } from '@licet/core';

/** Reads what a person typed as a call: JSON with a `tool` is a call of that tool, everything else is a shell command. Throws an `Error` for JSON that is no call. */
export function readCall(text: string): ActionInput {
  if (!/^\s*\{\s*"/u.test(text)) return { kind: 'bash', tool: 'Bash', sessionId: 'playground', payload: { command: text } };
  const { tool, input = {} } = parsed(text);
  if (typeof tool !== 'string' || tool === '' || !isObject(input))
    throw new Error('A call of a tool needs the name and the input: { "tool": "Write", "input": { "file_path": "a.ts" } }');
  if (tool === 'Bash') return { kind: 'bash', tool, sessionId: 'playground', payload: input };
  return { kind: 'tool', tool, sessionId: 'playground', payload: input };
}

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch (error) {
    throw new Error(`The call begins like JSON and is none: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
