import { environmentWrappers } from './environment.ts';
import { find } from './find.ts';
import { joiningWrappers } from './joining.ts';
import { listWrappers } from './lists.ts';
import { shellPrograms } from './shells.ts';
import { folderBuiltins } from './folders.ts';
import type { Handler } from './handler.ts';
import { printingBuiltins } from './printing.ts';
import { readingBuiltins } from './reading.ts';
import { runningBuiltins } from './running.ts';
import { variableBuiltins } from './variables.ts';

/** What the engine does itself, by name: builtins of the shell, and wrappers whose command line data cannot describe. */
export const handlers: Readonly<Record<string, Handler>> = {
  ...folderBuiltins,
  ...printingBuiltins,
  ...readingBuiltins,
  ...runningBuiltins,
  ...variableBuiltins,
  ...environmentWrappers,
  ...joiningWrappers,
  ...listWrappers,
  ...shellPrograms,
  find,
  gfind: find,
};
