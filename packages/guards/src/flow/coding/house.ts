import { INSTRUCTION_NAMES } from '@licet/effects/places';
import type { KnownPlace } from '@licet/effects/places';

import { fold, isIn } from '../words.ts';
import { pathIn } from './calls.ts';
import { addressesIn, tenantOf } from './tenants.ts';

/** What the project's own files name: hosts, packages, remotes. */
export interface House {
  /** Whether a file has a name, as a whole. */
  names(folded: string): boolean;
  /** Whether a file has an address of the same reader. */
  reaches(tenant: string): boolean;
}

/** Files of a project that say what belongs to it. */
const FILES =
  '.git/config package.json pnpm-workspace.yaml pyproject.toml requirements.txt requirements-dev.txt setup.py setup.cfg go.mod Cargo.toml Gemfile composer.json pom.xml build.gradle Dockerfile docker-compose.yml compose.yaml Makefile .npmrc README.md CONTRIBUTING.md .gitlab-ci.yml .github/workflows/ci.yml .github/workflows/release.yml .github/workflows/deploy.yml docs/README.md'
    .split(' ')
    .concat(INSTRUCTION_NAMES);
const LONGEST = 64_000;

/** A house that names nothing: for agents that work on no project. */
export const NO_HOUSE: House = Object.freeze({ names: () => false, reaches: () => false });

/** Whether a file is as before the session read text of outsiders. What wrote it since may say what such a text says. */
export const isOlder = (path: string, { files }: KnownPlace, since: number | undefined): boolean => {
  const changed = since === undefined ? undefined : files.changedAt?.(path);
  return changed !== undefined && since !== undefined && changed < since;
};

/** Reads what a project names, when it is first asked. Files that changed since text of outsiders was read name nothing. */
export function houseOf(place: KnownPlace, since: number | undefined): House {
  let text: string | undefined;
  let tenants: ReadonlySet<string> | undefined;
  const read = (): string =>
    (text ??= fold(
      FILES.map(name => pathIn(place.root, name))
        .filter(path => isOlder(path, place, since))
        .map(path => (place.files.text?.(path) ?? '').slice(0, LONGEST))
        .join('\n'),
    ));
  return Object.freeze({
    names: (folded: string) => isIn(folded, read()),
    reaches: (tenant: string) => (tenants ??= new Set(addressesIn(read()).map(tenantOf))).has(tenant),
  });
}
