import { existsSync } from 'node:fs';
import { homedir } from 'node:os';

import type { Handler, Runtime } from '@licet/adapters/runtimes';
import { isLicetHandler } from '@licet/adapters/runtimes';

import { body, decode, findHandlers } from './settingsText.ts';

/** A hook as it is in the settings of a runtime. */
export interface InstalledHook {
  readonly runtime: Runtime;
  readonly file: string;
  readonly handler: Handler;
  /** What is started after a call, with the name of its event; absent where the runtime has no such hook, or a plugin sends it. */
  readonly after?: { readonly event: string; readonly handler: Handler };
  /** Whether it is told what the user says. One that an older version wrote is not. */
  readonly hearsPrompts: boolean;
}

/** Finds the hook of a runtime in its settings. */
export function hookOf(runtime: Runtime, root: string): InstalledHook | undefined {
  const { settings, events, name } = runtime;
  const isPrompt = (event: string): boolean => events[event] === 'turn';
  for (const { file } of settings.files({ root, home: homedir() })) {
    if (!existsSync(file)) continue;
    if (settings.layout === 'plugin') {
      const [command, ...args] = settings.commandIn(decode(file)) ?? [];
      const hearsPrompts = Object.keys(events).some(event => isPrompt(event) && decode(file).includes(event));
      if (command !== undefined) return { runtime, file, handler: { command, args }, hearsPrompts };
      continue;
    }
    const found = findHandlers(body(decode(file)), handler => isLicetHandler(handler, name));
    const guarding = found.find(({ event }) => events[event] === 'before');
    if (guarding === undefined) continue;
    const after = found.find(({ event }) => events[event] === 'after');
    return {
      runtime,
      file,
      handler: guarding.handler as Handler,
      hearsPrompts: found.some(({ event }) => isPrompt(event)),
      ...(after !== undefined && { after: { event: after.event, handler: after.handler as Handler } }),
    };
  }
  return undefined;
}
