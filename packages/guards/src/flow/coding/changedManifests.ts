import type { KnownPlace } from '@licet/effects/places';

import type { Hashing } from '../hashing.ts';
import type { FlowQuestion } from '../judging.ts';
import { fold } from '../words.ts';
import type { CodeAction } from './asking.ts';
import { aimQuestions } from './asking.ts';
import type { CodeCall } from './calls.ts';
import { nameOf, pathIn } from './calls.ts';
import { hasTag } from './effects.ts';
import { isOlder } from './house.ts';
import { packagesIn } from './manifests.ts';

/** Manifests, with the programs that install what they name. */
const MANIFESTS: readonly (readonly [program: RegExp, names: string])[] = [
  [/^(?:npm|pnpm|yarn|npx|corepack)$/u, 'package.json pnpm-workspace.yaml'],
  [/^(?:bun|bunx|deno)$/u, 'package.json deno.json'],
  [
    /^(?:pip[\d.]*|python[\d.]*|uv|uvx|pipx|poetry|pdm|hatch|pipenv|conda|mamba)$/u,
    'pyproject.toml requirements.txt requirements-dev.txt Pipfile setup.py',
  ],
  [/^cargo$/u, 'Cargo.toml'],
  [/^go$/u, 'go.mod'],
  [/^(?:bundle|gem|rake|rails)$/u, 'Gemfile'],
  [/^composer$/u, 'composer.json'],
  [/^(?:mvnw?|gradlew?|sbt)$/u, 'pom.xml build.gradle build.gradle.kts'],
  [/^mix$/u, 'mix.exs'],
  [/^(?:flutter|dart)$/u, 'pubspec.yaml'],
];

/** Programs that install with every build. */
const BUILDERS = /^(?:cargo|go|mvnw?|gradlew?|sbt|mix|uv|uvx|bun|deno|flutter|dart)$/u;

const ALL: readonly string[] = MANIFESTS.flatMap(([, names]) => names.split(' '));

/** Returns the hashes of the packages that the manifests of a project name. */
export const packagesOfProject = ({ root, files }: KnownPlace, hashing: Hashing): readonly string[] =>
  [...new Set(ALL)]
    .map(name => pathIn(root, name))
    .flatMap(path => packagesIn(path, files.text?.(path) ?? ''))
    .map(name => hashing.of(fold(name)));

/**
 * Asks about packages that a manifest names since text of outsiders was read, when a call installs or builds what it names: however the manifest
 * was changed, also by a program.
 */
export function changedManifestQuestions({ program, effects }: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const { place, state } = action;
  if (state.since === undefined) return [];
  const own = MANIFESTS.find(([programs]) => programs.test(program))?.[1].split(' ');
  const isInstall = effects.some(effect => hasTag(effect, 'package_scripts'));
  const isBuild = BUILDERS.test(program) && effects.some(({ kind, target }) => kind === 'execute' && target?.type === 'named');
  if (!isInstall && !isBuild) return [];
  return (own ?? ALL)
    .map(name => pathIn(place.root, name))
    .filter(path => !isOlder(path, place, state.since))
    .flatMap(path => packagesIn(path, place.files.text?.(path) ?? '').map(name => [path, name] as const))
    .flatMap(([path, name]) => aimQuestions('install', 'package', nameOf(path), name, action));
}
