/** A line of docs/operate/settings.md. It stands beside the code that reads its variables. */
export interface Setting {
  /** Variables that belong together. */
  readonly names: readonly string[];
  /** In words where it is no value. */
  readonly preset?: string;
  readonly purpose: string;
}
