import type { Generated } from "kysely";

interface Backups {
  id: Generated<number>;
  /** Its name in BACKUP_DIR. */
  file: string;
  bytes: number;
  created_at: Date;
}

/** People whose accounts were deleted for good. */
interface DeletedPeople {
  person_id: number;
  account_created_at: Date;
  deleted_at: Generated<Date>;
}

export interface BackupTables {
  deleted_people: DeletedPeople;
  backups: Backups;
}
