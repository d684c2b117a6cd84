/** The text of a body, as it arrives. */
export async function* textParts(body: Response['body']): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of body ?? []) yield decoder.decode(bytes as Uint8Array, { stream: true });
  yield decoder.decode();
}

/** The whole of a text that arrives in parts; undefined once it is longer than that many UTF-16 units: then no more is read. */
export async function wholeText(parts: AsyncIterable<string>, most: number): Promise<string | undefined> {
  let text = '';
  for await (const part of parts) {
    text += part;
    if (text.length > most) return undefined;
  }
  return text;
}
