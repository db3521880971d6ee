// What the entrance asks the cells, and what they ask each other.
import * as z from "zod/mini";
import type { World } from "#server/platform/world.ts";
import { signatureHeader, signatureOf } from "./signature.ts";

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
}

const timeoutMs = 5_000;

/** Throws if the cell does not answer in time, or refuses. */
export async function ask<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  { config, clock }: World,
  origin: string,
  { path, answer }: Kind<Body, Answer>,
  asked: z.output<Body>,
): Promise<z.output<Answer>> {
  const question = { origin, method: "POST", path, body: JSON.stringify(asked) };
  const response = await fetch(origin + path, {
    method: question.method,
    body: question.body,
    headers: {
      "content-type": "application/json",
      [signatureHeader]: signatureOf(config.cells.secret, question, clock.now()),
    },
    // Another address has no business with what is asked.
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The cell answered ${response.status}.`);
  }
  return answer.parse(await response.json());
}
