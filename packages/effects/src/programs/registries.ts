import type { Argument, Finding, FixedEffect } from './descriptor.ts';
import { effect } from './shapes.ts';

const USUAL_HOST =
  /^(?:registry\.(?:npmjs\.org|yarnpkg\.com|npmmirror\.com)|npm\.pkg\.github\.com|npm\.jsr\.io|(?:test\.|files\.)?pypi\.org|pypi\.python\.org|download\.pytorch\.org|pypi\.nvidia\.com|pypi\.tuna\.tsinghua\.edu\.cn|mirrors\.aliyun\.com|(?:proxy|sum)\.golang\.org|goproxy\.(?:io|cn)|(?:index\.|static\.)?crates\.io|rsproxy\.cn|rubygems\.org|(?:repo\.)?packagist\.org|repo\d?\.maven\.(?:apache\.)?org|plugins\.gradle\.org|maven\.google\.com|api\.nuget\.org|(?:conda|repo)\.anaconda\.(?:org|com)|hex\.pm|repo\.hex\.pm|ghcr\.io|formulae\.brew\.sh|nodejs\.org|static\.rust-lang\.org|cdn\.playwright\.dev|mirrors\.(?:ustc|tuna\.tsinghua)\.edu\.cn|localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether an address is that of a public collection of packages that everybody uses, or of one on this machine. */
export function isUsualRegistry(address: string | undefined): boolean {
  const [, scheme = '', host = ''] =
    /^(?:sparse\+|git\+)?(https?):\/\/(?:[^/@]*@)?([^/:]+|\[[^\]]*\])/i.exec(address ?? '') ?? [];
  return USUAL_HOST.test(host.toLowerCase()) && (scheme.toLowerCase() === 'https' || /^(?:localhost|127\.|\[)/.test(host));
}

const HOSTED = /^(?:[\w.+-]+@)?(?:github|gitlab|bitbucket|gist|codeberg|sourcehut)(?:\.com|\.org)?:/i;

/**
 * Whether a package is named by where it lies instead of by its name: an address, a repository, `owner/repository`. Folders and
 * archives of this machine, aliases (`x@npm:y`) and addresses of the usual registries are not foreign.
 */
export function isForeignPackage(name: string | undefined, shorthand: boolean = false): boolean {
  if (name === undefined) return false;
  if (/^[\w.-]+@[\w-]+(?:\.[\w-]+)+:/.test(name)) return true;
  const text = name.replace(/^(?:@[\w.-]+\/)?[\w.-]+(?:\[[^\]]*\])?\s*@\s*(?=[a-z][\w+.-]*:)/i, '');
  if (/^(?:npm|jsr|file|workspace|link|portal|catalog|patch):/i.test(text)) return false;
  if (/^(?:git|svn|hg|bzr|ssh|ftp|http|git\+\w+|svn\+\w+|hg\+\w+|bzr\+\w+)s?:\/\//i.test(text)) return !isUsualRegistry(text);
  if (HOSTED.test(text) || /^[\w.-]+@[\w.-]+:/.test(text)) return true;
  return shorthand && /^[A-Za-z\d][\w.-]*\/[\w.-]+(?:#.*)?$/.test(text);
}

/** A package whose code no one in the project has seen. */
export const untrusted: FixedEffect = effect('network', 'network:download', 'untrusted_code');

/** A package named by its address or repository instead of by its name; `owner/repository` is one where a package manager takes it so. */
export function byAddress(value: Argument, shorthand: boolean = false): readonly Finding[] {
  const { text = '' } = value;
  if (!isForeignPackage(value.text, shorthand)) return [];
  if (shorthand && !text.includes('://')) return [untrusted];
  const address = text.replace(/^.*?(?=(?:\w+\+)?\w+:\/\/)/s, '').replace(/^\w+\+/, '');
  return [{ use: { as: 'url', tags: ['untrusted_code'] }, value: address }];
}

/** Code from elsewhere: a repository, another registry. */
export const elsewhere = (value: Argument): readonly Finding[] =>
  value.text !== undefined && (isUsualRegistry(value.text) || /^(?:crates-io|\.{0,2}\/)/.test(value.text)) ? [] : [untrusted];

const SOURCE =
  /^[ \t]*(?:[@\w-]+:)?(?:registry|npmRegistryServer|url|default-index|(?:extra-)?index-url|find-links)["']?[ \t]*[=:][ \t]*(?:\[\s*|\{\s*url\s*=\s*)?["']?(https?:\/\/[^\s"']+)/gm;

/** Addresses of foreign collections of packages in settings of a package manager; in a `pyproject.toml`, below the tables of its tools. */
export function foreignSources(text: string): readonly string[] {
  const tables = /^\[project\]|^\[tool\./m.test(text)
    ? [...text.matchAll(/^\[\[?tool\.(?:uv|poetry|pdm|hatch|rye)\b[^\]]*\]\]?[ \t]*$([\s\S]*?)(?=^\[|$(?![\s\S]))/gm)].map(
        ([, body = '']) => body,
      )
    : [text];
  return tables.flatMap(table =>
    [...table.matchAll(SOURCE)].flatMap(([, address]) => (isUsualRegistry(address) ? [] : (address ?? []))),
  );
}
