import { beforeEach, describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "#contract/durations.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  cancelHelpRequest,
  handOnHelpRequest,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import {
  getWebhook,
  removeWebhook,
  renewWebhookSecret,
  setWebhook,
  testWebhook,
} from "#contract/help/webhook.ts";
import { Problem } from "#contract/problem.ts";
import { readHomeNetwork } from "#server/platform/config/home-network.ts";
import { deliverDue, tellPrograms } from "#tests/support/due-work.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { useProgram } from "#tests/support/program.ts";
import { useServer } from "#tests/support/server.ts";
import { deleteOldDeliveries } from "./deliveries.ts";
import { checkAddress, type PostingRules, post } from "./post.ts";
import { signedHeaders } from "./signature.ts";

const server = useServer({ env: { HOME_NETWORK: "homeassistant.lan" } });
const program = useProgram();
beforeEach(() => program.forget());

const tell = () => tellPrograms(server().world);

/** What follows another message about the same request leaves a second later. */
const tellSoon = async () => {
  server().clock.advance(1_000);
  await tell();
};

const webhookOf = ({ client }: Person) => client.call(getWebhook);
const types = () => program.told.map(({ message }) => message.type);

/** The Reyes family, whose program is told about requests. */
async function familyWithProgram() {
  const family = await reyesFamily(server());
  const { secret } = await family.anna.client.call(setWebhook, { body: { url: program.url } });
  program.secret = secret;
  return family;
}

const ask = async ({ client }: Person) => {
  const { id } = await client.call(askForHelp, { body: { phraseId: 101 } });
  return { params: { id } };
};

describe("a family's program", () => {
  test("is told who asks, takes, solves or cancels, in signed messages without the words", async () => {
    const { anna, rose } = await familyWithProgram();
    const request = await ask(rose);
    await tell();
    await anna.client.call(acknowledgeHelpRequest, request);
    await tell();
    await rose.client.call(resolveHelpRequest, request);
    await tell();
    const at = server().clock.now().toISOString();
    await rose.client.call(cancelHelpRequest, await ask(rose));
    await tell();
    await tellSoon();
    expect(types()).toEqual(["help.asked", "help.taken", "help.solved", "help.cancelled"]);
    expect(program.told.map(({ isSigned }) => isSigned)).toEqual([true, true, true, true]);
    expect(new Set(program.told.map(({ id }) => id)).size).toBe(4);
    const askedBy = { id: rose.id, name: "Rose" };
    expect(program.told[1]?.message).toEqual({
      type: "help.taken",
      timestamp: at,
      data: {
        requestId: request.params.id,
        familyId: anna.familyId,
        category: "Tech Help",
        isUrgent: false,
        askedAt: at,
        askedBy,
        helper: { id: anna.id, name: "Anna Reyes" },
      },
    });
    expect(program.told[0]?.message.data).toMatchObject({ askedBy, helper: null });
    const { deliveries = [] } = (await webhookOf(anna)) ?? {};
    expect(deliveries.map(({ state }) => state)).toEqual(["ARRIVED", "ARRIVED", "ARRIVED", "ARRIVED"]);
  });

  test("is told again that somebody asks when a helper hands a request on", async () => {
    const { anna, rose } = await familyWithProgram();
    const request = await ask(rose);
    await anna.client.call(acknowledgeHelpRequest, request);
    await tell();
    await tellSoon();
    await anna.client.call(handOnHelpRequest, request);
    await tell();
    expect(types().at(-1)).toBe("help.asked");
  });

  test("hears with each attempt the same id, and after an outage only the newest of each request", async () => {
    const { anna, rose } = await familyWithProgram();
    program.answer = (response) => response.writeHead(503).end();
    const request = await ask(rose);
    await tell();
    server().clock.advance(10_000);
    await tell();
    expect(program.told.map(({ id }) => id)).toEqual([program.told[0]?.id, program.told[0]?.id]);
    expect((await webhookOf(anna))?.deliveries).toMatchObject([
      { type: "help.asked", state: "WAITING", attempts: 2, failure: "trouble" },
    ]);
    await anna.client.call(acknowledgeHelpRequest, request);
    program.forget();
    server().clock.advance(minuteMs);
    await tell();
    await tellSoon();
    expect(types()).toEqual(["help.taken"]);
    expect((await webhookOf(anna))?.deliveries).toMatchObject([{ type: "help.taken", state: "ARRIVED" }]);
  });

  test("that hangs delays no message to people", async () => {
    const { rose, anna } = await familyWithProgram();
    const { promise: isAsked, resolve } = Promise.withResolvers<void>();
    program.answer = () => resolve();
    await ask(rose);
    const telling = tell();
    await isAsked;
    const before = server().outbox.length;
    server().clock.advance(5 * minuteMs);
    await deliverDue(server().world);
    expect(
      server()
        .outbox.slice(before)
        .map(({ to }) => to),
    ).toContain(anna.phoneNumber);
    await program.close();
    await telling;
    await program.open();
  });

  test.each([
    ["refuses", (response) => response.writeHead(404).end(), "WAITING"],
    [
      "redirects",
      (response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
      "WAITING",
    ],
    ["gone", (response) => response.writeHead(410).end(), "FAILED"],
    ["unreachable", (response) => response.socket?.destroy(), "WAITING"],
    ["unreachable", (response) => response.socket?.end("garbage\r\n\r\n"), "WAITING"],
  ] satisfies [string, typeof program.answer, string][])(
    "that answers with what is %s is shown so",
    async (failure, answer, state) => {
      const { anna } = await familyWithProgram();
      program.answer = answer;
      await anna.client.call(testWebhook);
      await tell();
      expect((await webhookOf(anna))?.deliveries).toMatchObject([{ type: "test", state, failure }]);
    },
  );

  test("may answer as much as it likes, because none of it is read", async () => {
    const { anna } = await familyWithProgram();
    program.answer = (response) => {
      response.writeHead(200);
      const more = () =>
        response.destroyed || response.write(Buffer.alloc(100_000), () => setImmediate(more));
      more();
    };
    await anna.client.call(testWebhook);
    await tell();
    expect((await webhookOf(anna))?.deliveries).toMatchObject([{ state: "ARRIVED" }]);
  });

  test("is given up after a day, and its history after a week", async () => {
    const { anna } = await familyWithProgram();
    program.answer = (response) => response.writeHead(500).end();
    await anna.client.call(testWebhook);
    await tell();
    server().clock.advance(24 * hourMs);
    await tell();
    expect((await webhookOf(anna))?.deliveries).toMatchObject([{ state: "FAILED", attempts: 2 }]);
    server().clock.advance(7 * 24 * hourMs);
    await deleteOldDeliveries(server().world);
    expect((await webhookOf(anna))?.deliveries).toEqual([]);
  });

  test("knows a message by the new secret at once, and hears nothing after it was removed", async () => {
    const { anna, rose } = await familyWithProgram();
    const { secret } = await anna.client.call(renewWebhookSecret);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    await anna.client.call(testWebhook);
    await tell();
    expect(program.told.map(({ isSigned }) => isSigned)).toEqual([false]);
    program.secret = secret;
    await anna.client.call(setWebhook, { body: { url: `${program.url}/other` } });
    expect((await webhookOf(anna))?.secret).toBe(secret);
    await anna.client.call(testWebhook);
    await tell();
    expect(program.told.map(({ isSigned }) => isSigned)).toEqual([false, true]);
    await ask(rose);
    await anna.client.call(removeWebhook);
    await ask(rose);
    await tell();
    expect(program.told).toHaveLength(2);
    expect(await webhookOf(anna)).toBeNull();
    expect((await anna.client.ask(testWebhook)).status).toBe(409);
  });

  test("gets thirty tests in an hour", async () => {
    const { anna } = await familyWithProgram();
    for (let count = 0; count < 30; count++) await anna.client.call(testWebhook);
    expect((await anna.client.ask(testWebhook)).status).toBe(429);
  });
});

test("a message is signed as in the example of Standard Webhooks' own libraries", () => {
  const message = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  };
  expect(signedHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", message)).toEqual({
    "webhook-id": message.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

const onInternet = { home: readHomeNetwork({}), toLoopback: false };
const atHome = {
  home: readHomeNetwork({ HOME_NETWORK: "HomeAssistant.lan, 192.168.1.0/24,fd00::7" }),
  toLoopback: false,
};

describe("its address", () => {
  test.each([
    ["nonsense", "Please enter a web address that starts with https://"],
    ["ftp://home.example", "Please enter a web address that starts with https://"],
    ["http://home.example", /^Please enter an address that starts with https/],
    ["https://home.example:8123", /^Please enter an address without a port/],
    ["https://anna:garden@home.example", /^Please leave the user name and password out/],
  ])("is refused in plain words: %s", async (url, words) => {
    const { anna } = await reyesFamily(server());
    const { status, body } = await anna.client.ask(setWebhook, { body: { url } });
    expect(status).toBe(400);
    expect(Problem.parse(body).fields?.url).toMatch(words);
    expect(await webhookOf(anna)).toBeNull();
  });

  test("may have a port and no encryption where the operator has named its host", async () => {
    const { anna } = await reyesFamily(server());
    const body = { url: "http://homeassistant.lan:8123/api/webhook/porch" };
    expect((await anna.client.ask(setWebhook, { body })).status).toBe(200);
    for (const url of ["http://192.168.1.20:8123/", "http://[fd00::7]:8123/", "http://homeassistant.lan/"])
      expect(checkAddress(url, atHome).href).toBe(url);
    for (const url of ["http://192.168.2.20:8123/", "http://[fd00::8]/", "http://evil.homeassistant.lan/"])
      expect(() => checkAddress(url, atHome)).toThrow("We can't send to this address.");
  });

  const answering =
    (address: string): PostingRules["lookup"] =>
    (_hostname, { all }, done) =>
      all ? done(null, [{ address, family: 4 }]) : done(null, address, 4);
  const leadingTo = (address: string, rules = onInternet) => {
    const lookup = answering(address);
    return post("https://home.example/", {}, "{}", { ...rules, totalMs: 500, ...(lookup && { lookup }) });
  };

  test("is not followed into a private network, whatever its name says", async () => {
    for (const address of ["127.0.0.1", "10.0.0.1", "192.168.1.20", "169.254.169.254", "168.63.129.16"])
      expect([address, await leadingTo(address)]).toEqual([address, "not-allowed"]);
    expect(await leadingTo("192.168.1.20", atHome)).not.toBe("not-allowed");
    expect(await leadingTo("192.168.2.20", atHome)).toBe("not-allowed");
  });

  test("needs a plain setting of the home network", () => {
    expect(() => readHomeNetwork({ HOME_NETWORK: "http://ha.lan" })).toThrow("HOME_NETWORK must be hosts");
    expect(() => readHomeNetwork({ HOME_NETWORK: "192.168.1" })).toThrow("HOME_NETWORK must be hosts");
  });
});
