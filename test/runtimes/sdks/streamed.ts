import type { MockLanguageModelV4 } from 'ai/test';
import { convertArrayToReadableStream } from 'ai/test';

type DoStream = NonNullable<NonNullable<ConstructorParameters<typeof MockLanguageModelV4>[0]>['doStream']>;
type Turn = Extract<DoStream, readonly unknown[]>[number];
type Call = { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly input: string };
type Usage = Extract<Turn['stream'] extends ReadableStream<infer Part> ? Part : never, { readonly type: 'finish' }>['usage'];

/** What a fake model streams: the calls, and after their results that it is done. */
export function streamedTurns(calls: readonly Call[], usage: Usage): Turn[] {
  const finish = (unified: 'tool-calls' | 'stop') => ({
    type: 'finish' as const,
    finishReason: { unified, raw: undefined },
    usage,
  });
  const start = { type: 'stream-start' as const, warnings: [] };
  const text = [
    { type: 'text-start' as const, id: '0' },
    { type: 'text-delta' as const, id: '0', delta: 'done' },
    { type: 'text-end' as const, id: '0' },
  ];
  return [
    { stream: convertArrayToReadableStream([start, ...calls, finish('tool-calls')]) },
    { stream: convertArrayToReadableStream([start, ...text, finish('stop')]) },
  ];
}
