// Generates values that a schema accepts.
import fc from "fast-check";
import * as z from "zod/mini";
import { nasty, numbers, plausible } from "./words.ts";

const { core } = z;
export type Schema = z.core.$ZodType;
type Values = Record<string, unknown>;

const takes = (schema: Schema) => (value: unknown) => z.safeParse(schema, value).success;

function texts(schema: z.core.$ZodString): fc.Arbitrary<string> {
  const { minimum = 0, maximum = 20 } = schema._zod.bag;
  const edges = ["a".repeat(minimum), "a".repeat(maximum)];
  const known = fc.constantFrom(...[...plausible, ...edges, ...nasty].filter(takes(schema)));
  const isFree = takes(schema)("a".repeat(minimum || 1));
  return isFree ? fc.oneof(known, fc.string({ minLength: minimum, maxLength: maximum })) : known;
}

function counts(schema: z.core.$ZodNumber): fc.Arbitrary<number> {
  const { minimum = 0, maximum = 40 } = schema._zod.bag;
  return fc.oneof(fc.constantFrom(...numbers), fc.integer({ min: minimum, max: Math.max(minimum, maximum) }));
}

export const namesOf = (schema: z.core.$ZodObject): string[] => Object.keys(schema._zod.def.shape);

const shaped = ({ _zod: { def } }: z.core.$ZodObject): fc.Arbitrary<Values> => {
  const fields = Object.entries(def.shape);
  const required = fields.filter(([, field]) => field._zod.optin !== "optional").map(([name]) => name);
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valid(field)])), {
    requiredKeys: required,
  });
};

function inside(schema: Schema): fc.Arbitrary<unknown> | undefined {
  if (schema instanceof core.$ZodOptional || schema instanceof core.$ZodDefault)
    return valid(schema._zod.def.innerType);
  if (schema instanceof core.$ZodNullable)
    return fc.oneof(fc.constant(null), valid(schema._zod.def.innerType));
  if (schema instanceof core.$ZodPipe) return valid(schema._zod.def.in);
  if (schema instanceof core.$ZodUnion) return fc.oneof(...schema._zod.def.options.map(valid));
  if (schema instanceof core.$ZodArray) return fc.array(valid(schema._zod.def.element), { maxLength: 4 });
  return schema instanceof core.$ZodObject ? shaped(schema) : undefined;
}

function plain(schema: Schema): fc.Arbitrary<unknown> {
  if (schema instanceof core.$ZodString) return texts(schema);
  if (schema instanceof core.$ZodNumber) return counts(schema);
  if (schema instanceof core.$ZodBoolean) return fc.boolean();
  if (schema instanceof core.$ZodNull) return fc.constant(null);
  if (schema instanceof core.$ZodEnum) return fc.constantFrom(...Object.values(schema._zod.def.entries));
  if (schema instanceof core.$ZodLiteral) return fc.constantFrom(...schema._zod.def.values);
  throw new Error(`The fuzzer has no values for a schema of type ${schema._zod.def.type}.`);
}

/** Generates values of the schema's shape, filtered by its checks. */
export const valid = (schema: Schema): fc.Arbitrary<unknown> =>
  (inside(schema) ?? plain(schema)).filter(takes(schema));

export const validObject = (schema: z.core.$ZodObject): fc.Arbitrary<Values> =>
  shaped(schema).filter(takes(schema));
