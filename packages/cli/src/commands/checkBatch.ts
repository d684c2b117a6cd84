import { createInterface } from 'node:readline';

import type { ActionInput } from '@licet/core';
import { messageOf } from '@licet/core/text';

import { openOutput } from '../audit/output.ts';
import { EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import type { OpenedPolicy } from '../policy/openEngine.ts';
import { evaluationJson } from './evaluationJson.ts';

/** The longest line that is looked at, in UTF-16 units. */
const MAX_LINE = 8 * 1024 * 1024;

/** The policy for actions that start in a folder. */
export type PolicyFor = (folder: string) => OpenedPolicy | Promise<OpenedPolicy>;

/** A line that is no action. It stands where the decision would stand, and never as a pass. */
interface BadLine {
  readonly id: unknown;
  readonly line: number;
  readonly error: string;
}

/**
 * Judges a stream of actions, one JSON object a line, and writes one line of JSON for each, in order, as soon as it is
 * decided. A line that is no action gives a line with `error`. Returns 0 when every line was judged, whatever the
 * rulings, and 3 when one was not.
 */
export async function checkBatch(
  policyFor: PolicyFor,
  given: Pick<ActionInput, 'cwd' | 'sessionId'> & { readonly cwd: string },
  input: NodeJS.ReadableStream,
  terminal: Terminal,
): Promise<number> {
  let number = 0;
  let isWhole = true;
  const output = openOutput(undefined, terminal);
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (text.trim() === '') continue;
    const result = await judge(policyFor, given, text, number);
    isWhole &&= !('error' in result);
    await output.line(jsonText(result));
  }
  output.close();
  return isWhole ? 0 : EXIT.usage;
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('the line is not JSON');
  }
}

async function judge(policyFor: PolicyFor, given: Parameters<typeof checkBatch>[1], text: string, line: number): Promise<object> {
  let id: unknown = null;
  try {
    if (text.length > MAX_LINE) throw new UsageError(`the line has ${text.length} characters, more than ${MAX_LINE}`);
    const parsed = parseLine(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      throw new UsageError('the line is not a JSON object');
    const { id: named = null, ...rest } = parsed as ActionInput & { readonly id?: unknown };
    id = named;
    const { engine, grounding } = await policyFor(typeof rest.cwd === 'string' ? rest.cwd : given.cwd);
    const evaluation = await engine.explain({ ...given, ...rest });
    if (evaluation.code === 'invalid_action') throw new UsageError(evaluation.reason ?? 'the line is not an action');
    return { id, ...evaluationJson(evaluation, grounding?.taken()) };
  } catch (error) {
    return { id, line, error: messageOf(error) } satisfies BadLine;
  }
}
