import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The page or file of a folder of HTML that an address names, or nothing. */
function fileOf(folder: string, address: string): string | undefined {
  const path = join(folder, decodeURIComponent(address));
  return [path, `${path}.html`, join(path, 'index.html')].find(each => existsSync(each) && statSync(each).isFile());
}

/**
 * Returns every link of the HTML in a folder that leads nowhere: to no file, or to a heading that its page does not have. Links to other
 * hosts are not followed.
 */
export function deadLinks(folder: string): readonly string[] {
  const pages = globSync('**/*.html', { cwd: folder }).filter(page => page !== '404.html');
  const ids = (file: string): ReadonlySet<string> =>
    new Set(Array.from(readFileSync(file, 'utf8').matchAll(/\sid="([^"]*)"/gu), ([, id = '']) => id));
  const headings = new Map<string, ReadonlySet<string>>();
  return pages.flatMap(page => {
    const links = Array.from(
      readFileSync(join(folder, page), 'utf8').matchAll(/\s(?:href|src)="([^"]*)"/gu),
      ([, link = '']) => link,
    );
    return Array.from(new Set(links)).flatMap(link => {
      const { protocol, pathname, hash } = new URL(link, `page:///${page}`);
      const file = protocol === 'page:' ? fileOf(folder, pathname) : page;
      if (file === undefined) return [`${page}: ${link}`];
      if (protocol !== 'page:' || hash.length < 2) return [];
      const known = headings.get(file) ?? ids(file);
      headings.set(file, known);
      return known.has(decodeURIComponent(hash.slice(1))) ? [] : [`${page}: ${link}`];
    });
  });
}
