import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { isLicetHandler } from './hookCommand.ts';
import { MANIFEST_FILE, readManifest } from './manifest.ts';
import { body, decode } from './plan.ts';
import { findHandlers, removeHandlers, removeInserted } from './settingsText.ts';

/** One file that `uninstall` gives back its old content, or deletes because `init` made it. */
export interface Undoing {
  readonly file: string;
  readonly action: 'restore' | 'delete';
  readonly text?: string;
}

/**
 * Plans the way back. Of a settings file that nobody has touched since, every byte is as it was before `init`; of one
 * that somebody has, only Licet's handlers go and everything else stays byte for byte. The policy itself stays.
 */
export function planUninstall(root: string): readonly Undoing[] {
  const manifest = readManifest(root);
  const places = new Set([
    ...(manifest === undefined ? [] : [manifest.settings]),
    ...['settings.json', 'settings.local.json'].map(name => join(root, '.claude', name)),
  ]);
  const undoings = [...places].filter(existsSync).flatMap((file): Undoing[] => {
    const text = decode(file);
    const plain = body(text);
    if (findHandlers(plain, isLicetHandler).length === 0) return [];
    const known = manifest?.settings === file ? manifest : undefined;
    const exact = known === undefined ? undefined : removeInserted(plain, known.inserted);
    const rest = exact ?? removeHandlers(plain, isLicetHandler);
    if (known?.created === true && rest === '{}\n') return [{ file, action: 'delete' }];
    return [{ file, action: 'restore', text: text.slice(0, text.length - plain.length) + rest }];
  });
  const own = join(root, MANIFEST_FILE);
  return existsSync(own) ? [...undoings, { file: own, action: 'delete' }] : undoings;
}
