import { messageOf } from '@licet/core/text';
import type { CheckSignature } from '@licet/core/store';
import { answerProblem, readKeys } from '@licet/console/passkeys';

import { keyFile } from './keyFile.ts';

/** Returns what checks signatures of answers under the passkeys of a project, as they are kept at that moment. */
export function signatureCheck(root: string): CheckSignature {
  const kept = keyFile(root);
  return record => {
    try {
      const { log } = kept.read();
      if (log.length === 0) return 'no passkey is enrolled: run `licet passkey add`';
      const known = readKeys(log);
      return 'keys' in known ? answerProblem(record, known.keys) : known.problem;
    } catch (error) {
      return messageOf(error);
    }
  };
}
