import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../examples/browser', import.meta.url));

/** What the core with its engine and six nodes may come to, in bytes, minified and compressed. */
const MOST = 32_000;

async function bundled(
  name: string,
): Promise<{ readonly code: string; readonly size: number; readonly inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${folder}/${name}.ts`],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    conditions: ['@licet/source'],
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('nothing was bundled');
  return { code: file.text, size: gzipSync(file.contents, { level: 9 }).length, inputs: Object.keys(metafile.inputs) };
}

/** What a page and a worker have of the web, and nothing of Node. */
const web = { crypto, performance, setTimeout, clearTimeout, TextEncoder, AbortController, structuredClone };

describe('the core in a browser', () => {
  it('judges in a page, without a server', async () => {
    const { code } = await bundled('main');
    const values: Record<string, string> = { tool: 'pay', amount: '20', owner: 'me' };
    const output = { textContent: '' };
    let input = (): void => undefined;
    const document = {
      querySelector: (selector: string) => {
        const name = /name=(\w+)/u.exec(selector)?.[1];
        return name === undefined ? output : { value: values[name] };
      },
      addEventListener: (_event: string, listener: () => void) => void (input = listener),
    };

    runInContext(code, createContext({ ...web, document }));
    const seen = [output.textContent];
    values['amount'] = '80';
    input();
    seen.push(output.textContent);
    values['owner'] = 'ann';
    input();
    seen.push(output.textContent);

    expect(seen).toEqual([
      'pass',
      'ask: a payment of more than 50: ask the visitor',
      'block: this belongs to somebody else: work on the data of the visitor',
    ]);
  });

  it('judges in a worker', async () => {
    const { code } = await bundled('worker');
    const said: unknown[] = [];
    let message: ((event: { readonly data: object }) => void) | undefined;
    const addEventListener = (_type: string, listener: typeof message): void => void (message = listener);

    runInContext(code, createContext({ ...web, addEventListener, postMessage: (each: unknown) => void said.push(each) }));
    message?.({ data: { tool: 'pay', payload: { amount: 80 } } });

    expect(JSON.parse(JSON.stringify(said))).toEqual([{ ruling: 'ask', reason: 'a payment of more than 50' }]);
  });

  it.each(['main', 'worker'])('brings nothing of Node and stays small: %s', async name => {
    const { size, inputs } = await bundled(name);

    expect(inputs.filter(path => path.includes('node_modules') || path.startsWith('node:'))).toEqual([]);
    expect(size).toBeLessThan(MOST);
  });
});
