interface Schema {
  readonly "~standard": { readonly validate: (value: unknown) => unknown };
}

/** The same rules, applied after what was typed has been made ready for them. */
export const prepared = <S extends Schema>(schema: S, prepare: (typed: unknown) => unknown) => ({
  "~standard": {
    ...schema["~standard"],
    validate: (value: unknown) => schema["~standard"].validate(prepare(value)),
  },
});
