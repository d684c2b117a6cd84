/** Files that say what a pipeline does. */
export const PIPELINES =
  /\/\.github\/workflows\/[^/]+\.ya?ml$|\/\.gitlab-ci\.yml$|\/azure-pipelines\.yml$|\/\.circleci\/config\.yml$|\/lefthook\.ya?ml$/;

const IMAGES = /\/(?:[\w.-]*\.)?(?:Docker|Container)file(?:\.[\w.-]+)?$/i;

const SOURCES =
  /\.(m?[jt]sx?|cjs|cts|py|rb|erb|php|phtml|php\d|go|java|jspx?|kt|scala|cs|aspx?|ashx|cshtml|rs|ex|exs|vue|svelte|astro|lua|pl|cgi|groovy)$/i;

/** What a file is, as far as its text can be a danger. */
export type WrittenKind = 'pipeline' | 'image' | { readonly language: string };

/** What a file is by its path; undefined where its text is no code. */
export function writtenKind(path: string): WrittenKind | undefined {
  if (PIPELINES.test(path)) return 'pipeline';
  if (IMAGES.test(path)) return 'image';
  const language = SOURCES.exec(path)?.[1]?.toLowerCase();
  return language === undefined ? undefined : { language };
}
