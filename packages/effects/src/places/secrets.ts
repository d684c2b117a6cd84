import { globMatcher, hasGlobCharacter } from '../shell/words/glob.ts';
import { baseName } from './lexical.ts';

/** Whole paths, from the home or the root, that hold credentials. */
const secretPath = new RegExp(
  [
    String.raw`/\.ssh/(?!known_hosts|config$|.*\.pub$)[^/]+$`,
    String.raw`/\.ssh$`,
    String.raw`/\.(?:aws|gnupg|password-store|kube|azure|gcloud|oci)(?:/(?!config\.example).*)?$`,
    String.raw`/\.config/(?:gcloud|gh|hub|rclone|op|doctl|heroku|configstore|sops)(?:/.*)?$`,
    String.raw`/\.docker/config\.json$`,
    String.raw`/etc/(?:g?shadow-?|sudoers|ssl/private/.*|krb5\.keytab|ssh/ssh_host_[^/]*_key)$`,
    String.raw`/proc/(?:self|thread-self|\d+|\*)/(?:environ|mem)$`,
    String.raw`/var/run/secrets(?:/.*)?$`,
    String.raw`/run/secrets(?:/.*)?$`,
    String.raw`/Library/Keychains(?:/.*)?$`,
    String.raw`/\.mozilla/firefox/.*(?:logins\.json|key\d\.db)$`,
    String.raw`/(?:Login Data|Cookies)$`,
  ].join('|'),
);

/** File names that hold credentials wherever they are. */
const secretName = new RegExp(
  [
    String.raw`^\.env(?:\.(?!(?:example|sample|template|dist|defaults?|test\.example)$)[\w.-]+)?$`,
    String.raw`^\.envrc$`,
    String.raw`^[\w-]+\.env$`,
    String.raw`^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$`,
    String.raw`^\.(?:netrc|_netrc|pgpass|git-credentials|my\.cnf|htpasswd|npmrc|pypirc|dockercfg|vault-token|s3cfg|boto|terraformrc|yarnrc\.yml)$`,
    String.raw`\.(?:pem|p12|pfx|jks|keystore|kdbx|ppk|asc\.key|tfvars)$`,
    String.raw`^[\w.-]*(?:private|secret|server|client|ssl|tls|host|deploy|signing|api)[\w.-]*\.key$`,
    String.raw`^(?:credentials?|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt|csv|env|xml|properties))?$`,
    String.raw`^(?:service[-_]?account|client_secret)[\w.-]*\.json$`,
    String.raw`^(?:passwd|passwords?)\.(?:txt|json|csv|ya?ml)$`,
    String.raw`^(?:master\.key|\.vault_pass|vault_pass\.txt|kubeconfig|terraform\.tfstate(?:\.backup)?)$`,
  ].join('|'),
);

/** Texts of which every match holds one: a cold regular expression costs a one-shot process milliseconds. */
const nameMarks =
  'env rsa dsa ed25519 rc pass credential secret .pem .p12 .pfx .jks keystore .kdbx .ppk .key tf .cnf token cfg boto account kubeconfig vault'.split(
    ' ',
  );
const pathMarks = ['/.', '/etc/', '/proc/', 'secrets', 'Keychains', 'Login Data', 'Cookies'];
const mayBe = (marks: readonly string[], text: string): boolean => marks.some(mark => text.includes(mark));

/** One name of each sort, for patterns. */
const representatives = [
  '.env',
  '.env.local',
  '.env.production',
  'id_rsa',
  'id_ed25519',
  '.netrc',
  '.npmrc',
  '.pgpass',
  'secrets.yaml',
];

/**
 * True for the files in which programs keep passwords, tokens and private keys, by the names those programs document; a
 * pattern counts when it is narrower than everything and can match one. Examples and templates (`.env.example`, `id_rsa.pub`)
 * do not count.
 */
export function isSecretPath(path: string, glob: string | undefined): boolean {
  if (glob === undefined)
    return (
      (mayBe(nameMarks, baseName(path)) && secretName.test(baseName(path))) || (mayBe(pathMarks, path) && secretPath.test(path))
    );
  const name = baseName(glob);
  if (secretPath.test(glob)) return true;
  if (!hasGlobCharacter(name)) return secretName.test(name);
  if (secretName.test(name.replace(/[*?]+/g, 'x'))) return true;
  const matches = globMatcher(name);
  const live = /^[*?[]/.test(name);
  if (/^\*+$/.test(name)) return secretPath.test(`${path}/id_rsa`);
  return representatives.some(candidate => !(live && candidate.startsWith('.') && !name.startsWith('[')) && matches(candidate));
}

/** True for the name of an environment variable that usually holds a credential. */
export function isSecretVariable(name: string): boolean {
  return /(?:^|_)(?:SECRET|TOKEN|PASSWORD|PASSWD|PASS|API_?KEY|PRIVATE_KEY|ACCESS_KEY|CREDENTIALS?|AUTH)(?:_|$)|SECRET|_KEY$|APIKEY|PASSWORD/i.test(
    name,
  );
}
