import { analyzeEffects } from '@licet/effects';
import type { EffectOptions } from '@licet/effects';
import { marksOf } from '@licet/effects/marks';
import { standardRulings } from '@licet/guards';

/**
 * What stops a command in `/w` under the standard rulings, as `kind mark…`: effects of marks that ask or block, and secrets that are
 * read for themselves.
 */
export const stopping = async (command: string, options: EffectOptions = {}): Promise<readonly string[]> => {
  const analyze = analyzeEffects({ root: '/w', home: '/home/u', env: {}, ...options });
  const effects = await analyze({ kind: 'bash', tool: 'Bash', payload: { command }, sessionId: 's', cwd: '/w' });
  return effects.flatMap(effect => {
    const marks = marksOf(effect, '/w').filter(mark => /^(?:ask|block)$/.test(standardRulings[mark] ?? ''));
    const { kind, tags = [] } = effect;
    const leaks = kind === 'read' && tags.includes('secret') && !tags.includes('among');
    return marks.length > 0 || leaks ? [[kind, ...marks, ...(leaks ? ['secret'] : [])].join(' ')] : [];
  });
};
