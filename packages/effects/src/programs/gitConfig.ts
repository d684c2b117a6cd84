import { governedPartsOf } from '../places/governed.ts';
import type { Argument, Call, CommandDescriptor, Finding, Keyword, Use } from './descriptor.ts';
import type { Mark } from '../marks.ts';
import { effect, sets } from './shapes.ts';

/** Settings whose value git runs, loads or follows. Source: git-config(1). */
const RUNNING =
  /^(?:core\.(?:hookspath|sshcommand|pager|editor|fsmonitor|askpass|gitproxy|alternaterefscommand|worktree|attributesfile)|alias\..*|pager\..*|credential\.(?:.*\.)?helper|diff\.external|diff\..*\.(?:command|textconv)|(?:diff|merge)tool\..*\.(?:cmd|path)|merge\..*\.driver|filter\..*\.(?:clean|smudge|process)|gpg\.(?:.*\.)?program|sequence\.editor|uploadpack\.packobjectshook|remote\..*\.(?:uploadpack|receivepack|vcs|pushurl|proxy)|url\..*\.(?:push)?insteadof|protocol\.(?:.*\.)?allow|sendemail\..*cmd|(?:browser|man|guitool)\..*\.(?:cmd|path)|web\.browser|instaweb\.(?:browser|httpd)|include\.path|includeif\..*\.path|init\.templatedir|http\.(?:.*\.)?proxy|https?\.proxy|trailer\..*\.(?:command|cmd)|tar\..*\.command|gc\.recentobjectshook|hook\..*\.command|gpg\.ssh\.defaultkeycommand|svn\.authorsprog|lfs\.(?:customtransfer|extension)\..*\.(?:path|clean|smudge)|imap\.tunnel|submodule\..*\.update|interactive\.difffilter|sendemail\.(?:.*\.)?smtpserver|remote\..*\.url|safe\.directory|ssh\.command)$/;

/** Values of such settings that only show or edit, as everyone sets them. */
export const TAME: RegExp =
  /^(?:|cat|less|more|delta|bat|head|vim?|nvim|nano|emacs|true|:|false|echo|code|code --wait|subl -n -w|ed|less [-\w ]+|delta [-\w ]+|store|cache|osxkeychain|wincred|manager|manager-core|libsecret|cache --timeout[= ]\d+|gpg2?|\/usr\/(?:local\/)?bin\/gpg2?|diff-so-fancy( \| less[-\w= ]*)?|git-lfs (?:clean|smudge) -- %f|git-lfs filter-process|(?:dft|difft|meld|vimdiff|nvimdiff|kdiff3|opendiff|bcompare|vscode).*|https:\/\/(?:github|gitlab)\.com\/?|git@(?:github|gitlab)\.com:|ssh:\/\/git@(?:github|gitlab)\.com\/|never|user|\.githooks\/?|\.husky(?:\/_)?\/?|\.git\/hooks\/?)$/;

/** What a repository gets from a template that an option names: hooks, which git runs, among other files. */
export const takesTemplate: Keyword = {
  when: { value: { '--template': '^(?!$|/usr/)' } },
  effects: [sets('git_config:init.templatedir', 'tampered_environment')],
};

/** Where people keep repositories, and folders of this machine. */
const USUAL_HOST =
  /^(?:[.~/]|file:|(?:(?:https?|ssh|git):\/\/)?(?:[^@/\s]*@)?(?:github|gitlab|bitbucket|codeberg)\.(?:com|org)[:/])/;

/** Marks for a setting of git: what later calls of git load or run, and protections switched off. */
function settingTags(key: string, value: Argument | undefined): readonly Mark[] {
  const name = key.toLowerCase();
  const text = value?.text;
  if (/^http\.(?:.*\.)?sslverify$/.test(name)) return text === 'false' || text === '0' ? ['weakens'] : [];
  if (/^(?:transfer|fetch|receive)\.fsckobjects$|^core\.protect(?:hfs|ntfs)$/.test(name))
    return text === 'false' ? ['weakens'] : [];
  if (/^remote\..*\.(?:push|mirror)$|^push\.default$/.test(name) && (text === undefined || /^\+|^true$|^matching$/.test(text)))
    return ['history_loss'];
  if (name === 'core.hookspath' && text === '/dev/null') return ['skips_checks'];
  if (!RUNNING.test(name)) return [];
  if (name === 'safe.directory') return text === '*' ? ['weakens'] : [];
  if (/^remote\..*\.url$/.test(name) && (text === undefined || USUAL_HOST.test(text))) return [];
  // The same place by another protocol.
  const path =
    /^url\.(?:ssh:\/\/)?(?:git@|https:\/\/(?:[^@/]*@)?|git:\/\/)(?:github|gitlab|bitbucket)\.(?:com|org)[:/](.*)\.(?:push)?insteadof$/.exec(
      name,
    )?.[1];
  if (path !== undefined && (path === '' || text?.toLowerCase().endsWith(path) !== false)) return [];
  if (name.startsWith('url.')) return ['tampered_environment'];
  if (name.startsWith('alias.')) return text?.startsWith('!') === false ? [] : ['tampered_environment'];
  return text !== undefined && TAME.test(text) ? [] : ['tampered_environment'];
}

type Setting = readonly [key: string, value: string];

const inlineSetting = ({ text = '' }: Argument): readonly Setting[] => {
  const equals = text.indexOf('=');
  return equals < 0 ? [] : [[text.slice(0, equals), text.slice(equals + 1)]];
};

/** What a setting says of where a push goes: the remote, empty for the one that is pushed to when none is named, and its address or name. */
const remoteSet = ([key, value]: Setting): readonly Setting[] => {
  const name = /^remote\.(.+)\.(?:push)?url$/i.exec(key)?.[1];
  if (name !== undefined) return [[name, value]];
  return /^(?:remote\.pushdefault|branch\..+\.(?:push)?remote)$/i.test(key) ? [['', value]] : [];
};

/** The remotes that a call gives an address: `git remote add`, `set-url`, and settings. */
export function remotesGiven(call: Call): readonly Setting[] {
  const [program, verb, inner] = call.path;
  if (program !== 'git') return [];
  // Of an address with a token in it the rest is known.
  const [first, second, third] = call.operands.map(({ text, begins = '', ends = '' }) =>
    text === undefined && begins.includes('://') ? `${begins}token${ends}` : text,
  );
  if (verb === 'remote' && /^(?:add|set-url)$/.test(inner ?? '') && !call.has('--delete'))
    return first === undefined || second === undefined ? [] : [[first, second]];
  if (verb !== 'config') return [];
  const [key, value] = first === 'set' ? [second, third] : [first, second];
  return key === undefined || value === undefined ? [] : remoteSet([key, value]);
}

/** The addresses that a push reaches by the name of a remote, or by none: those that this call or an earlier one of the command has set. */
export function pushedTo(call: Call, named: string | undefined): readonly string[] {
  const inline = call.values('-c').flatMap(inlineSetting).flatMap(remoteSet);
  const set = (name: string): readonly string[] => [
    ...(call.remotes?.get(name) ?? []),
    ...inline.flatMap(([own, address]) => (own === name ? [address] : [])),
  ];
  const names = named === undefined ? ['origin', ...set('')] : [named];
  return names.flatMap(name => [...(name === 'origin' && named === undefined ? [] : [name]), ...set(name)]);
}

/** Git writes to files that some settings name, such as the one for cookies. */
const mayWrite: Use = { as: 'write', certainty: 'possible', tags: ['unlisted'] };

/** What `-c key=value` before or after a subcommand does: a value that runs is looked through as well. */
export function inlineSettings(values: readonly Argument[]): readonly Finding[] {
  return values.flatMap(({ text }): readonly Finding[] => {
    const equals = text?.indexOf('=') ?? -1;
    const key = text?.slice(0, equals < 0 ? text.length : equals) ?? '';
    const value = equals < 0 || text === undefined ? undefined : text.slice(equals + 1);
    const tags = settingTags(key, { text: value, glob: false });
    if (tags.length === 0) return governedPartsOf(value ?? '').map(path => ({ use: mayWrite, value: path }));
    const found: Finding = { kind: 'configure', target: `git_config:${key}`, tags };
    if (value === undefined || !tags.includes('tampered_environment')) return [found];
    return [found, { use: { as: 'shell', tags: ['runs_code'] }, value: value.replace(/^!/, '') }];
  });
}

const LOOKING = ['--get', '--get-all', '--get-regexp', '--get-urlmatch', '--list', '-l', '--get-color', '--get-colorbool'];

/** Settings may hold headers and addresses with credentials in them. */
function revealed(call: Call, key: string | undefined, verb: string | undefined): readonly Finding[] {
  const name = key ?? '';
  if (/extraheader|token|passw|secret|cookiefile/i.test(name)) return [effect('read', `credential:${name}`, 'secret')];
  const all = call.has('-l') || verb === 'list' || /^http|^url|^remote\..*url|^credential/i.test(name);
  const local = call.has('--name-only');
  return all && !local && !name.startsWith('remote.')
    ? [{ kind: 'read', target: 'variable:*', certainty: 'possible', tags: ['secret', 'among'] }]
    : [];
}

/** What `git config` sets, and whether git later runs that. */
export function gitSetting(call: Call): readonly Finding[] {
  const [first, ...rest] = call.operands;
  const verb = /^(?:get|list|set|unset|edit|rename-section|remove-section)$/.exec(first?.text ?? '')?.[0];
  const [key, value] = verb === undefined ? call.operands : rest;
  const reads = LOOKING.some(option => call.has(option)) || verb === 'get' || verb === 'list';
  const unsets =
    ['--unset', '--unset-all', '--remove-section', '--rename-section'].some(option => call.has(option)) || verb === 'unset';
  if (reads) return revealed(call, key?.text, verb);
  if (key === undefined || (value === undefined && !unsets)) return [];
  const name = key.text ?? '*';
  const tags = key.text === undefined ? (['dynamic'] as const) : unsets ? [] : settingTags(name, value);
  const file = call.values('-f').map(target => ({ use: 'update', value: target }) as const);
  return [{ kind: 'configure', target: `git_config:${name}`, tags }, ...file];
}

/** `git config`: what it sets, and whether git later runs that. */
export const config = (): CommandDescriptor => ({
  options: {
    '-f --file': 'text',
    '--type --default --blob --value --comment --url --set-in': 'text',
    '-l --list': 'flag',
  },
  configKey: [{ of: 'git' }],
});
