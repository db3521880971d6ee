// Routes for Twilio's reports on texts and for texts that people send back. Twilio signs its requests.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Refusal } from "#contract/reachability.ts";
import { Forbidden, Invalid } from "#server/errors.ts";
import { escapeHtml } from "#server/http/pages.ts";
import * as receipts from "#server/messages/receipts.ts";
import { refusalOfCode } from "#server/messages/sms/twilio.ts";
import type { World } from "#server/world.ts";
import { recordDelivery, recordFailure } from "./answers.ts";
import { answerByText } from "./texted-answers.ts";

const form = "application/x-www-form-urlencoded";

/** The signature covers the address that Twilio was given and every field of the form. */
async function refuseUnsigned({ config }: World, request: FastifyRequest<Posted>, fields: URLSearchParams) {
  const { validateRequest } = (await import("twilio")).default;
  const signature = String(request.headers["x-twilio-signature"] ?? "");
  const url = config.publicUrl + request.url;
  const isSigned =
    config.twilio && validateRequest(config.twilio.authToken, signature, url, Object.fromEntries(fields));
  if (!isSigned) throw new Forbidden("This did not come from Twilio.");
}

const toTwiml = (words: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response><Message>${escapeHtml(words)}</Message></Response>`;

/** Stores the final status of a text. */
interface StatusHandlers {
  arrived(token: string): Promise<void>;
  /** Without a refusal another attempt may succeed. */
  failed(token: string, refusal: Refusal | undefined): Promise<void>;
}

const helpHandlers = (world: World): StatusHandlers => ({
  arrived: (token) => recordDelivery(world, token),
  failed: (token, refusal) => recordFailure(world, token, refusal),
});

const noticeHandlers = (world: World): StatusHandlers => ({
  arrived: (token) => receipts.recordArrival(world, token),
  async failed(token, refusal) {
    if (refusal) await receipts.recordRefusal(world, token, refusal);
  },
});

async function handleStatus(handlers: StatusHandlers, token: string, fields: URLSearchParams): Promise<void> {
  const status = fields.get("MessageStatus");
  if (status === "delivered") await handlers.arrived(token);
  if (status === "undelivered" || status === "failed")
    await handlers.failed(token, refusalOfCode(fields.get("ErrorCode") ?? ""));
}

interface Posted {
  Body: URLSearchParams | undefined;
  Params: { token?: string };
}

/** The fields of a form that Twilio has signed. */
async function fieldsOf(world: World, request: FastifyRequest<Posted>): Promise<URLSearchParams> {
  const fields = request.body ?? new URLSearchParams();
  // The signature covers one value of each field; a second one would travel unsigned.
  if (new Set(fields.keys()).size < fields.size) throw new Invalid("A field of this form is given twice.");
  await refuseUnsigned(world, request, fields);
  return fields;
}

export async function serveTwilio(api: FastifyInstance, world: World): Promise<void> {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(form, { parseAs: "string" }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  const config = { access: "anyone", rateLimit: false } as const;
  for (const [kind, handlers] of [
    ["receipts", helpHandlers(world)],
    ["notices", noticeHandlers(world)],
  ] as const)
    api.post<Posted>(`/twilio/${kind}/:token`, { config }, async (request, reply) => {
      await handleStatus(handlers, request.params.token ?? "", await fieldsOf(world, request));
      return reply.status(204).send();
    });
  api.post<Posted>("/twilio/messages", { config }, async (request, reply) => {
    const fields = await fieldsOf(world, request);
    const words = await answerByText(world, fields.get("From") ?? "", fields.get("Body") ?? "");
    return reply.type("text/xml; charset=utf-8").send(toTwiml(words));
  });
}
