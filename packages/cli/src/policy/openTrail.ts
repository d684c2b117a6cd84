import { groupCommit } from '@licet/adapters';
import { jsonlAudit } from '@licet/adapters/jsonl';
import type { Rotation } from '@licet/adapters/jsonl';
import type { AuditSettings, AuditSink, BatchAuditSink } from '@licet/core';
import { parseDuration, parseSize } from '@licet/core';

/** Opens a trail in a file of lines, as its policy wants it. Nothing is opened before the first record. */
export function openJsonl(file: string, { durability, rotate }: Partial<AuditSettings>): BatchAuditSink {
  return jsonlAudit(file, {
    ...(durability !== undefined && { durability }),
    ...(rotate !== undefined && { rotate: rotationOf(rotate) }),
  });
}

function rotationOf({ size, age, keep }: NonNullable<AuditSettings['rotate']>): Rotation {
  return {
    ...(size !== undefined && { sizeBytes: parseSize(size) }),
    ...(age !== undefined && { ageMs: parseDuration(age) }),
    ...(keep !== undefined && { keep }),
  };
}

/** Lets a process that lives longer than one call write its records in groups, where its policy wants that. */
export function grouped(sink: BatchAuditSink, settings: Partial<AuditSettings>, livesOn: boolean): AuditSink {
  return livesOn && settings.groupCommit !== undefined ? groupCommit(sink, settings.groupCommit) : sink;
}
