// Where Twilio tells what became of a text, and what somebody texted back. It signs what it sends.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Forbidden } from "../../errors.ts";
import { escapeHtml } from "../../http/pages.ts";
import { kindOfCode } from "../../senders/twilio.ts";
import type { World } from "../../world.ts";
import { answerByText, recordDelivery, recordFailure } from "./answers.ts";

const form = "application/x-www-form-urlencoded";

/** Over the address that Twilio was given, and every field of the form. */
async function refuseUnsigned({ config }: World, request: FastifyRequest<Posted>, fields: URLSearchParams) {
  const { validateRequest } = (await import("twilio")).default;
  const signature = String(request.headers["x-twilio-signature"] ?? "");
  const url = config.publicUrl + request.url;
  const isSigned =
    config.twilio && validateRequest(config.twilio.authToken, signature, url, Object.fromEntries(fields));
  if (!isSigned) throw new Forbidden("This did not come from Twilio.");
}

const spoken = (words: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response><Message>${escapeHtml(words)}</Message></Response>`;

async function recordStatus(world: World, token: string, fields: URLSearchParams): Promise<void> {
  const status = fields.get("MessageStatus");
  if (status === "delivered") await recordDelivery(world, token);
  if (status === "undelivered" || status === "failed")
    await recordFailure(world, token, kindOfCode(fields.get("ErrorCode") ?? ""));
}

interface Posted {
  Body: URLSearchParams | undefined;
  Params: { token?: string };
}

/** The fields of a form that Twilio has signed. */
async function fieldsOf(world: World, request: FastifyRequest<Posted>): Promise<URLSearchParams> {
  const fields = request.body ?? new URLSearchParams();
  await refuseUnsigned(world, request, fields);
  return fields;
}

export async function serveTwilio(api: FastifyInstance, world: World): Promise<void> {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(form, { parseAs: "string" }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  const config = { access: "anyone", rateLimit: false } as const;
  api.post<Posted>("/twilio/receipts/:token", { config }, async (request, reply) => {
    await recordStatus(world, request.params.token ?? "", await fieldsOf(world, request));
    return reply.status(204).send();
  });
  api.post<Posted>("/twilio/messages", { config }, async (request, reply) => {
    const fields = await fieldsOf(world, request);
    const words = await answerByText(world, fields.get("From") ?? "", fields.get("Body") ?? "");
    return reply.type("text/xml; charset=utf-8").send(spoken(words));
  });
}
