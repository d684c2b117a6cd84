import type { RedactionRule } from './rule.ts';

const PLACEHOLDERS = [
  '(?i)^(?:x{4,}|\\*{3,}|\\.{3,}|<[^>]*>|\\$\\{?[a-z_][a-z0-9_.]*\\}?|your[-_ ].*|.*(?:example|placeholder|changeme|redacted|dummy).*|(?:process|os|env|config|settings|secrets)[.\\[(].*|null|none|undefined|true|false|string|password|passwd|secret|token)$',
];

const token = (id: string, keywords: string, pattern: string, more: Partial<RedactionRule> = {}): RedactionRule => ({
  id,
  keywords: keywords.split(' '),
  pattern,
  ...more,
});

/** A token whose prefix alone makes it sure. */
const PREFIXED: readonly RedactionRule[] = [
  token('aws_access_key', 'akia asia abia acca', '\\b((?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\\b', { allow: ['EXAMPLE$'] }),
  token('github_token', 'ghp_ gho_ ghu_ ghs_ ghr_', '\\b(gh[pousr]_[A-Za-z0-9]{36,255})\\b'),
  token('github_fine_grained_token', 'github_pat_', '\\b(github_pat_[A-Za-z0-9_]{50,255})\\b'),
  token(
    'gitlab_token',
    'glpat- gldt- glrt- glptt- glcbt- glft- glimt- glagent- glsoat-',
    '\\b(gl(?:pat|dt|rt|ptt|cbt|ft|imt|agent|soat)-[A-Za-z0-9_.-]{20,255})',
  ),
  token(
    'slack_token',
    'xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe xapp-',
    '\\b(xox[abeoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{10,250}|xapp-[0-9]-[A-Za-z0-9-]{20,250})',
  ),
  token(
    'slack_webhook',
    'hooks.slack.com',
    '(https://hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,120})',
  ),
  token(
    'discord_webhook',
    '/api/webhooks/',
    '(https://(?:\\w+\\.)?discord(?:app)?\\.com/api/webhooks/[0-9]{15,22}/[A-Za-z0-9_-]{60,80})',
  ),
  token(
    'stripe_key',
    'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_',
    '\\b((?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,250})|whsec_[A-Za-z0-9+/=]{24,100})',
  ),
  token(
    'openai_key',
    'sk-',
    '\\b(sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,250}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|[A-Za-z0-9]{40,64}))',
  ),
  token('anthropic_key', 'sk-ant-', '\\b(sk-ant-[a-z0-9]{2,10}-[A-Za-z0-9_-]{24,200})'),
  token('google_api_key', 'aiza', '\\b(AIza[A-Za-z0-9_-]{35})'),
  token('google_oauth_secret', 'gocspx-', '\\b(GOCSPX-[A-Za-z0-9_-]{28})'),
  token('google_oauth_token', 'ya29.', '\\b(ya29\\.[A-Za-z0-9_-]{20,300})'),
  token('npm_token', 'npm_', '\\b(npm_[A-Za-z0-9]{36})\\b'),
  token('pypi_token', 'pypi-age', '\\b(pypi-AgE[A-Za-z0-9_-]{50,300})'),
  token('rubygems_key', 'rubygems_', '\\b(rubygems_[a-f0-9]{48})\\b'),
  token('crates_token', 'cio', '\\b(cio[A-Za-z0-9]{32})\\b', { minEntropy: 3.5 }),
  token('docker_token', 'dckr_', '\\b(dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64})'),
  token('huggingface_token', 'hf_ api_org_', '\\b((?:hf_|api_org_)[A-Za-z]{34})\\b'),
  token('sendgrid_key', 'sg.', '\\b(SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43})'),
  token('mailgun_key', 'key-', '\\b(key-[a-f0-9]{32})\\b'),
  token('mailchimp_key', '-us', '\\b([a-f0-9]{32}-us[0-9]{1,2})\\b'),
  token('twilio_key', 'sk', '\\b(SK[a-f0-9]{32})\\b'),
  token('telegram_token', ':aa', '\\b([0-9]{8,10}:AA[A-Za-z0-9_-]{33})'),
  token('shopify_token', 'shpat_ shpca_ shppa_ shpss_', '\\b(shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})\\b'),
  token('square_token', 'sq0atp- sq0csp- eaaa', '\\b(sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}|EAAA[A-Za-z0-9_-]{60})'),
  token('digitalocean_token', 'dop_v1_ doo_v1_ dor_v1_', '\\b(do[opr]_v1_[a-f0-9]{64})\\b'),
  token('databricks_token', 'dapi', '\\b(dapi[a-f0-9]{32}(?:-[0-9])?)\\b'),
  token('linear_key', 'lin_api_', '\\b(lin_api_[A-Za-z0-9]{40})\\b'),
  token('notion_token', 'ntn_ secret_', '\\b(ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})\\b'),
  token('figma_token', 'figd_', '\\b(figd_[A-Za-z0-9_-]{40})'),
  token('grafana_token', 'glsa_ glc_', '\\b(glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/=]{32,400})'),
  token('sentry_token', 'sntrys_ sntryu_', '\\b(sntry[su]_[A-Za-z0-9_=+/-]{40,400})'),
  token(
    'hashicorp_token',
    'hvs. hvb. atlasv1',
    '\\b(hv[bs]\\.[A-Za-z0-9_-]{24,300}|[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,70})',
  ),
  token('doppler_token', 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim.', '\\b(dp\\.(?:pt|st|ct|sa|scim)\\.[A-Za-z0-9._-]{40,64})'),
  token('age_key', 'age-secret-key-', '\\b(AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58})\\b'),
  token('planetscale_token', 'pscale_', '\\b(pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64})'),
  token('supabase_key', 'sbp_ sb_secret_', '\\b(sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{31,64})\\b'),
  token('cloudflare_key', 'v1.0-', '\\b(v1\\.0-[a-f0-9]{24}-[a-f0-9]{146})\\b'),
  token('alibaba_key', 'ltai', '\\b(LTAI[A-Za-z0-9]{20})\\b'),
];

/** Found by where they stand rather than by what they look like. */
const CONTEXTUAL: readonly RedactionRule[] = [
  token(
    'private_key',
    '-----begin',
    '(-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----[\\s\\S]*?(?:-----END[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----|\\z))',
  ),
  token('jwt', '.ey', '\\b(ey[A-Za-z0-9_-]{17,}\\.ey[A-Za-z0-9/_-]{17,}\\.[A-Za-z0-9/_-]{10,}={0,2})'),
  token(
    'aws_secret_key',
    'aws secret',
    '(?i)aws[a-z_ .-]{0,25}(?:secret|key)[a-z_ .-]{0,20}["\']?\\s{0,5}(?:=>|[:=])\\s{0,5}["\']?([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|$)',
    { minEntropy: 3.5, allow: ['EXAMPLEKEY$'] },
  ),
  token('azure_storage_key', 'accountkey', '(?i)AccountKey=([A-Za-z0-9+/]{86}==)'),
  token('azure_signature', 'sig=', '(?i)[?&;]sig=([A-Za-z0-9%+/]{40,90}(?:=|%3d)?)', { minEntropy: 3.5 }),
  token('azure_client_secret', 'q~', '(?:^|[\'"`\\s>=:(,)])([A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34})(?:$|[\'"`\\s<),])'),
  token('url_password', '://', '[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\\s:/?#@\'"<>]{0,200}:([^\\s/?#@\'"<>]{3,200})@[A-Za-z0-9\\[]', {
    allow: PLACEHOLDERS,
  }),
  token(
    'authorization_header',
    'authorization bearer basic',
    '(?i)\\b(?:authorization["\']?\\s{0,5}[:=]\\s{0,5}["\']?(?:bearer|basic|token|digest|apikey)|bearer)\\s{1,5}([A-Za-z0-9._~+/=-]{12,})',
    { minEntropy: 2.8, allow: PLACEHOLDERS },
  ),
  token('netrc_password', 'machine', '(?i)\\bmachine\\s+\\S+(?:\\s+login\\s+\\S+)?\\s+password\\s+(\\S+)', {
    allow: PLACEHOLDERS,
  }),
  token(
    'cookie_session',
    'cookie',
    '(?i)\\b(?:set-)?cookie["\']?\\s{0,3}:\\s{0,3}[^\\n]{0,500}?(?:session|sess|sid|auth|token)[a-z_.-]{0,20}=([A-Za-z0-9%._~+/=-]{16,})',
    { minEntropy: 3 },
  ),
  token(
    'password_assignment',
    'passw pwd passphrase',
    '(?i)(?:passw(?:or)?d|pwd|passphrase)["\']?\\s{0,5}(?:=>|:=|[:=])\\s{0,5}(?:"([^"\\n]{6,200})"|\'([^\'\\n]{6,200})\'|([^\\s"\',;(){}<>\\[\\]]{6,200}))',
    { minEntropy: 2.5, allow: PLACEHOLDERS },
  ),
  token(
    'secret_assignment',
    'secret token api_key apikey api-key access_key accesskey access-key private_key privatekey private-key credential auth',
    '(?i)[a-z0-9_.-]{0,40}(?:secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|auth[_-]?key)[a-z0-9_-]{0,20}["\']?\\s{0,5}(?:=>|:=|[:=])\\s{0,5}(?:"([A-Za-z0-9+/=_.~-]{16,300})"|\'([A-Za-z0-9+/=_.~-]{16,300})\'|([A-Za-z0-9+/=_~-]{16,300})(?:[\\s;,]|$))',
    { minEntropy: 3.4, allow: [...PLACEHOLDERS, '^[A-Za-z_.-]+$', '^[0-9]+$'] },
  ),
];

/**
 * Secrets by the shapes that their issuers document: a prefix, an alphabet, a length; and by the words beside them. Written to
 * be precise: hashes, identifiers and public keys are not found.
 */
export const secretRules: readonly RedactionRule[] = Object.freeze([...PREFIXED, ...CONTEXTUAL]);
