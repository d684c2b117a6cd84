// Grants a fact as `licet fact grant` does for a person at a terminal, and prints the identity of the record.
import { join } from 'node:path';

import { installedSqlite, sqliteState } from '@licet/adapters/sqlite';
import { deedOf } from '@licet/core/store';

const [root = '', sessionId = '', name = ''] = process.argv.slice(2);
const { audit, close } = sqliteState(join(root, '.licet', 'state.db'), { open: installedSqlite });
const told = { name, change: 'established', by: 'ann' } as const;
const value = { stamp: '', at: Date.now(), by: 'ann' };
const { event, record } = deedOf({ id: `deed-${Date.now()}`, sessionId, at: Date.now(), name, value, told, scope: 'session' });
void audit.joint.write(sessionId, [event], [record]);
close();
process.stdout.write(`${record.deed}\n`);
