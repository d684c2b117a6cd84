import type { Family, Keyword, CommandDescriptor } from './descriptor.ts';
import { setsUp } from './output.ts';
import { always, effect, ifGiven, ifSaid, loses, sends, sets, sharing, shows, sourceOf, tabled, unseen } from './shapes.ts';

const lost = loses('resource:service', 'remote_change');
const lostHere = loses('resource:service');
const changed = sets('resource:service', 'remote_change');
const published = sends('shares', 'remote_change');
const stopped = sets('service:machine', 'disrupts');
const stays = sets('service:startup', 'persistence');
const entrusted = sets('service:startup', 'persistence', 'weakens');
const elsewhere = effect('execute', 'code:elsewhere', 'downloaded_code');
const erased = loses('disk:data', 'catastrophic');
const damaged = loses('disk:data');
const shown = shows('service');
const weakened = sets('protection:machine', 'weakens');
const tracks = effect('delete', 'log:events', 'covers_tracks', 'destructive');
const unreadable = { kind: 'unknown', tags: ['inline_code'], note: 'runs what its words do not show' } as const;

/** Programs by what some of their calls say; all other calls do nothing that matters. Sources: their manuals. */
const rows: Readonly<Record<string, readonly Keyword[]>> = {
  'pg_dropcluster ldapdelete ldapmodify ldapmodrdn ldappasswd pg_deletecluster': [always(lost)],
  // They attack a service, or try what would.
  'sqlmap sqlninja nosqlmap commix xsser patator ncrack wpscan nuclei nikto wapiti msfconsole msfvenom slowhttptest slowloris goldeneye crowbar kerbrute evil-winrm psexec.py wmiexec.py smbexec.py bloodhound-python':
    [ifSaid(/^(?!.*(?:localhost|127\.0\.0\.1|\[?::1\]?))(?!-{0,2}(?:help|h|version|V|v)$)./, changed)],
  nodetool: [ifSaid(/^(?:drain|decommission|removenode|assassinate|truncatehints|clearsnapshot|stop|disable\w+)\b/, lost)],
  'neo4j-admin': [ifSaid(/\b(?:load|restore|drop|delete|unbind|push)\b/, lost)],
  'drush wp craft drupal': [
    ifSaid(
      /(?:^|[ :/-])(?:drop|reset|wipe|flush|empty|delete|uninstall|clean|site-install|si|sqlq|sql-query|drop-all-tables)(?:[ :/-]|$)|^(?:site:install|search-replace|config:import|cim|db restore|db import)/,
      lostHere,
    ),
    ifSaid(/^(?:config get|user:login|uli|eval|php:eval|eval-file|shell|sql-dump|sql:dump|db export)\b/, changed),
  ],
  'kafka-topics kafka-topics.sh': [ifGiven('--delete --alter', lost)],
  'kafka-consumer-groups kafka-consumer-groups.sh': [ifGiven('--delete --delete-offsets --execute', lost)],
  'kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh kafka-leader-election kafka-reassign-partitions kafka-reassign-partitions.sh':
    [ifGiven('--alter --remove --delete --execute --delete-config', changed)],
  'kafka-delete-records kafka-delete-records.sh': [always(lost)],
  'kafka-streams-application-reset': [always(lost)],
  'hdfs hadoop': [ifGiven('-rm -rmr -rmdir -expunge -deleteSnapshot -format -skipTrash -delete', lost)],
  'pg_ctl pg_ctlcluster': [ifSaid(/(?:^| )(?:stop|kill|promote)(?: |$)/, stopped)],
  'pg_resetwal pg_rewind': [always(damaged)],
  'ipmitool racadm ipmipower bmc-device': [
    ifSaid(/\b(?:power (?:off|reset|cycle|soft)|poweroff|powerdown|powercycle|hardreset|sel clear|bootdev)\b/, stopped),
  ],
  flask: [ifSaid(/(?:^| )db (?:downgrade|drop|reset|clean)\b/, lostHere)],
  celery: [ifSaid(/(?:^| )(?:purge|amqp queue\.(?:delete|purge)|control (?:shutdown|revoke))\b/, lost)],
  'rq rqscheduler': [ifSaid(/^(?:empty|suspend)\b/, lost)],
  fastboot: [ifSaid(/^(?:flash\w*|erase|format|oem|flashing|update|wipe)\b/, erased), ifGiven('-w', erased)],
  'supervisorctl circusctl monit god eye': [ifSaid(/^(?:stop|shutdown|remove|quit|unmonitor)\b/, stopped)],
  postsuper: [ifGiven('-d', lost)],
  'exim exim4': [ifGiven('-Mrm -Mg', lost)],
  asr: [ifSaid(/^(?:restore|--erase)/, erased), ifGiven('--erase', erased)],
  iscsiadm: [ifGiven('--logout -u', stopped)],
  'drbdadm multipath dmsetup': [ifSaid(/^(?:wipe|remove|invalidate|down|secondary|detach)/, erased), ifGiven('-F', stopped)],
  airflow: [
    ifSaid(/^(?:connections (?:get|list|export)|variables (?:get|export)|config (?:list|get-value)|fernet)\b/, shown),
    ifSaid(/(?:^| )(?:delete|reset|clear|drop|clean|purge-deleted|shell)(?: |$)|^db downgrade\b/, lostHere),
  ],
  'n8n strapi directus': [
    ifSaid(/^(?:export:credentials|admin:reset|user-management:reset|export:entities)/, shown),
    ifSaid(/^(?:export|transfer|import)\b/, published),
  ],
  console: [
    ifSaid(/^(?:secrets:(?:reveal|decrypt)|debug:container|config:show|env:decrypt|debug:dotenv)/, shown),
    ifSaid(
      /^(?:doctrine:(?:database|schema):drop|migrate:(?:fresh|reset|refresh|rollback)|db:wipe|queue:(?:clear|flush))\b/,
      lostHere,
    ),
  ],
  'john hashcat hydra medusa lazagne laZagne.py mimikatz responder secretsdump.py ntlmrelayx.py crackmapexec netexec': [
    always(shown),
  ],
  'step step-cli': [ifSaid(/^(?:ca token|ca provisioner|crypto key|oauth|kms)\b/, shown)],
  'rancher tss cyberark passbolt': [
    ifSaid(/^(?:token|secret|get|login)\b/, shown),
    ifSaid(/(?:^| )(?:delete|rm|remove)(?: |$)/, lost),
  ],
  keytool: [ifGiven('-importkeystore -exportsecret', shown), ifGiven('-delete', lostHere)],
  talosctl: [
    ifSaid(/^(?:kubeconfig|gen secrets|config info|read \/)\b/, shown),
    ifSaid(
      /^(?:reset|wipe|reboot|shutdown|upgrade|apply-config|patch|edit|etcd (?:leave|remove|forfeit)|rollback|bootstrap)\b/,
      lost,
    ),
  ],
  dbt: [
    { when: { any: ['--full-refresh'], not: { words: '(?:^| )(?:dev|local|test|ci)(?: |$)' } }, effects: [lostHere] },
    ifSaid(/^run-operation \w*(?:drop|delete|truncate|clean|purge|wipe)/, lostHere),
    ifSaid(/^(?:run|build|seed|snapshot)\b.* prod(?:uction)?(?: |$)/, changed),
  ],
  tarsnap: [ifGiven('-d --nuke --fsck-prune', lost), ifSaid(/^-\w*c/, changed)],
  helmfile: [ifSaid(/^(?:apply|sync)\b/, changed), ifSaid(/^(?:destroy|delete)\b/, lost)],
  'launchdarkly ldctl': [ifSaid(/\b(?:update|toggle\w*|archive|delete)\b/, changed)],
  pagerduty: [ifSaid(/\b(?:resolve|ack|merge|snooze|trigger)\b/, changed)],
  mlflow: [ifSaid(/^(?:gc|\w+ delete)\b/, lost), ifSaid(/^artifacts log-/, published)],
  'nuget cloudsmith gemfury fury package_cloud packagecloud clasp': [ifSaid(/^(?:push|delete|deploy|yank)\b/, published)],
  'altool notarytool': [
    ifSaid(/^(?:submit|upload)/, published),
    ifGiven('--upload-app --upload-package --notarize-app', published),
  ],
  elasticdump: [ifSaid(/--output=https?:\/\/(?!localhost|127\.)/, published)],
  dvc: [{ when: { first: '^(?:gc|destroy|remove)\\b', not: { unlisted: '^(?:-n|--dry)$' } }, effects: [lost] }],
  'pilot deliver supply': [ifSaid(/^(?!init\b|help\b|download)/, published)],
  'bundletool appcenter-cli code-push codepush': [ifSaid(/^(?:release|promote|rollback|clear)/, published)],
  'migra sqitch sea-orm-cli db-migrate node-pg-migrate graphile-migrate mikro-orm rambler tern yoyo': [
    {
      when: {
        words: sourceOf(
          /(?:^| )(?:reset|fresh|refresh|down|down-to|redo|revert|rollback|reverse|schema:(?:drop|fresh)|migration:down|drop|migrate -\S+ 0|migrate 0)\b/,
        ),
        not: { reaches: 'test address' },
      },
      effects: [lostHere],
    },
  ],
  tc: [ifSaid(/\b(?:netem|tbf|del|delete|replace|change)\b/, stopped)],
  'crictl ctr': [ifSaid(/(?:^| )(?:rm|rmi|rmp|delete|remove|stop|stopp|kill)\b/, lostHere)],
  pihole: [ifSaid(/^(?:disable|flush|uninstall)/, stopped), ifGiven('-f', stopped)],
  'qemu-img': [
    ifSaid(/^(?:convert|create|dd|resize)\b.*\/dev\//, erased),
    ifSaid(/^(?:snapshot|rebase|commit)\b/, damaged),
    ifGiven('--shrink', damaged),
  ],
  'certbot acme.sh': [ifSaid(/^(?:revoke|delete|unregister)\b/, lost), ifGiven('--revoke --remove --deactivate', lost)],
  iwctl: [
    ifSaid(/(?:^| )(?:con(?:nection)? (?:delete|del|down|modify|up)|radio \w+ off|networking off|destroy|flush)(?: |$)/, stopped),
    ifGiven('-s --show-secrets', shown),
  ],
  wg: [
    ifSaid(/^(?:showconf|show \S+ (?:private-key|preshared-keys|dump))\b/, shown),
    ifSaid(/^(?:set|setconf|addconf|syncconf)\b/, stopped),
  ],
  'kubeadm k3s rke2 microk8s talhelper': [
    ifSaid(/^(?:reset|uninstall|certificate rotate|etcd-snapshot (?:restore|delete|prune)|leave)/, lost),
    ifSaid(/^(?:token (?:create|list)|config view|kubectl config view|join)\b/, shown),
  ],
  's3fs goofys fusermount': [ifGiven('-u -z', stopped)],
  'aws-nuke cloud-nuke': [ifGiven('--no-dry-run --force --force-sleep', lost), ifSaid(/^(?:aws|gcp|azure|run|nuke)\b/, lost)],
  'jbang scala-cli kscript': [ifSaid(/(?:^| )(?:https?:|\w[\w.-]*@\w)/, elsewhere)],
  'ssh-import-id ssh-import-id-gh ssh-import-id-lp': [ifSaid(/\w/, stays)],
  auditctl: [ifGiven('-D -e -d -W', stopped)],
  rfkill: [ifSaid(/^block\b/, stopped)],
  'xmrig xmr-stak cpuminer minerd cgminer bfgminer ethminer t-rex nbminer lolMiner': [always(stopped)],
  'mailcow postmap postqueue rspamc': [ifGiven('-f -i', stopped)],
  adb: [
    ifSaid(/^(?:shell )?(?:reboot|root|disable-verity|sideload|remount|recovery)\b/, stopped),
    ifSaid(/^shell (?:pm uninstall|wipe|recovery)/, lostHere),
  ],
  simctl: [ifSaid(/^(?:erase|delete) all\b/, lostHere)],
  'automator shortcuts': [ifSaid(/^(?!(?:list|view|sign|-l)\b)./, unreadable)],
  profiles: [ifSaid(/^(?:install|remove|renew)\b|(?:^| )-[IRD]\b/, entrusted)],
  bputil: [ifGiven('-n -f -k -c -s -g -a --full-security --reduced-security --permissive-security', weakened)],
  msiexec: [ifSaid(/(?:^|[ "=])(?:https?|ftp):|(?:^|[ "])\/\/\w/i, elsewhere)],
  'ieexec presentationhost hh': [ifSaid(/(?:https?|ftp|javascript|ms-its):|(?:^| )\/\/\w/i, elsewhere)],
  'cmstp odbcconf': [ifSaid(/^(?!\/\?).*\S/, elsewhere)],
  desktopimgdownldr: [ifSaid(/url/i, elsewhere)],
  ntdsutil: [ifSaid(/^(?!\?|help).*\S/i, shown)],
  esentutl: [ifSaid(/(?:^| )\/y\b/i, shown), ifSaid(/(?:^| )\/[dpr]\b/i, damaged)],
  dism: [
    ifSaid(
      /\/(?:disable-feature|remove-(?:package|capability|provisionedappxpackage)|set-\w+|revertpendingactions)\b/i,
      weakened,
    ),
    ifSaid(/\/(?:apply-\w+|capture-\w+|delete-image|format)\b/i, erased),
    ifSaid(/\/(?:enable-feature|add-\w+)\b/i, stays),
  ],
  'manage-bde': [
    ifGiven('-off -pause -unlock -autounlock -setidentifier -forcerecovery -wipefreespace', weakened),
    ifGiven('-protectors', shown),
  ],
  reagentc: [ifSaid(/\/(?:disable|setreimage|setosimage|boottore)\b/i, weakened)],
  auditpol: [ifSaid(/\/(?:clear|remove|set|restore)\b/i, tracks)],
  fsutil: [
    ifSaid(/\b(?:setzerodata|seteof|setvaliddata|deletejournal|dirty set|reparsepoint delete|objectid delete)\b/i, damaged),
    ifSaid(/\b(?:behavior set|quota enforce|8dot3name (?:set|strip)|repair set|transaction)\b/i, weakened),
  ],
};

const judged = (keyword: readonly Keyword[]): CommandDescriptor => ({
  style: 'long',
  mayRun: true,
  informational: ['--help', '--version', '-h', '-help', '-version', '-V'],
  keyword,
});

/** Programs that are judged by their words alone. In the home folder, what a template brings may govern the agent. */
export const keywordPrograms: Family = {
  ...tabled(rows, judged),
  ...sharing('cookiecutter cruft', () => ({
    ...judged([ifSaid(/(?:^| )(?:gh:|gl:|bb:|hg\+|git[@+]|https?:|ssh:)/, elsewhere)]),
    options: { '-o --output-dir': 'text' },
    optionValue: [{ of: '-o', from: -1, isHostFolder: true, use: unseen }],
  })),
  copier: () => ({
    ...judged([ifGiven('--trust --UNSAFE', elsewhere)]),
    options: { '-o --output-dir': 'text' },
    optionValue: [{ from: -1, isHostFolder: true, use: unseen }],
  }),
  'docker-machine': () => ({ ...judged([ifSaid(/^(?:rm|destroy|kill)\b/, lost)]), prints: setsUp('env') }),
};
