import { STORES } from '../unit/epistemic/support/stores.ts';
import { describeFading } from './fading.ts';

for (const store of STORES) describeFading(store);
