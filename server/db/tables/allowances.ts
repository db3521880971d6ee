interface Allowances {
  name: string;
  key: Buffer;
  /** When it was used, oldest first. */
  uses: Date[];
  expires_at: Date;
}

export interface AllowanceTables {
  allowances: Allowances;
}
