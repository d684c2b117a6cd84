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

const MANIFESTS =
  'package.json deno.json pnpm-workspace.yaml pyproject.toml requirements.txt requirements-dev.txt Pipfile setup.py Cargo.toml go.mod Gemfile composer.json pom.xml build.gradle build.gradle.kts mix.exs pubspec.yaml'.split(
    ' ',
  );

/** Programs that fetch what a manifest names when they build or run. */
const BUILDERS =
  /^(?:cargo|go|gradle|gradlew|mvn|mvnw|dotnet|swift|mix|sbt|uv|poetry|deno|bun|flutter|dart|bundle|composer|pod)$/u;

/** Returns the hashes of the packages that the manifests of a project name. */
export const packagesOfProject = ({ root, files }: KnownPlace, hashing: Hashing): readonly string[] =>
  MANIFESTS.flatMap(name => packagesIn(`/${name}`, files.text?.(pathIn(root, name)) ?? '')).map(name => hashing.of(fold(name)));

/**
 * Asks about packages that a manifest names since text of outsiders was read, when a call installs what it names: however the manifest was changed,
 * also by a program.
 */
export function changedManifestQuestions({ program, effects }: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const { place, state } = action;
  const installs =
    effects.some(effect => hasTag(effect, 'package_scripts')) ||
    (BUILDERS.test(program) && effects.some(({ kind, target }) => kind === 'execute' && target?.type === 'named'));
  if (!installs || state.since === undefined) return [];
  return MANIFESTS.map(name => pathIn(place.root, name))
    .filter(path => !isOlder(path, place, state.since))
    .flatMap(path => packagesIn(path, place.files.text?.(path) ?? '').map(name => [path, name] as const))
    .flatMap(([path, name]) => aimQuestions('install', 'package', nameOf(path), name, action));
}
