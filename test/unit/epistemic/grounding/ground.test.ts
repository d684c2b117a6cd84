import { describeGroundingCases } from '../../../contract/groundingCases.ts';
import { STORES } from '../support/stores.ts';

for (const store of STORES) describeGroundingCases(store);
