import type { Parser as TreeSitter, Tree, TreeCursor } from 'web-tree-sitter';

/** The part of a syntax tree that the scanner relies on; unnamed tokens are left out. */
export interface PythonNode {
  readonly type: string;
  /** The field of the parent that the node is, where it has one. */
  readonly field: string | undefined;
  /** The source text of the node. */
  readonly text: string;
  readonly children: readonly PythonNode[];
  /** The operator of a binary or boolean operation. */
  readonly operator: string | undefined;
}

/** A parser for Python. */
export interface PythonParser {
  /** The tree of a whole file, or nothing for source that does not parse. */
  parse(source: string): PythonNode | undefined;
}

type Open = { type: string; field: string | undefined; text: string; children: PythonNode[]; operator: string | undefined };

const openNode = (cursor: TreeCursor, source: string): Open => ({
  type: cursor.nodeType,
  field: cursor.currentFieldName ?? undefined,
  text: source.slice(cursor.startIndex, cursor.endIndex),
  children: [],
  operator: undefined,
});

/** Copies a tree out of the parser's memory, so that it can be freed; without recursion, since source may nest deeply. */
const copyTree = (cursor: TreeCursor, source: string): PythonNode => {
  const root = openNode(cursor, source);
  const open: Open[] = [root];
  if (!cursor.gotoFirstChild()) return root;
  for (;;) {
    const parent = open.at(-1) ?? root;
    if (cursor.nodeIsNamed && cursor.nodeType !== 'comment') {
      const node = openNode(cursor, source);
      parent.children.push(node);
      if (cursor.gotoFirstChild()) {
        open.push(node);
        continue;
      }
    } else if (cursor.currentFieldName === 'operator') parent.operator = source.slice(cursor.startIndex, cursor.endIndex);
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return root;
      open.pop();
      if (open.length === 0) return root;
    }
  }
};

const parseWith = (parser: TreeSitter, source: string): PythonNode | undefined => {
  const tree = parser.parse(source);
  if (tree === null) return undefined;
  try {
    return tree.rootNode.hasError ? undefined : copyOf(tree, source);
  } finally {
    tree.delete();
  }
};

/** A cursor is freed at once: left to the garbage collector, the library frees what the last cursor that was used has pointed to. */
const copyOf = (tree: Tree, source: string): PythonNode => {
  const cursor = tree.walk();
  try {
    return copyTree(cursor, source);
  } finally {
    cursor.delete();
  }
};

/** Where the grammar lies: beside the built package, or in the development dependency of this repository. */
const grammarBytes = (): Uint8Array => {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const { createRequire } = process.getBuiltinModule('node:module');
  try {
    return readFileSync(new URL('../../../grammars/tree-sitter-python.wasm', import.meta.url));
  } catch {
    return readFileSync(createRequire(import.meta.url).resolve('tree-sitter-python/tree-sitter-python.wasm'));
  }
};

/**
 * Loads the Python parser: a WebAssembly module, about 20 ms once per process. Rejects when it is not installed.
 *
 * @param grammar - The bytes of `tree-sitter-python.wasm`, where a bundle keeps them itself.
 */
export const loadPythonParser = async (grammar?: Uint8Array): Promise<PythonParser> => {
  const { Language, Parser } = await import('web-tree-sitter');
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar ?? grammarBytes()));
  return Object.freeze<PythonParser>({ parse: source => parseWith(parser, source) });
};

/** The child in a field. */
export const childIn = (node: PythonNode, field: string): PythonNode | undefined =>
  node.children.find(child => child.field === field);
