import type { Generated } from "kysely";

interface Backups {
  id: Generated<number>;
  /** Its name in BACKUP_DIR. */
  file: string;
  bytes: number;
  created_at: Date;
}

export interface BackupTables {
  backups: Backups;
}
