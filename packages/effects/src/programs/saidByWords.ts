import type { Argument, Call, Family, Finding, ProgramDescriptor } from './descriptor.ts';
import { isHostFolder } from './mounts.ts';
import { setsUp } from './output.ts';
import { effect, loses, sends, sets, sharing, shows, unseen as unseenTree } from './shapes.ts';
import { isTestAddress } from './testDatabases.ts';

const lost: Finding = loses('resource:service', 'remote_change');
const changed: Finding = sets('resource:service', 'remote_change');
const published: Finding = sends('shares', 'remote_change');
const stopped: Finding = sets('service:machine', 'disrupts');
const stays: Finding = sets('service:startup', 'persistence');
const elsewhere: Finding = effect('execute', 'code:elsewhere', 'downloaded_code');
const erased: Finding = loses('disk:data', 'catastrophic');
const shown: Finding = shows('service');

const weakened: Finding = sets('protection:machine', 'weakens');
const tracks: Finding = effect('delete', 'log:events', 'covers_tracks', 'destructive');
const unseen: Finding = { kind: 'unknown', tags: ['inline_code'], note: 'runs what its words do not show' };

/** What a call does when its words, joined by spaces, fit, or one of the options is given. */
type Saying = readonly [words: RegExp | readonly string[], does: Finding, unless?: RegExp | ((call: Call) => boolean)];

/** Programs by what some of their calls say; all other calls do nothing that matters. Sources: their manuals. */
const table: Readonly<Record<string, readonly Saying[]>> = {
  'pg_dropcluster ldapdelete ldapmodify ldapmodrdn ldappasswd pg_deletecluster': [[/^/, lost]],
  nodetool: [[/^(?:drain|decommission|removenode|assassinate|truncatehints|clearsnapshot|stop|disable\w+)\b/, lost]],
  'neo4j-admin': [[/\b(?:load|restore|drop|delete|unbind|push)\b/, lost]],
  'drush wp craft drupal': [
    [
      /(?:^|[ :/-])(?:drop|reset|wipe|flush|empty|delete|uninstall|clean|site-install|si|sqlq|sql-query|drop-all-tables)(?:[ :/-]|$)|^(?:site:install|search-replace|config:import|cim|db restore|db import)/,
      { ...lost, tags: ['destructive'] },
    ],
    [/^(?:config get|user:login|uli|eval|php:eval|eval-file|shell|sql-dump|sql:dump|db export)\b/, changed],
  ],
  'kafka-topics kafka-topics.sh': [[['--delete', '--alter'], lost]],
  'kafka-consumer-groups kafka-consumer-groups.sh': [[['--delete', '--delete-offsets', '--execute'], lost]],
  'kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh kafka-leader-election kafka-reassign-partitions kafka-reassign-partitions.sh':
    [[['--alter', '--remove', '--delete', '--execute', '--delete-config'], changed]],
  'kafka-delete-records kafka-delete-records.sh': [[/^/, lost]],
  'kafka-streams-application-reset': [[/^/, lost]],
  'hdfs hadoop': [[['-rm', '-rmr', '-rmdir', '-expunge', '-deleteSnapshot', '-format', '-skipTrash', '-delete'], lost]],
  'pg_ctl pg_ctlcluster': [[/(?:^| )(?:stop|kill|promote)(?: |$)/, stopped]],
  'pg_resetwal pg_rewind': [[/^/, { ...erased, tags: ['destructive'] }]],
  'ipmitool racadm ipmipower bmc-device': [
    [/\b(?:power (?:off|reset|cycle|soft)|poweroff|powerdown|powercycle|hardreset|sel clear|bootdev)\b/, stopped],
  ],
  flask: [[/(?:^| )db (?:downgrade|drop|reset|clean)\b/, { ...lost, tags: ['destructive'] }]],
  celery: [[/(?:^| )(?:purge|amqp queue\.(?:delete|purge)|control (?:shutdown|revoke))\b/, lost]],
  'rq rqscheduler': [[/^(?:empty|suspend)\b/, lost]],
  fastboot: [
    [/^(?:flash\w*|erase|format|oem|flashing|update|wipe)\b/, erased],
    [['-w'], erased],
  ],
  'supervisorctl circusctl monit god eye': [[/^(?:stop|shutdown|remove|quit|unmonitor)\b/, stopped]],
  postsuper: [[['-d'], lost]],
  'exim exim4': [[['-Mrm', '-Mg'], lost]],
  asr: [
    [/^(?:restore|--erase)/, erased],
    [['--erase'], erased],
  ],
  iscsiadm: [[['--logout', '-u'], stopped]],
  'drbdadm multipath dmsetup': [
    [/^(?:wipe|remove|invalidate|down|secondary|detach)/, erased],
    [['-F'], stopped],
  ],
  airflow: [
    [/^(?:connections (?:get|list|export)|variables (?:get|export)|config (?:list|get-value)|fernet)\b/, shown],
    [/(?:^| )(?:delete|reset|clear|drop|clean|purge-deleted|shell)(?: |$)|^db downgrade\b/, { ...lost, tags: ['destructive'] }],
  ],
  'n8n strapi directus': [
    [/^(?:export:credentials|admin:reset|user-management:reset|export:entities)/, shown],
    [/^(?:export|transfer|import)\b/, published],
  ],
  console: [
    [/^(?:secrets:(?:reveal|decrypt)|debug:container|config:show|env:decrypt|debug:dotenv)/, shown],
    [
      /^(?:doctrine:(?:database|schema):drop|migrate:(?:fresh|reset|refresh|rollback)|db:wipe|queue:(?:clear|flush))\b/,
      { ...lost, tags: ['destructive'] },
    ],
  ],
  'john hashcat hydra medusa lazagne laZagne.py mimikatz responder secretsdump.py ntlmrelayx.py crackmapexec netexec': [
    [/^/, shown],
  ],
  'step step-cli': [[/^(?:ca token|ca provisioner|crypto key|oauth|kms)\b/, shown]],
  'rancher tss cyberark passbolt': [
    [/^(?:token|secret|get|login)\b/, shown],
    [/(?:^| )(?:delete|rm|remove)(?: |$)/, lost],
  ],
  keytool: [
    [['-importkeystore', '-exportsecret'], shown],
    [['-delete'], { ...lost, tags: ['destructive'] }],
  ],
  talosctl: [
    [/^(?:kubeconfig|gen secrets|config info|read \/)\b/, shown],
    [/^(?:reset|wipe|reboot|shutdown|upgrade|apply-config|patch|edit|etcd (?:leave|remove|forfeit)|rollback|bootstrap)\b/, lost],
  ],
  dbt: [
    [['--full-refresh'], { ...lost, tags: ['destructive'] }, /(?:^| )(?:dev|local|test|ci)(?: |$)/],
    [/^run-operation \w*(?:drop|delete|truncate|clean|purge|wipe)/, { ...lost, tags: ['destructive'] }],
    [/^(?:run|build|seed|snapshot)\b.* prod(?:uction)?(?: |$)/, changed],
  ],
  helmfile: [
    [/^(?:apply|sync)\b/, changed],
    [/^(?:destroy|delete)\b/, lost],
  ],
  'launchdarkly ldctl': [[/\b(?:update|toggle\w*|archive|delete)\b/, changed]],
  pagerduty: [[/\b(?:resolve|ack|merge|snooze|trigger)\b/, changed]],
  mlflow: [
    [/^(?:gc|\w+ delete)\b/, lost],
    [/^artifacts log-/, published],
  ],
  'nuget cloudsmith gemfury fury package_cloud packagecloud clasp': [[/^(?:push|delete|deploy|yank)\b/, published]],
  'altool notarytool': [
    [/^(?:submit|upload)/, published],
    [['--upload-app', '--upload-package', '--notarize-app'], published],
  ],
  elasticdump: [[/--output=https?:\/\/(?!localhost|127\.)/, published]],
  dvc: [[/^(?:gc|destroy|remove)\b/, lost, call => call.unlisted?.some(option => /^(?:-n|--dry)$/.test(option)) === true]],
  'pilot deliver supply': [[/^(?!init\b|help\b|download)/, published]],
  'bundletool appcenter-cli code-push codepush': [[/^(?:release|promote|rollback|clear)/, published]],
  'migra sqitch sea-orm-cli db-migrate node-pg-migrate graphile-migrate mikro-orm rambler tern yoyo': [
    [
      /(?:^| )(?:reset|fresh|refresh|down|down-to|redo|revert|rollback|reverse|schema:(?:drop|fresh)|migration:down|drop|migrate -\S+ 0|migrate 0)\b/,
      { ...lost, tags: ['destructive'] },
      isTestAddress,
    ],
  ],
  tc: [[/\b(?:netem|tbf|del|delete|replace|change)\b/, stopped]],
  'crictl ctr': [[/(?:^| )(?:rm|rmi|rmp|delete|remove|stop|stopp|kill)\b/, { ...lost, tags: ['destructive'] }]],
  pihole: [
    [/^(?:disable|flush|uninstall)/, stopped],
    [['-f'], stopped],
  ],
  'qemu-img': [
    [/^(?:convert|create|dd|resize)\b.*\/dev\//, erased],
    [/^(?:snapshot|rebase|commit)\b/, { ...erased, tags: ['destructive'] }],
    [['--shrink'], { ...erased, tags: ['destructive'] }],
  ],
  'certbot acme.sh': [
    [/^(?:revoke|delete|unregister)\b/, lost],
    [['--revoke', '--remove', '--deactivate'], lost],
  ],
  iwctl: [
    [/(?:^| )(?:con(?:nection)? (?:delete|del|down|modify|up)|radio \w+ off|networking off|destroy|flush)(?: |$)/, stopped],
    [['-s', '--show-secrets'], shown],
  ],
  wg: [
    [/^(?:showconf|show \S+ (?:private-key|preshared-keys|dump))\b/, shown],
    [/^(?:set|setconf|addconf|syncconf)\b/, stopped],
  ],
  'kubeadm k3s rke2 microk8s talhelper': [
    [/^(?:reset|uninstall|certificate rotate|etcd-snapshot (?:restore|delete|prune)|leave)/, lost],
    [/^(?:token (?:create|list)|config view|kubectl config view|join)\b/, shown],
  ],
  's3fs goofys fusermount': [[['-u', '-z'], stopped]],
  'aws-nuke cloud-nuke': [
    [['--no-dry-run', '--force', '--force-sleep'], lost],
    [/^(?:aws|gcp|azure|run|nuke)\b/, lost],
  ],
  'jbang scala-cli kscript': [[/(?:^| )(?:https?:|\w[\w.-]*@\w)/, elsewhere]],
  copier: [[['--trust', '--UNSAFE'], elsewhere]],
  'cookiecutter cruft': [[/(?:^| )(?:gh:|gl:|bb:|hg\+|git[@+]|https?:|ssh:)/, elsewhere]],
  'ssh-import-id ssh-import-id-gh ssh-import-id-lp': [[/\w/, stays]],
  auditctl: [[['-D', '-e', '-d', '-W'], stopped]],
  rfkill: [[/^block\b/, stopped]],
  'xmrig xmr-stak cpuminer minerd cgminer bfgminer ethminer t-rex nbminer lolMiner': [[/^/, stopped]],
  'mailcow postmap postqueue rspamc': [[['-f', '-i'], stopped]],
  adb: [
    [/^(?:shell )?(?:reboot|root|disable-verity|sideload|remount|recovery)\b/, stopped],
    [/^shell (?:pm uninstall|wipe|recovery)/, { ...lost, tags: ['destructive'] }],
  ],
  simctl: [[/^(?:erase|delete) all\b/, { ...lost, tags: ['destructive'] }]],
  // macOS
  'automator shortcuts': [[/^(?!(?:list|view|sign|-l)\b)./, unseen]],
  profiles: [[/^(?:install|remove|renew)\b|(?:^| )-[IRD]\b/, { ...stays, tags: ['persistence', 'weakens'] }]],
  bputil: [
    [['-n', '-f', '-k', '-c', '-s', '-g', '-a', '--full-security', '--reduced-security', '--permissive-security'], weakened],
  ],
  // Windows
  msiexec: [[/(?:^|[ "=])(?:https?|ftp):|(?:^|[ "])\/\/\w/i, elsewhere]],
  'ieexec presentationhost hh': [[/(?:https?|ftp|javascript|ms-its):|(?:^| )\/\/\w/i, elsewhere]],
  'cmstp odbcconf': [[/\S/, elsewhere, /^\/\?/]],
  desktopimgdownldr: [[/url/i, elsewhere]],
  ntdsutil: [[/\S/, shown, /^(?:\?|help)/i]],
  esentutl: [
    [/(?:^| )\/y\b/i, shown],
    [/(?:^| )\/[dpr]\b/i, { ...erased, tags: ['destructive'] }],
  ],
  dism: [
    [/\/(?:disable-feature|remove-(?:package|capability|provisionedappxpackage)|set-\w+|revertpendingactions)\b/i, weakened],
    [/\/(?:apply-\w+|capture-\w+|delete-image|format)\b/i, erased],
    [/\/(?:enable-feature|add-\w+)\b/i, stays],
  ],
  'manage-bde': [
    [['-off', '-pause', '-unlock', '-autounlock', '-setidentifier', '-forcerecovery', '-wipefreespace'], weakened],
    [['-protectors'], shown],
  ],
  reagentc: [[/\/(?:disable|setreimage|setosimage|boottore)\b/i, weakened]],
  auditpol: [[/\/(?:clear|remove|set|restore)\b/i, tracks]],
  fsutil: [
    [
      /\b(?:setzerodata|seteof|setvaliddata|deletejournal|dirty set|reparsepoint delete|objectid delete)\b/i,
      { ...erased, tags: ['destructive'] },
    ],
    [/\b(?:behavior set|quota enforce|8dot3name (?:set|strip)|repair set|transaction)\b/i, weakened],
  ],
};

const isExcepted = (unless: Saying[2], words: string, call: Call): boolean =>
  typeof unless === 'function' ? unless(call) : unless?.test(words) === true;

const describe = (sayings: readonly Saying[]): ProgramDescriptor => ({
  summary: 'does what its words say',
  style: 'long',
  mayRun: true,
  informational: ['--help', '--version', '-h', '-help', '-version', '-V'],
  inspect: call => {
    const words = call.operands.map(({ text }) => text ?? '?').join(' ');
    return sayings.flatMap(([said, does, unless]) =>
      (said instanceof RegExp ? said.test(words) : said.some(option => call.has(option))) && !isExcepted(unless, words, call)
        ? [does]
        : [],
    );
  },
});

/** Projects out of templates: files whose names the call does not show come into a folder. In the home folder they may govern the agent. */
const generating = (base: ProgramDescriptor, folderOf: (call: Call) => Argument | undefined): ProgramDescriptor => ({
  ...base,
  options: { '-o --output-dir': 'text' },
  inspect: call => {
    const folder = folderOf(call);
    const reachesHome = folder?.text !== undefined && isHostFolder(folder.text, call.home);
    return [...(base.inspect?.(call) ?? []), ...(reachesHome ? [{ use: unseenTree, value: folder }] : [])];
  },
});

/** Programs that are judged by their words alone. */
export const saidByWords: Family = Object.assign(
  {},
  ...Object.entries(table).map(([names, sayings]) => sharing(names, () => describe(sayings))),
  sharing('cookiecutter cruft', () => ({
    ...generating(describe(table['cookiecutter cruft'] ?? []), call => call.values('-o').at(-1)),
    match: { 'cookiecutter t -o ~': 'write /home/u/**', 'cookiecutter gh:x/y': 'execute #downloaded_code' },
    notMatch: { 'cookiecutter t -o .': 'write' },
  })),
  sharing('copier', () => generating(describe(table['copier'] ?? []), call => call.operands.at(-1))),
  { 'docker-machine': () => ({ ...describe([[/^(?:rm|destroy|kill)\b/, lost]]), prints: setsUp('env') }) },
) as Family;
