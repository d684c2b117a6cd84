import type { Call, FixedEffect } from './descriptor.ts';
import { repacks } from './shapes.ts';

/** What a package manager keeps in a project. A name that ends in `/` is a folder. */
interface Kept {
  /** The packages themselves, and the file that says which versions they are. */
  readonly packages: string;
  /** What names the packages; changed by calls that name some. */
  readonly manifest: string;
}

const kept = (packages: string, manifest: string): Kept => ({ packages, manifest });
const ENVIRONMENT = '.venv/ venv/';

/** Sources: the manuals of the package managers. Environments of Python stand under their usual names. */
const KEPT: Readonly<Record<string, Kept>> = Object.fromEntries(
  Object.entries({
    'npm cnpm': kept('node_modules/ package-lock.json npm-shrinkwrap.json', 'package.json'),
    pnpm: kept('node_modules/ pnpm-lock.yaml', 'package.json'),
    'yarn yarnpkg': kept('node_modules/ yarn.lock .yarn/cache/ .pnp.cjs .pnp.loader.mjs', 'package.json'),
    bun: kept('node_modules/ bun.lock bun.lockb', 'package.json'),
    'pip conda mamba micromamba': kept(ENVIRONMENT, ''),
    uv: kept(`${ENVIRONMENT} uv.lock`, 'pyproject.toml'),
    poetry: kept(`${ENVIRONMENT} poetry.lock`, 'pyproject.toml'),
    pdm: kept(`${ENVIRONMENT} pdm.lock __pypackages__/`, 'pyproject.toml'),
    pipenv: kept(`${ENVIRONMENT} Pipfile.lock`, 'Pipfile'),
    'hatch rye': kept(`${ENVIRONMENT} requirements.lock requirements-dev.lock`, 'pyproject.toml'),
    cargo: kept('Cargo.lock vendor/', 'Cargo.toml'),
    go: kept('go.mod go.sum vendor/', ''),
    'bundle bundler': kept('Gemfile.lock vendor/bundle/', 'Gemfile'),
    gem: kept('vendor/bundle/', ''),
    composer: kept('vendor/ composer.lock', 'composer.json'),
    dotnet: kept('obj/ packages.lock.json', ''),
    mix: kept('deps/ mix.lock', ''),
    swift: kept('.build/ Package.resolved', ''),
    'dart pub flutter': kept('.dart_tool/ pubspec.lock', 'pubspec.yaml'),
    pod: kept('Pods/ Podfile.lock', ''),
  }).flatMap(([names, each]) => names.split(' ').map(name => [name, each])),
);

/** What of these leaves the packages of the project as they are: it fetches, makes another project, or installs for the user. */
const ELSEWHERE =
  /^(?:\w+ (?:download|wheel|fetch|create|init|innit|global|self|tool|exec|x|dlx|run|env|workload)\b|cargo (?:install|binstall)\b|go (?:install|mod download)\b|uv pip (?:download|wheel)\b)/;

/** Tells of each effect of a call which files of the project the package manager changes with it; undefined for most. */
export function changedFiles(
  { target, tags = [] }: FixedEffect,
  { path, operands, has }: Pick<Call, 'path' | 'operands' | 'has'>,
): readonly string[] | undefined {
  const files = Object.hasOwn(KEPT, path[0] ?? '') ? KEPT[path[0] ?? ''] : undefined;
  const isOfPackages = tags.includes('package_scripts') || target === 'package:project' || target === 'package:environment';
  if (files === undefined || !isOfPackages || ELSEWHERE.test(path.join(' ')) || has('-g')) return undefined;
  const named = operands.length > 0 && path[1] !== 'ci' ? files.manifest : '';
  return `${files.packages} ${named}`.trim().split(' ');
}

/** Tasks that bring the packages of a project up to date, of programs whose words are tasks. */
const FETCHING =
  /^(?:mix deps\.(?:get|update|unlock|clean)|swift package (?:update|resolve|reset)|(?:dart |flutter )?pub (?:get|upgrade|downgrade|add|remove)|pod (?:install|update))\b/;

/** What such a task does. */
export const repackedByTask = ({ path, operands }: Call): readonly FixedEffect[] =>
  FETCHING.test([path[0], ...operands.slice(0, 2).map(({ text }) => text)].join(' ')) ? [repacks] : [];
