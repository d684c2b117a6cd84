import { dirname } from 'node:path';

import { PROOF_LEVELS } from '@licet/core/policy';
import type { ApprovalProof } from '@licet/core/policy';
import { messageOf } from '@licet/core/text';
import { readKeys } from '@licet/server/passkeys';

import { keyFile } from '../passkeys/keyFile.ts';
import { fine, failed, warning } from './storeFindings.ts';
import type { Finding } from './storeFindings.ts';

/** Says what makes an answer count under a policy, what an agent could still do, and how the passkeys are. */
export function proofFindings(file: string, proof: ApprovalProof): readonly Finding[] {
  const { holds, open } = PROOF_LEVELS[proof];
  return [
    fine(`answers count at level \`${proof}\``, holds),
    ...open.map(each => fine('what an agent could still do', each)),
    ...(proof === 'passkey' ? [keyFinding(file)] : []),
  ];
}

function keyFinding(file: string): Finding {
  const name = 'the passkeys can be used';
  const kept = keyFile(dirname(file));
  try {
    const read = readKeys(kept.read().log);
    if ('problem' in read) return failed(name, `${read.problem}: no answer counts until \`${kept.file}\` is restored or removed`);
    const { keys } = read;
    if (keys.length === 0)
      return warning('no passkey is enrolled, so no request can be approved', 'run `licet passkey add NAME`');
    return fine(name, `${keys.map(key => `${key.name} ${key.keyId.slice(0, 16)}`).join(', ')}; they sign on ${kept.origin}`);
  } catch (error) {
    return failed(name, messageOf(error));
  }
}
