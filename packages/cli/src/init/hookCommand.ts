import type { HookGroups } from './settingsText.ts';

/** After how many seconds Claude Code gives up on the hook. The hook's own deadline lies below it. */
export const HOST_TIMEOUT_SECONDS = 30;

/** What a hook is started with. All paths are absolute. */
export interface HookCommand {
  readonly node: string;
  readonly bundle: string;
  readonly policy: string;
}

const EVERY_TOOL = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'] as const;
const NO_MATCHER = ['PostToolBatch', 'SessionStart'] as const;

/**
 * The groups that install the hook: one matcher for every tool. A handler is started directly, without a shell, and one
 * that fails before a call stops the call.
 */
export function hookGroups({ node, bundle, policy }: HookCommand): HookGroups {
  const handler = {
    type: 'command',
    command: node,
    args: [bundle, 'hook', 'claude-code', '--policy', policy],
    timeout: HOST_TIMEOUT_SECONDS,
  };
  const guarding = { ...handler, onFailure: 'block' };
  return {
    ...Object.fromEntries(
      EVERY_TOOL.map(event => [event, { matcher: '*', hooks: [event === 'PreToolUse' ? guarding : handler] }]),
    ),
    ...Object.fromEntries(NO_MATCHER.map(event => [event, { hooks: [handler] }])),
  };
}

/** A handler as it stands in the settings. */
export interface Handler {
  readonly command: string;
  readonly args: readonly string[];
  readonly onFailure?: string;
  readonly timeout?: number;
}

/** Tells whether a handler of the settings is one of Licet's. */
export function isLicetHandler(handler: unknown): handler is Handler {
  if (typeof handler !== 'object' || handler === null) return false;
  const { command, args } = handler as Partial<Handler>;
  if (typeof command !== 'string' || !Array.isArray(args)) return false;
  const at = args.indexOf('hook');
  return at > 0 && args[at + 1] === 'claude-code' && /(?:^|[\\/])licet[^\\/]*$/.test(String(args[at - 1]));
}
