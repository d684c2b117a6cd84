import type * as Babel from '@babel/parser';

/** The part of a syntax tree that the scanner relies on. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** The parser library, so that a bundle can bring its own. */
export type BabelParser = Pick<typeof Babel, 'parse'>;

/** Loads the parser the first time that code is scanned. Throws when it is not installed. */
export const loadBabel = (): BabelParser => {
  const { createRequire } = process.getBuiltinModule('node:module');
  return createRequire(import.meta.url)('@babel/parser') as BabelParser;
};

const SHARED = ['typescript', 'decorators', 'v8intrinsic', 'deferredImportEvaluation', 'sourcePhaseImports'] as const;

const ATTEMPTS = [
  { sourceType: 'module', plugins: [...SHARED, 'jsx'], allowReturnOutsideFunction: true },
  { sourceType: 'module', plugins: [...SHARED], allowReturnOutsideFunction: true },
  { sourceType: 'script', allowReturnOutsideFunction: true },
] as const;

/**
 * Parses JavaScript, TypeScript or JSX, as a module first, as a sloppy script last. Returns nothing for what no attempt can read:
 * an engine runs nothing of such a text.
 */
export const parseJavaScript = (source: string, babel: BabelParser): SyntaxNode | undefined => {
  for (const attempt of ATTEMPTS) {
    try {
      return babel.parse(source, attempt as Babel.ParserOptions).program as unknown as SyntaxNode;
    } catch {
      continue;
    }
  }
  return undefined;
};

/** Whether a value in a tree is a node. */
export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The direct children of a node, in source order as far as the parser keeps it. */
export const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (const [field, value] of Object.entries(node)) {
    if (field === 'loc' || field === 'extra' || field.endsWith('Comments')) continue;
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
};
