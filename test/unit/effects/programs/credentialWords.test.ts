import { describe, expect, it, test } from 'vitest';

import {
  isRevealing,
  namedVariables,
  saysCredentials,
  shownByWords,
} from '../../../../packages/effects/src/programs/credentialWords.ts';

test.each([
  ['--show-secrets', true],
  ['--reveal', true],
  ['--with-decryption', true],
  ['--show-secrets=true', true],
  ['--show-secrets=false', false],
  ['--verbose', false],
  ['show-secrets', false],
])('%s shows what is hidden otherwise: %s', (option, yes) => {
  expect(isRevealing(option)).toBe(yes);
});

describe('the words of a program that is not described say that it prints credentials', () => {
  test.each([
    ['secrets get db', true],
    ['show-credential', true],
    ['auth token', true],
    ['auth:print-access-token', true],
    ['token create', true],
    ['kv get app/db/password', true],
    ['users list --show-secrets', true],
    ['secrets', false],
    ['get users', false],
    ['kv get app/db/url', false],
    ['lint a b c d secrets get', false],
    ['', false],
  ])('%s: %s', (words, yes) => {
    expect(saysCredentials(words.split(' '))).toBe(yes);
  });
});

describe('what a whole call shows', () => {
  test.each([
    ['docker', 'context export x', 'credentials'],
    ['docker', 'compose -f a.yml config', 'environment'],
    ['docker', 'compose config --services', undefined],
    ['wp', 'config get DB_PASSWORD', 'credentials'],
    ['wp', 'config get WP_DEBUG', undefined],
    ['terraform', 'output db_password', 'credentials'],
    ['terraform', 'output vpc_id', undefined],
    ['cf', 'oauth-token', 'credentials'],
    ['make', '-p', 'environment'],
    ['npm', 'run env', 'environment'],
    ['npm', 'run env-check', undefined],
    ['stranger', 'run env', undefined],
  ])('%s %s: %s', (program, words, shown) => {
    expect(shownByWords(program, words)).toBe(shown);
  });
});

it('finds the secret variables that a query names, in programs of queries only', () => {
  expect(namedVariables('jq', '-n env.API_TOKEN, $ENV.HOME')).toEqual(['API_TOKEN']);
  expect(namedVariables('yq', '.a = strenv(DB_PASSWORD)')).toEqual(['DB_PASSWORD']);
  expect(namedVariables('echo', 'env.API_TOKEN')).toEqual([]);
});
