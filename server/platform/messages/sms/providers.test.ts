import { pino } from "pino";
import { expect, test } from "vitest";
import { readConfig } from "#server/platform/config/config.ts";
import { production } from "#tests/support/server.ts";
import { textProviderEnvs } from "#tests/support/text-providers.ts";
import { openChannels } from "../channels.ts";
import { SendError } from "../send-error.ts";
import type { TextProvider } from "./provider.ts";
import { sendByFirst, textProvidersOf } from "./providers.ts";

const log = pino({ level: "silent" });
const hello = { to: "+16145550101", text: "Hello" };

/** A provider that accepts a text or fails, and records its own name. */
function provider(name: string, sent: string[], error?: Error): TextProvider {
  const send = async () => {
    sent.push(name);
    if (error) throw error;
    return { id: name };
  };
  return { name, send, webhooks: [], takesReplies: true };
}

function sendBy(...errors: (Error | undefined)[]) {
  const sent: string[] = [];
  const providers = errors.map((error, place) => provider(["first", "second"][place] ?? "", sent, error));
  return { sent, send: sendByFirst(providers, log) };
}

test.each(Object.entries(textProviderEnvs))("%s alone opens the channel of texts", (name, env) => {
  const config = readConfig({ ...production, ...env });
  expect(textProvidersOf(config)).toMatchObject([{ name }]);
  expect(openChannels(config)).toContain("sms");
  expect(openChannels(readConfig(production))).not.toContain("sms");
  expect(readConfig(env).isSandbox).toBe(false);
});

test("the second provider is not used while the first accepts texts", async () => {
  const { sent, send } = sendBy(undefined, undefined);
  expect(await send(hello)).toEqual({ id: "first" });
  expect(sent).toEqual(["first"]);
});

test.each(["transient", "unknown"] as const)("the second sends when the first fails: %s", async (kind) => {
  const { sent, send } = sendBy(new SendError(kind, "busy"), undefined);
  expect(await send(hello)).toEqual({ id: "second" });
  expect(sent).toEqual(["first", "second"]);
});

test("the second sends when the first has a fault of its own", async () => {
  expect(await sendBy(new TypeError("a fault"), undefined).send(hello)).toEqual({ id: "second" });
});

test("a refused number is not tried again", async () => {
  const { sent, send } = sendBy(new SendError("permanent", "a landline", "landline"), undefined);
  await expect(send(hello)).rejects.toMatchObject({ kind: "permanent", refusal: "landline" });
  expect(sent).toEqual(["first"]);
});

test("when both fail, it stays open whether the text has arrived if one of them may have sent it", async () => {
  const [busy, silent] = [new SendError("transient", "busy"), new SendError("unknown", "silent")];
  await expect(sendBy(busy, busy).send(hello)).rejects.toBe(busy);
  await expect(sendBy(silent, busy).send(hello)).rejects.toBe(silent);
});

test("another attempt starts with the other provider, because the first may accept texts and then fail", async () => {
  const { sent, send } = sendBy(undefined, undefined);
  for (const attempt of [1, 2, 3]) await send({ ...hello, attempt });
  expect(sent).toEqual(["first", "second", "first"]);
});
