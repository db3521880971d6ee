import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeNames } from "#contract/accounts/accounts.ts";
import { logout } from "#contract/accounts/sign-in.ts";
import { leaveFamily } from "#contract/families.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { getHome } from "#contract/home.ts";
import { startLateListening } from "#tests/support/delayed-postgres.ts";
import { untilCaughtUp } from "#tests/support/live-stream.ts";
import { join, type Person, reyesFamily } from "#tests/support/people.ts";
import { spyOnReads } from "#tests/support/reads.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { type Audience, type KeptAnswer, KeptAnswers, keptAnswersOf } from "./kept-answers.ts";

const server = useServer();

describe("a home that was read and has not changed", () => {
  let family: Awaited<ReturnType<typeof reyesFamily>>;
  beforeAll(async () => {
    family = await reyesFamily(server());
  });

  test("is answered without the database, with the same headers", async () => {
    const { client } = family.anna;
    // The family's own notifications would end the answer if they were heard after it was read.
    await untilCaughtUp(server());
    const first = await client.ask(getHome);
    const read = spyOnReads(server());
    const second = await client.ask(getHome);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    expect(second.body).toEqual(first.body);
    const namesOf = ({ headers }: typeof first) => [...headers.keys()].sort();
    expect(namesOf(second)).toEqual(namesOf(first));
    for (const name of ["content-type", "content-length", "cache-control", "date"])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
  });

  test("is served only to its own session, and with an unreadable header to nobody", async () => {
    const { anna, ben } = family;
    await anna.client.ask(getHome);
    const read = spyOnReads(server());
    await ben.client.ask(getHome);
    expect(read).toHaveBeenCalled();
    read.mockRestore();
    const { status } = await anna.client.ask(getHome, { headers: { authorization: "Basic YTpi" } });
    expect(status).toBe(401);
  });

  test("is gone after a sign-out", async () => {
    const { ben } = family;
    await ben.client.ask(getHome);
    const { token } = ben.client;
    await ben.client.call(logout);
    ben.client.token = token;
    expect((await ben.client.ask(getHome)).status).toBe(401);
  });
});

test("homes from memory count toward the limit of a session", async () => {
  const limited = await startServer({ limits: { requestsPerSession: 3 } });
  const { client } = (await reyesFamily(limited)).anna;
  const statuses: number[] = [];
  for (let count = 0; count < 4; count++) statuses.push((await client.ask(getHome)).status);
  await limited.stop();
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test("a family sees the new name of somebody who has left on earlier requests", async () => {
  const { anna } = await reyesFamily(server());
  const rosa = await join(server(), anna, "grandparent", "Rosa");
  await rosa.client.call(askForHelp, { body: { text: "Please call me." } });
  await rosa.client.call(leaveFamily);
  const names = async () =>
    (await anna.client.call(getHome))["/api/help-requests"].map((one) => one.askedBy.name);
  expect(await names()).toEqual(["Rosa"]);
  await rosa.client.call(changeNames, { body: { username: "Rosalind" } });
  expect(await names()).toEqual(["Rosalind"]);
});

describe("a server that no longer hears of changes", () => {
  let proxy: Awaited<ReturnType<typeof startLateListening>>;
  let deaf: TestServer;
  beforeAll(async () => {
    proxy = await startLateListening(server().databaseUrl, 0);
    deaf = await startServer({ databaseUrl: proxy.url });
  });
  afterAll(async () => {
    await deaf.stop();
    await proxy.stop();
  });

  const requestsOn = async ({ url }: TestServer, { client: { token } }: Person) => {
    const response = await fetch(`${url}/api/home`, { headers: { authorization: `Bearer ${token}` } });
    const home = (await response.json()) as Record<string, unknown[]>;
    return home["/api/help-requests"]?.length;
  };

  test("reads the database although its connection seems open, and goes back to memory once it has heard", async () => {
    const { anna, rose } = await reyesFamily(server());
    await untilCaughtUp(deaf);
    expect(await requestsOn(deaf, anna)).toBe(0);
    const silence = Promise.withResolvers<void>();
    proxy.listening.silence = silence.promise;
    await rose.client.call(askForHelp, { body: { text: "Please call me." } });
    const { hits } = keptAnswersOf(deaf.world);
    expect(await requestsOn(deaf, anna)).toBe(1);
    const waits: number[] = [];
    for (let count = 0; count < 3; count++) {
      const startedAt = performance.now();
      expect(await requestsOn(deaf, anna)).toBe(1);
      waits.push(performance.now() - startedAt);
    }
    // Only the first read waits a quarter of a second to see whether the connection answers.
    expect(Math.min(...waits.slice(1))).toBeLessThan(250);
    expect(keptAnswersOf(deaf.world).hits).toBe(hits);
    proxy.listening.silence = undefined;
    silence.resolve();
    const isFromMemory = async () => {
      expect(await requestsOn(deaf, anna)).toBe(1);
      return keptAnswersOf(deaf.world).hits > hits;
    };
    await expect.poll(isFromMemory, { interval: 10 }).toBe(true);
  });

  test("connects again when the connection has been silent for five seconds", {
    timeout: 15_000,
    tags: "extended",
  }, async () => {
    proxy.listening.silence = new Promise(() => {});
    await expect(deaf.database.catchUp()).rejects.toThrow("does not answer");
    proxy.listening.silence = undefined;
    await untilCaughtUp(deaf);
  });
});

describe("the memory for answers", () => {
  const kilobyte = 1024;
  const forFamily = (familyId: number, size: number): KeptAnswer => ({
    session: {} as KeptAnswer["session"],
    body: Buffer.alloc(size),
    familyId,
    audiences: [`family ${familyId}`],
    from: 0,
    until: 10,
  });
  const memory = (bytes: number) => new KeptAnswers({ catchUp: async () => {} }, bytes);
  const found = async (answers: KeptAnswers, ...keys: string[]) => {
    const all = await Promise.all(keys.map(async (key) => ((await answers.find(key, 0)) ? key : undefined)));
    return all.filter((key) => key !== undefined);
  };

  test("is bounded in bytes: the answer that was used least recently goes first", async () => {
    const answers = memory(3 * kilobyte);
    for (const [index, key] of ["a", "b", "c"].entries()) answers.keep(key, 1, forFamily(index, kilobyte));
    await answers.find("a", 0);
    answers.keep("d", 1, forFamily(4, kilobyte));
    expect(await found(answers, "a", "b", "c", "d")).toEqual(["a", "c", "d"]);
    expect(answers.bytes).toBe(3 * kilobyte);
  });

  test("is bounded for each family, so that one cannot fill it", async () => {
    const answers = memory(1024 * kilobyte);
    answers.keep("other", 1, forFamily(2, kilobyte));
    for (const key of ["a", "b", "c"]) answers.keep(key, 1, forFamily(1, 200 * kilobyte));
    answers.keep("huge", 1, forFamily(1, 600 * kilobyte));
    expect(await found(answers, "other", "a", "b", "c", "huge")).toEqual(["other", "b", "c"]);
  });

  test("keeps nothing that changed while it was read, or that may have changed", () => {
    const answers = memory(kilobyte);
    const keepAfter = (happens: () => void) => {
      const { version } = answers;
      happens();
      answers.keep("a", version, forFamily(1, 1));
      const { bytes } = answers;
      answers.dropAll();
      return bytes;
    };
    const tell = (...audiences: Audience[]) => keepAfter(() => answers.drop(audiences));
    expect([tell("family 2"), tell("family 1"), tell("family 2", "family 1")]).toEqual([1, 0, 0]);
    expect(keepAfter(() => answers.dropAll())).toBe(0);
    // Changes are remembered for a while, and after that everything may have changed.
    const manyFamilies = Array.from({ length: 10_001 }, (_, id) => `family ${id + 2}` as const);
    expect(tell(...manyFamilies.slice(1))).toBe(1);
    expect(tell("family 1", ...manyFamilies)).toBe(0);
  });

  test("is empty once every audience has been notified", () => {
    const answers = memory(kilobyte);
    answers.keep("a", 1, forFamily(1, 10));
    answers.drop(["family 1"]);
    expect(answers.bytes).toBe(0);
  });
});
