// Generates inputs for an endpoint: most fit its schemas, some are wrong in one place, and some are
// arbitrary.
import fc from "fast-check";
import * as z from "zod/mini";
import type { EndpointShape } from "#contract/endpoint.ts";
import type { Parts } from "../client.ts";
import { namesOf, type Schema, validObject } from "./valid.ts";
import { nasty } from "./words.ts";

type Values = Record<string, unknown>;

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

function near(schema: Schema | undefined, valids = 6): fc.Arbitrary<Values> {
  if (!schema) return fc.constant({});
  if (!(schema instanceof z.core.$ZodObject)) throw new Error("Every part is an object.");
  return fc.oneof(
    { weight: valids, arbitrary: validObject(schema) },
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

// Checking a password takes as long as fifty other answers.
const validsFor = (path: string) => (["/api/login", "/api/account/password"].includes(path) ? 1 : 6);

export const partsFor = ({ path, params, query, body }: EndpointShape): fc.Arbitrary<Parts> =>
  fc.record({
    params: near(params).map(inPath),
    query: near(query).map(texts),
    ...(body && {
      body: fc.oneof(
        { weight: 9, arbitrary: near(body, validsFor(path)) },
        { weight: 1, arbitrary: anything },
      ),
    }),
  });
