import { dirname } from 'node:path';

import { PROOF_LEVELS } from '@licet/core/policy';
import type { ApprovalProof } from '@licet/core/policy';
import { messageOf } from '@licet/core/text';
import { readKeys } from '@licet/console/passkeys';

import { openTrail } from '../audit/openTrail.ts';
import { keyFile } from '../passkeys/keyFile.ts';
import { checkSignatures } from '../passkeys/trailSignatures.ts';
import { fine, failed, warning } from './storeFindings.ts';
import type { Finding } from './storeFindings.ts';

/** Says what makes an answer count under a policy, what an agent could still do, how the passkeys are, and whether all signatures hold. */
export async function proofFindings(file: string, proof: ApprovalProof): Promise<readonly Finding[]> {
  const { holds, open } = PROOF_LEVELS[proof];
  return [
    fine(`answers count at level \`${proof}\``, holds),
    ...open.map(each => fine('what an agent could still do', each)),
    ...(proof === 'passkey' ? [keyFinding(file), ...(await trailFinding(file))] : []),
  ];
}

/** Holds the keys, and every signature, against the trail. Keys that cannot be read have been told of already. */
async function trailFinding(file: string): Promise<readonly Finding[]> {
  const name = 'every signature of the trail holds';
  try {
    const { log } = keyFile(dirname(file)).read();
    const { reader } = await openTrail({ policy: file }, dirname(file));
    const { checked, problems } = await checkSignatures(reader, log);
    const [first] = problems;
    if (first === undefined) return [fine(name, `${checked} looked at`)];
    return [failed(name, `record ${first.seq}: ${first.why}: \`licet audit verify\` lists them`)];
  } catch {
    return [];
  }
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
