import { isOwnPort } from '../processNames.ts';
import type { Call } from '../call.ts';
import { isOwnCluster } from '../clusters.ts';
import { isLocalAddress } from '../requests.ts';
import { isTestAddress, isTestDatabase, placeOf } from '../testDatabases.ts';
import type { Reach } from '../use.ts';

/**
 * Whether a call works on a place that is this machine's own, and nothing leads it elsewhere.
 *
 * | reach | holds for |
 * |---|---|
 * | `test address` | `DATABASE_URL` names a database of tests on this machine |
 * | `test database` | the call does, or the command has made the database before |
 * | `named server` | the call or a variable names a server on this machine |
 * | `own cluster` | the settings or the context are those of a cluster on this machine |
 * | `own ports` | all operands are ports at which servers of a project listen |
 * | `this machine` | the first operand is an address on this machine |
 * | `stand-in` | `--endpoint-url` leads to a cloud that runs on this machine |
 */
export const reaches = (reach: Reach, call: Call): boolean => REACHES[reach](call);

const REACHES: Readonly<Record<Reach, (call: Call) => boolean>> = {
  'test address': isTestAddress,
  'test database': isTestDatabase,
  'named server': call => placeOf(call)?.saysHost === true,
  'own cluster': isOwnCluster,
  'own ports': ({ operands }) => operands.every(({ text = '' }) => isOwnPort(text.replace(/\/(?:tcp|udp)$/, ''))),
  'this machine': ({ operands: [address], isTunnelled }) => isTunnelled !== true && isLocalAddress(address?.text ?? ''),
  'stand-in': call => {
    const addresses = call.values('--endpoint-url');
    return call.isTunnelled !== true && addresses.length > 0 && addresses.every(({ text }) => isLocalAddress(text));
  },
};
