import { describe, expect, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { getHelpAnswer } from "#contract/help/answers.ts";
import { scamCategoryId, scamCheck } from "#contract/help/known-categories.ts";
import { listHelpCategories, listHelpPhrases } from "#contract/help/phrases.ts";
import { changeEscalationPlan } from "#contract/help/plan.ts";
import type { Verdict } from "#contract/help/request-state.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  cancelHelpRequest,
  getHelpRequest,
  type NewHelpRequest,
} from "#contract/help/requests.ts";
import { giveVerdict, giveVerdictByLink } from "#contract/help/scams.ts";
import { standingVerdict } from "#contract/help/verdict-words.ts";
import { Client } from "#tests/support/client.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const { family, pass, pushed, titles } = useHelpFamily(server, { emails: ["anna"], pushes: ["ben"] });

async function roseAsks(body: NewHelpRequest = { phraseId: 902 }) {
  const { anna, ben, rose } = family();
  const { id, scamCheck, isUrgent } = await rose.client.call(askForHelp, { body });
  const params = { id };
  return {
    id,
    anna,
    ben,
    rose,
    scamCheck,
    isUrgent,
    show: () => rose.client.call(getHelpRequest, { params }),
    say: ({ client }: Person, verdict: Verdict) => client.ask(giveVerdict, { params, body: { verdict } }),
  };
}

describe("the question", () => {
  test("is a category of its own, which is not listed among the eight of the specification", async () => {
    const categories = await new Client(server().url).call(listHelpCategories);
    expect(categories.map(({ name }) => name)).not.toContain(scamCheck.name);
    const { kysely } = server().database;
    const stored = kysely.selectFrom("help_categories").select(["id", "name", "icon"]);
    expect(await stored.where("id", "=", scamCategoryId).executeTakeFirst()).toEqual(scamCheck);
  });

  test("says what it is: a call, a text, an e-mail, a letter, a pop-up, or somebody at the door", async () => {
    const params = { id: scamCategoryId };
    const phrases = await new Client(server().url).call(listHelpPhrases, { params });
    const kinds = [/called me/, /a text/, /an e-mail/, /a letter/, /pop-up/, /at my door/];
    for (const [place, kind] of kinds.entries()) expect(phrases[place]?.phrase).toMatch(kind);
  });

  test("is sent to everybody at once over every channel, as urgent", async () => {
    const { anna, ben, isUrgent } = await roseAsks();
    expect(isUrgent).toBe(true);
    await pass(0);
    expect(
      server()
        .outbox.map(({ to }) => to)
        .sort(),
    ).toEqual([anna.phoneNumber, ben.phoneNumber].sort());
    expect(server().mailbox).toMatchObject([
      { subject: expect.stringContaining("URGENT: Rose asks: Is this a scam?") },
    ]);
    expect(titles()).toEqual(["URGENT: Rose asks: Is this a scam?"]);
    server().outbox.length = 0;
    await pass(4 * minuteMs);
    expect(server().outbox).toEqual([]);
    await pass(2 * minuteMs);
    expect(server().outbox).toHaveLength(2);
  });

  test("does not wait for the family's own plan, nor for the end of the night", async () => {
    const quiet = await reyesFamily(server());
    const steps = [{ after: 3600, target: "first-contact", channels: ["sms"] }] as const;
    await quiet.anna.client.call(changeEscalationPlan, {
      body: {
        steps: steps.map((step) => ({ ...step, channels: [...step.channels] })),
        firstContactId: null,
        quietHours: { from: "00:00", until: "23:59" },
      },
    });
    await quiet.rose.client.call(askForHelp, {
      body: { categoryId: scamCategoryId, text: "A man wants $500" },
    });
    await pass(0);
    expect(server().outbox.map(({ to }) => to)).toEqual(
      expect.arrayContaining([quiet.anna.phoneNumber, quiet.ben.phoneNumber]),
    );
  });

  test("is sent alone, separate from other requests of the same minute", async () => {
    await family().rose.client.call(askForHelp, { body: { phraseId: 101 } });
    await roseAsks();
    await pass(0);
    expect(titles().sort()).toEqual(["Rose needs help", "URGENT: Rose asks: Is this a scam?"]);
  });

  test("offers its own answers in every message, and never “I'll help”", async () => {
    const { ben, show } = await roseAsks();
    await pass(0);
    const [email] = server().mailbox;
    expect(email?.text).toContain("Answer Rose:\n");
    for (const sent of [email?.text, email?.html, ...server().outbox.map(({ text }) => text)])
      expect(sent).not.toMatch(/I'll help|I&#39;ll help|to help/i);
    const [{ acknowledgePath, verdictPath = "" } = {}] = pushed();
    expect(acknowledgePath).toBeUndefined();
    const put = { body: { verdict: "SCAM" } };
    expect((await new Client(server().url).fetch("PUT", verdictPath, put)).status).toBe(200);
    expect((await show()).scamCheck?.verdicts).toMatchObject([{ verdict: "SCAM", person: { id: ben.id } }]);
  });

  test.each([
    ["a call", { phraseId: 901 }, true],
    ["a letter", { phraseId: 904 }, false],
    ["her own words", { categoryId: scamCategoryId, text: "A man wants $500." }, false],
  ])("knows whether it is about a call: %s", async (_, body, isCall) => {
    expect((await roseAsks(body)).scamCheck).toEqual({ isCall, verdicts: [] });
  });

  test("does not change how other requests are sent", async () => {
    const { say, scamCheck, anna, show } = await roseAsks({ phraseId: 504 });
    expect(scamCheck).toBeNull();
    expect(await say(anna, "SCAM")).toMatchObject({
      status: 409,
      body: { message: "This is not a question about a scam." },
    });
    expect(await show()).toMatchObject({ helper: null });
  });
});

describe("the answer", () => {
  test("is on Rose's screen at once, takes the request, and is in the message to the others", async () => {
    const { anna, rose, say, show } = await roseAsks();
    await pass(0);
    server().pushed.length = 0;
    const stream = await openStream(rose.client);
    expect((await say(anna, "SCAM")).status).toBe(200);
    await expect.poll(() => stream.heard).toContain("help-requests");
    const at = server().clock.now().toISOString();
    expect(await show()).toMatchObject({
      helper: { id: anna.id },
      scamCheck: { verdicts: [{ verdict: "SCAM", person: { id: anna.id, name: anna.name }, at }] },
    });
    await pass(0);
    expect(titles()).toEqual(["Rose was told: It's a scam: don't"]);
  });

  test("of two people who disagree is kept for both, and the most careful one stands", async () => {
    const { anna, ben, say, show } = await roseAsks();
    await say(ben, "FINE");
    expect((await say(anna, "SCAM")).status).toBe(200);
    const { helper, scamCheck } = await show();
    expect(helper).toMatchObject({ name: "Ben" });
    expect(scamCheck?.verdicts.map(({ verdict, person }) => [person.name, verdict])).toEqual([
      ["Ben", "FINE"],
      ["Anna Reyes", "SCAM"],
    ]);
    expect(standingVerdict(scamCheck?.verdicts ?? [])).toBe("SCAM");
  });

  test.each<[Verdict[], Verdict | undefined]>([
    [[], undefined],
    [["FINE"], "FINE"],
    [["FINE", "CALLING"], "CALLING"],
    [["CALLING", "SCAM", "FINE"], "SCAM"],
  ])("of %j is %s", (verdicts, standing) => {
    expect(standingVerdict(verdicts.map((verdict) => ({ verdict })))).toBe(standing);
  });

  test("can be changed by the person who gave it, and twenty taps at once count as one", async () => {
    const { anna, say, show } = await roseAsks();
    await say(anna, "FINE");
    await Promise.all(Array.from({ length: 20 }, () => say(anna, "SCAM")));
    expect((await show()).scamCheck?.verdicts).toMatchObject([{ verdict: "SCAM" }]);
  });

  test("“I'm calling you” promises a call, and a verdict ends that promise", async () => {
    const { anna, say, show } = await roseAsks();
    await say(anna, "CALLING");
    expect(await show()).toMatchObject({ promise: { kind: "CALLING" }, helper: { id: anna.id } });
    await say(anna, "FINE");
    expect(await show()).toMatchObject({
      promise: null,
      helper: { id: anna.id },
      scamCheck: { verdicts: [{ verdict: "FINE" }] },
    });
  });

  test("comes too late for a request that Rose has closed, and suggests a call", async () => {
    const { anna, rose, say, id, show } = await roseAsks();
    await rose.client.call(cancelHelpRequest, { params: { id } });
    expect(await say(anna, "SCAM")).toMatchObject({
      status: 409,
      body: { message: "Rose has closed this. Please call to be sure." },
    });
    expect((await show()).scamCheck?.verdicts).toEqual([]);
  });

  test("cannot be given by Rose herself, nor by another family", async () => {
    const { id, show } = await roseAsks();
    const params = { id };
    const body = { verdict: "FINE" } as const;
    expect((await family().rose.client.ask(giveVerdict, { params, body })).status).toBe(403);
    const stranger = (await reyesFamily(server())).anna;
    expect((await stranger.client.ask(giveVerdict, { params, body })).status).toBe(404);
    expect((await show()).scamCheck?.verdicts).toEqual([]);
  });

  test("can be given through the link in a message, even after somebody else has taken it", async () => {
    const { anna, ben, id, show } = await roseAsks();
    await pass(0);
    const text = server().outbox.find(({ to }) => to === ben.phoneNumber)?.text ?? "";
    const params = { token: /\/help\/answer\?to=([\w-]+)/.exec(text)?.[1] ?? "" };
    await anna.client.call(acknowledgeHelpRequest, { params: { id } });
    const anybody = new Client(server().url);
    expect(await anybody.call(getHelpAnswer, { params })).toMatchObject({
      isScamCheck: true,
      yourVerdict: null,
    });
    expect(await anybody.call(giveVerdictByLink, { params, body: { verdict: "SCAM" } })).toMatchObject({
      yourVerdict: "SCAM",
      helperName: "Anna Reyes",
    });
    expect((await show()).scamCheck?.verdicts).toMatchObject([{ person: { name: "Ben" } }]);
  });
});
