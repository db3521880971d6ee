import { beforeEach, describe, expect, test } from "vitest";
import { logout } from "#contract/accounts/sign-in.ts";
import { scamCheck } from "#contract/help/known-categories.ts";
import {
  addHelpPhrase,
  changeHelpPhrase,
  deleteHelpPhrase,
  hideHelpPhrase,
  listFamilyPhrases,
  listHelpCategories,
  listHelpPhrases,
  listShownPhrases,
  orderHelpPhrases,
} from "#contract/help/phrases.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { Client } from "#tests/support/client.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();
const tech = 1;
const tomatoes = "Please water my tomatoes.";

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

const anybody = () => new Client(server().url);
const seenBy = async (client: Client, id = tech) =>
  (await client.call(listHelpPhrases, { params: { id } })).map(({ phrase }) => phrase);
const inPanel = async ({ client }: Person, id = tech) =>
  (await client.call(listFamilyPhrases)).find((category) => category.id === id)?.phrases ?? [];
const idsIn = async (person: Person) => (await inPanel(person)).map(({ id }) => id);
const add = ({ client }: Person, phrase = tomatoes, categoryId = tech) =>
  client.call(addHelpPhrase, { body: { categoryId, phrase } });
const hide = ({ client }: Person, id: number, isHidden = true) =>
  client.call(hideHelpPhrase, { params: { id }, body: { isHidden } });
const order = ({ client }: Person, phraseIds: number[], id = tech) =>
  client.ask(orderHelpPhrases, { params: { id }, body: { phraseIds } });

describe("who sees which phrases", () => {
  test("members see their family's: without hidden ones, with its own, in its order", async () => {
    const { anna, ben, rose } = family;
    const library = await seenBy(anybody());
    const { id } = await add(anna);
    await hide(anna, 101);
    await order(anna, [id, ...(await idsIn(anna)).filter((one) => one !== id)]);
    const expected = [tomatoes, ...library.slice(1)];
    for (const { client } of [anna, ben, rose]) expect(await seenBy(client)).toEqual(expected);
  });

  test("one call answers what the calls of all categories answer", async () => {
    const { anna, rose } = family;
    const { id } = await add(anna);
    await order(anna, [id, ...(await idsIn(anna)).filter((one) => one !== id)]);
    for (const { id: hidden } of [...(await inPanel(anna, 2)), { id: 101 }]) await hide(anna, hidden);
    const categories = [scamCheck, ...(await anybody().call(listHelpCategories))];
    const each = categories.map(async (category) => ({
      ...category,
      phrases: await rose.client.call(listHelpPhrases, { params: { id: category.id } }),
    }));
    expect(await rose.client.call(listShownPhrases)).toEqual(await Promise.all(each));
    expect(await seenBy(rose.client, 2), "a category without any is there too").toEqual([]);
  });

  test("a stranger, another family and somebody who has signed out see the library", async () => {
    const library = await seenBy(anybody());
    await add(family.anna);
    await hide(family.anna, 101);
    const stranger = await signUp(server(), { name: "Carla" });
    expect(await seenBy(stranger.client)).toEqual(library);
    await family.ben.client.call(logout);
    expect(await seenBy(family.ben.client), "by a token that is worth nothing now").toEqual(library);
    expect(await seenBy(anybody())).toEqual(library);
  });

  test("the cookie alone identifies whose phrases they are, and so does the bearer token alone", async () => {
    const { anna, rose } = family;
    await add(anna);
    const byBearer = Object.assign(anybody(), { token: rose.client.token });
    expect(await seenBy(byBearer)).toContain(tomatoes);
    const cookie = { headers: { cookie: rose.client.cookieHeader } };
    const byCookie = await anybody().call(listHelpPhrases, { params: { id: tech }, ...cookie });
    expect(byCookie.map(({ phrase }) => phrase)).toContain(tomatoes);
  });

  test("only admins see and change all phrases", async () => {
    const { anna, ben, rose } = family;
    const categories = await anna.client.call(listFamilyPhrases);
    const library = await anybody().call(listHelpCategories);
    expect(categories.map(({ name }) => name)).toEqual([...library, scamCheck].map(({ name }) => name));
    expect(categories[0]?.phrases[0]).toEqual({
      id: 101,
      phrase: "My TV isn't working.",
      isOwn: false,
      isHidden: false,
    });
    for (const { client } of [ben, rose]) {
      expect((await client.ask(listFamilyPhrases)).status).toBe(403);
      expect((await client.ask(addHelpPhrase, { body: { categoryId: 1, phrase: "Me" } })).status).toBe(403);
    }
  });
});

describe("a family's own phrases", () => {
  test("come after the library's, with ids that no library phrase has", async () => {
    const added = await add(family.anna);
    expect(added).toEqual({ id: expect.any(Number), phrase: tomatoes, isOwn: true, isHidden: false });
    expect(added.id).toBeGreaterThanOrEqual(10_000);
    expect((await seenBy(family.rose.client)).at(-1)).toBe(tomatoes);
    expect(await seenBy(family.rose.client, 2), "in their category only").not.toContain(tomatoes);
  });

  test("keep their place when their words change", async () => {
    const { anna, rose } = family;
    const first = await add(anna);
    await add(anna, "I'd like my garden looked at.");
    const body = { phrase: "Please water my roses." };
    const changed = await anna.client.call(changeHelpPhrase, { params: { id: first.id }, body });
    expect(changed).toMatchObject({ ...body, isOwn: true, isHidden: false });
    expect((await seenBy(rose.client)).slice(-2)).toEqual([body.phrase, "I'd like my garden looked at."]);
  });

  test("are gone when they are deleted", async () => {
    const { anna, rose } = family;
    const { id } = await add(anna);
    await anna.client.call(deleteHelpPhrase, { params: { id } });
    expect(await seenBy(rose.client)).not.toContain(tomatoes);
    expect(await idsIn(anna)).not.toContain(id);
    for (const endpoint of [deleteHelpPhrase, changeHelpPhrase]) {
      const again = { params: { id }, body: { phrase: "Me again" } };
      expect((await anna.client.ask(endpoint, again)).status).toBe(404);
    }
  });

  test("do not include the library's, which can be neither changed nor deleted", async () => {
    const params = { id: 101 };
    const { client } = family.anna;
    expect((await client.ask(deleteHelpPhrase, { params })).status).toBe(404);
    expect((await client.ask(changeHelpPhrase, { params, body: { phrase: "Me" } })).status).toBe(404);
  });

  test.each([
    ["nothing", "   ", "Please write a phrase"],
    ["more than 120 characters", "I".repeat(121), "Please use at most 120 characters"],
  ])("%s is refused at its field", async (_what, phrase, message) => {
    const body = { categoryId: tech, phrase };
    const { status, body: problem } = await family.anna.client.ask(addHelpPhrase, { body });
    expect(status).toBe(400);
    expect(problem).toMatchObject({ fields: { phrase: message } });
  });

  test("are refused in a category that does not exist, which is named", async () => {
    const body = { categoryId: 99, phrase: tomatoes };
    expect(await family.anna.client.ask(addHelpPhrase, { body })).toMatchObject({
      status: 400,
      body: { fields: { categoryId: expect.any(String) } },
    });
  });

  test("are at most 30 in a category, and deleting one makes room", async () => {
    const { anna } = family;
    const { id } = await add(anna);
    for (let count = 2; count <= 30; count++) await add(anna, `I have wish number ${count}.`);
    const more = { body: { categoryId: tech, phrase: "I have one wish more." } };
    expect(await anna.client.ask(addHelpPhrase, more)).toMatchObject({
      status: 409,
      body: { fields: { phrase: "There are already 30 phrases of your own here. Please delete one first." } },
    });
    await add(anna, tomatoes, 2);
    await anna.client.call(deleteHelpPhrase, { params: { id } });
    expect((await anna.client.ask(addHelpPhrase, more)).status).toBe(201);
  });
});

describe("hiding", () => {
  test("removes a phrase from the list, and puts it back in its place", async () => {
    const { anna, rose } = family;
    const before = await seenBy(rose.client);
    await hide(anna, 103);
    expect(await seenBy(rose.client)).toEqual(before.filter((_, place) => place !== 2));
    expect((await inPanel(anna))[2]).toMatchObject({ id: 103, isHidden: true });
    await hide(anna, 103, false);
    expect(await seenBy(rose.client)).toEqual(before);
  });

  test("works for the family's own phrases too, even while their words change", async () => {
    const { anna, rose } = family;
    const { id } = await add(anna);
    await hide(anna, id);
    const body = { phrase: "Please water my roses." };
    const changed = await anna.client.call(changeHelpPhrase, { params: { id }, body });
    expect(changed.isHidden).toBe(true);
    await hide(anna, changed.id, false);
    expect((await seenBy(rose.client)).at(-1)).toBe(body.phrase);
  });

  test("all of them leaves a category without phrases", async () => {
    for (const id of await idsIn(family.anna)) await hide(family.anna, id);
    expect(await seenBy(family.rose.client)).toEqual([]);
  });
});

describe("the order", () => {
  test("is the family's own, and new phrases come last", async () => {
    const { anna, rose } = family;
    const ids = (await idsIn(anna)).reverse();
    expect((await order(anna, ids)).status).toBe(204);
    expect(await idsIn(anna)).toEqual(ids);
    const { id } = await add(anna);
    expect(await idsIn(anna)).toEqual([...ids, id]);
    expect(await seenBy(rose.client)).toEqual((await seenBy(anybody())).reverse().concat(tomatoes));
  });

  test("is refused if it leaves one out, names one twice or names another family's", async () => {
    const { anna } = family;
    const ids = await idsIn(anna);
    const stranger = await signUp(server(), { name: "Carla" });
    const { id: foreign } = await add(stranger);
    for (const wrong of [ids.slice(1), [...ids, 101], [...ids, 201], [...ids, foreign], []]) {
      expect((await order(anna, wrong)).status).toBe(409);
    }
    expect((await order(anna, ids, 99)).status, "of no category").toBe(404);
    expect(await idsIn(anna)).toEqual(ids);
  });
});

describe("asking with phrases", () => {
  const ask = ({ client }: Person, phraseId: number, key?: string) =>
    client.ask(askForHelp, { body: { phraseId }, ...(key && { headers: { "idempotency-key": key } }) });

  test("a request carries the words and the category of the family's own phrase", async () => {
    const { id } = await add(family.anna, tomatoes, 2);
    const { status, body } = await ask(family.rose, id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ phrase: tomatoes, category: { name: "Home Help" } });
  });

  test("a device that still shows a hidden, deleted or changed phrase can still ask with it", async () => {
    const { anna, rose } = family;
    await hide(anna, 101);
    expect((await ask(rose, 101)).body).toMatchObject({ phrase: "My TV isn't working." });
    const { id } = await add(anna);
    const { id: later } = await anna.client.call(changeHelpPhrase, {
      params: { id },
      body: { phrase: "Please feed my cat." },
    });
    expect((await ask(rose, id)).body, "what stood on her screen").toMatchObject({ phrase: tomatoes });
    await anna.client.call(deleteHelpPhrase, { params: { id: later } });
    expect((await ask(rose, later)).body).toMatchObject({ phrase: "Please feed my cat." });
  });

  test("sent again after the phrase was deleted, it is the same request", async () => {
    const { anna, rose } = family;
    const { id } = await add(anna);
    const first = await ask(rose, id, "the same key");
    await anna.client.call(deleteHelpPhrase, { params: { id } });
    expect(await ask(rose, id, "the same key")).toMatchObject({ status: 201, body: { id: first.body.id } });
  });

  test("another family's phrase does not exist", async () => {
    const stranger = await signUp(server(), { name: "Carla" });
    const { id } = await add(stranger);
    expect(await ask(family.rose, id)).toMatchObject({
      status: 400,
      body: { fields: { phraseId: expect.any(String) } },
    });
  });
});

test("every change is published to the family's screens, and to nobody else's", async () => {
  const { anna, rose } = family;
  const stranger = await signUp(server(), { name: "Carla" });
  const [inside, outside] = await Promise.all([openStream(rose.client), openStream(stranger.client)]);
  const { id } = await add(anna);
  await hide(anna, id);
  await order(anna, await idsIn(anna));
  await anna.client.call(deleteHelpPhrase, { params: { id } });
  await expect.poll(() => inside.heard).toEqual(Array(4).fill("help-phrases"));
  expect(outside.heard).toEqual([]);
});
