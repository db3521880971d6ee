// Generates inputs for an endpoint: most fit its schemas, some are wrong in one place, and some are
// arbitrary.
import fc from "fast-check";
import * as z from "zod/mini";
import type { EndpointShape } from "#contract/endpoint.ts";
import type { Parts } from "./client.ts";

type Values = Record<string, unknown>;

/** Values that tend to break programs. */
const nasty = [
  ...["", " ", "\u0000", "\u202e", "💡".repeat(50), "'; drop table people; --", "__proto__", "NaN", "-1"],
  ...["1e309", "2147483648", "9007199254740993", "2026-02-30", "+16145550199", "999999999999999999999999"],
];

/** At least one value for each kind of text in the schemas. Only values that a schema accepts are sent. */
const plausible = [
  ...["Dentist", "My TV isn't working.", "Großmama", "wq7v2kzn", "Yes", "No", "admin"],
  ...["1", "7", "101", "1948", "2147483647", "123456", "+16145559901", "6145559902", "+442079460123"],
  ...["2026-11-20", "2026-12-01", "2028-02-29", "2026-11-20T10:00", "2026-11-20T11:00", "2199-12-31T23:59"],
  ...[
    "2026-11-20T10:00:00Z",
    "2026-03-08T02:30:00-05:00",
    "22:00",
    "07:00",
    "America/New_York",
    "Asia/Kathmandu",
  ],
  ...["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=TU;COUNT=3", "FREQ=YEARLY;UNTIL=20300101T000000Z"],
  ...["rose@example.com", "canary+tag@sub.example.org", "B".repeat(87), "a".repeat(22)],
  ...["7K4M 9QXT", "v=0\r\n"],
  ...["https://fcm.googleapis.com/fcm/send/abc", "http://127.0.0.1:1/day.ics", "webcal://10.0.0.1/day.ics"],
];

/** IDs of existing rows, the limits of numeric ranges, and a year. */
const numbers = [0, 1, 2, 3, 10, 20, 60, 101, 102, 201, 1_944, 10_000, 10_001, 86_400, 2 ** 31 - 1, 2 ** 31];

const { core } = z;
export type Schema = z.core.$ZodType;

const takes = (schema: Schema) => (value: unknown) => z.safeParse(schema, value).success;

function validTexts(schema: z.core.$ZodString): fc.Arbitrary<string> {
  const { minimum = 0, maximum = 20 } = schema._zod.bag;
  const edges = ["a".repeat(minimum), "a".repeat(maximum)];
  const fitting = [...plausible, ...edges, ...nasty].filter(takes(schema));
  if (fitting.length === 0)
    throw new Error("No text fits a new schema. Please add one to `plausible` in tests/support/fuzz.ts.");
  const known = fc.constantFrom(...fitting);
  const isFree = takes(schema)("a".repeat(minimum || 1));
  return isFree ? fc.oneof(known, fc.string({ minLength: minimum, maxLength: maximum })) : known;
}

function counts(schema: z.core.$ZodNumber): fc.Arbitrary<number> {
  const { minimum = 0, maximum = 40 } = schema._zod.bag;
  return fc.oneof(fc.constantFrom(...numbers), fc.integer({ min: minimum, max: Math.max(minimum, maximum) }));
}

const namesOf = (schema: z.core.$ZodObject): string[] => Object.keys(schema._zod.def.shape);

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
  if (schema instanceof core.$ZodString) return validTexts(schema);
  if (schema instanceof core.$ZodNumber) return counts(schema);
  if (schema instanceof core.$ZodBoolean) return fc.boolean();
  if (schema instanceof core.$ZodNull) return fc.constant(null);
  if (schema instanceof core.$ZodEnum) return fc.constantFrom(...Object.values(schema._zod.def.entries));
  if (schema instanceof core.$ZodLiteral) return fc.constantFrom(...schema._zod.def.values);
  throw new Error(`The fuzzer has no values for a schema of type ${schema._zod.def.type}.`);
}

/** Generates values of the schema's shape, filtered by its checks. */
const valid = (schema: Schema): fc.Arbitrary<unknown> =>
  (inside(schema) ?? plain(schema)).filter(takes(schema));

const validObject = (schema: z.core.$ZodObject): fc.Arbitrary<Values> => shaped(schema).filter(takes(schema));

const anything = fc.oneof(
  ...[fc.jsonValue(), fc.constantFrom(...nasty), fc.string(), fc.integer()],
  ...[fc.constant(null), fc.constant(undefined)],
);

/** Replaces a field by something else, removes it, or adds an unknown one. */
function corrupted(schema: z.core.$ZodObject): fc.Arbitrary<Values> {
  const name = fc.constantFrom(...namesOf(schema), "role", "familyId");
  return fc.tuple(validObject(schema), name, anything).map(([values, key, wrong]) => ({
    ...values,
    [key]: wrong,
  }));
}

function near(schema: Schema | undefined): fc.Arbitrary<Values> {
  if (!schema) return fc.constant({});
  if (!(schema instanceof z.core.$ZodObject)) throw new Error("Every part is an object.");
  return fc.oneof(
    { weight: 6, arbitrary: validObject(schema) },
    { weight: 3, arbitrary: corrupted(schema) },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), anything) },
  );
}

const texts = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]),
  );

const inPath = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts(values)).map(([name, value]) => [name, encodeURIComponent(value) || "x"]),
  );

/** Only what HTTP allows in a header, because nothing else can be sent. */
const inHeaders = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts(values)).flatMap(([name, value]) =>
      /^[\w-]+$/.test(name) && /^[ -~]*$/.test(value) ? [[name, value]] : [],
    ),
  );

/** The first bytes of each kind of file that a server may try to read. */
const beginnings = [
  "\xff\xd8\xff\xe0",
  "\x89PNG\r\n\x1a\n",
  "RIFF0000WEBPVP8 ",
  "\0\0\0\x18ftypheic",
  "<svg>",
  "GIF89a",
];
const files = fc
  .tuple(fc.constantFrom("", ...beginnings), fc.uint8Array({ maxLength: 2_000 }))
  .map(([start, rest]) => new Blob([Buffer.from(start, "latin1"), rest], { type: "image/jpeg" }));

export const partsFor = ({ params, query, headers, body, upload }: EndpointShape): fc.Arbitrary<Parts> =>
  fc.record({
    ...(headers && { headers: near(headers).map(inHeaders) }),
    ...(upload && { upload: fc.option(files, { nil: undefined }) }),
    params: near(params).map(inPath),
    query: near(query).map(texts),
    ...(body && {
      body: fc.oneof({ weight: 9, arbitrary: near(body) }, { weight: 1, arbitrary: anything }),
    }),
  });
