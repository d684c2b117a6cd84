import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import type { AuditRecord, AuditSink } from '@licet/core';

/**
 * Appends records to a file, one line of JSON each. Every line is one write to a file opened for appending: lines of
 * processes that run at the same time do not mix. Throws when a line cannot be written whole; the engine then blocks.
 */
export function jsonlAudit(file: string): AuditSink {
  return {
    append(record: AuditRecord): void {
      const line = Buffer.from(`${JSON.stringify(record)}\n`);
      const fd = openFor(file);
      try {
        const written = writeSync(fd, line);
        if (written !== line.length)
          throw new Error(`only ${written} of ${line.length} bytes could be written to the audit trail`);
      } finally {
        closeSync(fd);
      }
    },
  };
}

function openFor(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, 'a', 0o600);
  }
}
