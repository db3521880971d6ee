import { afterEach, describe, expect, test } from "vitest";
import { changeEscalationPlan } from "#contract/help/plan.ts";
import { askForHelp, listHelpRequests } from "#contract/help/requests.ts";
import { deleteNtfySubscription, getNtfySubscription, makeNtfySubscription } from "#contract/messages.ts";
import { readNtfy } from "#server/platform/config/ntfy.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { useNtfy } from "#tests/support/ntfy.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { ntfyPublisher } from "./publish.ts";

describe("publishing to an ntfy server", () => {
  const ntfy = useNtfy();
  afterEach(() => {
    ntfy.token = undefined;
    ntfy.status = undefined;
  });
  const message = {
    topic: "porchlight-abc",
    title: "Rose needs help 💡",
    message: "“My TV isn't working.”",
    priority: 5,
    click: "https://porchlight.example/",
    actions: [],
  };
  const publisher = (env = {}) => {
    const settings = readNtfy({ NTFY_URL: `${ntfy.origin}/`, ...env });
    if (!settings) throw new Error("These are no settings.");
    return ntfyPublisher(settings);
  };

  test("needs a token only where the server asks for one", async () => {
    await publisher()(message);
    ntfy.token = "tk_secret";
    await publisher({ NTFY_TOKEN: "tk_secret" })(message);
    expect(ntfy.published).toEqual([message, message]);
    await expect(publisher()(message)).rejects.toMatchObject({ kind: "transient" });
  });

  test.each([400, 401, 403, 413, 429, 500, 507])(
    "an answer %i is worth another attempt, and no words of the server are repeated",
    async (status) => {
      ntfy.status = status;
      await expect(publisher()(message)).rejects.toMatchObject({
        kind: "transient",
        message: `The ntfy server did not accept the message (${status})`,
      });
    },
  );

  test("needs an address of the server", () => {
    expect(readNtfy({})).toBeUndefined();
    expect(() => readNtfy({ NTFY_URL: "ntfy.sh" })).toThrow("NTFY_URL must be a web address");
    expect(() => readNtfy({ NTFY_TOKEN: "tk_secret" })).toThrow("NTFY_TOKEN needs NTFY_URL.");
  });
});

const server = useServer();

/** The Reyes family, whose plan asks Anna by ntfy alone. */
async function familyOnNtfy() {
  const family = await reyesFamily(server());
  const { anna } = family;
  const { topic } = await anna.client.call(makeNtfySubscription);
  const steps = [{ after: 0, target: "everyone" as const, channels: ["ntfy" as const] }];
  await anna.client.call(changeEscalationPlan, {
    body: { steps, firstContactId: null, quietHours: null },
  });
  return { ...family, topic };
}

const press = ({
  url,
  method,
  headers,
  body,
}: {
  url: string;
  method: string;
  headers?: object;
  body?: string;
}) =>
  fetch(url.replace(server().world.config.publicUrl, server().url), {
    method,
    headers: { ...headers },
    ...(body && { body }),
  });

async function lastMessageTo(topic: string | null) {
  await deliverDue(server().world);
  const message = server().published.findLast((sent) => sent.topic === topic);
  if (!message) throw new Error("Nothing was sent to this topic.");
  return message;
}

test("a request for help rings at once, and its button answers without a sign-in", async () => {
  const { anna, rose, topic } = await familyOnNtfy();
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const message = await lastMessageTo(topic);
  expect(message).toMatchObject({ title: expect.stringMatching(/^Rose needs help \(#\w+\)$/), priority: 5 });
  const [help, call] = message.actions;
  expect([help?.label, call?.label, call?.url]).toEqual([
    "I'll help",
    "Call Rose",
    expect.stringMatching(/^tel:\+1/),
  ]);
  if (help?.action !== "http") throw new Error("The first button does not answer.");
  expect((await press(help)).status).toBe(200);
  const [request] = await anna.client.call(listHelpRequests);
  expect(request).toMatchObject({ state: "ACKNOWLEDGED", helper: { id: anna.id } });
});

test("a possible scam has the verdicts as buttons", async () => {
  const { anna, rose, topic } = await familyOnNtfy();
  await rose.client.call(askForHelp, { body: { phraseId: 902 } });
  const { actions } = await lastMessageTo(topic);
  expect(actions.map(({ label }) => label)).toEqual(["It's a scam: don't", "I'm calling you"]);
  const [scam] = actions;
  if (scam?.action !== "http") throw new Error("The first button does not answer.");
  expect((await press(scam)).status).toBe(200);
  const [request] = await anna.client.call(listHelpRequests);
  expect(request?.scamCheck?.verdicts).toMatchObject([{ verdict: "SCAM", person: { id: anna.id } }]);
});

test("a new address takes the place of an earlier one, and turning ntfy off leaves none", async () => {
  const { anna, topic } = await familyOnNtfy();
  const { topic: next } = await anna.client.call(makeNtfySubscription);
  expect(next).not.toBe(topic);
  expect(await anna.client.call(getNtfySubscription)).toEqual({
    server: "https://ntfy.example",
    topic: next,
  });
  await anna.client.call(deleteNtfySubscription);
  expect(await anna.client.call(getNtfySubscription)).toMatchObject({ topic: null });
});

describe("on a server without ntfy", () => {
  const plain = useServer({ env: { NTFY_URL: "" } });

  test("nobody is offered it", async () => {
    const { anna } = await reyesFamily(plain());
    expect(await anna.client.call(getNtfySubscription)).toEqual({ server: null, topic: null });
    expect((await anna.client.ask(makeNtfySubscription)).status).toBe(503);
  });
});
