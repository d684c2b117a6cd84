import type { Ruling } from '../model/ruling.ts';

/** How a node stands: its ruling, or why it has none; `plain` for a node of a policy that nothing has happened to. */
export type Mark = Ruling | 'errored' | 'skipped' | 'not_evaluated' | 'plain';

/** One node, ready to be drawn in any format. All texts are still as they came: the writers escape them. */
export interface Drawing {
  readonly mark: Mark;
  /** What is said in place of the mark's own word: `error, warn to block`. */
  readonly word?: string;
  readonly title: string;
  /** Short additions behind the title, like the layer. */
  readonly asides: readonly string[];
  /** Lines below the title, each with what it is. */
  readonly notes: readonly (readonly [label: string, text: string])[];
  /** What the node is to its parent. */
  readonly edge?: string;
  /** True on the way from the root to what decided. */
  readonly deciding: boolean;
  readonly children: readonly Drawing[];
}

/** The formats in which a tree can be drawn. */
export type RenderFormat = 'text' | 'mermaid' | 'dot' | 'json';

/** How a tree is to be drawn. */
export interface RenderOptions {
  /** @defaultValue 'text' */
  readonly format?: RenderFormat;
  /** Colour the text format with ANSI sequences. Everything can be read without. @defaultValue false */
  readonly color?: boolean;
  /** After how many columns the text format breaks long reasons. @defaultValue 100 */
  readonly width?: number;
}
