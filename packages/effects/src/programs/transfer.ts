import type { Call, Family, Finding, OptionTable, CommandDescriptor, Argument } from './descriptor.ts';
import { effect, sharing, loses, sets } from './shapes.ts';
import { isLocalAddress, losesLocalData, requestChanges, requestLoses } from './requests.ts';

const lost: Finding = loses('resource:http', 'remote_change');

/** The bodies of a request; `@-` is the standard input. */
const bodiesOf = (call: Call, ...options: readonly string[]): readonly Argument[] =>
  options
    .flatMap(option => call.values(option))
    .map(value => (value.text === '@-' ? { text: call.input ?? '', glob: false } : value));

const known = (values: readonly Argument[]): readonly string[] => values.flatMap(({ text }) => text ?? []);

/** A request that destroys something on another machine; a method that is only known at run time may. */
function losing(
  call: Call,
  method: Argument | undefined,
  urls: readonly Argument[],
  headers: string,
  bodies: readonly Argument[],
): readonly Finding[] {
  const addresses = urls.map(({ text, begins }) => text ?? begins);
  if (addresses.length > 0 && addresses.every(isLocalAddress) && call.isTunnelled !== true)
    return addresses.some(url => losesLocalData(method?.text ?? (bodies.length > 0 ? 'POST' : 'GET'), url)) ? [lost] : [];
  if (method !== undefined && method.text === undefined) return [effect('unknown', 'text:request method', 'dynamic')];
  const body = known(bodies);
  const said = method?.text ?? (bodies.length > 0 ? 'POST' : 'GET');
  const loses = (addresses.length === 0 ? [undefined] : addresses).some(url =>
    requestLoses({ method: said, url, headers: known(call.values(headers)), body }),
  );
  if (loses) return [lost];
  const signsIn = call.has('-u') || call.has('--oauth2-bearer');
  const given = [
    ...known(call.values(headers)),
    ...call.values(headers).flatMap(({ begins }) => begins ?? []),
    ...(signsIn || call.isTunnelled === true ? ['authorization: x'] : []),
  ];
  // Who answers behind a tunnel knows the caller by it.
  const behind = (url = ''): string => (isLocalAddress(url) ? url.replace(/^(?:\w+:\/\/)?[^/]*/, 'https://tunnel') : url);
  const changes = addresses.some(url => requestChanges({ method: said, url: behind(url), headers: given }));
  return changes ? [sets('resource:http', 'remote_change')] : [];
}

/** The method of a request: the one that is given, unless it is only known at run time, else what the other options make of it. */
function methodOf(given: Argument | undefined, otherwise: string): string | undefined {
  return given === undefined ? otherwise : given.text?.toUpperCase();
}

/** The name under which a file at an address is kept. */
const nameIn = (url: string): string => url.replace(/[?#].*$/s, '').replace(/^.*\//s, '');

/** Folders of installed programs, which run when something else is started: no one looks at what is put there. */
const INSTALLED = /(?:^|\/)(?:node_modules|\.?venv|site-packages|vendor\/bundle)\//;

/** A download that takes the place of an installed program, or joins them. */
const replacing = (files: readonly Argument[]): readonly Finding[] =>
  files.some(({ text = '' }) => INSTALLED.test(text)) ? [effect('execute', 'project:code', 'downloaded_code')] : [];

const wgetMethod = (call: Call): string | undefined => {
  if (call.has('-e') || call.has('--config')) return undefined;
  const sends = call.has('--post-data') || call.has('--post-file');
  return methodOf(call.values('--method').at(-1), sends ? 'POST' : call.has('--spider') ? 'HEAD' : 'GET');
};

const wget = (): CommandDescriptor => ({
  keeps: 'download',
  options: {
    '-O --output-document -o --output-file --save-cookies --warc-file': 'write',
    '-a --append-output': 'update',
    '-P --directory-prefix': { as: 'write', recursive: true },
    '-i --input-file': 'read',
    '--post-data --body-data': 'data',
    '--post-file --body-file': 'text',
    '--header': 'text',
    '--method': 'text',
    '--use-askpass': { as: 'program', tags: ['runs_code', 'dynamic'] },
    '--config': 'read',
    '-e --execute': 'text',
    '-U --user-agent -t --tries -T --timeout -w --wait -Q -l --level -A --accept -R --reject -D --domains -I -X -B --base --referer --user --password --limit-rate --certificate --private-key --ca-certificate --load-cookies --cut-dirs --bind-address --waitretry --dns-timeout --connect-timeout --read-timeout --progress --restrict-file-names --secure-protocol':
      'text',
    '-q -c -N -r -k -p -m -nc -nv -nd -nH -np -b -S --mirror --continue --no-check-certificate --quiet': 'flag',
  },
  operands: { rest: { as: 'url', method: wgetMethod } },
  informational: ['--help', '--version', '-h', '-V'],
  inspect: call => [
    ...replacing([...call.values('-O'), ...call.values('-P').map(value => ({ ...value, text: `${value.text ?? ''}/` }))]),
    ...call.values('--post-file').map(({ text }): Finding => ({ use: 'data', value: `@${text ?? '?'}` })),
    ...call.values('-P').flatMap(({ text = '?' }) =>
      call.operands.flatMap((url): readonly Finding[] => {
        const name = url.text === undefined ? '' : nameIn(url.text);
        return name === '' ? [] : [{ use: 'write', value: `${text.replace(/\/+$/, '')}/${name}` }];
      }),
    ),
    ...losing(call, call.values('--method')[0], call.operands, '--header', bodiesOf(call, '--post-data')),
  ],
});

const curlMethod = (call: Call): string | undefined => {
  if (call.has('-K')) return undefined;
  const sends = call.has('-d') || call.has('--data-raw') || call.has('-F');
  const implied = call.has('-T') ? 'PUT' : call.has('-I') ? 'HEAD' : sends && !call.has('-G') ? 'POST' : 'GET';
  return methodOf(call.values('-X').at(-1), implied);
};

/** `-T file` sends the file, and so does `-H @file`; `-O` writes it under its own name. */
function curlFindings(call: Call): readonly Finding[] {
  const urls = [...call.operands, ...call.values('--url')];
  const sends = call
    .values('-T')
    .map(({ text, glob }): Finding => ({ use: 'data', value: { text: text === undefined ? undefined : `@${text}`, glob } }));
  const headers = call.values('-H').filter(({ text }) => text?.startsWith('@') === true);
  const sockets = call.values('--unix-socket');
  const filled = call.values('--variable').flatMap(({ text = '', glob }): readonly Finding[] => {
    const file = /^%?\w+(?:\[[^\]]*\])?@(.+)$/s.exec(text)?.[1];
    return file === undefined ? [] : [{ use: 'data', value: { text: `@${file}`, glob } }];
  });
  const named = call.has('-O')
    ? urls.flatMap(({ text }): Finding[] => {
        const name = text === undefined ? '' : nameIn(text);
        return name === '' ? [] : [{ use: 'write', value: name }];
      })
    : [];
  const folder = call.values('--output-dir').at(-1)?.text?.replace(/\/+$/, '');
  const below = folder === undefined ? [] : [...named, ...call.values('-o').map(value => ({ use: 'write', value }) as const)];
  const moved = below.flatMap((finding): readonly Finding[] =>
    'use' in finding
      ? [{ use: 'write', value: `${folder}/${typeof finding.value === 'string' ? finding.value : (finding.value.text ?? '')}` }]
      : [],
  );
  const daemon = call.values('--unix-socket').some(({ text }) => text?.endsWith('docker.sock') === true);
  return [
    ...sends,
    ...filled,
    ...replacing([
      ...call.values('-o'),
      ...call.values('--output-dir').map(value => ({ ...value, text: `${value.text ?? ''}/` })),
    ]),
    ...headers.map((value): Finding => ({ use: 'data', value })),
    ...sockets.map((value): Finding => ({ use: 'read', value })),
    ...(folder === undefined ? named : moved),
    ...losing(
      call,
      call.values('-X').at(-1) ?? urls.find(({ text = '' }) => /^(?:DELETE|PURGE)$/.test(text)),
      urls,
      '-H',
      bodiesOf(call, '-d', '--data-raw'),
    ),
    ...(daemon && (call.has('-X') || call.has('-d')) ? [effect('privilege', 'container:daemon', 'privilege')] : []),
  ];
}

const curlOptions: OptionTable = {
  '-o --output --stderr --trace --trace-ascii --trace-config -D --dump-header -c --cookie-jar --etag-save --hsts --libcurl --alt-svc --ssl-sessions':
    'write',
  '--output-dir': 'text',
  '-O --remote-name --remote-name-all': 'flag',
  '-d --data --data-ascii --data-binary --data-urlencode --json': 'data',
  '-F --form': 'data',
  '--url-query': 'data',
  '--expand-data --expand-data-binary --expand-data-raw --expand-data-urlencode --expand-json --expand-form --expand-url-query':
    'data',
  '--expand-url': { as: 'url', method: curlMethod },
  '--data-raw --form-string': 'data',
  '-T --upload-file': 'text',
  '-K --config': { value: 'read', effects: [{ kind: 'unknown', target: 'text:curl options in a file' }] },
  '--url': { as: 'url', method: curlMethod },
  '-b --cookie --etag-compare --netrc-file': 'text',
  '-X --request': 'text',
  '--unix-socket --abstract-unix-socket': 'text',
  '-H --header': 'text',
  '-u --user': 'text',
  '--oauth2-bearer': 'text',
  '-A --user-agent -e --referer -m --max-time --connect-timeout --retry --retry-delay --retry-max-time -x --proxy -U --proxy-user --preproxy --noproxy --socks5 --socks5-hostname --socks4 --socks4a -w --write-out -r --range -C --continue-at -Y -y -z --time-cond --limit-rate --max-filesize --max-redirs --interface --resolve --connect-to --dns-servers --doh-url -E --cert --cert-type --key --key-type --pass --cacert --capath --ciphers --tls-max --tls13-ciphers --pinnedpubkey --proto --proto-default --proto-redir --aws-sigv4 --service-name --login-options --mail-from --mail-rcpt --mail-auth -Q --quote --telnet-option -t --krb --engine --local-port --keepalive-time --parallel-max --variable --expand-header --expand-user --expand-user-agent --expand-output -P --ftp-port --delegation --create-file-mode':
    'text',
  '-I --head': 'flag',
  '-G --get': 'flag',
  '-s -S -L -f -k -i -v -g -n -N -# -Z -j -J -l -M -p -q -R -a -B -0 -1 -2 -3 -4 -6 --fail --silent --show-error --location --insecure --include --verbose --compressed':
    'flag',
};

/** Programs that fetch from and send to servers over HTTP and FTP. */
export const transfer: Family = {
  ...sharing('curl curlie', () => ({
    keeps: 'download',
    options: curlOptions,
    operands: { rest: { as: 'url', method: curlMethod } },
    inspect: curlFindings,
    informational: ['--help', '--version', '-h', '-V'],
  })),
  wget,
  wget2: wget,
  ...sharing('http https xh xhs httpie', () => ({
    options: {
      '-o --output': 'write',
      '-a --auth -A --auth-type --session -p --print --pretty -s --style --timeout --proxy --verify --cert --check-status':
        'text',
      '-d --download -f --form -j --json -v -b -h --ignore-stdin': 'flag',
    },
    stdin: 'data',
    operands: { rest: 'data' },
    inspect: call => {
      const [first, ...others] = call.operands;
      const hasMethod = first?.text === undefined || /^[A-Za-z]+$/.test(first.text);
      const [url, ...items] = hasMethod && others.length > 0 ? others : call.operands;
      const text = items.map(item => ({ ...item, text: item.text?.replace(':=', '=') }));
      const given = hasMethod && others.length > 0 ? first : undefined;
      const sends = items.some(item => item.text === undefined || !/^[^=@]*(?:==|:(?!=))/.test(item.text));
      const method = methodOf(given, sends ? 'POST' : 'GET');
      return [
        ...(url === undefined ? [] : [{ use: { as: 'url', ...(method !== undefined && { method }) }, value: url } as const]),
        ...losing(call, given, url === undefined ? [] : [url], '--header', text),
      ];
    },
  })),
  ...sharing('aria2c axel yt-dlp youtube-dl gallery-dl lwp-download', () => ({
    keeps: 'download',
    options: {
      '-o --out --output': 'write',
      '-d -P --dir --paths': { as: 'write', recursive: true },
      '-i --input-file -a --batch-file --cookies --load-cookies': 'read',
      '--exec --exec-before-download --on-download-complete --on-download-start': { as: 'shell', tags: ['runs_code'] },
      '-x -s -j -k -n -f -S --format --user-agent --header --proxy --max-connection-per-server --split --retries --audio-format --sub-lang':
        'text',
    },
    operands: { rest: { as: 'url', method: 'GET' } },
  })),
};
