import type { Argument, Call, CommandDescriptor, Finding } from './descriptor.ts';
import { isForeignPackage, isUsualRegistry, untrusted } from './registries.ts';
import { always, effect, projectCode, sets } from './shapes.ts';

/** A value that begins with a dash looks like an option, so these count without one. */
const RUNS_SOMETHING =
  /^(?:script-shell|shell|git|node-options|onload-script|globalconfig|userconfig|init-module|editor|viewer|yarn-path|yarnPath|plugins?)$/;

/** Settings of a package manager that decide what runs or where packages come from. */
export function settingFindings({ operands }: Call): readonly Finding[] {
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

/** A new version goes into the manifest, and into a commit and a tag unless the call says otherwise. Without a word it only prints. */
export const version = (): CommandDescriptor => ({
  options: {
    '--new-version --preid -m --message --tag-version-prefix': 'text',
    '--patch --minor --major --prerelease': 'flag',
    '--no-git-tag-version': 'flag',
    '--git-tag-version --no-commit-hooks': 'flag',
  },
  runs: [{ scripts: 'package.json' }],
  keyword: [
    { when: { either: [{ first: '^(?:check|apply)$' }, { atMost: 0, none: ['--new-version', '--patch'] }] }, ends: true },
    always(projectCode, effect('write', 'file:package.json')),
    { when: { none: ['--no-git-tag-version'] }, effects: [sets('git_ref:HEAD', 'commits')] },
  ],
});

/** Scripts that a package manager runs by itself. */
const LIFECYCLE =
  /^(?:(?:pre|post)?(?:install|prepare|pack|publish|version|uninstall)|prepublishOnly|dependencies|prerestart|prestart|pretest)$/;

/** A value in the manifest: a script is judged as the command that it is, one that runs by itself stays. */
export function manifestFindings({ text = '' }: Argument): readonly Finding[] {
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
