// What the entrance asks the cells, and what they ask each other.
import * as z from "zod/mini";
import type { World } from "#server/platform/world.ts";
import { digestOf, signatureHeader, signatureOf } from "./signature.ts";

/** "Send a sign-in link, if you know this number or address." The answer is the same for both. */
export const linkQuestion = {
  path: "/cells/sign-in-links",
  body: z.strictObject({ kind: z.enum(["phone_number", "email"]), address: z.string() }),
  answer: z.strictObject({}),
} as const;

/** "How much room do you have?" */
export const roomQuestion = {
  path: "/cells/room",
  body: z.strictObject({}),
  answer: z.object({ families: z.number(), capacity: z.number(), isOpen: z.boolean() }),
} as const;

/** "Sign in the person of this device with you." Answers null if nobody is signed in there anymore. */
export const deviceQuestion = {
  path: "/cells/devices",
  body: z.strictObject({ tokenHash: z.base64() }),
  answer: z.strictObject({ url: z.nullable(z.string()) }),
} as const;

export type Room = z.output<typeof roomQuestion.answer>;

interface Kind<Body extends z.ZodMiniType, Answer extends z.ZodMiniType> {
  readonly path: string;
  readonly body: Body;
  readonly answer: Answer;
  /** How long the answer may take. Five seconds unless it says so. */
  readonly timeoutMs?: number;
}

const shortTimeoutMs = 5_000;

/** What a cell has refused, in its words. */
export class Declined extends Error {}
/** A cell cannot answer at this moment, such as because its database is busy. */
export class NotNow extends Error {}

const Problem = z.object({ message: z.string() });

async function refusalOf(response: Response): Promise<Error> {
  const problem = Problem.safeParse(await response.json().catch(() => undefined));
  if (response.status < 500 && problem.success) return new Declined(problem.data.message);
  const words = `The cell answered ${response.status}.`;
  return response.status === 503 ? new NotNow(words) : new Error(words);
}

/** Sends a signed body. Throws `Declined` if the cell refuses it, and another error if it does not answer in time. */
export async function send(
  { config, clock }: World,
  url: { readonly origin: string; readonly path: string },
  body: string | Buffer,
  timeoutMs = shortTimeoutMs,
): Promise<Response> {
  const question = { ...url, method: "POST", digest: digestOf(body) };
  const response = await fetch(url.origin + url.path, {
    method: question.method,
    body: typeof body === "string" ? body : new Uint8Array(body),
    headers: {
      "content-type": typeof body === "string" ? "application/json" : "application/octet-stream",
      "content-digest": question.digest,
      [signatureHeader]: signatureOf(config.cells.secret, question, clock.now()),
    },
    // Another address has no business with what is asked.
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** Throws if the cell does not answer in time, or refuses. */
export async function ask<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  world: World,
  origin: string,
  { path, answer, timeoutMs }: Kind<Body, Answer>,
  asked: z.output<Body>,
): Promise<z.output<Answer>> {
  const response = await send(world, { origin, path }, JSON.stringify(asked), timeoutMs);
  return answer.parse(await response.json());
}
