// The tables of the kits.
import type { Generated } from "kysely";

interface Jobs {
  name: string;
  /** By the database's clock. */
  due_at: Date;
}

interface Allowances {
  name: string;
  key: Buffer;
  /** When it was used, oldest first. */
  uses: Date[];
  expires_at: Date;
}

interface StoredBytes {
  key: string;
  hour: Date;
  bytes: number;
}

interface SecretKeys {
  is_only: Generated<boolean>;
  fingerprint: Buffer;
}

export interface KitTables {
  jobs: Jobs;
  allowances: Allowances;
  stored_bytes: StoredBytes;
  secret_key: SecretKeys;
}
