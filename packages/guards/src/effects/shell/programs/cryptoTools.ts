import type { Family, ProgramDescriptor } from '../descriptor.ts';
import { sharing } from './shapes.ts';

const files = {
  '-in': 'read',
  '-out': 'write',
  '-CAfile -config -extfile': 'read',
  '-pass -passin -passout -k -K -iv -subj -days -newkey -servername -connect -port -name -nodes -digest -inform -outform -keyform':
    'text',
} as const;

const openssl = (): ProgramDescriptor => ({
  summary: 'encrypts, signs and makes keys',
  style: 'long',
  options: {
    ...files,
    '-inkey -key -keyin -signkey -sign -CAkey': { as: 'read' },
    '-engine -provider -provider-path': {
      value: 'text',
      effects: [{ kind: 'execute', target: 'library:engine', tags: ['gadget'] }],
    },
  },
  subcommands: {
    's_client s_time': () => ({
      options: { '-connect -host -port -servername': 'text' },
      effects: [{ kind: 'network', target: 'network:both' }],
    }),
    s_server: () => ({ effects: [{ kind: 'network', target: 'network:listen' }] }),
    'rand version list speed ciphers prime passwd errstr help': () => ({}),
    'dgst sha256 sha1 md5 sha512 base64 enc x509 req genrsa rsa genpkey pkey pkcs12 pkcs8 ec ecparam dhparam verify crl ocsp asn1parse cms smime ca rsautl pkeyutl dsa kdf mac':
      () => ({ operands: { rest: 'read' } }),
  },
  match: {
    'openssl enc -aes-256-cbc -in .env -out x': 'read /w/.env #secret; write /w/x',
    'openssl base64 -in .env': 'read /w/.env #secret',
  },
  notMatch: {
    'openssl rand -hex 32': 'read; unknown',
    'openssl x509 -in a.crt -noout -text': 'unknown; delete',
    'openssl s_client -connect h:443': 'unknown',
  },
});

/** Encryption. GnuPG is with the accounts. */
export const cryptoTools: Family = {
  openssl,
  ...sharing('age rage', () => ({
    summary: 'encrypts files',
    options: { '-o --output': 'write', '-i --identity -R': 'read', '-r -d -e -p': 'text' },
    operands: { rest: 'read' },
  })),
  sops: () => ({
    summary: 'keeps secrets encrypted in files',
    options: {
      '-d --decrypt': { effects: [{ kind: 'read', target: 'secret:sops', tags: ['secret'] }] },
      '-i --in-place': { operands: { rest: 'update' } },
      '--output': 'write',
    },
    operands: { rest: 'read' },
    match: { 'sops -d secrets.yaml': 'read secret:sops #secret' },
  }),
  ...sharing('mkcert certbot acme.sh step', () => ({
    summary: 'makes certificates',
    options: {
      '-cert-file -key-file': 'write',
      '-install': { effects: [{ kind: 'configure', target: 'security:trust', tags: ['weakens'] }] },
      '-d --domain': 'text',
    },
    style: 'long',
  })),
  ...sharing('keytool', () => ({
    summary: 'keeps Java keys',
    style: 'long',
    options: {
      '-file -keystore -storepass -alias': 'text',
      '-delete': { effects: [{ kind: 'delete', target: 'secret:keystore', tags: ['destructive'] }] },
    },
  })),
};
