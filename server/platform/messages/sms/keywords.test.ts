// STOP, START and HELP, and replies by providers that leave these words to us.
import { beforeEach, describe, expect, test } from "vitest";
import { requestVerification } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { listMemberContactMethods } from "#contract/reachability.ts";
import { Client } from "#tests/support/client.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { newPhoneNumber } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { textProviderEnvs, useTextGateway } from "#tests/support/text-providers.ts";
import { androidSignature } from "./android.ts";

const gateway = useTextGateway();
const { http, android } = textProviderEnvs;
// The stand-in gets its port only when the server starts.
const env = {
  PUBLIC_URL: "https://porchlight.example",
  ...http,
  ...android,
  SMS_HTTP_REPLIES: "from=msisdn&text=text&id=messageId",
  SMS_HTTP_REPLY_KEY: "the-secret-of-replies",
  get SMS_HTTP_URL() {
    return `${gateway.origin}/http`;
  },
  get ANDROID_SMS_URL() {
    return `${gateway.origin}/phone`;
  },
};
const server = useServer({ env });

const { family, ask, show, pass, textsTo } = useHelpFamily(server, { emails: ["ben"] });
beforeEach(() => {
  gateway.asked.length = 0;
  gateway.answerWith(202, { id: "7" });
});

const fetch = (method: string, path: string, parts = {}) =>
  new Client(server().url).fetch(method, path, parts);

/** Sends a request as Rose, and the texts about it. */
async function texted(phraseId: number) {
  server().outbox.length = 0;
  const id = await ask({ phraseId });
  await pass(0);
  await pass(3 * minuteMs);
  return id;
}

describe("a provider with an HTTP API that passes on what people text back", () => {
  const replies = "/texts/replies/the-secret-of-replies";

  test("has them answered by a text, whether it writes the number with or without “+”", async () => {
    const { ben } = family();
    const id = await texted(101);
    expect(server().outbox.find(({ to }) => to === ben.phoneNumber)?.text).toContain("Reply 1 to help");
    const words = encodeURIComponent("1️⃣ yes");
    await fetch("GET", `${replies}?msisdn=${ben.phoneNumber.slice(1)}&text=${words}&messageId=a`);
    expect(await show(id)).toMatchObject({ state: "ACKNOWLEDGED", helper: { name: "Ben" } });
    expect(gateway.asked).toMatchObject([{ path: "/http" }]);
    const body = { msisdn: ben.phoneNumber, text: "STOP", messageId: "b" };
    expect((await fetch("POST", replies, { body })).status).toBe(204);
    await texted(102);
    expect(textsTo(ben)).toBe(0);
    await fetch("POST", replies, { body: new URLSearchParams({ ...body, text: "start", messageId: "c" }) });
    await texted(103);
    expect(textsTo(ben)).toBe(1);
  });

  test("is refused without the key, and ignored without a number", async () => {
    const id = await texted(101);
    const query = `msisdn=${family().ben.phoneNumber.slice(1)}&text=1`;
    for (const key of ["the-secret-of-replie", "x", "%00"])
      expect((await fetch("GET", `/texts/replies/${key}?${query}`)).status).toBe(403);
    expect((await fetch("GET", `${replies}?text=1`)).status).toBe(204);
    expect((await fetch("POST", replies, { body: {} })).status).toBe(204);
    expect((await show(id)).state).not.toBe("ACKNOWLEDGED");
  });
});

describe("an Android phone", () => {
  let received = 0;

  /** Has the phone pass on a text, signed as the phone signs it. */
  function says(message: string, sender = family().ben.phoneNumber) {
    received += 1;
    const payload = { messageId: `in-${received}`, message, sender };
    const body = JSON.stringify({ deviceId: "ffff", event: "sms:received", id: "Ey6E", payload });
    const timestamp = String(Math.floor(server().clock.now().getTime() / 1000));
    const signature = androidSignature(android.ANDROID_SMS_SIGNING_KEY ?? "", body, timestamp);
    const headers = {
      "content-type": "application/json",
      "x-timestamp": timestamp,
      "x-signature": signature,
    };
    return globalThis.fetch(`${server().url}/texts/android`, { method: "POST", headers, body });
  }
  const lastReply = () => JSON.parse(gateway.asked.at(-1)?.body ?? "{}").textMessage?.text;

  async function refusal() {
    const { ben, anna } = family();
    const people = await anna.client.call(listMemberContactMethods);
    const own = people.find(({ id }) => id === ben.id)?.contactMethods;
    return own?.find(({ channel }) => channel === "sms")?.refusal;
  }

  test("has its STOP obeyed, confirmed and shown to the family, until START", async () => {
    const { ben } = family();
    const before = await texted(101);
    await says("Stop");
    expect(lastReply()).toBe("You won't get any more texts from Porchlight. Reply START to get them again.");
    expect(await refusal()).toBe("unsubscribed");
    await texted(102);
    expect(textsTo(ben)).toBe(0);
    expect(server().mailbox.at(-1)?.subject).toContain("Rose needs help");

    const replies = gateway.asked.length;
    await says("1 yes");
    expect(await show(before)).toMatchObject({ helper: { name: "Ben" } });
    expect(gateway.asked.length).toBe(replies);
    expect(await refusal()).toBe("unsubscribed");

    await says("start");
    expect(lastReply()).toBe("You'll get texts from Porchlight again. Reply STOP to end them.");
    expect(await refusal()).toBeNull();
    await texted(103);
    expect(textsTo(ben)).toBe(1);
  });

  test("gets an answer to HELP", async () => {
    for (const words of ["HELP", "help!", "Info"]) {
      await says(words);
      expect(lastReply()).toBe(
        "This is Porchlight. We text you when your family needs you. Reply 1 to say that you will help, " +
          "or STOP to get no more texts. For anything else, open https://porchlight.example",
      );
    }
  });

  test.each([
    "STOPALL",
    "Unsubscribe",
    "END",
    "quit",
    "Cancel.",
    "stop please",
    "ＳＴＯＰ",
    "Opt out",
    "ARRÊT",
  ])("takes “%s” for STOP, also from somebody without an account, who then gets no code", async (word) => {
    const stranger = newPhoneNumber();
    const askForCode = () =>
      new Client(server().url).ask(requestVerification, { body: { phoneNumber: stranger } });
    await says(word, stranger);
    expect(await askForCode()).toMatchObject({
      status: 409,
      body: {
        message: "This phone replied STOP to our texts. Reply START to one of them, then try again.",
      },
    });
    expect(gateway.asked).toEqual([]);
    await says("UNSTOP", stranger);
    expect((await askForCode()).status).toBe(200);
  });

  test("does not take a sentence with such a word for STOP", async () => {
    for (const words of [
      "I can stop by at 5",
      "Cancel dinner",
      "Help her",
      "The end of it",
      "Stop it, Rose",
    ]) {
      await says(words);
      expect(lastReply()).toMatch(/^This is Porchlight\. Reply 1 to say that you will help, or “1 at 5”/);
    }
    expect(await refusal()).toBeNull();
  });
});
