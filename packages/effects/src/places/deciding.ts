import type { FileTarget } from '@licet/core';
import { compileGlob, expandBraces } from './glob.ts';
import { baseName, isWithin } from './lexical.ts';

/**
 * Names of files that decide what a check does: manifests with their scripts, the configuration of runners, linters and builders,
 * what they load before anything else. `*` means any text, at most once in a name. Sources: the manuals of the programs.
 *
 * @example
 * ```ts
 * import { decidingFiles } from '@licet/effects/places';
 *
 * decidingFiles.includes('pytest.ini'); // => true
 * ```
 */
export const decidingFiles: readonly string[] = Object.freeze(
  // JavaScript
  (
    'package.json .npmrc .pnpmfile.cjs .yarnrc* .pnp.* bunfig.toml deno.json* pnpm-workspace.yaml nx.json project.json turbo.json lerna.json ' +
    'vite.config.* vitest.config.* vitest.workspace.* vitest.setup.* jest.config.* jest.setup.* .mocharc* ava.config.* karma.conf.* playwright.config.* ' +
    'cypress.config.* cypress.json .nycrc* .c8rc* babel.config.* .babelrc* .swcrc tsconfig*.json .eslintrc* eslint.config.* .oxlintrc* biome.json* .stylelintrc* .prettierrc* ' +
    // Python
    'conftest.py pytest.ini .pytest.ini pytest.toml .pytest.toml pyproject.toml setup.cfg setup.py tox.ini tox.toml noxfile.py .coveragerc sitecustomize.py ' +
    'usercustomize.py *.pth ruff.toml .ruff.toml .flake8 .pylintrc mypy.ini .mypy.ini pyrightconfig.json ' +
    // builders of any language
    'Makefile makefile GNUmakefile *.mk justfile Justfile .justfile Taskfile* taskfile* Rakefile CMakeLists.txt CTestTestfile.cmake .pre-commit-config.yaml ' +
    // Rust, Go, the JVM, .NET
    'Cargo.toml nextest.toml rust-toolchain* build.rs rustfmt.toml clippy.toml go.mod go.work .golangci.* pom.xml build.gradle* settings.gradle* gradle.properties ' +
    'gradlew* mvnw* build.sbt *.csproj *.fsproj Directory.Build.* *.runsettings ' +
    // Ruby, PHP, Elixir, Swift, Dart
    'Gemfile .rspec spec_helper.rb rails_helper.rb .rubocop.yml phpunit.xml* composer.json mix.exs test_helper.exs Package.swift pubspec.yaml dart_test.yaml'
  ).split(' '),
);

/** What each name begins and ends with. Made when it is first asked: most calls change no file, and one pattern of all takes a millisecond. */
let named: readonly (readonly string[])[] | undefined;

function isNamed(path: string): boolean {
  const name = baseName(path);
  named ??= decidingFiles.map(pattern => pattern.split('*'));
  return named.some(([begin = '', end]) =>
    end === undefined ? name === begin : name.length >= begin.length + end.length && name.startsWith(begin) && name.endsWith(end),
  );
}

/** What lies in a folder of packages, or in the settings of cargo, and not such a folder as a whole, which is made again. */
const PACKAGES = /\/(?:node_modules|\.venv|venv|site-packages|\.cargo)\/./;

/**
 * Whether a file decides what the checks of a project do: by its name, or since it lies among the packages that they run with.
 * Files outside of the project count where they are settings in a home folder.
 */
export const decidesChecks = (path: string, root: string): boolean =>
  isWithin(path, root) ? isNamed(path) || PACKAGES.test(path.slice(root.length)) : /\/\.[^/]+$/.test(path) && isNamed(path);

/** Whether files whose names are not seen may be among those that decide what checks in a folder do. */
export function mayDecideChecks({ lexical, glob, recursive = false }: FileTarget, folder: string): boolean {
  if (!isWithin(folder, lexical)) return false;
  if (glob === undefined) return true;
  const patterns = expandBraces(glob).map(pattern => compileGlob(pattern, recursive));
  return decidingFiles.some(name => patterns.some(matches => matches(`${folder}/${name.replaceAll('*', 'x')}`)));
}
