import { createRedactor, parseGitleaks } from '@licet/guards/redaction';
import { describe, expect, it, test } from 'vitest';

const file = `
title = "own rules"
[allowlist]
regexes = ['''^EXAMPLE''']
[[rules]]
id = "acme-token"
description = "Acme"
regex = '''\\b(acme_[a-z0-9]{8})\\b'''
keywords = ["acme_"]
[[rules]]
id = "quoted-key"
regex = '''key\\s*=\\s*"([^"]+)"'''
secretGroup = 1
entropy = 3
[rules.allowlist]
stopwords = ["demo"]
[[rules]]
id = "files-only"
path = '''\\.pem$'''
`;

describe('parseGitleaks', () => {
  it('reads rules that a redactor can use', async () => {
    const rules = await parseGitleaks(file);
    const redactor = createRedactor(rules);

    expect(rules.map(rule => rule.id)).toEqual(['acme-token', 'quoted-key']);
    expect(redactor.redact('x acme_12345678 y').text).toBe('x [REDACTED:acme-token] y');
    expect(redactor.redact('key = "a8Fk3Lq9Zt"').text).toBe('key = "[REDACTED:quoted-key]"');
    expect(redactor.redact('key = "aaaaaaaaaa"').findings).toEqual([]);
    expect(redactor.redact('key = "a8Fk3LDEMOq9Zt"').findings).toEqual([]);
    expect(redactor.redact('key = "EXAMPLEa8Fk3Lq9Zt"').findings).toEqual([]);
  });

  it('holds an allow-list for some rules back from the others', async () => {
    const rules = await parseGitleaks(`
[[allowlists]]
targetRules = ["one"]
regexes = ['''demo''']
[[rules]]
id = "one"
regex = '''one_([a-z]+)'''
[[rules]]
id = "two"
regex = '''two_([a-z]+)'''
`);

    expect(createRedactor(rules).redact('one_demo two_demo').text).toBe('one_demo two_[REDACTED:two]');
  });

  test.each([
    ['rules of another file', "[extend]\nuseDefault = true\n[[rules]]\nid = 'x'\nregex = 'x'", 'expected no `extend`'],
    ['no TOML', 'a = ', 'expected TOML'],
    ['no rules', 'title = "x"', 'expected `[[rules]]`'],
    ['a rule without a name', '[[rules]]\nregex = "x"', 'expected an `id`'],
    ['a rule without a pattern', '[[rules]]\nid = "x"', 'expected a `regex`'],
    ['a pattern that is not RE2', "[[rules]]\nid = 'x'\nregex = '(?=x)'", 'is not RE2'],
    ['an allow-list that is not RE2', "[[rules]]\nid = 'x'\nregex = 'x'\n[rules.allowlist]\nregexes = ['(?<!x)']", 'is not RE2'],
  ])('refuses %s', async (_what, source, message) => {
    await expect(parseGitleaks(source)).rejects.toThrow(message);
  });
});
