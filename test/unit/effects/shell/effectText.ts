import type { Effect } from '@licet/core';
import { analyzeShell } from '@licet/effects';
import type { ShellOptions } from '@licet/effects';

/** Where the commands of tests run. */
export const place: ShellOptions = {
  cwd: '/w',
  home: '/home/u',
  env: { HOME: '/home/u', USER: 'u', PATH: '/usr/local/bin:/usr/bin:/bin' },
};

/** The target of an effect as tests write it. */
export function targetText({ target }: Effect): string {
  switch (target?.type) {
    case 'file': {
      const path = target.glob ?? target.lexical;
      return target.recursive === true && !path.endsWith('/**') ? `${path === '/' ? '' : path}/**` : path;
    }
    case 'network':
      return `${target.direction} ${target.host ?? ''}`.trim();
    case 'program':
      return target.argv.map(word => word ?? '?').join(' ');
    case 'named':
      return `${target.category}:${target.name}`;
    case undefined:
      return '';
  }
}

/** An effect as `kind target #tag #tag`. */
export function effectText(effect: Effect): string {
  return [effect.kind, targetText(effect), ...(effect.tags ?? []).map(tag => `#${tag}`)].filter(part => part !== '').join(' ');
}

/** True when the effect is one that `kind target #tag` describes; target and tags may be left out, the kind may be `*`. */
export function isEffect(effect: Effect, text: string): boolean {
  const words = text.trim().split(/\s+/);
  const tags = words.filter(word => word.startsWith('#')).map(word => word.slice(1));
  const [first, ...target] = words.filter(word => !word.startsWith('#'));
  if (first !== undefined && first !== '*' && effect.kind !== first) return false;
  if (target.length > 0 && targetText(effect) !== target.join(' ')) return false;
  return tags.every(tag => effect.tags?.includes(tag) === true);
}

/** Everything a command does, as texts, without the mere running of programs. */
export function effectsOf(command: string, options: ShellOptions = place): readonly string[] {
  const effects = analyzeShell(command, options);
  return effects.filter(({ kind, tags }) => kind !== 'execute' || tags?.some(tag => tag !== 'unlisted') === true).map(effectText);
}
