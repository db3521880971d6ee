// What a family turns off is gone from everybody's screens, calendar apps and messages, and refused. It is all there
// again when the family turns it on.
import { expect, it, test } from "vitest";
import { listActivity } from "#contract/activity.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { changeFamily, getFamily, listMembers } from "#contract/families.ts";
import { familySwitches, switchedOffWords } from "#contract/family-switches.ts";
import { giveHelloVoiceMessage } from "#contract/hellos.ts";
import { getHome } from "#contract/home.ts";
import { turnOnOwnLight } from "#contract/lights.ts";
import { setBirthday } from "./support/birthdays.ts";
import { eventsOf, readCalendar, subscribe } from "./support/calendar-app.ts";
import { subscribeToPush } from "./support/channels.ts";
import { checkLights, sendMessages } from "./support/due-work.ts";
import { useFeedServer } from "./support/feed-server.ts";
import { saidHello, shownHello } from "./support/hellos.ts";
import { chooseLight, goToMorning } from "./support/lights.ts";
import { type Person, reyesFamily, staySignedIn } from "./support/people.ts";
import { recording } from "./support/recordings.ts";
import type { Family } from "./support/sample-call.ts";
import { endpointsOf, nameOf, prepareParts } from "./support/sample-calls.ts";
import { useServer } from "./support/server.ts";

const server = useServer();
const feeds = useFeedServer();

const turnAll = ({ client }: Person, isOn: boolean) =>
  client.call(changeFamily, { body: Object.fromEntries(familySwitches.map((name) => [name, isOn])) });

test.each(familySwitches)(
  "an admin turns %s off for everybody, which the activity log says once",
  async (name) => {
    const { anna, rose } = await reyesFamily(server());
    for (const isOn of [false, false, true]) {
      await anna.client.call(changeFamily, { body: { [name]: isOn } });
      expect(await rose.client.call(getFamily)).toMatchObject({ [name]: isOn });
    }
    const { activity } = await anna.client.call(listActivity);
    const switched = activity.filter(({ change }) => change.kind === "family-switch-changed");
    expect(switched.map(({ change }) => change)).toEqual(
      [true, false].map((isOn) => ({ kind: "family-switch-changed", name, isOn })),
    );
  },
);

const switched = () => endpointsOf(server()).filter((endpoint) => endpoint.switch !== undefined);

it("every call about something that is turned off is refused in a sentence, and works once it is on again", async () => {
  const answers: [string, unknown][] = [];
  for (const endpoint of switched()) {
    const family = await reyesFamily(server());
    const { client, parts } = await prepareParts(server(), feeds, endpoint, { family });
    await turnAll(family.anna, false);
    const refused = await client.ask(endpoint, parts);
    await turnAll(family.anna, true);
    const accepted = await client.ask(endpoint, parts);
    answers.push([nameOf(endpoint), [refused.status, refused.body, accepted.status < 300]]);
  }
  expect(answers).toEqual(
    switched().map((endpoint) => {
      const message = switchedOffWords(endpoint.switch ?? "hellos");
      return [nameOf(endpoint), [409, expect.objectContaining({ message }), true]];
    }),
  );
});

it("only calls that delete something, and those that home makes, work without their switch", async () => {
  const paths = switched().map(({ path }) => path.split("/").slice(0, 3).join("/"));
  const { rose } = await reyesFamily(server());
  const home = Object.keys(await rose.client.call(getHome));
  const isExcused = ({ method, path }: EndpointShape) => method === "DELETE" || home.includes(path);
  const unswitched = endpointsOf(server()).filter(
    (endpoint) => endpoint.switch === undefined && paths.some((path) => endpoint.path.startsWith(path)),
  );
  expect(unswitched.filter((endpoint) => !isExcused(endpoint)).map(nameOf)).toEqual([]);
});

/** Ben gave a picture and a greeting, Rose's light is on, and today is her birthday. */
async function fullDay() {
  const family = await reyesFamily(server());
  const { anna, ben, rose } = family;
  await chooseLight(family);
  goToMorning(server());
  await staySignedIn(server());
  const [year = 0, month = 0, day = 0] = server()
    .clock.now()
    .toISOString()
    .slice(0, 10)
    .split("-")
    .map(Number);
  await setBirthday(anna, rose, { month, day, year: year - 84 });
  await shownHello(ben.client);
  await ben.client.call(giveHelloVoiceMessage, {
    headers: { "idempotency-key": "a greeting" },
    query: { birthdayOf: String(rose.id) },
    upload: recording(),
  });
  await rose.client.call(turnOnOwnLight, { body: { at: server().clock.now().toISOString() } });
  return family;
}

const homesOf = async ({ anna, ben, rose }: Family) =>
  Promise.all([anna, ben, rose].map(({ client }) => client.call(getHome)));

it("nothing of what is turned off is on home, among the members or in calendar apps, and all of it comes back", async () => {
  const family = await fullDay();
  const { anna } = family;
  const path = await subscribe(anna);
  const seen = async () => ({
    homes: await homesOf(family),
    members: (await anna.client.call(listMembers)).map(({ birthday }) => birthday),
    events: eventsOf(await readCalendar(server(), path)).length,
  });
  const before = await seen();
  expect(before.events).toBe(1);
  expect(before.homes[2]?.["/api/hellos/current"]).toMatchObject({ hello: {}, greetings: [{}] });
  await turnAll(anna, false);
  const off = await seen();
  expect(off).toMatchObject({ members: [null, null, null], events: 0 });
  for (const home of off.homes) {
    expect(home["/api/hellos/current"]).toEqual({ hello: null, greetings: [], earlier: 0, loved: [] });
    expect(home["/api/lights"]).toEqual({ own: null, others: [] });
    expect(home["/api/family"].members.map(({ birthday }) => birthday)).toEqual([null, null, null]);
  }
  await turnAll(anna, true);
  expect(await seen()).toEqual(before);
});

it("greetings are refused, and hellos are not, while only birthdays are turned off", async () => {
  const { anna, ben, rose } = await fullDay();
  await anna.client.call(changeFamily, { body: { birthdays: false } });
  const greeting = {
    headers: { "idempotency-key": "another greeting" },
    query: { birthdayOf: String(rose.id) },
    upload: recording(),
  };
  const { status, body } = await ben.client.ask(giveHelloVoiceMessage, greeting);
  expect(status).toBe(409);
  expect(body).toMatchObject({ message: switchedOffWords("birthdays") });
  await saidHello(ben.client);
  const home = await rose.client.call(getHome);
  expect(home["/api/hellos/current"]).toMatchObject({ hello: { person: { name: "Ben" } }, greetings: [] });
});

it("no message of it is sent, not even one that waits, and a light that is turned on again is checked the next day", async () => {
  const family = await reyesFamily(server());
  const { anna, ben, rose } = family;
  await subscribeToPush(ben);
  await chooseLight(family);
  goToMorning(server());
  await staySignedIn(server());
  server().pushed.length = 0;
  await saidHello(rose.client);
  await turnAll(anna, false);
  await sendMessages(server().world);
  server().clock.goTo("09:01");
  await checkLights(server().world);
  expect(server().pushed).toEqual([]);
  await turnAll(anna, true);
  goToMorning(server());
  server().clock.goTo("09:01");
  await checkLights(server().world);
  expect(server().pushed.map(({ payload }) => JSON.parse(payload).title)).toEqual([
    "Rose hasn't turned on the light today",
  ]);
});
