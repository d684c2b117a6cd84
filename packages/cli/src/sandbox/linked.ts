import type * as Running from './runInSandbox.ts';

// The build replaces this module like the other one of this name, which what runs commands needs itself.

/** What runs commands in a sandbox. */
export const running = (): Promise<typeof Running> => import('./runInSandbox.ts');
