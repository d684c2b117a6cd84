import { All, PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { BashSafety, Floor, SecretPaths, SelfProtection } from '@licet/guards';

/** Says why the guards of the standard profile stop a command in the folder `/w` of these files; undefined where they let it through. */
export function stoppedIn(table: Parameters<typeof memoryFiles>[0]): (command: string) => Promise<string | undefined> {
  const place = { root: '/w', home: '/home/u', files: memoryFiles(table) };
  const policy = All(Floor(place), SelfProtection(place), SecretPaths(place), BashSafety(place));
  const engine = new PolicyEngine(policy, { effects: analyzeEffects(place) });
  return async command => {
    const { ruling, code, reason } = await engine.evaluate({ kind: 'bash', sessionId: 's', cwd: '/w', payload: { command } });
    return ruling === 'ask' || ruling === 'block' ? `${code}: ${reason ?? ''}` : undefined;
  };
}
