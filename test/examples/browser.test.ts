import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';
import type { BuildOptions } from 'esbuild';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../examples/browser', import.meta.url));

/** What the core with its evaluator and six nodes may come to, in bytes, minified and compressed; and with the whole engine. */
const MOST = 20_300;
const MOST_OF_ENGINE = 37_600;

interface Bundle {
  readonly code: string;
  readonly size: number;
  readonly inputs: readonly string[];
}

const bundled = async (name: string): Promise<Bundle> => bundle({ entryPoints: [`${folder}/${name}.ts`] });

async function bundle(entry: Pick<BuildOptions, 'entryPoints' | 'stdin'>): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...entry,
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
      'block: this belongs to another person: work on the data of the visitor',
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

  it('runs a whole engine, with sessions and approvals', async () => {
    const contents = `
      import { PolicyEngine, ask, guard } from '@licet/core';
      const engine = new PolicyEngine(guard('visitor', () => ask('it costs money', { fix: 'ask the visitor' })));
      const asked = engine.evaluate({ kind: 'tool', tool: 'pay', callId: 'c', payload: {} });
      asked.then(each => engine.resume(each, { granted: true })).then(each => answer(each.ruling));`;
    const { code, size, inputs } = await bundle({ stdin: { contents, resolveDir: folder } });

    expect(await new Promise(answer => void runInContext(code, createContext({ ...web, answer })))).toBe('pass');
    expect(inputs.filter(path => path.includes('node_modules') || path.startsWith('node:'))).toEqual([]);
    expect(size).toBeLessThan(MOST_OF_ENGINE);
  });
});
