import type { Family } from '../descriptor.ts';
import { downloads, readers, sharing } from './shapes.ts';

const fixing = {
  '--fix --write -w --in-place -i --autofix': { operands: { rest: 'update' } },
  '-c --config -f --format -o --output --severity --exclude -s': 'text',
} as const;

/** Programs that check files, measure code and load. */
export const checkers: Family = {
  ...sharing(
    'shellcheck hadolint yamllint vale proselint actionlint dotenv-linter sqlfluff cfn-lint spectral stylelint htmlhint jsonlint write-good alex cspell textlint',
    () => ({ summary: 'checks files', options: fixing, operands: { rest: 'read' } }),
  ),
  ...sharing(
    'shfmt markdownlint markdownlint-cli2 codespell typos buf clang-format gersemi taplo dprint biome oxlint oxfmt standard xo',
    () => ({ summary: 'checks and mends files', options: fixing, operands: { rest: 'read' } }),
  ),
  ...sharing('semgrep trivy grype syft snyk gitleaks trufflehog detect-secrets osv-scanner kics codeql sonar-scanner', () => ({
    summary: 'scans for faults and leaks',
    effects: [downloads],
    operands: { rest: 'text' },
  })),
  ...readers('ctags doxygen typedoc jsdoc sphinx-build mkdocs msgfmt xgettext', 'measures or documents code', {
    '-o --output --out -f --format': 'text',
  }),
  envsubst: () => ({ summary: 'puts variables into text' }),
  ...sharing('hyperfine', () => ({
    summary: 'measures commands',
    options: {
      '-n --command-name -w --warmup -r --runs -P --parameter-scan -L': 'text',
      '--export-json --export-markdown --export-csv': 'write',
      '-p --prepare -s --setup -c --cleanup': { as: 'shell' },
    },
    operands: { rest: 'shell' },
  })),
  ...sharing('wrk ab siege k6 locust jmeter vegeta autocannon hey bombardier slowhttptest', () => ({
    summary: 'puts load on a server',
    options: { '-t -c -d -n -s -H -m -p -T -r': 'text' },
    effects: [{ kind: 'network', target: 'network:both' }],
  })),
  ...sharing('protoc flatc thrift sqlc openapi-generator swagger swagger-codegen graphql-codegen codegen', () => ({
    summary: 'makes code from a description',
    options: { '-I --proto_path -g -i -l --lang': 'text', '--plugin': 'execute' },
    operands: { rest: 'read' },
  })),
  ...sharing('pv progress', () => ({
    summary: 'shows how far a stream is',
    options: { '-s -L -N -i -w': 'text' },
    operands: { rest: 'read' },
  })),
};
