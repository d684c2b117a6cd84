import { analyzeShell } from '@licet/effects';
import { describe, expect, it } from 'vitest';

const losses = (command: string): readonly (string | undefined)[] =>
  analyzeShell(command, { cwd: '/project' }).flatMap(({ kind, program }) => (kind === 'delete' ? [program] : []));

describe('an unlisted subcommand that says that it destroys something', () => {
  it('is seen in a program that inspects its calls itself', () => {
    expect(losses('eas channel:delete production')).toEqual(['eas']);
    expect(losses('eas channel:show production')).toEqual([]);
  });

  it('is said once where the program has said it', () => {
    expect(losses('supabase projects delete x')).toEqual(['supabase']);
  });

  it('is cleared by what runs on this machine, and by a rehearsal', () => {
    expect(losses('supabase db reset --local')).toEqual([]);
    expect(losses('gcloud compute instances delete x --dry-run')).toEqual([]);
  });
});
