import { describeRow } from '../contract/runtimes/describeRow.ts';
import { sdkRows } from '../contract/runtimes/rows.ts';
import { players } from './sdks/index.ts';

for (const row of sdkRows) {
  const play = players[row.title];
  if (play === undefined) throw new Error(`nothing plays \`${row.title}\``);
  describeRow(row, play);
}
