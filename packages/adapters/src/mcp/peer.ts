import { escapeText } from '@licet/core';
import { messageOf } from '@licet/core/text';

import type { McpMessage, McpRequest, McpResponse, McpTransport, MessageId } from './message.ts';

/** One side of a gateway. Nothing here throws or rejects: what cannot be sent is told to `onFault`. */
export interface Peer {
  /** Sends a message without an answer. `about` is the request of this peer that it belongs to. */
  send(message: McpMessage, about?: MessageId): void;
  /** Sends a request and waits for its answer; undefined when the peer has gone or `signal` was aborted before one came. */
  ask(request: McpRequest, how?: { readonly signal?: AbortSignal; readonly about?: MessageId }): Promise<McpResponse | undefined>;
  /** Passes an answer to the call that waits for it. An answer that no call waits for is dropped. */
  answer(response: McpResponse): void;
  /** Ends every wait: no answer comes any more. */
  leave(): void;
}

/** Puts questions and answers together over one transport. */
export function peerOf(transport: McpTransport, onFault: (text: string) => void): Peer {
  const waiting = new Map<MessageId, (response?: McpResponse) => void>();
  let isGone = false;
  const sent = async (message: McpMessage, about: MessageId | undefined): Promise<boolean> => {
    try {
      // Each SDK has its own types for the same thing: `McpTransport` names none of them.
      await transport.send(message as never, about === undefined ? undefined : ({ relatedRequestId: about } as never));
      return true;
    } catch (error) {
      onFault(`a message could not be sent: ${escapeText(messageOf(error), 500)}`);
      return false;
    }
  };
  return {
    send(message, about) {
      if (!isGone) void sent(message, about);
    },
    ask(request, { signal, about } = {}) {
      return new Promise(resolve => {
        if (isGone || signal?.aborted === true) return resolve(undefined);
        const end = (response?: McpResponse): void => {
          waiting.delete(request.id);
          signal?.removeEventListener('abort', abort);
          resolve(response);
        };
        const abort = (): void => end();
        signal?.addEventListener('abort', abort);
        waiting.set(request.id, end);
        void sent(request, about).then(isSent => (isSent ? undefined : end()));
      });
    },
    answer(response) {
      waiting.get(response.id)?.(response);
    },
    leave() {
      isGone = true;
      for (const end of waiting.values()) end();
    },
  };
}
