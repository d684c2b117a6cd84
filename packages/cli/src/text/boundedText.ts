/** Reads the text of a response. Throws what `tooLarge` makes once more bytes came than `most`. */
export async function boundedText(response: Response, most: number, tooLarge: () => Error): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > most) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
