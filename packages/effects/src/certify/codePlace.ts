/** What looks at the folder that code runs in. */
export interface CodePlace {
  /** Names in that folder, without what follows the first dot. */
  readonly names: () => readonly string[];
  /** Whether a path from there is a file, and no folder. */
  readonly isFile: (path: string) => boolean;
}
