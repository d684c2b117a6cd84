import { describe, expect, it } from 'vitest';

import { bodyReader } from '../../../packages/server/src/http/readBody.ts';
import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';

const read = (text: string): Promise<unknown> =>
  bodyReader({ maxBodyBytes: 8_000_000, maxHeldBytes: 16_000_000 })
    .read(
      Object.assign(Readable.from([Buffer.from(text)]), {
        headers: { 'content-type': 'application/json' },
      }) as unknown as IncomingMessage,
    )
    .then(({ value }) => value);

describe('the body of a request', () => {
  it.each([
    ['members', `{${Array.from({ length: 150_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['lists inside of lists', `[${'[['.repeat(60_000)}${']]'.repeat(60_000)}]`],
    ['empty elements', `[${'{},'.repeat(150_000)}{}]`],
  ])('is refused before it is parsed where it has too many %s', async (_what, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'body_too_large' });
  });

  it('may hold a long text, whatever is in it', async () => {
    const text = '",[{\\'.repeat(300_000);

    expect(await read(JSON.stringify({ text }))).toEqual({ text });
  });
});
