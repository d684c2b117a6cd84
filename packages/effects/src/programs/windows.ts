import type { Condition, Family, FixedEffect, Keyword, ProgramDescriptor } from './descriptor.ts';
import { always, effect, endsIf, loses, sets, sharing, shows } from './shapes.ts';

/** What a program of Windows does, unless its words say that it only looks, or asks for help. */
const doing =
  (summary: string, looks: RegExp | undefined, effect: FixedEffect, match: string, notMatch?: string) =>
  (): ProgramDescriptor => ({
    summary,
    keyword: [
      endsIf(/(?:^|\s)[/-](?:\?|help)$/i),
      ...(looks === undefined ? [] : [endsIf(new RegExp(`^(?:${looks.source})`, 'i'))]),
      always({ ...effect, note: summary }),
    ],
    match: { [match]: effect.kind },
    ...(notMatch !== undefined && { notMatch: { [notMatch]: effect.kind } }),
  });

const erased: FixedEffect = loses('disk:data', 'catastrophic');
const backups: FixedEffect = loses('disk:backups', 'catastrophic');
const registry: FixedEffect = sets('registry:keys', 'persistence', 'tampered_environment');
const scheduled: FixedEffect = sets('schedule:task', 'persistence', 'detached');
const rights: FixedEffect = sets('permissions:files', 'weakens', 'privilege');
const accounts: FixedEffect = sets('account:user', 'privilege', 'disrupts');
const services: FixedEffect = sets('service:name', 'disrupts', 'persistence');
const foreignCode: FixedEffect = effect('execute', 'code:elsewhere', 'downloaded_code', 'inline_code');
const tracks: FixedEffect = effect('delete', 'log:events', 'covers_tracks', 'destructive');
const guards: FixedEffect = sets('firewall:rules', 'weakens');
const wirelessKeys: FixedEffect = shows('network');
const environment: FixedEffect = sets('environment:variables', 'persistence', 'tampered_environment');

/** Ends programs: by their numbers it is everyday work, as `kill` is; by name or by a filter it may hit others. Source: its manual. */
const taskkill = (): ProgramDescriptor => ({
  summary: 'ends programs',
  style: 'long',
  options: { '-pid -PID': 'text', '-im -IM -fi -FI': 'text' },
  inspect: call => {
    const words = call.operands.map(({ text = '?' }) => text.replace(/^\/\//u, '/').toLowerCase());
    if (words.includes('/?')) return [];
    const behind = (switches: RegExp, option: string): readonly string[] => [
      ...words.flatMap((word, at) => (switches.test(words[at - 1] ?? '') ? [word] : [])),
      ...call.values(option).map(({ text = '?' }) => text.toLowerCase()),
    ];
    const [named, numbers] = [behind(/^\/(?:im|fi)$/u, '-im'), behind(/^\/pid$/u, '-pid')];
    const isSystem = numbers.some(number => /^[04]$/u.test(number));
    const isByNumber = numbers.length > 0 && named.length === 0 && !isSystem && !words.includes('/s');
    return isByNumber ? [] : [sets(`process:${named.join(' ') || '*'}`, 'disrupts')];
  },
  match: { 'taskkill /f /im x.exe': 'configure process:x.exe #disrupts', 'taskkill /pid 4 /f': 'configure #disrupts' },
  notMatch: { 'taskkill /pid 1234 /f': '* #disrupts', 'taskkill //F //PID 1234': '* #disrupts', 'taskkill /?': '* #disrupts' },
});

const fetching: Condition = { none: ['-hashfile', '-dump', '-store'], atLeast: 1 };

/** Programs of Windows that change the machine. Their switches begin with a slash, so they are read as words. */
export const windowsPrograms: Family = {
  reg: doing('changes the registry', /query\b|compare\b/, registry, 'reg add HKCU/Software/x', 'reg query HKCU/Software'),
  ...sharing('regedit regini', doing('changes the registry', undefined, registry, 'regedit x.reg', 'regedit /?')),
  schtasks: doing('plans what runs later', /(?:\/query\b.*)?$/, scheduled, 'schtasks /create /tn x', 'schtasks /query'),
  ...sharing('icacls cacls', doing('changes who may do what', /\S+(?:\s+\/[tclq])*$/, rights, 'icacls x /grant y:F', 'icacls x')),
  takeown: doing('takes files over', undefined, rights, 'takeown /f x', 'takeown /?'),
  ...sharing(
    'net net1',
    doing(
      'changes accounts and services',
      /(?:view|statistics|config|help)\b|(?:user|localgroup|group|use|share|start|accounts)$/,
      accounts,
      'net user x y /add',
      'net user',
    ),
  ),
  sc: doing(
    'changes services',
    /(?:\\\\\S+\s+)?(?:query|queryex|qc|qdescription|getdisplayname|enumdepend)\b/,
    services,
    'sc delete x',
    'sc query x',
  ),
  netsh: () => {
    const set = doing(
      'changes the network and its firewall',
      /.*\b(?:show|wlan export)\b/,
      guards,
      'netsh advfirewall set allprofiles state off',
      'netsh interface show interface',
    )();
    const key: Keyword = { when: { operand: '(?i)^key=clear$' }, effects: [wirelessKeys], ends: true };
    return { ...set, keyword: [key, ...(set.keyword ?? [])] };
  },
  wmic: doing(
    'changes the machine',
    /(?!.*\b(?:call|create|delete|set)\b)(?!.*\/format:.*(?:[/\\]|\.xsl))(?:(?:path|alias)\s)?[\w\s]+(?:where\b.*)?\b(?:get|list)\b/,
    { kind: 'unknown', tags: ['inline_code'] },
    'wmic process call create x',
    'wmic os get version',
  ),
  bcdedit: doing(
    'changes how the machine starts',
    /(?:\/enum\b.*|\/v)?$/,
    sets('machine:boot', 'tampered_environment', 'weakens'),
    'bcdedit /set x on',
    'bcdedit /enum',
  ),
  'format.com': doing('erases a drive', undefined, erased, 'format.com D:', 'format.com /?'),
  ...sharing(
    'diskpart clear-disk format-volume initialize-disk remove-partition',
    doing('erases disks', undefined, erased, 'diskpart /s x.txt', 'diskpart /?'),
  ),
  cipher: doing('overwrites free space, or encrypts', /(?:\/c\b.*)?$/, erased, 'cipher /w:x', 'cipher /c x'),
  vssadmin: doing('deletes shadow copies', /list\b/, backups, 'vssadmin delete shadows /all', 'vssadmin list shadows'),
  wbadmin: doing('deletes backups', /get\b/, backups, 'wbadmin delete catalog', 'wbadmin get versions'),
  wevtutil: doing(
    'clears event logs',
    /(?:el|gl|qe|gli|ep|gp|enum-logs|get-log|query-events)\b/,
    tracks,
    'wevtutil cl Security',
    'wevtutil qe System',
  ),
  ...sharing(
    'clear-eventlog remove-eventlog clear-recyclebin',
    doing('removes what could be looked up or taken back', undefined, tracks, 'clear-eventlog x', 'clear-eventlog /?'),
  ),
  ...sharing(
    'mshta rundll32 regsvr32 installutil msbuild.exe cscript wscript',
    doing('runs code from elsewhere', undefined, foreignCode, 'mshta https://x.example/a.hta'),
  ),
  ...sharing(
    'set-executionpolicy set-mppreference add-mppreference set-netfirewallprofile new-netfirewallrule disable-netfirewallrule',
    doing('lowers a protection', undefined, guards, 'set-executionpolicy Unrestricted'),
  ),
  ...sharing(
    'register-scheduledtask new-scheduledtask set-scheduledtask',
    doing('plans what runs later', undefined, scheduled, 'register-scheduledtask x'),
  ),
  ...sharing(
    'new-localuser set-localuser remove-localuser add-localgroupmember enable-psremoting',
    doing('changes accounts', undefined, accounts, 'new-localuser x'),
  ),
  setx: doing('changes variables for everything that starts later', undefined, environment, 'setx PATH x', 'setx /?'),
  attrib: () => ({ summary: 'shows or changes flags of files' }),
  ...sharing('taskkill tskill', taskkill),
  certutil: () => ({
    summary: 'works on certificates; fetches files, and decodes them',
    style: 'long',
    keyword: [
      {
        when: fetching,
        effects: [{ kind: 'unknown', tags: ['obfuscated'], note: 'fetches or decodes a file with the program for certificates' }],
      },
    ],
    optionValue: [
      { to: 1, when: { ...fetching, any: ['-urlcache'] }, use: 'url' },
      { from: 1, to: 2, when: fetching, use: 'write' },
    ],
    match: { 'certutil -urlcache -f https://x.example/a a': 'network' },
    notMatch: { 'certutil -hashfile a': 'unknown' },
    keeps: 'download',
  }),
  bitsadmin: doing(
    'fetches files in the background',
    /\/list\b/,
    effect('network', 'network:download', 'detached', 'downloaded_code'),
    'bitsadmin /transfer x',
    'bitsadmin /list',
  ),
};
