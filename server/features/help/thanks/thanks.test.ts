import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { listPastRequests } from "#contract/help/past-requests.ts";
import {
  acknowledgeHelpRequest,
  listHelpRequests,
  resolveHelpRequest,
  thankForHelp,
} from "#contract/help/requests.ts";
import { sendMessages } from "#tests/support/due-work.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { type Person, staySignedIn } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();
const { family, ask, show, pushed } = useHelpFamily(server, { pushes: ["anna", "ben"] });

const thank = ({ client }: Person, id: number) => client.ask(thankForHelp, { params: { id } });
const resolve = ({ client }: Person, id: number) => client.call(resolveHelpRequest, { params: { id } });

/** Anna helps, and Rose says that it is solved. */
async function solved(): Promise<number> {
  const { anna, rose } = family();
  const id = await ask();
  await anna.client.call(acknowledgeHelpRequest, { params: { id } });
  await resolve(rose, id);
  return id;
}

/** Moves the clock to this time of the next day. */
async function goTo(time: string): Promise<void> {
  server().clock.goTo(time, { daysAhead: 1 });
  await staySignedIn(server());
}

const thanks = () => pushed().filter(({ title }) => title.includes("thank you"));

test("Rose thanks Anna once, and Anna gets one message, which does not say for what", async () => {
  const { rose, anna, ben } = family();
  await goTo("10:00");
  const id = await solved();
  for (let taps = 0; taps < 2; taps += 1) expect((await thank(rose, id)).status).toBe(200);
  await sendMessages(server().world);
  expect(thanks()).toMatchObject([{ title: "Rose says thank you ♥", text: "You solved it together." }]);
  const seen = async ({ client }: Person) =>
    (await client.call(listHelpRequests)).find((one) => one.id === id);
  const { thankedAt } = await show(id);
  expect(thankedAt).not.toBeNull();
  expect([await seen(anna), await seen(ben)]).toMatchObject([{ thankedAt }, { thankedAt }]);
});

test("the closed request keeps the thanks", async () => {
  const { rose, anna } = family();
  const [id, other] = [await solved(), await solved()];
  await thank(rose, id);
  server().clock.advance(dayMs);
  await staySignedIn(server());
  const { requests } = await anna.client.call(listPastRequests, { query: {} });
  const isThanked = (wanted: number) => requests.find((one) => one.id === wanted)?.isThanked;
  expect([isThanked(id), isThanked(other)]).toEqual([true, false]);
});

test("whoever said that it was done without having said “I'll help” is thanked, too", async () => {
  const { rose, ben } = family();
  await goTo("10:00");
  const id = await ask();
  await resolve(ben, id);
  expect((await thank(rose, id)).status).toBe(409);
  await resolve(rose, id);
  expect((await thank(rose, id)).status).toBe(200);
  await sendMessages(server().world);
  const [sent] = server().pushed.filter(({ payload }) => payload.includes("thank you"));
  expect(sent?.subscription.endpoint).toMatch(new RegExp(`/${ben.id}$`));
});

test("only the person who asked can thank, and only when somebody else has helped", async () => {
  const { rose, anna } = family();
  const id = await ask();
  expect((await thank(rose, id)).status).toBe(409);
  expect((await thank(anna, id)).status).toBe(403);
  await resolve(rose, id);
  expect(await thank(rose, id)).toMatchObject({
    status: 409,
    body: { message: "Nobody else helped with this." },
  });
});

test("thanks in the night come at 9 in the morning", async () => {
  const { rose } = family();
  await goTo("22:00");
  await thank(rose, await solved());
  await sendMessages(server().world);
  expect(thanks()).toEqual([]);
  await goTo("09:00");
  await sendMessages(server().world);
  expect(thanks()).toHaveLength(1);
});
