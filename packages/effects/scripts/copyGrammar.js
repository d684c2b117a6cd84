// Copies the Python grammar and its licence into the package. The grammar's own package is a development dependency only: it
// is large and wants to run an install script.
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const source = dirname(createRequire(import.meta.url).resolve('tree-sitter-python/package.json'));
const target = join(import.meta.dirname, '..', 'grammars');
mkdirSync(target, { recursive: true });
copyFileSync(join(source, 'tree-sitter-python.wasm'), join(target, 'tree-sitter-python.wasm'));
copyFileSync(join(source, 'LICENSE'), join(target, 'tree-sitter-python.LICENSE'));
