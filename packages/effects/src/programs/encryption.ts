import type { Condition, Family, FixedEffect, Keyword, OptionTable, Use } from './descriptor.ts';
import { effect, loses, option, sends, sharing, shows } from './shapes.ts';

const common: OptionTable = {
  '-in -inkey -key -signkey -CA -CAkey -cert -certfile -CAfile -config -verify -prverify -signature -kfile -macopt -rand -untrusted -crl -content':
    'read',
  '-out -keyout -outform-file -writerand -sign-out -keylogfile -sess_out -msgfile': 'write',
  '-engine -provider -provider-path': { as: 'program', tags: ['runs_code', 'dynamic'] },
  '-connect': { as: 'url', direction: 'both' },
  '-accept -port': { value: 'text', effects: [effect('network', 'network:listen')] },
  '-sign': 'read',
  '-pass -passin -passout -k -K -iv -S -md -iter -subj -days -newkey -servername -inform -outform -name -set_serial -extensions -extfile -addext -reqexts -starttls -alpn -ciphersuites -cipher -purpose -salt -pkeyopt -algorithm -nameopt -dateopt -checkend -checkhost':
    'text',
  '-base64 -a -A': 'flag',
  '-e -text -noout -nodes -x509 -new -pubout -pubin -des3 -aes256 -pbkdf2 -nosalt -hex -binary -modulus -dates -subject -issuer -fingerprint -quiet -showcerts -enddate -startdate -check -trace':
    'flag',
};

/** What comes out when something encrypted is opened. */
const clear: FixedEffect = shows('encrypted');

/** A key that signs: it is used, and not shown. */
const signingKey: Use = { as: 'read', tags: ['metadata'] };

const metadata: Condition = { any: ['-pubout', '-noout'], none: ['-text'] };

/** What an encrypting tool does by its verb: whether clear text of secrets comes out. */
const decrypting: Keyword = {
  when: { either: [{ first: '^(?:view|decrypt|edit|show|cat|reveal|unlock|exec-env|exec-file|-d)$' }, { any: ['-d'] }] },
  effects: [effect('read', 'credential:vault', 'secret')],
};

/** Programs that encrypt, decrypt and sign. */
export const encryption: Family = {
  ...sharing('openssl libressl', () => ({
    hides: true,
    endless: 'passes',
    optionValue: [{ of: '-out', among: { of: '-in' }, use: { as: 'write', clears: true } }],
    decodes: { when: ['-d', '-D'] },
    style: 'long',
    options: common,
    subcommands: {
      'dgst sha1 sha256 sha384 sha512 md5': () => ({ options: { '-sign': signingKey }, operands: { rest: 'read' } }),
      'req pkcs12 s_server ca ocsp pkeyutl rsautl cms smime ts': () => ({
        options: { '-key -inkey -signkey -CAkey -keyfile -signer': signingKey },
      }),
      s_client: () => ({ stdin: 'data' }),
      'x509 crl verify': () => ({ options: { '-in': { as: 'read', tags: ['metadata'] }, '-key -signkey -CAkey': signingKey } }),
      'rsa ec dsa pkey pkcs8': () => ({
        options: { '-in': 'text', '-pubout': 'flag', '-noout': 'flag', '-text': 'flag' },
        optionValue: [
          // A public key, a length or a check is no secret; the key itself is.
          { of: '-in', when: metadata, use: signingKey },
          { of: '-in', when: { not: metadata }, use: 'read' },
        ],
      }),
      'enc aes-256-cbc aes-128-cbc aes-192-cbc des3 camellia-256-cbc chacha20': () => ({
        cases: [
          { when: { any: ['-d'], none: ['-base64'] }, effects: [clear] },
          { when: { all: ['-d'], any: ['-k', '-pass'] }, effects: [clear] },
        ],
      }),
    },
  })),
  ...sharing('age rage', () => ({
    hides: true,
    options: {
      '-o --output': 'write',
      '-i --identity -R --recipients-file': 'read',
      '-r --recipient -p': 'text',
      '-d --decrypt': option(clear),
    },
    operands: { rest: 'read' },
  })),
  ...sharing('gpg gpg2', () => ({
    hides: true,
    options: {
      '-o --output': 'write',
      '-r --recipient -u --local-user --homedir --keyserver --passphrase --batch-size': 'text',
      '--export-secret-keys --export-secret-subkeys --export-ssh-key': option(shows('gpg')),
      '--delete-keys --delete-secret-keys --delete-secret-and-public-key': option(loses('secret:gpg')),
      '--send-keys': option(sends('shares', 'uploads')),
      '-d --decrypt': option(clear),
      '--export --dearmor --enarmor --import-options --list-packets --store --quick-generate-key --edit-key --import-ownertrust':
        'flag',
      '--recv-keys --receive-keys --search-keys --import --list-keys -k --list-secret-keys -K --verify --fingerprint --gen-key --version -a -b -s -e -c --armor --detach-sign --sign --encrypt --symmetric':
        'flag',
    },
    operands: { rest: 'read' },
    cases: [{ when: { operand: '\\.(?:gpg|pgp)$', none: ['--export', '--recv-keys', '--send-keys'] }, effects: [clear] }],
  })),
  minisign: () => ({ options: { '-s -p -m': 'read', '-x': 'write' } }),
  ...sharing('sops ansible-vault git-crypt blackbox eyaml', () => ({
    options: {
      '-d --decrypt': 'flag',
      '--output': 'write',
      '-k -p -a --kms --pgp --age --input-type --output-type --extract --set': 'text',
    },
    keyword: [decrypting],
  })),
  ...sharing('ccrypt ccencrypt', () => ({
    options: { '-d --decrypt -c --cat': option(clear), '-k --keyfile': 'read', '-K --key -E --envvar': 'text' },
    operands: { rest: { as: 'update', tags: ['destructive'] } },
    cases: [{ when: { any: ['-d'] }, operands: { rest: 'update' } }],
  })),
  ...sharing('ccat ccdecrypt mdecrypt', () => ({ operands: { rest: 'read' }, effects: [clear] })),
  ...sharing('mcrypt gpgsm gpgtar scrypt', () => ({
    options: { '-d --decrypt -c --cat': option(clear), '-k --keyfile -K --key -E': 'text', '-o --output': 'write' },
    operands: { rest: 'read' },
  })),
  'git-secret': () => ({ keyword: [decrypting] }),
};
