import type { Generated } from "kysely";

interface SecretKeys {
  is_only: Generated<boolean>;
  fingerprint: Buffer;
}

export interface SecretKeyTables {
  secret_key: SecretKeys;
}
