import type { Phase } from './event.ts';
import type { Handler, HookCommand, InPlugin, PackagedProgram } from './hookCommand.ts';
import { hookLine } from './hookCommand.ts';

/** Where a project and its user keep their files; absolute. */
export interface SettingsPlaces {
  readonly root: string;
  readonly home: string;
}

/** One file that may hold the hook. */
export interface SettingsFile {
  readonly file: string;
  /** `project` is shared with others, `local` is not, `user` holds for all projects. */
  readonly scope: 'project' | 'local' | 'user';
}

/** Hooks of others that answer a question of ours in place of the user. */
export interface OtherAnswers {
  /** The events of such hooks. */
  readonly events: readonly string[];
  /** Files that may hold some, and folders with such files at any depth; absolute. */
  places(where: SettingsPlaces, env: Readonly<Record<string, string | undefined>>): readonly string[];
  /** Folders that a file leads to, as it names them: those of plugins that are installed from elsewhere. */
  readonly leadsTo?: (settings: unknown) => readonly string[];
  /** What no file tells of such hooks, in one sentence. */
  readonly unseen: string;
}

/** A file of settings, with what it holds. */
export interface ReadSettings {
  readonly file: string;
  readonly settings: unknown;
}

/** The sandbox that a runtime has itself. Its settings turn it on, and no hook is told whether it holds, so that it never counts as a containment. */
export interface HostSandbox {
  /** Files that may turn it on, the one that counts most first, and folders with such files; absolute. */
  places(where: SettingsPlaces, env: Readonly<Record<string, string | undefined>>): readonly string[];
  /** Tells whether settings turn it on. A sandbox of ours does not start in it. */
  isOn(found: readonly ReadSettings[]): boolean;
  /** Returns the ways around it that settings leave open, each in a clause; the settings are in the order of `places`. */
  waysAround(found: readonly ReadSettings[]): readonly string[];
  /** Programs that it needs. */
  readonly programs: readonly string[];
}

/** Rules of the user that a runtime holds against the text of a command: they would not see a command that was put into a sandbox. */
export interface UserRules {
  /** Files that may hold some, and folders with such files; absolute. */
  places(where: SettingsPlaces, env: Readonly<Record<string, string | undefined>>): readonly string[];
  /** Tells whether a rule of these settings may stop a command or ask about it. */
  mayStop(settings: unknown, command: string): boolean;
}

/**
 * The form of the hook in a runtime's settings. They are JSON with the handlers under `hooks`, by event: in `groups` of a
 * matcher and its handlers, or in a plain `list`. A runtime that loads code instead has a `plugin`: a file of our own.
 */
export type RuntimeSettings = {
  /** The files that may hold the hook. `init` takes the first one of the wanted scope. */
  files(places: SettingsPlaces): readonly SettingsFile[];
  /** Tells from the names in the project's folder whether this runtime is used here. */
  readonly signs: readonly string[];
  /** Absent where no hook can answer what another one asks. */
  readonly otherAnswers?: OtherAnswers;
  /** Absent where the runtime has no sandbox itself. */
  readonly hostSandbox?: HostSandbox;
  /** Absent where no rule of the user sees the text of a command. */
  readonly userRules?: UserRules;
  /** What a human must also do, in one sentence. */
  readonly note?: string;
  /**
   * Settings of the whole machine that none of its users can change: a file of our own with the hook, and with no hooks but such ones. Absent
   * where the runtime has none.
   */
  managed?(command: HookCommand): { readonly file: string; readonly text: string };
  /** The files that make a package a plugin of the runtime, by their paths in it; absent where the runtime has no such plugins. */
  packaged?(program: PackagedProgram): Readonly<Record<string, string>>;
} & (
  | {
      readonly layout: 'groups' | 'list';
      /** The settings where there are none yet. @defaultValue `{}` */
      readonly fresh?: string;
      /** What is put under `hooks`: one entry for each event. */
      entries(command: HookCommand): Readonly<Record<string, object>>;
      /** Tells whether a handler that cannot do its work stops the call, as it is in the settings. */
      stopsOnFault(handler: Handler): boolean;
    }
  | {
      readonly layout: 'plugin';
      text(command: HookCommand): string;
      /** Files that the runtime reads beside the plugin: their texts, by name. */
      readonly beside?: Readonly<Record<string, string>>;
      /** Returns what keeps the runtime from loading the plugin, as far as files tell; undefined if nothing does. */
      notLoaded?(file: string, places: SettingsPlaces, read: (file: string) => string | undefined): string | undefined;
      /** What a plugin starts the hook with; undefined for a text that is none of ours. */
      commandIn(text: string): readonly string[] | undefined;
    }
);

/** After how many seconds a runtime gives up on the hook. The hook's own deadline lies below it. */
export const HOST_TIMEOUT_SECONDS = 30;

/** What is put under `hooks` where each handler is a line for a shell: one entry for each event. */
export function entriesOf(
  name: string,
  command: HookCommand | InPlugin,
  events: Readonly<Record<string, Phase>>,
  entry: (line: string, phase: Phase) => object,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(events).map(([event, phase]) => [event, entry(hookLine(name, command, phase !== 'before'), phase)]),
  );
}
