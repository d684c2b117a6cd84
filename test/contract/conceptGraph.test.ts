import { STORES } from '../unit/epistemic/support/stores.ts';
import { describeConceptGraph } from './conceptGraph.ts';

for (const store of STORES) describeConceptGraph(store);
