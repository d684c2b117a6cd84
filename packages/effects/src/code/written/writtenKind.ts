import { isInstructions } from '../../places/startFiles.ts';

/** Files that say what a pipeline does. */
export const PIPELINES =
  /\/\.github\/workflows\/[^/]+\.ya?ml$|\/\.gitlab-ci\.yml$|\/azure-pipelines\.yml$|\/\.circleci\/config\.yml$|\/lefthook\.ya?ml$/;

const IMAGES = /\/(?:[\w.-]*\.)?(?:Docker|Container)file(?:\.[\w.-]+)?$/i;

/** Files that say by address and digest which packages are installed. */
const LOCKS =
  /\/(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|deno\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|Cargo\.lock|Package\.resolved)$/;

/** Files that say how containers run: of Compose, and those of a cluster by the usual folders and names. */
const MANIFESTS =
  /\/(?:docker-)?compose[\w.-]*\.ya?ml$|\/(?:k8s|kubernetes|kube|manifests|deploy(?:ments?)?|charts?|helm|templates|overlays|base)\/(?:[\w.-]+\/){0,6}[\w.-]+\.ya?ml$|\/(?:deployment|daemonset|statefulset|pod|cronjob|job)[\w.-]*\.ya?ml$/i;

const SOURCES =
  /\.(m?[jt]sx?|cjs|cts|py|rb|erb|php|phtml|php\d|go|java|jspx?|kt|scala|cs|aspx?|ashx|cshtml|rs|ex|exs|vue|svelte|astro|lua|pl|cgi|groovy)$/i;

/** What a file is, as far as its text can be a danger. */
export type WrittenKind = 'pipeline' | 'image' | 'lock' | 'manifest' | 'instructions' | { readonly language: string };

/** What a file is by its path; undefined where its text is no code. */
export function writtenKind(path: string): WrittenKind | undefined {
  if (PIPELINES.test(path)) return 'pipeline';
  if (IMAGES.test(path)) return 'image';
  if (isInstructions(path)) return 'instructions';
  if (LOCKS.test(path)) return 'lock';
  if (MANIFESTS.test(path)) return 'manifest';
  const language = SOURCES.exec(path)?.[1]?.toLowerCase();
  return language === undefined ? undefined : { language };
}
