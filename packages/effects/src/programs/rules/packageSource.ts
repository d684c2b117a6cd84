import type { Argument, Call } from '../call.ts';
import { byAddress, elsewhere, isForeignPackage, isUsualRegistry, untrusted } from '../registries.ts';
import { isAddress, sets } from '../shapes.ts';
import type { Finding, PackageSource } from '../use.ts';
import { holds, valuesOf } from './condition.ts';

/** Hosts of Go's own modules and of those of the usual projects. */
const USUAL_MODULES =
  /^(?:golang\.org|google\.golang\.org|cloud\.google\.com|k8s\.io|sigs\.k8s\.io|go\.uber\.org|gopkg\.in|honnef\.co|mvdan\.cc|gotest\.tools|go\.opentelemetry\.io|modernc\.org|filippo\.io|connectrpc\.com|buf\.build|gorm\.io|entgo\.io|helm\.sh)\//;

/** A module of another host; `go run` runs it at once, whatever its author is. */
function goModule({ text = '' }: Argument, isDependency: boolean): readonly Finding[] {
  if (!/^[\w-]+(?:\.[\w-]+)+\/[^\s]*$/.test(text) || USUAL_MODULES.test(text) || text.endsWith('.go')) return [];
  const isHosted = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\//.test(text);
  return isDependency && isHosted ? [] : [{ use: { as: 'url', tags: ['untrusted_code'] }, value: text }];
}

const JUDGES: Readonly<Record<PackageSource['is'], (value: Argument) => readonly Finding[]>> = {
  package: value => byAddress(value),
  'package or repository': value => byAddress(value, true),
  module: value => goModule(value, true),
  'program of a module': value => goModule(value, false),
  registry: ({ text }) => (isUsualRegistry(text) ? [] : [sets('package:registry', 'weakens')]),
  index: ({ text = '' }) => (isUsualRegistry(text) ? [] : [sets('package:index', 'weakens')]),
  links: ({ text = '' }) => (!isAddress(text) || isUsualRegistry(text) ? [] : [sets('package:index', 'weakens')]),
  formula: ({ text }) => (isForeignPackage(text) ? [untrusted] : []),
  code: elsewhere,
};

/**
 * Whether packages come from where the project's own come from.
 *
 * | `is` | fine | from elsewhere |
 * |---|---|---|
 * | `package`, `formula` | `x`, `x@1` | `git+https://h.example/x` |
 * | `package or repository` | `x` | `owner/x` |
 * | `registry`, `index`, `links` | `https://registry.npmjs.org` | `https://h.example` |
 * | `module`, `program of a module` | `golang.org/x/tools` | `h.example/x` |
 * | `code` | `./x`, `crates-io` | any repository |
 */
export const findSources = (rows: readonly PackageSource[], call: Call): readonly Finding[] =>
  rows.flatMap(({ is, of, to, when }) => {
    if (when !== undefined && !holds(when, call)) return [];
    const values = (of === undefined ? call.operands : valuesOf(call, of)).slice(0, to);
    return values.flatMap(JUDGES[is]);
  });
