// No text that somebody sends keeps the server from answering others. A field that is added later is tried by itself.
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { EndpointShape } from "#contract/endpoint.ts";
import { withoutAddresses } from "#contract/text.ts";
import { routesOf } from "#server/app.ts";
import { readAnswer } from "#server/features/help/answers/answer-words.ts";
import { toE164 } from "#server/platform/phone-numbers.ts";
import { Client } from "./support/client.ts";
import { signUp } from "./support/people.ts";
import { useServer } from "./support/server.ts";

const server = useServer({ limits: { smsPerDay: 10, loginsPerAccount: 1_000_000 } });

const maxMilliseconds = 50;

/** Short texts whose repetition takes long where a pattern looks at the same characters again and again. */
const repeated = [
  ...["a", "1", " ", ".", "@", "-", "<", "&", '"', "\n", "\t", "+", "#", ":", "=", ",", ";", "_"],
  ...[
    "a\u200d",
    "\u200d",
    "\ufe0f",
    "\u{1f3f4}\u{e0067}",
    "\u{e0067}",
    "👵🏽",
    "👩\u200d",
    "\u202e",
    "\u00a0",
    "\u3000",
  ],
  ...["\u0301", "\u0301\u0316", "e\u0316\u0301", "ﷺ", "٣", "क्\u200d", "\ud800"],
  ...[
    "a.",
    "1.",
    "a@",
    "@a.",
    "a:",
    "a-",
    "a ",
    " .",
    "1 ",
    "1-",
    ". ",
    "www.",
    "http:",
    "http://",
    "a.com",
    "a.com@",
  ],
  ...[
    "pin ",
    "pin:",
    "password is ",
    "password=1",
    "key :",
    "no. ",
    "am ",
    "a.m. ",
    "1 a",
    "+1",
    "(1)",
    "<a",
    "&#1",
    "\\n",
  ],
];
const sizes = [16 * 1024, 64 * 1024];

/** The second one fails where the first matches, after a pattern has tried everything. */
const hostileTexts = repeated.flatMap((part) =>
  sizes.flatMap((size) => {
    const text = part.repeat(size / part.length);
    return [text, `1${text}\u0001`];
  }),
);

/** The CPU time of this thread does not depend on what else the machine does. The best of three leaves out collections of garbage. */
function millisecondsOf(work: () => unknown): number {
  const times = [0, 1, 2].map(() => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

/** Tries again only what seems slow. */
const isSlow = (work: () => unknown): boolean => {
  const start = performance.now();
  work();
  return performance.now() - start > maxMilliseconds && millisecondsOf(work) > maxMilliseconds;
};

const shown = (text: string): string => `${text.length} of ${JSON.stringify(text.slice(0, 8))}`;

const { core } = z;
type Schema = z.core.$ZodType;

interface Field {
  readonly name: string;
  readonly schema: Schema;
}

/** The schemas inside a schema, with the names of their fields. */
function within(schema: Schema): Record<string, Schema> {
  if (schema instanceof core.$ZodObject) return schema._zod.def.shape;
  if (schema instanceof core.$ZodArray) return { "0": schema._zod.def.element };
  if (schema instanceof core.$ZodUnion)
    return Object.fromEntries(schema._zod.def.options.map((option, place) => [`or ${place}`, option]));
  if (schema instanceof core.$ZodPipe) return { "": schema._zod.def.in };
  if (schema instanceof core.$ZodRecord)
    return { "*": schema._zod.def.valueType, key: schema._zod.def.keyType };
  if (
    schema instanceof core.$ZodOptional ||
    schema instanceof core.$ZodNullable ||
    schema instanceof core.$ZodDefault
  )
    return { "": schema._zod.def.innerType };
  return {};
}

const textsIn = (name: string, schema: Schema): Field[] =>
  schema instanceof core.$ZodString
    ? [{ name, schema }]
    : Object.entries(within(schema)).flatMap(([part, inner]) => textsIn(`${name}.${part}`, inner));

const partsOf = ({ params, query, headers, body }: EndpointShape): [string, Schema][] =>
  Object.entries({ params, query, headers, body }).flatMap(([part, schema]) =>
    schema ? [[part, schema]] : [],
  );

const nameOf = ({ method, path }: EndpointShape): string => `${method} ${path}`;

/** A value of the schema's shape in which every text is this one. */
function filled(schema: Schema, text: string): unknown {
  if (schema instanceof core.$ZodString) return text;
  if (schema instanceof core.$ZodArray) return [filled(schema._zod.def.element, text)];
  if (schema instanceof core.$ZodObject)
    return Object.fromEntries(
      Object.entries(schema._zod.def.shape).map(([name, field]) => [name, filled(field, text)]),
    );
  if (schema instanceof core.$ZodNumber) return 1;
  if (schema instanceof core.$ZodBoolean) return true;
  if (schema instanceof core.$ZodLiteral) return schema._zod.def.values[0];
  if (schema instanceof core.$ZodEnum) return Object.values(schema._zod.def.entries)[0];
  const [inner] = Object.values(within(schema));
  return inner && filled(inner, text);
}

let endpoints: EndpointShape[];
let fields: Field[];
beforeAll(() => {
  endpoints = routesOf(server().world).map((route) => route.endpoint);
  fields = endpoints.flatMap((endpoint) =>
    partsOf(endpoint).flatMap(([part, schema]) => textsIn(`${nameOf(endpoint)} ${part}`, schema)),
  );
});

/** The server runs in this thread, so its time is within that of the call. */
async function millisecondsOfCall(call: () => Promise<Response>): Promise<number> {
  const times: number[] = [];
  while (times.length < 3 && (times.at(-1) ?? maxMilliseconds) >= maxMilliseconds) {
    const before = process.threadCpuUsage();
    const { status } = await call();
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1_000);
    expect(status).toBeLessThan(500);
  }
  return Math.min(...times);
}

async function slowCalls(calls: readonly [name: string, call: () => Promise<Response>][]): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, call] of calls) {
    const milliseconds = await millisecondsOfCall(call);
    if (milliseconds >= maxMilliseconds) slow.push(`${name}: ${milliseconds} ms`);
  }
  return slow;
}

describe("a long text in any field of any call", () => {
  it("is read in less than 50 ms of the server's time", { timeout: 300_000 }, () => {
    expect(fields.length).toBeGreaterThan(100);
    const schemas = new Map(fields.map(({ name, schema }) => [schema, name]));
    const slow = schemas
      .entries()
      .flatMap(([schema, name]) =>
        hostileTexts
          .values()
          .filter((text) => isSlow(() => z.safeParse(schema, text)))
          .map((text) => `${name}: ${shown(text)}`),
      )
      .take(3);
    expect([...slow]).toEqual([]);
  });

  it("is refused", () => {
    const long = ["a", "1", " a", "é", "👵🏽"].map((part) => part.repeat(64 * 1024));
    const taken = fields.flatMap(({ name, schema }) =>
      long
        .map((text) => z.safeParse(schema, text))
        .filter(({ success, data }) => success && String(data).length > 10_000)
        .map(() => name),
    );
    expect(taken).toEqual([]);
  });

  it("is answered in less than 50 ms of the server's time", { timeout: 300_000 }, async () => {
    const { client } = await signUp(server());
    const texts = ["a", "a\u200d", " ", "\u0301\u0316"].map((part) => part.repeat(30_000 / part.length));
    const calls = endpoints
      .filter(({ path }) => path !== "/api/auth/logout")
      .flatMap(({ method, path, body: schema }) =>
        (schema ? texts : []).map((text): [string, () => Promise<Response>] => {
          const body = schema && filled(schema, text);
          return [
            `${method} ${path} with ${shown(text)}`,
            () => client.fetch(method, path.replaceAll(/:\w+/g, "1"), { body }),
          ];
        }),
      );
    expect(await slowCalls(calls)).toEqual([]);
  });
});

const headers = [
  ...["user-agent", "cookie", "accept-encoding", "if-none-match", "range", "if-range", "authorization"],
  ...["accept-language", "x-forwarded-for", "origin", "referer", "content-type", "sec-fetch-site"],
];
const headerParts = [" a", "a", ",", "; ", "gzip ", "gzip;", "a=", "bytes=", "Bearer ", '"', "1.", "\t\t\ta"];
const paths = ["/", "/help", "/api/auth/options", "/calendar/none.ics", "/api/help-categories"];

describe("a long text that no schema reads", () => {
  it.each(headers)("is answered in less than 50 ms of the server's time in the header %s", async (name) => {
    const client = new Client(server().url);
    const calls = headerParts.flatMap((part) =>
      paths.map((path): [string, () => Promise<Response>] => {
        const value = `x${part.repeat(14_000 / part.length)}x`;
        return [
          `${path} with ${shown(value)}`,
          () => client.fetch("GET", path, { headers: { [name]: value } }),
        ];
      }),
    );
    expect(await slowCalls(calls)).toEqual([]);
  });

  it("is read in less than 50 ms if it is texted, or comes from a provider or a calendar", () => {
    const now = Temporal.Instant.fromEpochMilliseconds(server().clock.now().getTime()).toZonedDateTimeISO(
      "UTC",
    );
    const readers = [
      (text: string) => readAnswer(text.slice(0, 1_600), now),
      (text: string) => toE164(text),
      (text: string) => withoutAddresses(text.slice(0, 2_000)),
    ];
    const slow = hostileTexts.filter((text) => readers.some((read) => isSlow(() => read(text))));
    expect(slow.map(shown)).toEqual([]);
  });
});
