import { readFileSync, readdirSync } from 'node:fs';

import { policySchema } from '@licet/core/yaml';
import { shortForms } from '@licet/guards';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { allNodes } from './policyDefinitions.ts';

const ROOT = new URL('../../', import.meta.url);
const committed = JSON.parse(readFileSync(new URL('schema/governance.schema.json', ROOT), 'utf8')) as object;
const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(committed);

// What only the loader can see.
const BEYOND = [
  'a-risk-threshold-names-no-risk',
  'a-history-',
  'a-rate-has-no-window',
  'a-required-fact-is-misspelled',
  'facts-rest-on-one-another',
  'a-step-',
  'a-window-',
  'a-condition-',
  'a-graph-in-',
  'a-graph-on-a-server-',
  'a-graph-that-is-not-declared',
  'a-graph-where-none-is-declared',
  'a-path-pattern-',
  'a-quorum-asks-',
  'a-quorum-names-',
  'a-pattern-example-',
  'a-regular-expression-',
  'a-match-is-empty',
  'no-mark-is-like-',
  'a-short-form-holds-',
  'a-short-form-is-empty',
  'a-threshold-asks-',
  'an-alias-',
  'callbacks-in-a-module-',
  'an-approval-expires-',
  'an-id-is-there-twice',
  'an-included-policy-',
  'escalate-',
  'there-is-no-policy',
  // Below the YAML that a schema sees.
  'a-custom-tag',
  'a-key-',
  'a-list-is-not-closed',
  'a-capability-with-a-keyword-that-is-not-checked',
  'a-number-that-is-none',
  'a-quote-',
  'a-tag-',
  'a-yaml-1-1-directive',
  'a-state-in-a-file-with-',
  'the-indentation-',
  'two-documents-',
];

describe('schema/governance.schema.json', () => {
  it('is what the definitions say: run test/repo/writeSchema.ts when it is not', () => {
    expect(committed).toEqual(policySchema(allNodes, shortForms));
  });

  it('accepts the policies of the golden decisions', () => {
    const file = new URL('test/golden/decisions/combinators.yaml', ROOT);
    const own = JSON.stringify((parse(readFileSync(file, 'utf8')) as { policy: object }[]).map(({ policy }) => policy));
    // `says` is a leaf of those tests alone.
    const policies = JSON.parse(own.replaceAll(/"says":(?:"\w+"|\{[^}]*\})/g, '"human_approval":{}')) as object[];

    for (const policy of policies) {
      expect(validate({ version: 1, policy }), JSON.stringify([policy, validate.errors])).toBe(true);
    }
    expect(policies.length).toBeGreaterThan(30);
  });

  it('refuses every bad policy whose fault is one of shape', () => {
    const folder = new URL('test/golden/policies/bad/', ROOT);
    const names = readdirSync(folder).filter(name => !BEYOND.some(prefix => name.startsWith(prefix)));

    const accepted = names.filter(name => validate(parse(readFileSync(new URL(name, folder), 'utf8'), { logLevel: 'silent' })));

    expect(accepted).toEqual([]);
    expect(names.length).toBeGreaterThan(60);
  });
});
