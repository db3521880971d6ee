// Routes for Twilio's reports on texts and for texts that people send back. Twilio signs its requests.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Forbidden, Invalid } from "#server/errors.ts";
import { escapeHtml } from "#server/http/pages.ts";
import type { World } from "#server/world.ts";
import { recordFailure, recordReceipt } from "./receipts.ts";
import { refusalOfCode } from "./sms/twilio.ts";

const form = "application/x-www-form-urlencoded";

/** Answers a text that somebody has sent, with the words that they are texted back. */
export type AnswerText = (world: World, from: string, words: string) => Promise<string>;

interface Posted {
  Body: URLSearchParams | undefined;
  Params: { token?: string };
}

/** The signature covers the address that Twilio was given and every field of the form. */
async function refuseUnsigned({ config }: World, request: FastifyRequest<Posted>, fields: URLSearchParams) {
  const { validateRequest } = (await import("twilio")).default;
  const signature = String(request.headers["x-twilio-signature"] ?? "");
  const url = config.publicUrl + request.url;
  const isSigned =
    config.twilio && validateRequest(config.twilio.authToken, signature, url, Object.fromEntries(fields));
  if (!isSigned) throw new Forbidden("This did not come from Twilio.");
}

/** The fields of a form that Twilio has signed. */
async function fieldsOf(world: World, request: FastifyRequest<Posted>): Promise<URLSearchParams> {
  const fields = request.body ?? new URLSearchParams();
  // The signature covers one value of each field; a second one would travel unsigned.
  if (new Set(fields.keys()).size < fields.size) throw new Invalid("A field of this form is given twice.");
  await refuseUnsigned(world, request, fields);
  return fields;
}

async function storeStatus(world: World, token: string, fields: URLSearchParams): Promise<void> {
  const status = fields.get("MessageStatus");
  if (status === "delivered") await recordReceipt(world, token);
  if (status === "undelivered" || status === "failed")
    await recordFailure(world, token, refusalOfCode(fields.get("ErrorCode") ?? ""));
}

const replyWith = (words: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response><Message>${escapeHtml(words)}</Message></Response>`;

export async function serveTwilio(api: FastifyInstance, world: World, answer: AnswerText): Promise<void> {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(form, { parseAs: "string" }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  const config = { access: "anyone", rateLimit: false } as const;
  api.post<Posted>("/twilio/statuses/:token", { config }, async (request, reply) => {
    await storeStatus(world, request.params.token ?? "", await fieldsOf(world, request));
    return reply.status(204).send();
  });
  api.post<Posted>("/twilio/messages", { config }, async (request, reply) => {
    const fields = await fieldsOf(world, request);
    const words = await answer(world, fields.get("From") ?? "", fields.get("Body") ?? "");
    return reply.type("text/xml; charset=utf-8").send(replyWith(words));
  });
}
