import { existsSync } from 'node:fs';
import { homedir } from 'node:os';

import type { Handler, Runtime } from '@licet/adapters/runtimes';
import { isLicetHandler } from '@licet/adapters/runtimes';

import { body, decode } from './plan.ts';
import { findHandlers } from './settingsText.ts';

/** A hook as it stands in the settings of a runtime. */
export interface InstalledHook {
  readonly runtime: Runtime;
  readonly file: string;
  readonly handler: Handler;
}

/** Finds the hook of a runtime in its settings. */
export function hookOf(runtime: Runtime, root: string): InstalledHook | undefined {
  const { settings, events, name } = runtime;
  for (const { file } of settings.files({ root, home: homedir() })) {
    if (!existsSync(file)) continue;
    if (settings.layout === 'plugin') {
      const [command, ...args] = settings.commandIn(decode(file)) ?? [];
      if (command !== undefined) return { runtime, file, handler: { command, args } };
      continue;
    }
    const found = findHandlers(body(decode(file)), handler => isLicetHandler(handler, name));
    const guarding = found.find(({ event }) => events[event] === 'before');
    if (guarding !== undefined) return { runtime, file, handler: guarding.handler as Handler };
  }
  return undefined;
}
