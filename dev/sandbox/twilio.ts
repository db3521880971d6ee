// Takes the place of Twilio in the sandbox: it passes on texts that people send back, signed as Twilio signs them.
import type { FastifyInstance } from "fastify";
import { twilioSignature } from "#server/platform/messages/twilio-signature.ts";
import type { World } from "#server/platform/world.ts";

/** An account that does not exist at Twilio. Only this server can know its token. */
const accountOf = ({ secrets }: World) => ({
  provider: "twilio" as const,
  accountSid: "sandbox",
  authToken: secrets.mac("sandbox twilio").toString("hex"),
  from: "+16145550100",
});

/** The world with this account, for the endpoints that Twilio calls. */
export const withSandboxTwilio = (world: World): World => ({
  ...world,
  config: { ...world.config, textProviders: [accountOf(world)], callProvider: accountOf(world) },
});

/** Asks or tells this server something, as Twilio does. Returns the XML of the answer. */
export async function askAsTwilio(
  app: FastifyInstance,
  world: World,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const { authToken, from: To } = accountOf(world);
  const form = { To, ...fields };
  const url = world.config.publicUrl + path;
  const signature = twilioSignature(authToken, url, new Map(Object.entries(form)));
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-twilio-signature": signature,
  };
  const payload = new URLSearchParams(form).toString();
  const answer = await app.inject({ method: "POST", url: path, headers, payload });
  if (answer.statusCode !== 200) throw new Error(`Twilio's request was refused: ${answer.statusCode}`);
  return answer.body;
}

export const plain = (xml: string): string =>
  xml.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** The reply to the person who sent a text. */
const repliedIn = (xml: string): string => plain(/<Message>(.*)<\/Message>/s.exec(xml)?.[1] ?? "");

/** Sends a text back from this number. The reply goes to the outbox. */
export async function textBack(app: FastifyInstance, world: World, from: string, words: string) {
  const xml = await askAsTwilio(app, world, "/twilio/messages", { From: from, Body: words });
  await world.senders.sms({ to: from, text: repliedIn(xml) });
}
