// In place of Twilio in the sandbox: passes on what somebody texts back, signed as Twilio signs it.
import type { FastifyInstance } from "fastify";
import type { Twilio } from "#server/config.ts";
import type { World } from "#server/world.ts";

/** Of an account that is none; nobody outside this server can know its token. */
const accountOf = ({ secrets }: World): Twilio => ({
  accountSid: "sandbox",
  authToken: secrets.mac("sandbox twilio").toString("hex"),
  from: "+16145550100",
});

/** The world as it is for whoever hears what Twilio says. */
export const withSandboxTwilio = (world: World): World => ({
  ...world,
  config: { ...world.config, twilio: accountOf(world) },
});

const path = "/twilio/messages";

const plain = (xml: string): string =>
  xml.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** The words that are to be texted to whoever has written. */
const repliedIn = (xml: string): string => plain(/<Message>(.*)<\/Message>/s.exec(xml)?.[1] ?? "");

/** As the phone of this number would; the reply lands in the outbox. */
export async function textBack(app: FastifyInstance, world: World, from: string, words: string) {
  const { getExpectedTwilioSignature } = (await import("twilio")).default;
  const { authToken, from: to } = accountOf(world);
  const fields = { From: from, To: to, Body: words };
  const signature = getExpectedTwilioSignature(authToken, world.config.publicUrl + path, fields);
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-twilio-signature": signature,
  };
  const payload = new URLSearchParams(fields).toString();
  const answer = await app.inject({ method: "POST", url: path, headers, payload });
  if (answer.statusCode !== 200) throw new Error(`The texted reply was refused: ${answer.statusCode}`);
  await world.senders.sms({ to: from, text: repliedIn(answer.body) });
}
