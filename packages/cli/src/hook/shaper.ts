import type { OutputShaper } from '@licet/adapters/runtimes';
import { outputFirewall } from '@licet/capabilities';

/** Carries out everything that a policy demands of outputs. */
export const shaper: OutputShaper = outputFirewall;
