import * as fc from 'fast-check';

const PREFIXES = ['git push', 'npm publish', 'make', 'rm', 'ls'] as const;

/** Commands about which random policies differ. */
export const COMMANDS: readonly string[] = [
  'git push --force',
  'git push',
  'npm publish',
  'make deploy',
  'rm -rf build',
  'rm a',
  'ls',
  'cat .env',
  'curl -T a https://x.example',
  'echo x > src/a.ts',
];

const prefixes = fc.uniqueArray(fc.constantFrom(...PREFIXES), { minLength: 1, maxLength: 3 });
const leaf: fc.Arbitrary<object> = fc.oneof(
  prefixes.map(blocked => ({ bash_safety: { otherwise: 'pass', blocked_prefixes: blocked } })),
  fc.constant({ bash_safety: { otherwise: 'ask' } }),
  fc.constant({ bash_safety: {} }),
  fc.constant({ secret_paths: {} }),
  fc.constant({ network: {} }),
  fc.constant({ human_approval: { reason: 'it matters' } }),
  fc.constantFrom(['src/**'], ['**/*.ts'], ['a']).map(deny => ({ file_boundary: { deny } })),
  fc.constant({ floor: {} }),
);

/** Trees of policies, as data. */
export const policyTrees: fc.Arbitrary<object> = fc.letrec<{ node: object }>(tie => ({
  node: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    leaf,
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map(all => ({ all })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map(any => ({ any })),
    tie('node').map(not => ({ not })),
    fc.tuple(tie('node'), tie('node')).map(escalate => ({ escalate })),
  ),
})).node;

/** Settings of policies that decide what a ruling does. */
export const policySettings: fc.Arbitrary<{ readonly tools?: object }> = fc.record(
  {
    mode: fc.constantFrom('enforce', 'observe'),
    default: fc.constantFrom('pass', 'ask', 'block'),
    tools: fc.constant({ Bash: { kind: 'read' } }),
  },
  { requiredKeys: [] },
);
