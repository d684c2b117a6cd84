import { Any } from '@licet/core';
import type { Guard } from '@licet/core';

import { describeLattice } from './lattice.ts';
import { LEAVES } from './table.ts';

describeLattice('Any', Any, 'the best child that applies.', LEAVES['pass'] as Guard);
