interface Jobs {
  name: string;
  /** By the database's clock. */
  due_at: Date;
}

export interface JobTables {
  jobs: Jobs;
}
