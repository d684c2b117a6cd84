import { compileGlob } from './glob.ts';

/** One name of each sort, for patterns. */
export const REPRESENTATIVES: readonly string[] =
  '.env .env.local .env.production id_rsa id_ed25519 .netrc .pgpass .git-credentials secrets.yaml credentials.json'.split(' ');

/** A pattern that cannot be read may match any name. */
export function nameTest(name: string): (text: string) => boolean {
  try {
    return compileGlob(name.toLowerCase(), false);
  } catch {
    return () => true;
  }
}

/** Names of secrets and of ordinary files, for expressions that cannot be read as a pattern. */
const ORDINARY =
  'index.ts README.md main.py a.json config.yml values.yaml local.ts production.rb a-b_c.go .gitignore .prettierrc'.split(' ');

const aimed = (test: (name: string) => boolean): readonly string[] => (ORDINARY.some(test) ? [] : REPRESENTATIVES.filter(test));

/** The names of secrets that an expression over file names is made for: it matches them, and no ordinary name. */
export function secretNamesOf(expression: string): readonly string[] {
  if (expression.length > 200 || /[+*}]\s*\)\s*[+*{]/.test(expression)) return [];
  try {
    const test = new RegExp(expression.replace(/\(\?[a-z]+\)/gi, ''), 'i');
    return aimed(name => test.test(name));
  } catch {
    return [];
  }
}

/** The same for a pattern, where its wildcards stand for a leading dot too, as those of `find -name` do. */
export function secretNamesLike(pattern: string): readonly string[] {
  return /[*?[]/.test(pattern) ? aimed(nameTest(pattern)) : [];
}
