import type { Call, CommandDescriptor, Finding, OptionTable, ProgramDescriptor, Argument } from './descriptor.ts';
import { byAddress, isUsualRegistry, isForeignPackage, untrusted } from './registries.ts';
import { installs, projectCode, sets, effect } from './shapes.ts';
import { lifecycleIn, scriptsIn } from './taskCalls.ts';

/** Options that say where packages come from and go to. */
export const source = {
  '--registry': 'text',
  '-g --global': 'flag',
  '--prefix -C --dir --cwd': 'text',
  '--workspace -w --filter -F': 'text',
  '--workspaces -ws': 'flag',
  '--userconfig --cache --omit --include --otp --tag --access --script-shell --loglevel --reporter --network-timeout --modules-folder':
    'text',
} as const satisfies OptionTable;

/** Packages that come from elsewhere than the usual registry. */
export function sourceFindings(call: Call): readonly Finding[] {
  const foreign = call.values('--registry').some(({ text }) => !isUsualRegistry(text));
  return [...(foreign ? [sets('package:registry', 'weakens')] : []), ...call.operands.flatMap(value => byAddress(value, true))];
}

/** Packages that come to lie in another folder than this one. */
const installedAt = (call: Call): readonly Finding[] =>
  call.values('--prefix').map(({ text }) => ({
    use: { as: 'write', recursive: true, certainty: 'possible' },
    value: text === undefined ? '/' : `${text.replace(/\/+$/, '')}/node_modules`,
  }));

/** Installs packages, which may run their scripts. */
export const install = (): CommandDescriptor => ({
  options: source,
  effects: [installs],
  inspect: call => [...sourceFindings(call), ...installedAt(call), ...lifecycleIn(call)],
});

/** Runs scripts of the project. */
export const runs = (): CommandDescriptor => ({ style: 'posix', effects: [projectCode], inspect: scriptsIn });

/** Runs a program of a package. */
export const execute = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '-p --package': 'text',
    '--registry': 'text',
    '-c --call --shell-mode': 'shell',
    '-y --yes -q --no --no-install --bun --parallel -r': 'flag',
    '-w --workspace --filter': 'text',
  },
  operands: { first: ['command'] },
  inspect: call => [
    ...sourceFindings({ ...call, operands: call.operands.slice(0, 1) }),
    ...call.values('-p').flatMap(value => byAddress(value, true)),
  ],
});

/** `npx` and the commands like it. */
export const npx = (): ProgramDescriptor => ({
  summary: 'runs a package of Node.js',
  ...execute(),
  informational: ['--help', '--version'],
  match: {
    'npx -y rimraf src': 'delete /w/src/**',
    "npx -c 'rm a'": 'delete /w/a',
    'npx prettier --write a.ts': 'write /w/a.ts/**',
  },
  notMatch: { 'npx tsc --noEmit': 'unknown; * #destructive', 'npx vitest run': 'unknown' },
});

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
  inspect: call => {
    const isSet = call.operands.length > 0 || call.has('--new-version') || call.has('--patch');
    if (!isSet || /^(?:check|apply)$/.test(call.operands[0]?.text ?? '')) return scriptsIn(call);
    const commit: Finding = sets('git_ref:HEAD', 'commits');
    return [
      ...scriptsIn(call),
      projectCode,
      effect('write', 'file:package.json'),
      ...(call.has('--no-git-tag-version') ? [] : [commit]),
    ];
  },
});

/** Scripts that a package manager runs by itself. */
const LIFECYCLE =
  /^(?:(?:pre|post)?(?:install|prepare|pack|publish|version|uninstall)|prepublishOnly|dependencies|prerestart|prestart|pretest)$/;

/** A value in the manifest: a script is judged as the command that it is, one that runs by itself stays. */
export function manifestFindings({ text = '' }: Argument): readonly Finding[] {
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
