import type { OutputShaper } from '@licet/adapters/runtimes';
import { redactOutput } from '@licet/guards';

/** Takes out of outputs what `redact_output` names. Limits of rows and characters are not something that a node of a policy file demands. */
export const shaper: OutputShaper = Object.freeze<OutputShaper>({
  meets: Object.freeze(['redact'] as const),
  shape: (output, { redact = [] }) => redactOutput(output, redact),
});
