import type { ModelServer } from './chat.ts';
import { playLines, startScripted } from './scriptedModel.ts';

/** A model to talk to, and where it comes from. */
export interface FoundModel {
  readonly server: ModelServer;
  readonly isScripted: boolean;
  /** One line for the reader. */
  readonly note: string;
  close(): Promise<void>;
}

/** Takes the local Ollama when it answers and has a model, else a scripted model on loopback. */
export async function findModel(env: Readonly<Record<string, string | undefined>>): Promise<FoundModel> {
  const host = env['OLLAMA_HOST'] ?? '127.0.0.1:11434';
  const url = (host.includes('://') ? host : `http://${host}`).replace(/\/+$/, '');
  const model = env['OLLAMA_MODEL'] ?? (await firstModel(url));
  if (model !== undefined) {
    const note = `a local model answers: ${model}; what it does is its own, so the story below may go another way`;
    return { server: { url, model }, isScripted: false, note, close: async () => undefined };
  }
  const server = await startScripted(playLines);
  const note = 'no local model server answers, so a scripted model plays its part, over the same API on loopback';
  return { server, isScripted: true, note, close: () => server.close() };
}

async function firstModel(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/api/tags`, { signal: AbortSignal.timeout(2_000), redirect: 'error' });
    const { models } = (await response.json()) as { models?: readonly { readonly name?: unknown }[] };
    const name = models?.[0]?.name;
    return typeof name === 'string' ? name : undefined;
  } catch {
    // No server listens there, or one that is no model server.
    return undefined;
  }
}
