import { escapeText } from '@licet/core';

/** Makes text from a graph safe for a terminal or a prompt: what could hide, move or reorder text is shown as an escape. */
export function visible(text: string): string {
  return escapeText(text);
}
