import type { Condition, Family, FixedEffect, Keyword, CommandDescriptor } from './descriptor.ts';
import { always, effect, endsIf, loses, sets, sharing, shows } from './shapes.ts';

/** What a program of Windows does, unless its words say that it only looks, or asks for help. */
const doing = (note: string, looks: RegExp | undefined, effect: FixedEffect) => (): CommandDescriptor => ({
  keyword: [
    endsIf(/(?:^|\s)[/-](?:\?|help)$/i),
    ...(looks === undefined ? [] : [endsIf(new RegExp(`^(?:${looks.source})`, 'i'))]),
    always({ ...effect, note }),
  ],
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

const NAMED = '(?i)^//?(?:im|fi)$';
const named: Condition = { either: [{ words: '(?i)(?:^| )//?(?:im|fi) ' }, { value: { '-im': '' } }] };
const byNumber: Condition = {
  either: [{ words: '(?i)(?:^| )//?pid ' }, { value: { '-pid': '' } }],
  not: { either: [named, { word: '(?i)^//?s$' }, { words: '(?i)(?:^| )//?pid [04](?: |$)' }, { value: { '-pid': '^[04]$' } }] },
};

/** Ends programs: by their numbers it is everyday work, as `kill` is; by name or by a filter it may hit others. Source: its manual. */
const taskkill = (): CommandDescriptor => ({
  style: 'long',
  options: { '-pid -PID': 'text', '-im -IM -fi -FI': 'text' },
  keyword: [
    { when: { word: '^//?[?]$' }, ends: true },
    { when: byNumber, ends: true },
    { when: { not: named }, effects: [sets('process:*', 'disrupts')] },
  ],
  optionValue: [{ after: NAMED }, { of: '-im' }].map(row => ({
    ...row,
    when: { not: { word: '^//?[?]$' } },
    effects: [sets('process:{0}', 'disrupts')],
  })),
});

const fetching: Condition = { none: ['-hashfile', '-dump', '-store'], atLeast: 1 };

/** Programs of Windows that change the machine. Their switches begin with a slash, so they are read as words. */
export const windowsPrograms: Family = {
  reg: doing('changes the registry', /query\b|compare\b/, registry),
  ...sharing('regedit regini', doing('changes the registry', undefined, registry)),
  schtasks: doing('plans what runs later', /(?:\/query\b.*)?$/, scheduled),
  ...sharing('icacls cacls', doing('changes who may do what', /\S+(?:\s+\/[tclq])*$/, rights)),
  takeown: doing('takes files over', undefined, rights),
  ...sharing(
    'net net1',
    doing(
      'changes accounts and services',
      /(?:view|statistics|config|help)\b|(?:user|localgroup|group|use|share|start|accounts)$/,
      accounts,
    ),
  ),
  sc: doing('changes services', /(?:\\\\\S+\s+)?(?:query|queryex|qc|qdescription|getdisplayname|enumdepend)\b/, services),
  netsh: () => {
    const set = doing('changes the network and its firewall', /.*\b(?:show|wlan export)\b/, guards)();
    const key: Keyword = { when: { operand: '(?i)^key=clear$' }, effects: [wirelessKeys], ends: true };
    return { ...set, keyword: [key, ...(set.keyword ?? [])] };
  },
  wmic: doing(
    'changes the machine',
    /(?!.*\b(?:call|create|delete|set)\b)(?!.*\/format:.*(?:[/\\]|\.xsl))(?:(?:path|alias)\s)?[\w\s]+(?:where\b.*)?\b(?:get|list)\b/,
    { kind: 'unknown', tags: ['inline_code'] },
  ),
  bcdedit: doing(
    'changes how the machine starts',
    /(?:\/enum\b.*|\/v)?$/,
    sets('machine:boot', 'tampered_environment', 'weakens'),
  ),
  'format.com': doing('erases a drive', undefined, erased),
  ...sharing('diskpart clear-disk format-volume initialize-disk remove-partition', doing('erases disks', undefined, erased)),
  cipher: doing('overwrites free space, or encrypts', /(?:\/c\b.*)?$/, erased),
  vssadmin: doing('deletes shadow copies', /list\b/, backups),
  wbadmin: doing('deletes backups', /get\b/, backups),
  wevtutil: doing('clears event logs', /(?:el|gl|qe|gli|ep|gp|enum-logs|get-log|query-events)\b/, tracks),
  ...sharing(
    'clear-eventlog remove-eventlog clear-recyclebin',
    doing('removes what could be looked up or taken back', undefined, tracks),
  ),
  ...sharing(
    'mshta rundll32 regsvr32 installutil msbuild.exe cscript wscript',
    doing('runs code from elsewhere', undefined, foreignCode),
  ),
  ...sharing(
    'set-executionpolicy set-mppreference add-mppreference set-netfirewallprofile new-netfirewallrule disable-netfirewallrule',
    doing('lowers a protection', undefined, guards),
  ),
  ...sharing('register-scheduledtask new-scheduledtask set-scheduledtask', doing('plans what runs later', undefined, scheduled)),
  ...sharing(
    'new-localuser set-localuser remove-localuser add-localgroupmember enable-psremoting',
    doing('changes accounts', undefined, accounts),
  ),
  setx: doing('changes variables for everything that starts later', undefined, environment),
  attrib: () => ({}),
  ...sharing('taskkill tskill', taskkill),
  certutil: () => ({
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
    keeps: 'download',
  }),
  bitsadmin: doing(
    'fetches files in the background',
    /\/list\b/,
    effect('network', 'network:download', 'detached', 'downloaded_code'),
  ),
};
