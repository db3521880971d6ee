import { execFile } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { acknowledgeByLink } from "#contract/help/answers.ts";
import { changeEscalationPlan } from "#contract/help/plan.ts";
import { askForHelp, listHelpRequests } from "#contract/help/requests.ts";
import { deleteAppriseAddress, getAppriseAddress, setAppriseAddress } from "#contract/messages.ts";
import { Problem } from "#contract/problem.ts";
import { answerTest, listOwnContactMethods, sendOwnTest } from "#contract/reachability.ts";
import { readApprise } from "#server/platform/config/apprise.ts";
import { readHomeNetwork } from "#server/platform/config/home-network.ts";
import type { AppriseMessage } from "#server/platform/world.ts";
import { type NotifiedByApprise, useApprise } from "#tests/support/apprise.ts";
import { Client } from "#tests/support/client.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { describeWithInstalled } from "#tests/support/installed-programs.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { StandIn, useStandIn } from "#tests/support/stand-in.ts";
import { checkAddress, shownAddress } from "./address.ts";
import { appriseNotifier } from "./notify.ts";

const telegram = "tgram://123456789:abcdefg/12315544";

const apprise = useApprise();
afterEach(() => {
  apprise.credentials = undefined;
  apprise.status = undefined;
  apprise.deliver = () => true;
  apprise.notified.length = 0;
});

const notifier = (env = {}) => {
  const settings = readApprise({ APPRISE_URL: `${apprise.origin}/`, ...env });
  if (!settings) throw new Error("These are no settings.");
  return appriseNotifier(settings);
};

describe("handing a message to an Apprise server", () => {
  const message = {
    urls: telegram,
    title: "Rose needs help 💡",
    body: "“My TV isn't working.”",
    type: "warning",
    format: "text",
  } as const;

  test("needs a password only where the server asks for one", async () => {
    await notifier()(message);
    apprise.credentials = "porchlight:hidden";
    await notifier({ APPRISE_USERNAME: "porchlight", APPRISE_PASSWORD: "hidden" })(message);
    expect(apprise.notified).toEqual([message, message]);
    await expect(notifier()(message)).rejects.toMatchObject({ kind: "transient" });
  });

  test.each([400, 401, 405, 421, 424, 431, 500, 502])(
    "an answer %i is worth another attempt, and no words of the server are repeated",
    async (status) => {
      apprise.status = status;
      await expect(notifier()(message)).rejects.toMatchObject({
        kind: "transient",
        message: `The Apprise server did not accept the message (${status})`,
      });
    },
  );

  test("an address that the server does not know is refused for good", async () => {
    apprise.status = 204;
    await expect(notifier()(message)).rejects.toMatchObject({
      kind: "permanent",
      message: "The Apprise server does not know this service",
    });
  });

  test("needs an address of the server, and both parts of the password", () => {
    expect(readApprise({})).toBeUndefined();
    expect(() => readApprise({ APPRISE_URL: "apprise:8000" })).toThrow("APPRISE_URL must be a web address");
    expect(() => readApprise({ APPRISE_URL: "http://me:secret@apprise:8000" })).toThrow(
      "APPRISE_URL must not hold a user name: please set APPRISE_USERNAME.",
    );
    const one = { APPRISE_URL: "http://apprise:8000", APPRISE_PASSWORD: "hidden" };
    expect(() => readApprise(one)).toThrow("APPRISE_USERNAME and APPRISE_PASSWORD must be set together.");
    const both = { APPRISE_USERNAME: "porchlight", APPRISE_PASSWORD: "hidden" };
    expect(() => readApprise(both)).toThrow("APPRISE_USERNAME needs APPRISE_URL.");
  });
});

describe("what an address may be", () => {
  const home = readHomeNetwork({ HOME_NETWORK: "nas.lan,192.168.1.0/24,fd00::7" });

  test.each([
    telegram,
    "TGRAM://123456789:abcdefg/-1001234567890:5/?silent=yes&format=markdown",
    "discord://Porchlight@4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
    "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#family",
    "pover://user@token?priority=high&sound=siren",
    "gotify://nas.lan:8443/sub/token",
    "gotifys://NAS.lan/token?priority=high",
    "matrixs://anna:p%40ss@nas.lan/#family/!room:matrix.org",
    "signal://192.168.1.20:8080/+16145550100/+16145550101",
    "json://anna:pass@192.168.1.7/path/@all",
    "mailtos://anna:pass@nas.lan?to=anna@example.com",
  ])("%s is allowed", (address) => {
    expect(() => checkAddress(address, home)).not.toThrow();
  });

  const oneAddress =
    "Please enter one Apprise address, such as tgram://bottoken/chatid, without spaces or commas.";
  const notNamed = (host: string) =>
    `The person who runs this server has to name ${host} in HOME_NETWORK first.`;
  const badHost = "Please check the name of the host in this address.";
  const notSent = (scheme: string) =>
    `We can't send to addresses that begin with ${scheme}://. Telegram, Discord and Pushover work, for example.`;
  const parameter = (name: string) => `Please leave “${name}” out of the part after the question mark.`;

  const refused: readonly (readonly [address: string, words: string])[] = [
    // What happens on the Apprise server itself, and what nobody knows.
    ...[
      "syslog",
      "dbus",
      "windows",
      "macosx",
      "gnome",
      "glib",
      "file",
      "http",
      "https",
      "zulip",
      "workflows",
    ].map((scheme) => [`${scheme}://nas.lan/a`, notSent(scheme)] as const),
    ["constructor://nas.lan/a", notSent("constructor")],
    // Hosts that the operator has not named.
    ["json://169.254.169.254/latest", notNamed("169.254.169.254")],
    ["JSONS://Localhost:5432/", notNamed("Localhost")],
    ["gotify://127.0.0.1/token", notNamed("127.0.0.1")],
    ["gotify://192.168.2.1/token", notNamed("192.168.2.1")],
    ["gotify://2130706433/token", notNamed("2130706433")],
    ["gotify://0x7f.1/token", notNamed("0x7f.1")],
    ["gotify://nas.lan.example.com/token", notNamed("nas.lan.example.com")],
    ["gotify://nas.lan./token", notNamed("nas.lan.")],
    ["ntfy://topic", notNamed("topic")],
    // Hosts in other places than where we look.
    ["json://nas.lan@10.0.0.1/", notNamed("10.0.0.1")],
    ["json://a@10.0.0.1@nas.lan/", badHost],
    ["json://nas.lan:80@10.0.0.1:80/", notNamed("10.0.0.1")],
    ["json://nas.lan:80:90/", badHost],
    ["json://nas.lan%2f@10.0.0.1/", notNamed("10.0.0.1")],
    ["json://10.0.0.1%23@nas.lan%2f/", badHost],
    ["json://%31%30.0.0.1/", badHost],
    ["json:///10.0.0.1/", oneAddress],
    ["json:////10.0.0.1@nas.lan/", oneAddress],
    ["json:\\\\10.0.0.1\\nas.lan", oneAddress],
    ["json://10.0.0.1\\@nas.lan/", oneAddress],
    ["json://[::1]/", oneAddress],
    ["json://[fd00::7]/", oneAddress],
    ["json://nas.lan#@10.0.0.1/", oneAddress],
    ["json://ｎas.lan/", oneAddress],
    // More than one.
    [`${telegram}, json://10.0.0.1/`, oneAddress],
    [`${telegram},json://10.0.0.1/`, oneAddress],
    [`${telegram}\njson://10.0.0.1/`, oneAddress],
    [`${telegram}/json://10.0.0.1/`, oneAddress],
    [`${telegram}?to=json://10.0.0.1/`, oneAddress],
    // Parameters that name hosts, files or headers.
    ["mailto://anna:pass@nas.lan?smtp=10.0.0.1", parameter("smtp")],
    ["mailto://anna:pass@nas.lan?to=a@b.c&SMTP=10.0.0.1", parameter("SMTP")],
    ["mailto://anna:pass@nas.lan?%73mtp=10.0.0.1", parameter("%73mtp")],
    ["slack://a/b/c?template=/etc/passwd", parameter("template")],
    ["discord://id/token?avatar_url=http:%2f%2f10.0.0.1", parameter("avatar_url")],
    ["ntfy://nas.lan/topic?attach=http:%2f%2f10.0.0.1", parameter("attach")],
    ["json://nas.lan/?+Host=10.0.0.1", parameter("+Host")],
    ["json://nas.lan/?-host=10.0.0.1", parameter("-host")],
    ["json://nas.lan/?redirect=yes", parameter("redirect")],
    ["telegram", oneAddress],
    ["tgram://", oneAddress],
    ["tgram:123456789:abcdefg/1", oneAddress],
  ];

  test.each(refused)("%j is refused", (address, words) => {
    expect(() => checkAddress(address, home)).toThrow(expect.objectContaining({ fields: { url: words } }));
  });

  test("of an address only its service, its beginning and its last two characters are shown", () => {
    expect(shownAddress(telegram)).toEqual({ service: "Telegram", ends: "tgram://…44" });
    expect(shownAddress("MAILTOS://me:pass@nas.lan")).toEqual({ service: "E-mail", ends: "mailtos://…an" });
  });
});

const server = useServer({ env: { HOME_NETWORK: "127.0.0.1" } });

/** The Reyes family, whose plan asks Anna through Apprise alone. */
async function familyOnApprise(url = telegram) {
  const family = await reyesFamily(server());
  const { anna } = family;
  await anna.client.call(setAppriseAddress, { body: { url } });
  const steps = [{ after: 0, target: "everyone" as const, channels: ["apprise" as const] }];
  await anna.client.call(changeEscalationPlan, {
    body: { steps, firstContactId: null, quietHours: null },
  });
  return family;
}

const methodOf = async ({ client }: Person) =>
  (await client.call(listOwnContactMethods)).find(({ channel }) => channel === "apprise");

const linkIn = ({ body }: AppriseMessage): string => /\?to=([\w-]+)$/.exec(body)?.[1] ?? "";

async function lastMessage(): Promise<AppriseMessage> {
  await deliverDue(server().world);
  const message = server().notified.at(-1);
  if (!message) throw new Error("Nothing was sent.");
  return message;
}

test("a request for help goes to a person's own service, and its link answers without a sign-in", async () => {
  const { anna, rose } = await familyOnApprise();
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const message = await lastMessage();
  expect(message).toMatchObject({
    urls: telegram,
    title: expect.stringMatching(/^Rose needs help \(#\w+\)$/),
    type: "warning",
    format: "text",
  });
  await new Client(server().url).call(acknowledgeByLink, { params: { token: linkIn(message) } });
  const [request] = await anna.client.call(listHelpRequests);
  expect(request).toMatchObject({ state: "ACKNOWLEDGED", helper: { id: anna.id } });
});

test("a test is answered by its link, and proves the address", async () => {
  const { anna } = await familyOnApprise();
  expect(await anna.client.call(sendOwnTest, { body: { channel: "apprise" } })).toEqual({
    sentBy: ["apprise"],
  });
  const message = await lastMessage();
  expect(message.type).toBe("info");
  await new Client(server().url).call(answerTest, { params: { token: linkIn(message) } });
  expect((await methodOf(anna))?.provenAt).toBe(server().clock.now().toISOString());
});

test("an address is stored encrypted and never sent back, is replaced by a newer one, and can be turned off", async () => {
  const { anna } = await familyOnApprise();
  const shown = { service: "Telegram", ends: "tgram://…44" };
  expect(await anna.client.call(getAppriseAddress)).toEqual({ isPossible: true, shown });
  const stored = server().database.kysely.selectFrom("apprise_addresses").selectAll();
  const row = await stored.where("person_id", "=", anna.id).executeTakeFirstOrThrow();
  expect(row.sealed_url.includes("abcdefg")).toBe(false);
  const next = await anna.client.call(setAppriseAddress, { body: { url: " gotify://127.0.0.1/Token12 " } });
  expect(next.shown).toEqual({ service: "Gotify", ends: "gotify://…12" });
  await anna.client.call(deleteAppriseAddress);
  expect(await anna.client.call(getAppriseAddress)).toEqual({ isPossible: true, shown: null });
});

test("an address that is refused changes nothing", async () => {
  const { anna } = await familyOnApprise();
  const { status, body } = await anna.client.ask(setAppriseAddress, {
    body: { url: "gotify://10.0.0.1/a" },
  });
  expect(status).toBe(400);
  expect(Problem.parse(body).fields).toEqual({
    url: "The person who runs this server has to name 10.0.0.1 in HOME_NETWORK first.",
  });
  expect((await anna.client.call(getAppriseAddress)).shown?.service).toBe("Telegram");
});

test("nothing goes to a host that the operator no longer names", async () => {
  const { anna } = await familyOnApprise();
  const { database, world, notified } = server();
  const sealed_url = world.secrets.seal("gotify://10.0.0.1/token");
  await database.kysely
    .updateTable("apprise_addresses")
    .set({ sealed_url })
    .where("person_id", "=", anna.id)
    .execute();
  const sent = notified.length;
  await anna.client.call(sendOwnTest, { body: { channel: "apprise" } });
  await deliverDue(world);
  expect(notified).toHaveLength(sent);
  expect((await methodOf(anna))?.refusal).toBe("other");
});

describe("on a server without Apprise", () => {
  const plain = useServer({ env: { APPRISE_URL: "" } });

  test("nobody is offered it", async () => {
    const { anna } = await reyesFamily(plain());
    expect(await anna.client.call(getAppriseAddress)).toEqual({ isPossible: false, shown: null });
    expect((await anna.client.ask(setAppriseAddress, { body: { url: telegram } })).status).toBe(503);
  });
});

/** A program at home that takes what Apprise posts as JSON. */
class JsonService extends StandIn {
  readonly received: unknown[] = [];
  status = 200;

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.received.push(await json(request));
    response.writeHead(this.status).end();
  }
}

/** Delivers by Debian's Apprise, as the API server does by the same library. */
async function deliverByApprise({ urls, title, body, type, format }: NotifiedByApprise): Promise<boolean> {
  const options = ["--notification-type", type, "--input-format", format, "--title", title, "--body", body];
  return await promisify(execFile)("apprise", [...options, urls], { timeout: 30_000 }).then(
    () => true,
    () => false,
  );
}

describeWithInstalled(["apprise"], "with the real Apprise", () => {
  const service = useStandIn(new JsonService());

  test("a message arrives at the host that the operator has named, and a refusal there is worth another attempt", async () => {
    apprise.deliver = deliverByApprise;
    const { rose } = await familyOnApprise(`json://anna:secret@127.0.0.1:${service.port}/porch?format=text`);
    await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    const message = await lastMessage();
    await notifier()(message);
    const { title, body: words, type } = message;
    expect(service.received).toMatchObject([{ title, message: words, type }]);
    service.status = 500;
    await expect(notifier()(message)).rejects.toMatchObject({ kind: "transient" });
  });
});
