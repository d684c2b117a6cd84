import { isWithin, parentOf } from '../../places/lexical.ts';
import { memberOf, workspacePatterns } from '../../programs/taskFiles.ts';
import { draw } from '../../work.ts';
import type { Frame } from '../words/frame.ts';
import { globMatcher } from '../words/glob.ts';
import { projectText, read } from './taskTexts.ts';
import type { TaskText } from './taskTexts.ts';

/** Most packages of a workspace that are looked at for one call. */
const MOST_PACKAGES = 64;

/** The manifests of those packages of the workspace around a folder that filters choose, by name or by folder. */
export function packagesOf(filters: readonly string[], folder: string, frame: Frame): readonly TaskText[] {
  const { root } = frame.run.options;
  for (let at = folder; isWithin(at, root); at = parentOf(at)) {
    const manifest = read(`${at}/package.json`, frame);
    const patterns = workspacePatterns(manifest?.text, projectText(`${at}/pnpm-workspace.yaml`, frame));
    if (patterns.length > 0) {
      const folders = new Set(patterns.flatMap(pattern => foldersOf(pattern, at, frame)));
      const found = [...folders].slice(0, MOST_PACKAGES).map(package_ => read(`${package_}/package.json`, frame));
      return [manifest, ...found].filter(text => text !== undefined).filter(text => isChosen(text, filters));
    }
    if (at === parentOf(at)) break;
  }
  return [];
}

function isChosen({ paths: [path = ''], text }: TaskText, filters: readonly string[]): boolean {
  const name = memberOf(text, 'name');
  const names = [parentOf(path), ...(typeof name === 'string' ? [name, `/${name}`] : [])];
  return filters.some(filter => {
    const bare = filter.replace(/^\.{3}\^?|\^?\.{3}$|\[.*\]$|[{}]/g, '').replace(/^\.\/|\/$/g, '');
    if (bare === '' || bare.startsWith('!')) return true;
    const [isSame, isEnd] = [globMatcher(bare), globMatcher(`*/${bare}`)];
    return names.some(known => isSame(known) || isEnd(known));
  });
}

/** The folders that a pattern of a workspace matches, without dependencies and what begins with a dot. */
function foldersOf(pattern: string, root: string, frame: Frame): readonly string[] {
  const below = (folder: string, part: string): readonly string[] => {
    const fits = globMatcher(part);
    const entries = draw(frame.run.projectWork, 8) ? (frame.run.options.files?.list(folder) ?? []) : [];
    return entries
      .filter(({ name, kind }) => kind === 'folder' && !/^(?:node_modules$|\.)/.test(name) && fits(name))
      .map(({ name }) => `${folder}/${name}`);
  };
  let folders: readonly string[] = [root];
  for (const part of pattern.split('/').filter(name => name !== '' && name !== '.')) {
    const found = folders
      .slice(0, MOST_PACKAGES)
      .flatMap(folder => (/[*?[]/.test(part) ? below(folder, part) : [`${folder}/${part}`]));
    const deeper = part === '**' ? found.slice(0, MOST_PACKAGES).flatMap(folder => below(folder, '*')) : [];
    folders = part === '**' ? folders.concat(found, deeper) : found;
  }
  return folders;
}
