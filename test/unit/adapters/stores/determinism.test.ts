import { describeDeterminism } from '../../../contract/determinism.ts';
import { STORES } from '../../epistemic/support/stores.ts';

for (const store of STORES) describeDeterminism(store, { numRuns: store.name === 'memory' ? 60 : 20 });
