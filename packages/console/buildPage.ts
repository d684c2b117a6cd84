import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the page for people into one HTML document, with its only script and style in it. */
export async function buildPage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: { script: here('page/main.tsx'), style: here('page/style.css') },
    outdir: here('dist'),
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });
  const text = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text.trim() ?? '';
  // A script in a page ends where it says so, also within a text.
  const script = text('.js').replaceAll('</script', String.raw`<\/script`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Licet</title>
<style>${text('.css')}</style>
<script type="module">${script}</script>
</head>
<body></body>
</html>
`;
}
