import { judge } from './policy.ts';

/** What a worker needs of its scope. */
interface Scope {
  addEventListener(
    type: 'message',
    listener: (event: { readonly data: { readonly tool: string; readonly payload: Readonly<Record<string, unknown>> } }) => void,
  ): void;
  readonly postMessage: (message: unknown) => void;
}

const scope = globalThis as unknown as Scope;
const { postMessage: answer } = scope;

/** The same policy in a worker: an agent that runs there asks before it acts. */
scope.addEventListener('message', ({ data: { tool, payload } }) => {
  const { ruling, reason } = judge(tool, payload);
  answer({ ruling, ...(reason !== undefined && { reason }) });
});
