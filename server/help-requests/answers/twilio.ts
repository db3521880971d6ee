// Where Twilio tells what became of a text, and what somebody texted back. It signs what it sends.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Forbidden } from "../../errors.ts";
import { escapeHtml } from "../../http/pages.ts";
import type { World } from "../../world.ts";
import { answerByText, recordDelivery } from "./answers.ts";

const form = "application/x-www-form-urlencoded";

/** Over the address that Twilio was given, and every field of the form. */
async function refuseUnsigned({ config }: World, request: FastifyRequest, fields: URLSearchParams) {
  const { validateRequest } = (await import("twilio")).default;
  const signature = String(request.headers["x-twilio-signature"] ?? "");
  const url = config.publicUrl + request.url;
  const isSigned =
    config.twilio && validateRequest(config.twilio.authToken, signature, url, Object.fromEntries(fields));
  if (!isSigned) throw new Forbidden("This did not come from Twilio.");
}

const spoken = (words: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response><Message>${escapeHtml(words)}</Message></Response>`;

type Posted = { Body: URLSearchParams };

export async function serveTwilio(api: FastifyInstance, world: World): Promise<void> {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(form, { parseAs: "string" }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  const config = { access: "anyone", rateLimit: false } as const;
  api.post<Posted & { Params: { token: string } }>(
    "/twilio/receipts/:token",
    { config },
    async (request, reply) => {
      const fields = request.body ?? new URLSearchParams();
      await refuseUnsigned(world, request, fields);
      if (fields.get("MessageStatus") === "delivered") await recordDelivery(world, request.params.token);
      return reply.status(204).send();
    },
  );
  api.post<Posted>("/twilio/messages", { config }, async (request, reply) => {
    const fields = request.body ?? new URLSearchParams();
    await refuseUnsigned(world, request, fields);
    const words = await answerByText(world, fields.get("From") ?? "", fields.get("Body") ?? "");
    return reply.type("text/xml; charset=utf-8").send(spoken(words));
  });
}
