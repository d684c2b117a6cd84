import { All } from '@licet/core';
import type { Guard } from '@licet/core';

import { describeLattice } from './lattice.ts';
import { LEAVES } from './table.ts';

describeLattice('All', All, 'the worst child that applies.', LEAVES['block'] as Guard);
