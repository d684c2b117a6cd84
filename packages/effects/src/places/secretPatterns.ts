import { governingSecrets } from './governed.ts';

/**
 * Where programs keep passwords, tokens and private keys, by the names that their documentation gives. Patterns without a slash
 * hold at any depth of any folder; letters count without case.
 */
export const secretPatterns: readonly string[] = Object.freeze(
  [
    '.env .env.* *.env .envrc .netrc _netrc .git-credentials .pgpass .my.cnf .mylogin.cnf .htpasswd .dockercfg .vault-token',
    '.vault_pass vault_pass.txt .s3cfg .boto .terraformrc .pypirc .databrickscfg ~/.npmrc ~/.yarnrc.yml',
    '*.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk *.keytab *.tfvars *.tfstate *.tfstate.backup',
    'id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk id_rsa.* id_dsa.* id_ecdsa.* id_ed25519.*',
    '**/secrets/ **/.secrets/ credential[s] secret[s] kubeconfig *.kubeconfig *_credentials.json *-credentials.json',
    'credential.{json,yml,yaml,toml,ini,txt,csv,env,xml,properties} credentials.{json,yml,yaml,toml,ini,txt,csv,env,xml,properties}',
    'secret.{json,yml,yaml,toml,ini,txt,csv,env,xml,properties} secrets.{json,yml,yaml,toml,ini,txt,csv,env,xml,properties}',
    'passwd.{txt,json,csv,yml,yaml} password.{txt,json,csv,yml,yaml} passwords.{txt,json,csv,yml,yaml}',
    'service-account*.json service_account*.json serviceaccount*.json client_secret*.json *firebase-adminsdk*.json',
    '**/.ssh/ **/.gnupg/ **/.aws/ **/.azure/ **/.kube/ **/.oci/ **/.password-store/ **/.config/gcloud/ **/.config/gh/ **/.config/hub **/.config/rclone/',
    '**/.config/op/ **/.config/doctl/ **/.config/heroku/ **/.config/configstore/ **/.config/sops/ **/.config/git/credentials',
    '**/.config/github-copilot/ **/.docker/config.json **/.cargo/credentials* **/.gem/credentials **/.terraform.d/credentials*',
    '**/.local/share/keyrings/ **/.claude/.credentials.json **/.codex/auth.json **/.gemini/oauth_creds.json **/.kaggle/kaggle.json',
    '**/huggingface/token **/.composer/auth.json **/Library/Keychains/ **/.mozilla/ **/.config/google-chrome/ **/.config/chromium/',
    '**/Default/Cookies .bash_history .zsh_history .psql_history .mysql_history .node_repl_history .python_history',
    '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/sudoers.d/ /etc/ssl/private/ /etc/krb5.keytab',
    '~/.fly/config.yml ~/.config/netlify/config.json ~/.netlify/config.json ~/.railway/config.json ~/.supabase/access-token ~/.config/hcloud/',
    '~/.config/linode-cli ~/.config/scw/ ~/.config/stripe/ ~/.config/ngrok/ ~/.ngrok2/ ~/.cloudflared/*.json ~/.config/.wrangler/ ~/.wrangler/config/',
    '~/.snowsql/config ~/.snowflake/ ~/.dbt/profiles.yml .sentryclirc ~/.config/glab-cli/ ~/.m2/settings.xml ~/.m2/settings-security.xml',
    '~/.gradle/gradle.properties ~/.nuget/NuGet/NuGet.Config ~/.config/NuGet/ ~/.pip/pip.conf ~/.config/pip/ **/pypoetry/auth.toml **/composer/auth.json',
    '~/.config/containers/auth.json .erlang.cookie ~/.thunderbird/ ~/.config/Signal/ ~/.config/Slack/ ~/.local/share/TelegramDesktop/ wallet.dat',
    '~/.ethereum/ ~/.bitcoin/ ~/.config/solana/id.json ~/.Xauthority ~/.local/share/fish/fish_history .rediscli_history .sqlite_history .irb_history',
    '**/BraveSoftware/ **/microsoft-edge/ **/Google/Chrome/ logins.json key4.db cookies.sqlite .dev.vars .clasprc.json AuthKey_*.p8 ~/.step/secrets/',
    '/etc/NetworkManager/system-connections/ /etc/wireguard/ /etc/kubernetes/ /etc/rancher/ /var/lib/rancher/ /var/lib/kubelet/ /etc/ppp/chap-secrets',
    '/etc/postfix/sasl_passwd /etc/exim4/passwd.client /etc/mysql/debian.cnf /etc/letsencrypt/archive/ /etc/letsencrypt/live/ /etc/openvpn/ *.ovpn',
    '**/Library/Cookies/ **/Library/Safari/ *.binarycookies **/com.apple.TCC/ **/gcloud/credentials.db **/gcloud/legacy_credentials/ **/PSReadLine/',
    '**/AppData/*/Microsoft/Credentials/ **/AppData/*/Microsoft/Protect/ **/AppData/*/Microsoft/Vault/ **/AppData/*/Microsoft/Crypto/ ntds.dit',
    '**/System32/config/SAM **/System32/config/SYSTEM **/System32/config/SECURITY **/Slack/Cookies **/discord/Local?Storage/ **/Microsoft/Edge/',
    '~/.config/*/{token,tokens,key,credentials,auth,api_key,apikey,api-key,access_token,access-token,secrets}{,.json,.yml,.yaml,.toml,.txt} ~/.*/{token,credentials,auth.json,api_key,api-key,apikey,access_token}',
    '~/.claude.json ~/.aider.conf.yml ~/.wakatime.cfg ~/.continue/config.{json,yaml} **/globalStorage/state.vscdb **/globalStorage/storage.json api_key{,s}.{txt,json,yml,yaml} apikey{,s}.{txt,json,yml,yaml} private_key.txt',
    'krb5cc_* /var/lib/sss/db/ /run/user/*/krb5cc* **/containers/auth.json **/com.vercel.cli/ wp-config.php **/sites/*/settings.php **/app/etc/env.php',
    '**/.vagrant/**/private_key **/.vagrant.d/insecure_private_key* **/.vagrant.d/data/vagrant_login_token sitemanager.xml recentservers.xml *.remmina',
    '~/.putty/ ~/.config/tea/ ~/.talos/ ~/.config/argocd/ ~/.argocd/ clouds.yaml clouds-public.yaml ~/.ibmcloud/ ~/.bluemix/ ~/.aliyun/ ~/.tccli/ ~/.config/yandex-cloud/',
    '~/.mc/config.json ~/.passwd-s3fs /etc/passwd-s3fs ~/.serverlessrc ~/.config/fly/ ~/.config/planetscale/ ~/.config/turso/ ~/.config/gitlab-runner/ /etc/gitlab-runner/',
    '~/.gitlab-runner/ **/.credentials_rsaparams **/actions-runner/.credentials ~/.expo/state.json ~/.config/kwalletd/ ~/.local/share/kwalletd/ **/Bitwarden/',
    '**/Bitwarden?CLI/ ~/.lastpass/ ~/.local/share/lpass/ ~/.config/lpass/ ~/.local/share/rbw/ ~/.cache/rbw/ ~/.config/1Password/ ~/.config/Enpass/ ~/.electrum/',
    '/etc/ipsec.secrets /etc/ipsec.d/private/ /etc/ppp/pap-secrets /etc/wpa_supplicant/ /etc/docker/key.json /etc/openstack/ ~/.config/rustconn/ ~/.config/access-token',
    '/etc/ssh/ssh_host_*_key /proc/*/environ /proc/*/mem /dev/mem /dev/vcs* /dev/input/event* /dev/hidraw* /run/secrets/ /var/run/secrets/',
  ]
    .flatMap(line => line.split(' '))
    .concat('Login Data', governingSecrets),
);

/** What has such a name and is no secret: examples, public keys, certificates. It wins over {@link secretPatterns}. */
export const harmlessPatterns: readonly string[] = Object.freeze(
  [
    '.env.{example,sample,template,tmpl,dist,default,defaults,schema,d.ts} .env*.{example,sample,template,dist}',
    'example.env sample.env template.env *.example.env *.sample.env *.template.env',
    '*.example.{json,yml,yaml,toml,tfvars} *.sample.{json,yml,yaml,toml,tfvars} {credentials,secrets}.{example,sample,template}.*',
    '*.pub **/.ssh/known_hosts* **/.ssh/config **/.gnupg/*.conf **/.aws/cli/alias **/.aws/task-definition*.json',
    '**/.kube/cache/{discovery,http}/ **/.config/gh/config.yml **/secrets/**/*.{ts,tsx,js,jsx,mjs,py,go,rs,java,kt,rb,php,cs,swift,vue,svelte,md}',
    'cert.pem cert[0-9]*.pem *[._-]cert.pem certificate.pem *[._-]certificate.pem *[._-]crt.pem *chain.pem *chain[0-9]*.pem',
    'ca.pem *[._-]ca.pem rootCA.pem cacert*.pem ca-cert.pem *bundle.pem public*.pem *public.pem *[._-]pub.pem dhparam*.pem',
  ].flatMap(line => line.split(' ')),
);
