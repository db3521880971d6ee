/** Joins the class names that apply: `classNames(styles.button, isBusy && styles.busy)`. */
export const classNames = (...names: (string | false | undefined)[]): string =>
  names.filter(Boolean).join(" ");
