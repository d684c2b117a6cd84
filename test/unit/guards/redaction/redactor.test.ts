import { assert, array, constantFrom, integer, oneof, property, string } from 'fast-check';
import { createRedactor, redactOutput, redactionNames, rulesFor } from '@licet/guards/redaction';
import { describe, expect, it, test } from 'vitest';
import { boundedCost } from '../../../support/boundedCost.ts';
import { cases } from '../../../support/longRuns.ts';

const repeat = (alphabet: string, length: number): string =>
  Array.from({ length }, (_, at) => alphabet[(at * 7 + 3) % alphabet.length]).join('');
const word = (length: number): string => repeat('aB3dE5gH7jK9mN1pQ2sT4vW6yZ8', length);
const letters = (length: number): string => repeat('aBcDeFgHiJkLmNoPqRsTuVwXyZ', length);
const hex = (length: number): string => repeat('0a1b2c3d4e5f6789', length);
const upper = (length: number): string => repeat('ABC2DEF3GHI4JKL5MNO6PQR7', length);

/** Put together at run time, so that no scanner of this repository takes them for real ones. */
const secrets: readonly (readonly [string, string])[] = [
  ['aws_access_key', `AKIA${upper(16)}`],
  ['aws_secret_key', `aws_secret_access_key = ${word(40)}`],
  ['github_token', `ghp_${word(36)}`],
  ['github_token', `ghs_${word(36)}`],
  ['github_fine_grained_token', `github_pat_${word(82)}`],
  ['gitlab_token', `glpat-${word(20)}`],
  ['slack_token', `xoxb-${hex(10)}-${word(24)}`],
  ['slack_webhook', `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${word(24)}`],
  ['discord_webhook', `https://discord.com/api/webhooks/123456789012345678/${word(68)}`],
  ['stripe_key', `sk_live_${word(24)}`],
  ['openai_key', `sk-proj-${word(48)}`],
  ['anthropic_key', `sk-ant-api03-${word(93)}`],
  ['slack_token', `xoxo-${hex(10)}-${word(24)}`],
  ['gitlab_token', `glft-${word(20)}`],
  ['stripe_key', `rk_prod_${word(24)}`],
  ['google_api_key', `AIza${word(35)}`],
  ['google_oauth_secret', `GOCSPX-${word(28)}`],
  ['google_oauth_token', `ya29.${word(60)}`],
  ['npm_token', `npm_${word(36)}`],
  ['pypi_token', `pypi-AgE${word(80)}`],
  ['rubygems_key', `rubygems_${hex(48)}`],
  ['docker_token', `dckr_pat_${word(27)}`],
  ['huggingface_token', `hf_${letters(34)}`],
  ['sendgrid_key', `SG.${word(22)}.${word(43)}`],
  ['mailgun_key', `key-${hex(32)}`],
  ['mailchimp_key', `${hex(32)}-us12`],
  ['twilio_key', `SK${hex(32)}`],
  ['telegram_token', `123456789:AA${word(33)}`],
  ['shopify_token', `shpat_${hex(32)}`],
  ['digitalocean_token', `dop_v1_${hex(64)}`],
  ['databricks_token', `dapi${hex(32)}`],
  ['linear_key', `lin_api_${word(40)}`],
  ['notion_token', `ntn_12345678901${word(35)}`],
  ['figma_token', `figd_${word(40)}`],
  ['grafana_token', `glsa_${word(32)}_${hex(8)}`],
  ['hashicorp_token', `hvs.${word(90)}`],
  ['doppler_token', `dp.pt.${word(43)}`],
  ['supabase_key', `sbp_${hex(40)}`],
  ['alibaba_key', `LTAI${word(20)}`],
  ['jwt', `eyJhbGciOiJIUzI1NiIs.eyJzdWIiOiIxMjM0NTY3ODkw.${word(43)}`],
  ['private_key', `-----BEGIN RSA PRIVATE KEY-----\n${word(64)}\n${word(64)}\n-----END RSA PRIVATE KEY-----`],
  ['private_key', `-----BEGIN OPENSSH PRIVATE KEY-----\n${word(64)}\n`],
  ['url_password', `postgres://admin:${word(12)}@db.example:5432/x`],
  ['authorization_header', `Authorization: Bearer ${word(30)}`],
  ['authorization_header', `-H "authorization: Basic ${word(24)}"`],
  ['netrc_password', `machine api.example login me password ${word(10)}`],
  ['password_assignment', `DB_PASSWORD=${word(14)}`],
  ['password_assignment', `"password": "${word(14)}"`],
  ['secret_assignment', `client_secret: '${word(32)}'`],
  ['secret_assignment', `export API_KEY=${word(32)}`],
  ['secret_assignment', `"accessKey": "${word(32)}"`],
  ['secret_assignment', `private-key: '${word(32)}'`],
  ['azure_client_secret', `client=abc7Q~${word(33)}`],
  ['azure_storage_key', `AccountKey=${word(86)}==`],
];

const innocent: readonly string[] = [
  'commit 3f786850e387550fdab836ed7e6dc881de23001b',
  'id: 123e4567-e89b-12d3-a456-426614174000',
  '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
  'const token = process.env.GITHUB_TOKEN',
  'password = os.environ["DB_PASSWORD"]',
  'password: ${DB_PASSWORD}',
  'password=********',
  'api_key: YOUR_API_KEY_GOES_HERE',
  'token: <your-token>',
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 user@host',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBg\n-----END PUBLIC KEY-----',
  '-----BEGIN CERTIFICATE-----\nMIIBIjANBg\n-----END CERTIFICATE-----',
  'https://user@example.com/path',
  'http://localhost:3000/a@b',
  'sk-learn and task-runner, risk-averse, desk-lamp',
  'the secret of the token is in the password field',
  'password: string; token: string | undefined',
  'function getToken(secret) { return secret.token; }',
  'AKIAIOSFODNN7EXAMPLE',
  'tokens: 1234567890123456789',
  'secretName: my-service-credentials',
  'key-value store, monkey-patch',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  file.txt',
  'order 4111 1111 1111 1112, invoice 1234567890123456',
  'version 1.2.3.4567, 2026-11-20T14:00:00.000Z',
  'DE00 0000 0000 0000 0000 00',
];

const standard = createRedactor(rulesFor(['secrets', 'card', 'iban']));

describe('createRedactor', () => {
  test.each(secrets)('finds a %s: %#', (rule, secret) => {
    const line = `2026-11-20 INFO starting with ${secret} now`;
    const { text, findings } = standard.redact(line);

    expect(text).toContain('[REDACTED:');
    expect(findings.map(finding => finding.rule)).toContain(rule);
    expect(text).toMatch(/^2026-11-20 INFO starting with /);
  });

  test.each(innocent)('leaves alone: %s', text => {
    expect(standard.redact(text)).toEqual({ text, findings: [] });
  });

  test.each([
    ['card', 'pay 4111 1111 1111 1111 now', 'pay [REDACTED:card] now'],
    ['card', '378282246310005', '[REDACTED:card]'],
    ['card', '4111111111111112', '4111111111111112'],
    ['card', 'a54111111111111111', 'a54111111111111111'],
    ['iban', 'to DE89 3704 0044 0532 0130 00 please', 'to [REDACTED:iban] please'],
    ['iban', 'GB82WEST12345698765432', '[REDACTED:iban]'],
    ['iban', 'GB82WEST12345698765433', 'GB82WEST12345698765433'],
    ['email', 'write to jo.doe+x@mail.example.com!', 'write to [REDACTED:email]!'],
    ['phone', 'call +49 (30) 1234-5678', 'call [REDACTED:phone]'],
    ['ssn', '078-05-1120 and 000-12-3456', '[REDACTED:ssn] and 000-12-3456'],
    ['ipv4', 'from 192.168.1.17 to 999.1.1.1', 'from [REDACTED:ipv4] to 999.1.1.1'],
    ['ipv6', 'at 2001:db8:85a3:0:0:8a2e:370:7334 ok', 'at [REDACTED:ipv6] ok'],
  ])('%s: %s', (rule, text, wanted) => {
    expect(createRedactor(rulesFor([rule])).redact(text).text).toBe(wanted);
  });

  it('keeps the text around a secret and several secrets apart', () => {
    const text = `a=ghp_${word(36)} b=npm_${word(36)} password="${word(12)}" end`;
    expect(standard.redact(text).text).toBe(
      'a=[REDACTED:github_token] b=[REDACTED:npm_token] password="[REDACTED:password_assignment]" end',
    );
  });

  it('finds a secret wherever a window ends', () => {
    const secret = `ghp_${word(36)}`;
    for (const at of [0, 65_500, 65_536, 69_600, 69_632, 130_000, 135_168]) {
      const { text } = standard.redact(`${'x '.repeat(at / 2)} ${secret} ${'y '.repeat(40_000)}`);
      expect(text.includes(secret)).toBe(false);
      expect(text.length).toBe(`${'x '.repeat(at / 2)} [REDACTED:github_token] ${'y '.repeat(40_000)}`.length);
    }
  });

  it('follows a key block over several windows, and one that never ends', () => {
    const block = `-----BEGIN PRIVATE KEY-----\n${`${word(64)}\n`.repeat(2500)}`;
    expect(standard.redact(`a ${block}-----END PRIVATE KEY-----\nb`).text).toBe('a [REDACTED:private_key]\nb');
    expect(standard.redact(`a ${block}`).text).toBe('a [REDACTED:private_key]');
  });

  it('fails closed when a rule throws', () => {
    const check = (): boolean => {
      throw new Error('broken');
    };
    const broken = createRedactor([{ id: 'x', pattern: 'a', check }]);
    expect(broken.redact('abc').text).toBe('[REDACTED:unscanned]');
    const stream = broken.stream();
    expect(stream.push('abc') + stream.end()).toBe('[REDACTED:unscanned]');
  });

  it('finds the same in short texts, which the engine of the language searches, as in others', () => {
    const own = rulesFor(['secrets', 'pii']);
    const copies = own.map(rule => ({ ...rule }));
    const [fast, linear] = [createRedactor(own), createRedactor(copies)];
    const part = oneof(
      constantFrom(...secrets.map(([, secret]) => secret), ...innocent),
      constantFrom(...secrets.map(([, secret]) => secret.slice(0, -3))),
      constantFrom(
        '=',
        ': ',
        '"',
        "'",
        ' ',
        '\n',
        '\t',
        '-',
        '.',
        '@',
        '_',
        'a',
        '4111 1111 1111 1111',
        'GB82WEST12345698765432',
      ),
      constantFrom('\u000b', '\f', '\r', '\u0000', 'é', '\u212a', '\u0130', '\u017f'),
      string({ maxLength: 6 }),
    );
    assert(
      property(array(part, { maxLength: 5 }), parts => {
        const text = parts.join('').slice(0, 256);
        expect(fast.redact(text)).toEqual(linear.redact(text));
      }),
    );
    // What the two engines would read otherwise: the sign of Kelvin in a word, a vertical tab as a space.
    for (const text of [`to\u212aen=${word(32)}`, `password\u000b= ${word(12)}`, `see ${word(12)}\u000b`])
      expect(fast.redact(text)).toEqual(linear.redact(text));
  });

  it('spends little on short texts that make an engine go back again and again', () => {
    const all = createRedactor(rulesFor(['secrets', 'pii']));
    const words = [
      'token',
      'password=',
      'secret_',
      'machine ',
      'cookie: ',
      'a://b:',
      'eyJaaaaaaaaaaaaaaaaa.',
      '1:',
      'aws key ',
      'GB82 1234 ',
    ];
    const within = boundedCost();
    for (const word of words)
      for (const filler of ['', 'a', '-', '"', ' ', '.', '0']) all.redact(`${word}${filler}`.repeat(256).slice(0, 256));
    within(2000);
  });

  it('takes a keyword of one character, of two, and one beyond ASCII', () => {
    for (const keyword of ['§', 'q', 'zz', 'éa', 'ключ', '😀']) {
      const redactor = createRedactor([{ id: 'x', keywords: [keyword], pattern: '([0-9]{4})' }]);
      for (const text of [keyword, keyword.toUpperCase(), `ab${keyword}`])
        expect(redactor.redact(`${text} 1234`).text).toBe(`${text} [REDACTED:x]`);
      expect(redactor.redact('nothing 1234').text).toBe('nothing 1234');
    }
  });

  it('is bounded for hostile text', () => {
    const all = createRedactor(rulesFor(['secrets', 'pii']));
    for (const text of [
      'password='.repeat(20_000),
      '-----BEGIN PRIVATE KEY-----'.repeat(5000),
      'a'.repeat(300_000),
      '://a:'.repeat(40_000),
      '1 '.repeat(100_000),
      ':'.repeat(200_000),
      'token'.repeat(40_000),
    ]) {
      const within = boundedCost();
      all.redact(text);
      within(2000);
    }
  });
});

describe('createRedactor.stream', () => {
  it('shows what the whole text would show, however it is cut', () => {
    const piece = constantFrom(
      ...secrets.slice(0, 8).map(([, secret]) => secret),
      'plain text ',
      '\n',
      'x'.repeat(3000),
      'password="',
      `${word(20)}"`,
      ' '.repeat(5000),
      'z'.repeat(40_000),
    );
    assert(
      property(
        array(piece, { maxLength: 12 }),
        array(integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 20 }),
        (parts, cuts) => {
          const text = parts.join(' ');
          const stream = standard.stream();
          let shown = '';
          for (let at = 0, turn = 0; at < text.length; turn += 1) {
            const size = cuts[turn % cuts.length] ?? 1000;
            shown += stream.push(text.slice(at, at + size));
            at += size;
          }
          shown += stream.end();
          for (const [, secret] of secrets.slice(0, 8)) expect(shown.includes(secret)).toBe(false);
          expect(shown).toBe(standard.redact(text).text);
        },
      ),
      { numRuns: cases(40) },
    );
  });

  it('remembers the words before a secret that it has shown already', () => {
    const head = `${'x '.repeat(40_000)}password="`;
    const text = `${head}${word(14)}" ${'y '.repeat(5000)}`;
    const stream = standard.stream();
    const shown = stream.push(text.slice(0, head.length + 4096)) + stream.push(text.slice(head.length + 4096)) + stream.end();

    expect(shown.includes(word(14))).toBe(false);
    expect(shown).toBe(standard.redact(text).text);
  });

  it('withholds the rest when a key block never ends', () => {
    const stream = standard.stream();
    let shown = stream.push('before ');
    shown += stream.push('-----BEGIN PRIVATE KEY-----\n');
    for (let at = 0; at < 40; at += 1) shown += stream.push(word(40_000));
    shown += stream.end();
    expect(shown).toBe('before [REDACTED:unscanned]');
  });
});

describe('redactOutput', () => {
  it('looks into lists and records, and at names beside values', () => {
    const output = {
      user: 'jo',
      password: 'hunter2hunter',
      list: [`npm_${word(36)}`, 3, null],
      nested: { card: 4111111111111111 },
    };
    expect(redactOutput(output, ['secrets', 'card'])).toEqual({
      output: {
        user: 'jo',
        password: '[REDACTED:password_assignment]',
        list: ['[REDACTED:npm_token]', 3, null],
        nested: { card: '[REDACTED:card]' },
      },
      rules: ['password_assignment', 'npm_token', 'card'],
    });
  });

  it('fails closed for what it cannot look through', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(JSON.stringify(redactOutput(cycle, ['secrets']).output)).toContain('[REDACTED:unscanned]');
    expect(redactOutput(Buffer.from('x'), ['secrets']).output).toBe('[REDACTED:unscanned]');
    expect(redactOutput(new Map([['a', 'b']]), ['secrets']).output).toBe('[REDACTED:unscanned]');
    const throws = {
      get secret(): string {
        throw new Error('no');
      },
    };
    expect(redactOutput(throws, ['secrets']).output).toBe('[REDACTED:unscanned]');
  });

  it('does not let an unknown rule pass', () => {
    expect(() => redactOutput('x', ['sekrets'])).toThrow('expected the name of a redaction rule');
  });

  it('never throws for any text', () => {
    const look = property(string({ unit: 'binary' }), text => {
      expect(typeof standard.redact(text).text).toBe('string');
    });
    assert(look, { numRuns: cases(200) });
  });

  it('names every rule', () => {
    expect(redactionNames.length).toBeGreaterThan(55);
    expect(new Set(redactionNames).size).toBe(redactionNames.length);
    for (const rule of rulesFor(['secrets', 'pii'])) {
      const text = (rule.keywords ?? ['x']).join(' ');
      expect(createRedactor([rule]).redact(text).text, rule.id).not.toContain('unscanned');
    }
  });
});
