import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { detectProject } from './detect.ts';
import type { Project } from './detect.ts';
import type { HookCommand } from './hookCommand.ts';
import { hookGroups, isLicetHandler } from './hookCommand.ts';
import type { Manifest } from './manifest.ts';
import { MANIFEST_FILE } from './manifest.ts';
import { SettingsError, findHandlers, insertHooks } from './settingsText.ts';
import { SCHEMA_FILE } from './policyText.ts';

/** One file that `init` creates, changes, or leaves alone because it is there already. */
export interface Step {
  readonly file: string;
  readonly action: 'create' | 'change' | 'keep';
  /** The whole new content; absent for a file that is kept. */
  readonly text?: string;
  /** What is new in it, for people. */
  readonly added?: string;
}

/** Everything that `init` would do. */
export interface Plan {
  readonly project: Project;
  readonly steps: readonly Step[];
}

/** What `init` was asked for. */
export interface InitOptions {
  /** The project's folder; absolute. */
  readonly root: string;
  /** The text of the policy, where there is none yet. */
  readonly policyText: string;
  /** Install into the settings that are not shared with others. */
  readonly isLocal: boolean;
  readonly command: Omit<HookCommand, 'policy'>;
  /** The text of the JSON Schema of policies. */
  readonly schema: string;
}

/** Plans an installation. Reads, and writes nothing; throws when the settings are not what they should be. */
export function planInit({ root, policyText, isLocal, command, schema }: InitOptions): Plan {
  const project = detectProject(root);
  const policy =
    ['governance.yaml', 'governance.yml'].map(name => join(root, name)).find(existsSync) ?? join(root, 'governance.yaml');
  const settings = join(root, '.claude', isLocal ? 'settings.local.json' : 'settings.json');
  const hook = planHook(settings, { ...command, policy });
  const steps: Step[] = [
    fresh(policy, policyText),
    fresh(join(root, '.licet', '.gitignore'), '*\n!governance.schema.json\n'),
    { ...fresh(join(root, SCHEMA_FILE), schema), added: 'the JSON Schema that editors complete by' },
    hook.step,
    ...(hook.manifest === undefined ? [] : [manifestStep(root, hook.manifest)]),
  ];
  return { project, steps };
}

function fresh(file: string, text: string): Step {
  return existsSync(file) ? { file, action: 'keep' } : { file, action: 'create', text, added: text };
}

function planHook(file: string, command: HookCommand): { readonly step: Step; readonly manifest?: Manifest } {
  const before = existsSync(file) ? decode(file) : undefined;
  if (before !== undefined && findHandlers(body(before), isLicetHandler).length > 0) return { step: { file, action: 'keep' } };
  const { text, inserted } = insertHooks(body(before ?? '{}\n'), hookGroups(command));
  const step: Step = {
    file,
    action: before === undefined ? 'create' : 'change',
    text: before?.startsWith(MARK) === true ? MARK + text : text,
    added: inserted.join('\n'),
  };
  return { step, manifest: { settings: file, created: before === undefined, inserted } };
}

function manifestStep(root: string, manifest: Manifest): Step {
  const file = join(root, MANIFEST_FILE);
  return { file, action: existsSync(file) ? 'change' : 'create', text: `${JSON.stringify(manifest, null, 2)}\n` };
}

const MARK = '\ufeff';

/** A settings file without the byte order mark that some editors put before it. */
export function body(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/** Reads a file as UTF-8, byte for byte: the text can be written back unchanged. */
export function decode(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (cause) {
    throw new SettingsError(`\`${file}\` cannot be read as UTF-8`, { cause });
  }
}
