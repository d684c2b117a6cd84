// The site of the documentation: `npx -y pnpm@12 site`. The pages are the Markdown files of this folder.
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import type { DefaultTheme, MarkdownOptions } from 'vitepress';

import { buildPlayground } from '../../examples/playground/build.ts';
import { deadLinks } from './deadLinks.ts';

const DOCS = fileURLToPath(new URL('../', import.meta.url));

/** What lies beside the pages and is linked from them: policies of the cookbook, a picture, a script, the playground. */
const FILES = globSync('**/*.{yaml,yml,py,svg,html}', { cwd: DOCS, exclude: ['.vitepress/**'] });

/** The sidebar is the table of contents in README.md: its headings, and the links below each. */
function sidebar(): DefaultTheme.SidebarItem[] {
  const [, ...sections] = readFileSync(join(DOCS, 'README.md'), 'utf8').split(/^## /mu);
  return sections.map(section => ({
    text: section.slice(0, section.indexOf('\n')),
    items: Array.from(section.matchAll(/\[([^\]]+)\]\(([^)]+)\)/gu), ([, text = '', link = '']) => ({
      text,
      link: `/${link.replace(/README\.md$/u, '').replace(/\.md$/u, '')}`,
    })),
  }));
}

/**
 * Links as they work on the site: README.md of a folder is its index, a file that is no page is opened as it is, and a file of the
 * repository outside of the documentation is named and no link.
 */
const siteLinks: NonNullable<MarkdownOptions['config']> = md => {
  md.core.ruler.push('site_links', ({ tokens, env }) => {
    const folder = dirname((env as { readonly path: string }).path);
    for (const { children } of tokens) {
      let isOutside = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? '';
          const path = resolve(folder, href.replace(/#.*/u, ''));
          isOutside = relative(DOCS, path).startsWith('..') && existsSync(path);
          if (isOutside) token.attrs = [['title', `${relative(join(DOCS, '..'), path)}, in the repository`]];
          else token.attrSet('href', href.replace(/README\.md(?=#|$)/u, 'index.md'));
          if (FILES.includes(relative(DOCS, path))) token.attrSet('target', '_blank');
        }
        if (isOutside && /^link_(?:open|close)$/u.test(token.type)) token.tag = 'span';
        if (token.type === 'link_close') isOutside = false;
      }
    }
  });
};

/** Headings are called what they are called where the repository shows them, so that a link to one works in both places. */
const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-');

export default defineConfig({
  title: 'Licet',
  description: 'Decides, before it happens, whether an AI agent may do what it is about to do',
  lang: 'en',
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  markdown: { config: siteLinks, anchor: { slugify } },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Get started', link: '/guide/get-started' },
      { text: 'Cookbook', link: '/cookbook/' },
      { text: 'Reference', link: '/reference' },
      // The site does not render this page: without a target it would try to.
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
  },
  async buildEnd({ outDir }) {
    for (const file of FILES) cpSync(join(DOCS, file), join(outDir, file));
    await buildPlayground(join(outDir, 'playground'));
    const dead = deadLinks(outDir);
    if (dead.length > 0) throw new Error(`links that lead nowhere:\n${dead.join('\n')}`);
  },
});
