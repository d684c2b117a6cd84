/** What credentials look like, in text that leaves and in patterns that look for them. */

/** A variable with a secret in it, as `env` prints it. */
const assigned =
  /(?:^|[\s;&,{"'])[A-Z][A-Z0-9_]*(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS?)[A-Z0-9_]*["']?\s*[=:]\s*\S{4,}/;

/** Text in base64 or hexadecimal digits within an address, in clear. */
const hidden = (text: string): readonly string[] =>
  [...text.slice(0, 16_384).matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}|(?:[0-9a-fA-F]{2}){16,}/g)]
    .slice(0, 32)
    .flatMap(([part]) => [
      Buffer.from(part, 'base64').toString('latin1'),
      ...(/^[0-9a-f]+$/i.test(part) ? [Buffer.from(part, 'hex').toString('latin1')] : []),
    ]);

/** Private keys and tokens by their look. Sources: the formats that the issuers publish. */
const credential =
  /-----BEGIN|PRIVATE(?:\s|%20|\+|_|-)KEY|\b(?:AKIA|ASIA)[0-9A-Z]{8,}\b|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}|\bxox[abprs]-[\w-]{10,}|\bnpm_[A-Za-z0-9]{30,}/;

/** An address with a password in it as the value of something: `?k=postgres://app:word@db.example`, encoded or not. */
const nestedPassword =
  /(?:=|%3D)[a-z][a-z+]{0,20}(?::|%3A)(?:\/\/|%2F%2F)[^\s/@&:%]{1,64}(?::|%3A)[^\s/@&:]{1,128}?(?:@|%40)[a-z0-9]/i;

/** Credentials of the look and the length that issuers give them. Sources: as above. */
const live =
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_\w{30,}|\bglpat-[\w-]{18,}|\b[sr]k_live_[A-Za-z0-9]{16,}|\bsk-(?:ant|proj)-[\w-]{24,}|\bxox[abeoprs]-[\w-]{20,}|\bnpm_[A-Za-z0-9]{30,}|\bAIza[\w-]{35}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bdop_v1_[0-9a-f]{32,}|\bwhsec_[A-Za-z0-9]{24,}|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:\s|\\n){0,4}[A-Za-z0-9+/=]{24,}|secret_?access_?key["']?\s{0,4}[=:]\s{0,4}["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi;

/** An address with a user and a password in it, and the host. */
const withPassword = /\b[a-z][a-z+]{1,20}:\/\/([^\s/@:'"]{0,64}):([^\s/@:'"]{1,128})@([\w.-]{1,253})/gi;

/** What people write for a credential that is none. */
const standIn = /example|placeholder|your|dummy|fake|redacted|changeme|x{5,}|0{5,}|1234567|abcdef|\.{3}|[<>*{}$%]/i;

/** Passwords of databases that one starts for oneself, and words for one. */
const ownPassword = /^(?:pass(?:word|wd)?|pw|pwd|secret|postgres|root|admin|user|test|dev|local|mysql|mongo|guest|p|x+)$/i;

const ownHost =
  /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|host|hostname|db|database|postgres|mysql|redis|mongo|rabbitmq|server|[\w.-]*\.(?:local|localhost|test|invalid|internal))$|^(?:www\.)?example\./i;

/** Whether a text holds a credential that somebody may use: one with the look and the length of its kind, no stand-in and none of one's own machine. */
export function holdsLiveCredential(text: string): boolean {
  const whole = text.slice(0, 65_536);
  if ([...whole.matchAll(live)].some(([found]) => !standIn.test(found) && new Set(found).size > 8)) return true;
  return [...whole.matchAll(withPassword)].some(
    ([, user = '', password = '', host = '']) =>
      !standIn.test(password) && !ownPassword.test(password) && password !== user && !ownHost.test(host),
  );
}

/** Whether a text has the look of a private key, of a token or of an address with its password in it, in clear or in base64. */
export function holdsCredential(text: string): boolean {
  return (
    credential.test(text) ||
    holdsLiveCredential(text) ||
    nestedPassword.test(text) ||
    hidden(text).some(clear => assigned.test(clear) || credential.test(clear))
  );
}

/** Beginnings of tokens and keys in a pattern that looks for them, however their rest is spelled. Sources: as above. */
const shapes =
  /\b(?:sk|rk|pk)[_-](?:live|test|\(|\[)|\b(?:AKIA|ASIA)(?=[[\\(.A-Z0-9]|\b)|\bgh\[?[pousr]{1,5}\]?_|\bgh\(|github_pat|\bglpat\b|\bxox\[?[abeoprs]{1,6}\]?-|\bxox[.[]|\bnpm_(?=[[\\.(])|\bAIza|\bya29\b|\beyJ[[\\A-Za-z(]|\bwhsec_|\bdop_v1|\bhvs\b\\?\.|\bhooks\\?\.slack|AGE-SECRET|\bsk-ant|\bsk-proj|dckr_pat|shp(?:at|ss)_|PRIVATE[^\w]{1,6}KEY|BEGIN.{1,24}(?:PRIVATE|KEY)|["']private_key(?:_id)?\\?["']|:\/\/\S{0,24}[:@]\S{0,24}@/;

/** A part of a pattern that picks what stands behind the name of a secret: `(?<=SECRET_KEY=).*`, `TOKEN=\K.*`. */
const picks =
  /\(\?<=[^)]{0,40}(?:secret|token|passw|key|credential)[^)]{0,24}\)|(?:secret|token|passw\w*|_key|credentials?)\W{0,12}\\K/i;

/** The name of a secret, and what stands between it and its value: `(SECRET|TOKEN)["]?\s*[=:]`. */
const assignments = /(?:secret|token|passw\w*|api_?key|private_?key|credentials?)[^\s]{0,48}[=:]/i;

/** Whether a pattern looks for the values of credentials; where nothing else is looked through than what is kept out of sight, names of them will do. */
export function seeksCredentials(pattern: string, isOutOfSight: boolean = false): boolean {
  const text = pattern.slice(0, 4096);
  return shapes.test(text) || picks.test(text) || (isOutOfSight && assignments.test(text));
}
