import type { CommandDescriptor, Family, FixedEffect, Keyword, Use } from './descriptor.ts';
import { setsUp } from './output.ts';
import type { Printing } from './output.ts';
import { destroys, does, loses, sets, sharing, shows, sourceOf, tabled } from './shapes.ts';

/** What is known about a store of secrets. */
interface Store {
  /** Fits the words of a call, joined by spaces, that prints secrets in clear text. */
  readonly reads: RegExp;
  /** Subcommands that start a command with secrets in its environment, and the words before that command. */
  readonly runs?: string;
  readonly before?: readonly Use[];
  readonly prints?: Printing;
}

const stores: Readonly<Record<string, Store>> = {
  'op 1password': {
    reads: /^(?:read|inject|get|signin|(?:item|document) get|item share|connect token create|service-account create)\b/,
    runs: 'run',
    prints: setsUp('signin'),
  },
  'bw bitwarden-cli': { reads: /^(?:get (?!template|folder|collection|organization)|list items|export|unlock|serve|receive)/ },
  fnox: { reads: /^(?:get|export|edit)\b/, runs: 'exec run' },
  bws: { reads: /^secrets? (?:get|list)/, runs: 'run' },
  rbw: { reads: /^(?:get|code|history)\b/ },
  'lpass lastpass-cli': { reads: /^(?:show|export)\b/ },
  'keeper keeper-commander ksm': { reads: /^(?:get|find-password|clipboard-copy|export|secret (?:get|notation)|exec)\b/ },
  'keepassxc-cli kpcli': { reads: /^(?:show|export|clip|attachment-export)\b/ },
  'pass passage gopass prs': {
    reads:
      /^(?!(?:ls|list|find|search|insert|add|edit|generate|create|init|git|sync|help|version|config|mounts|recipients|setup|audit|completion)\b)./,
  },
  'dcli dashlane dashlane-cli': { reads: /^(?:password|p|note|n|otp|o|read|secret|inject|exec)\b/ },
  'pass-cli protonpass-cli proton-pass protonpass nordpass nordpass-cli enpass-cli': {
    reads: /^(?:item )?(?:view|get|show|inject|pass|copy)\b/,
  },
  keyring: { reads: /^get\b/ },
  'secret-tool': { reads: /^(?:lookup|search)\b/ },
  'kwallet-query kwalletcli': { reads: /./ },
  doppler: { reads: /^(?:secrets(?! (?:set|delete|upload|notes))|configure get token|configs? tokens create)\b/, runs: 'run' },
  infisical: {
    reads: /^(?:secrets(?! (?:set|delete|folders))|export|user get token|dynamic-secrets lease create)\b/,
    runs: 'run',
  },
  chamber: { reads: /^(?:read|export|env|find|list -e)\b/, runs: 'exec', before: ['text'] },
  'aws-vault': { reads: /^(?:export|login)\b/, runs: 'exec', before: ['text'] },
  'saml2aws granted aws-sso awsume': { reads: /^(?:script|credential-process|export|exec|eval)\b/ },
  teller: { reads: /^(?:show|env|sh|export|yaml|json)\b/, runs: 'run' },
  berglas: { reads: /^(?:access|read|get)\b/ },
  credstash: { reads: /^(?:get|getall)\b/ },
  'conjur secretless': { reads: /^(?:variable )?(?:get|value)\b/ },
  akeyless: { reads: /^(?:get|describe|export|reveal)-[\w-]*(?:secret|key|cert|token|creds)/ },
  dotenvx: { reads: /^(?:get|decrypt|keypair)\b/, runs: 'run' },
  envchain: { reads: /^(?!)/, before: ['text'], runs: '' },
  summon: { reads: /@SUMMONENVFILE/, runs: '' },
  'systemd-creds': { reads: /^(?:decrypt|cat)\b/ },
  'ykman oathtool': { reads: /^(?:oath accounts code|.*--totp)\b/ },
  'blackbox_cat blackbox_edit blackbox_edit_start blackbox_decrypt_file blackbox_decrypt_all_files blackbox_postdeploy': {
    reads: /^/,
  },
  'git-credential-osxkeychain git-credential-store git-credential-cache git-credential-manager git-credential-libsecret git-credential-wincred docker-credential-desktop docker-credential-osxkeychain docker-credential-secretservice docker-credential-pass docker-credential-wincred docker-credential-ecr-login docker-credential-gcloud docker-credential-gcr':
    { reads: /^get\b/ },
};

/** A command that prints the whole environment, or one variable of it: in one made of secrets it prints those. */
const printsVariables = (name: string): Keyword => ({
  when: {
    line: sourceOf(
      /(?:^|\s)(?:\/usr\/bin\/)?(?:(?:env|set|export|declare -p\w*|export -p)$|printenv\b|(?:env|export -p|set)\s*[|>]|echo\s+["']?\$)/,
    ),
  },
  effects: [shows(name)],
});

function describe(name: string, { reads, runs, before = [], prints }: Store): CommandDescriptor {
  const running: CommandDescriptor = {
    style: 'posix',
    operands: { first: [...before, 'command'] },
    keyword: [printsVariables(name)],
  };
  return {
    ...(prints !== undefined && { prints }),
    options: { '--env-file -f --config -p --project --profile --env -e --stage --vault --session -a --account --yaml': 'text' },
    ...(runs === '' && { style: 'posix', operands: running.operands }),
    keyword: [
      {
        when: { line: '^(?:[\\w-]+ )?(?:delete|rm|remove|purge|destroy|erase|archive)(?: |$)' },
        effects: [loses(`secret:${name}`, 'remote_change')],
      },
      { when: { line: sourceOf(reads) }, effects: [shows(name)] },
      ...(runs === '' ? [printsVariables(name)] : []),
    ],
    ...(runs !== undefined && runs !== '' && { subcommands: { [runs]: () => running } }),
  };
}

const vaultRead: CommandDescriptor = { effects: [shows('vault')] };

const vaultChange: FixedEffect = sets('secret:vault', 'remote_change');

const vault = (): CommandDescriptor => ({
  options: { '-address -namespace -field -format': 'text' },
  style: 'long',
  subcommands: {
    read: () => ({ keyword: [{ when: { not: { first: '^sys/(?!.*(?:raw|init|key))' } }, effects: [shows('vault')] }] }),
    'get unwrap ssh login': () => vaultRead,
    print: () => vaultRead,
    kv: () => ({
      subcommands: {
        get: () => vaultRead,
        metadata: () => ({ subcommands: { delete: destroys('secret', 'remote_change') } }),
        'put patch enable-versioning undelete rollback': does(sets('secret:vault', 'remote_change')),
        'delete destroy': destroys('secret', 'remote_change'),
      },
    }),
    'delete revoke': destroys('secret', 'remote_change'),
    'policy auth secrets audit namespace plugin': () => ({
      keyword: [{ when: { not: { first: '^(?:list|read)$' } }, effects: [vaultChange] }],
    }),
    'write operator token lease monitor debug': () => ({
      keyword: [{ when: { not: { first: '^(?:lookup|capabilities|members)$' } }, effects: [vaultChange] }],
    }),
  },
});

/** Stores of passwords and other secrets. They print in clear text what redaction does not know by its shape. */
export const secretStores: Family = {
  ...sharing('vault bao', vault),
  ...tabled(stores, (store, first) => describe(first, store)),
};
