import { pathOfAddress } from './sqlFiles.ts';
import type { Family, OptionTable, CommandDescriptor, Use } from './descriptor.ts';
import { does, loading, projectCode, sets, sharing } from './shapes.ts';

const changed: Use = { as: 'update', recursive: true };
const looked: Use = { as: 'read', recursive: true };

const settings: OptionTable = {
  '-c --config --config-path --rcfile --settings-file --settings-path --ignore-path --stylelint-config --rule --rules --parser --parser-options --ext --format --output-format --formatter --max-warnings --severity --shell -s --style --line-length -l --target-version --select --extend-select --include --exclude --extend-exclude --disable --enable --python-version --level -i -j --print-width --tab-width --tsconfig -p --project --stdin-filepath --stdin-filename --cache-location --filter-files --threads':
    'text',
  '--rulesdir --resolve-plugins-relative-to --plugin': 'text',
  '-o --output-file --output --report': 'write',
  '--fix --write -w --apply --in-place --autocorrect -A -a --fix-all': { operands: { rest: changed } },
};

/** Looks at sources; changes them only when told so. */
const linter = (): CommandDescriptor => ({
  options: settings,
  operands: { rest: looked },
  effects: [projectCode],
  optionValue: [
    ...loading({ of: '--rulesdir', fits: '^[?]$|[/.]' }),
    ...loading({ of: '-c', fits: '^(?:/|~/|[.][.]/).*[.][cm]?[jt]s$' }),
  ],
});

const checking = { operands: { rest: looked } };

/** Changes sources unless told to look only. */
const formatter = (): CommandDescriptor => ({
  options: {
    '-c --config --config-path --settings-path --settings-file --style --line-length --target-version --include --exclude --extend-exclude --profile --edition -j -S -q -v':
      'text',
    '--check --diff --dry-run -n --check-only --list-different -l -d': checking,
  },
  operands: { rest: changed },
});

/** Files that the entities and inclusions of a document name. Source: XML 1.0 §4.2.2, XInclude 1.1. */
const entitiesIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:\bSYSTEM\s+|\bhref\s*=\s*)["']([^"']{1,1000})["']/g)]
    .map(([, path = '']) => pathOfAddress(path))
    .filter(path => !/^[a-z][\w+.-]+:/i.test(path));

/** Programs that check and format sources. */
export const formatters: Family = {
  ...sharing(
    'eslint eslint_d prettier prettierd biome oxlint rome standard xo tslint jshint stylelint dprint markdownlint markdownlint-cli2 remark alex vale htmlhint html-validate commitlint lint-staged ' +
      'flake8 pylint mypy pyright basedpyright pyre pytype bandit vulture pydocstyle pycodestyle radon interrogate djlint safety pip-audit semgrep rubocop standardrb reek brakeman erb_lint phpcs phpstan psalm ' +
      'phpmd shellcheck shfmt hadolint yamllint actionlint trivy grype syft gitleaks trufflehog sqlfluff cspell codespell typos misspell clang-tidy cppcheck cpplint checkstyle spotbugs pmd ktlint detekt swiftlint luacheck credo taplo jsonlint tidy vint write-good proselint textlint ajv spectral redocly swagger-cli',
    linter,
  ),
  ...sharing(
    'black oxfmt isort autopep8 yapf docformatter pyupgrade autoflake rustfmt php-cs-fixer pint ktfmt google-java-format scalafmt ormolu fourmolu stylua nixfmt alejandra swiftformat elm-format ocamlformat dartfmt cmake-format gersemi nph',
    formatter,
  ),
  ...sharing('gofmt gofumpt goimports golines clang-format uncrustify astyle indent', () => ({
    prints: [{ when: { any: ['-l'] }, prints: 'below' }],
    options: { '-w -i': { operands: { rest: changed } }, '-r -local -style --style -assume-filename': 'text' },
    style: 'long',
    operands: { rest: looked },
  })),
  xmllint: () => ({
    ...linter(),
    options: {
      '-o --output': 'write',
      '--schema --relaxng --dtdvalid --schematron --catalogs': 'read',
      '--xpath --path --encode --pretty --maxmem': 'text',
    },
    operands: { rest: 'read' },
    effects: [],
    inspect: ({ input = '' }) => entitiesIn(input).map(value => ({ use: 'read', value })),
  }),
  ruff: () => ({
    options: {
      '--config --select --ignore --extend-select --line-length --target-version --exclude --output-format --cache-dir': 'text',
      '-o --output-file': 'write',
    },
    subcommands: {
      check: () => ({
        options: { '--fix --unsafe-fixes --add-noqa': { operands: { rest: changed } }, '-w --watch': 'flag' },
        operands: { rest: looked },
      }),
      format: () => ({ options: { '--check --diff': checking }, operands: { rest: changed, defaults: ['.'] } }),
    },
  }),
  ...sharing('pre-commit prek husky lefthook overcommit simple-git-hooks', () => ({
    options: { '-c --config --hook-stage --files --from-ref --to-ref -t --hook-type': 'text' },
    effects: [projectCode],
    subcommands: {
      uninstall: does(sets('git_hook:checks', 'skips_checks')),
      'try-repo': () => ({ operands: { first: [{ as: 'url', tags: ['untrusted_code'] }] } }),
      'run install install-hooks autoupdate update clean gc validate-config sample-config migrate-config add set init dump':
        () => ({}),
    },
  })),
  ...sharing('dos2unix unix2dos mac2unix', () => ({
    prints: 'layout',
    options: {
      '-n --newfile': { operands: { first: ['read', 'write'] } },
      '-i --info': { value: 'text', attachedOnly: true, ...checking },
    },
    operands: { rest: 'update' },
  })),
};
