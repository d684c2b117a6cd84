import { settingMarks } from './settingWords.ts';
import { effect, sets } from './shapes.ts';
import { isForeignPackage, isUsualRegistry, untrusted } from './registries.ts';
import type { Argument, Call, Finding } from './descriptor.ts';
import { TAME } from './gitConfig.ts';
import { variableMarks } from './variables.ts';
/** A value that begins with a dash looks like an option, so these count without one. */
const RUNS_SOMETHING =
  /^(?:script-shell|shell|git|node-options|onload-script|globalconfig|userconfig|init-module|editor|viewer|yarn-path|yarnPath|plugins?)$/;

/** Settings of a package manager that decide what runs or where packages come from. */
export function npmSetting({ operands }: Call): readonly Finding[] {
  const words = operands
    .map(({ text }) => text ?? '?')
    .join(' ')
    .replace(/^set /, '');
  const [, key = '', value = ''] = /^([^\s=]+)(?:[\s=]+(.*))?$/s.exec(words) ?? [];
  if (/^(?:get|list|ls)$/.test(operands[0]?.text ?? ''))
    return /_auth|token|password/i.test(words) ? [effect('read', `credential:${key}`, 'secret')] : [];
  if (key === 'delete' || (value === '' && !RUNS_SOMETHING.test(key))) return [];
  const target = `package_setting:${key}`;
  if (/registry$|npmRegistryServer|npmRegistries/.test(key) && !isUsualRegistry(value))
    return [{ kind: 'configure', target, tags: ['tampered_environment'] }];
  if (RUNS_SOMETHING.test(key)) return [{ kind: 'configure', target, tags: ['tampered_environment'] }];
  if (
    (/^(?:strict-ssl|enableStrictSsl|ignore-scripts|audit)$/.test(key) && /^(?:false|0)$/.test(value)) ||
    (key === 'enableScripts' && value === 'true')
  )
    return [{ kind: 'configure', target, tags: key === 'audit' ? [] : ['weakens'] }];
  return /_auth|token|password/i.test(key) ? [{ kind: 'configure', target, tags: ['weakens'] }] : [{ kind: 'configure', target }];
}

/** Scripts that a package manager runs by itself. */
const LIFECYCLE =
  /^(?:(?:pre|post)?(?:install|prepare|pack|publish|version|uninstall)|prepublishOnly|dependencies|prerestart|prestart|pretest)$/;

/** A value in the manifest: a script is judged as the command that it is, one that runs by itself stays. */
export function manifestSetting({ text = '' }: Argument): readonly Finding[] {
  if (/^packageManager=[^@]*@(?:https?|git|file)[:+]/.test(text)) return [untrusted];
  const [, field = '', name = '', value = ''] =
    /^(scripts|(?:dev|peer|optional)?[dD]ependencies|overrides|resolutions|bin)[.[]["']?([^=\]"']+)["']?\]?=(.*)$/s.exec(text) ??
    [];
  if (field === 'scripts')
    return [
      { use: { as: 'shell', certainty: 'possible' }, value },
      ...(LIFECYCLE.test(name) ? [sets(`script:${name}`, 'persistence')] : []),
    ];
  return isForeignPackage(value) ? [untrusted] : [];
}

/** Pairs of a key and a value. */
export const condaSettings = (call: Call): readonly Finding[] => {
  const words = call.values('--add').map(({ text }) => text ?? '?');
  return words.flatMap((key, at) =>
    at % 2 > 0 ? [] : settingMarks(key, words[at + 1] ?? '?').map(mark => sets(`package_setting:${key}`, mark)),
  );
};

/** What a variable that `go env -w` keeps does to later calls. */
export const goSetting = ({ text = 'CC=' }: Argument): readonly Finding[] => {
  const at = text.indexOf('=');
  const tags = variableMarks(text.slice(0, at), text === 'CC=' ? undefined : text.slice(at + 1));
  return [sets('package_setting:go env', ...tags)];
};

/** Settings whose value Mercurial or Jujutsu starts. Sources: hgrc(5), the manual of jj. */
const STARTED_BY_HG =
  /^(?:ui\.(?:editor|ssh|merge|patch|remotecmd|pager|diff-editor|diff-formatter|merge-editor|fsmonitor)|pager\.pager|hooks\..+|extdiff\.(?:cmd\..+|opts\..+|[^.]+)|(?:merge|diff)-tools\..+\.(?:executable|program|diff-args|merge-args|edit-args)|fix\.(?:.+:command|tools\..+\.command)|(?:en|de)code\..+|signing\.(?:backends\..+\.program|backend)|git\.executable-path|(?:fsmonitor|core\.fsmonitor|core\.watchman).*|email\.method|bisect\..+command|convert\..+|schemes\..+)$/;

/** Values that name a built-in part: `:local`, `internal:merge`, a switch. */
const BUILT_IN = /^(?::[\w-]+|internal:[\w-]+|true|false|\d+|builtin|none|smtp|:builtin)$/;

/** A setting that starts something, and the command that it starts. */
const starting = (key: string, command: string): readonly Finding[] => [
  sets(`setting:${key}`, 'tampered_environment'),
  { use: { as: 'shell', tags: ['runs_code'] }, value: command },
];

/** What a setting of Mercurial or Jujutsu starts: an alias, a hook, a tool. */
export function hgSetting({ text }: Argument): readonly Finding[] {
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
  if (!STARTED_BY_HG.test(name) || BUILT_IN.test(value) || TAME.test(value)) return [];
  return name.startsWith('hooks.') && value.startsWith('python:')
    ? [sets(`setting:${key}`, 'tampered_environment')]
    : starting(key, value.replace(/^(?:temp)?(?:pipe|file):\s*/, ''));
}

/** `pip config` and the commands like it. */
export function pipSetting({ operands }: Call): readonly Finding[] {
  const words = operands.map(({ text }) => text ?? '?').join(' ');
  const set = /(?:^|\s)(?:set\s+)?([\w.-]+)\s+(\S+)$/.exec(words);
  const target = `package_setting:${set?.[1] ?? '*'}`;
  if (set === null || /^(?:get|list|debug)/.test(words)) return [];
  if (/index-url|repositories|trusted-host|find-links/.test(words) && !isUsualRegistry(set[2] ?? ''))
    return [{ kind: 'configure', target, tags: ['tampered_environment'] }];
  return [{ kind: 'configure', target, tags: /http-basic|pypi-token|certificates/.test(words) ? ['weakens'] : [] }];
}
