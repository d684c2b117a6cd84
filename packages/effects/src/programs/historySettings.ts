import type { Argument, Call, Finding } from './descriptor.ts';
import { TAME } from './gitConfig.ts';
import { sets } from './shapes.ts';

/** Settings whose value Mercurial or Jujutsu starts. Sources: hgrc(5), the manual of jj. */
const RUNNING =
  /^(?:ui\.(?:editor|ssh|merge|patch|remotecmd|pager|diff-editor|diff-formatter|merge-editor|fsmonitor)|pager\.pager|hooks\..+|extdiff\.(?:cmd\..+|opts\..+|[^.]+)|(?:merge|diff)-tools\..+\.(?:executable|program|diff-args|merge-args|edit-args)|fix\.(?:.+:command|tools\..+\.command)|(?:en|de)code\..+|signing\.(?:backends\..+\.program|backend)|git\.executable-path|(?:fsmonitor|core\.fsmonitor|core\.watchman).*|email\.method|bisect\..+command|convert\..+|schemes\..+)$/;

/** Values that name a built-in part: `:local`, `internal:merge`, a switch. */
const BUILT_IN = /^(?::[\w-]+|internal:[\w-]+|true|false|\d+|builtin|none|smtp|:builtin)$/;

/** A setting that starts something, and the command that it starts. */
const starting = (key: string, command: string): readonly Finding[] => [
  sets(`setting:${key}`, 'tampered_environment'),
  { use: { as: 'shell', tags: ['runs_code'] }, value: command },
];

function settingFindings({ text }: Argument): readonly Finding[] {
  const [, key = '', written = ''] = /^([^=]+?)\s*=\s*(.*)$/s.exec(text ?? '') ?? [];
  if (text === undefined) return [sets('setting:any', 'tampered_environment')];
  const value = written.replace(/^(["'])(.*)\1$/s, '$2').trim();
  const name = key.toLowerCase();
  if (/^alias(?:es)?\./.test(name)) {
    if (value.startsWith('!')) return starting(key, value.slice(1));
    const words = [...value.matchAll(/["']([^"']*)["']/g)].map(([, word = '']) => word);
    return words[0] === 'util' && words[1] === 'exec'
      ? starting(
          key,
          words
            .slice(2)
            .filter(word => word !== '--')
            .join(' '),
        )
      : [];
  }
  // An extension with a name alone is one of those that come with the program.
  if (name.startsWith('extensions.')) return value.includes('/') ? [sets(`setting:${key}`, 'tampered_environment')] : [];
  if (!RUNNING.test(name) || BUILT_IN.test(value) || TAME.test(value)) return [];
  return name.startsWith('hooks.') && value.startsWith('python:')
    ? [sets(`setting:${key}`, 'tampered_environment')]
    : starting(key, value.replace(/^(?:temp)?(?:pipe|file):\s*/, ''));
}

/** What `--config key=value` of Mercurial and Jujutsu starts, and settings from a file that no user has put there. */
export const startedBySettings = (call: Call): readonly Finding[] => [
  ...[...call.values('--config'), ...call.values('--config-toml')].flatMap(settingFindings),
  ...call.values('--config-file').map((value): Finding => ({ use: { as: 'execute', language: 'settings' }, value })),
];
