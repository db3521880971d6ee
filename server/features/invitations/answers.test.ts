import { expect, test } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { dayMs } from "#contract/durations.ts";
import { getFamily } from "#contract/families.ts";
import {
  acceptInvitation,
  declineInvitation,
  deleteInvitation,
  listInvitations,
  verifyInvitation,
} from "#contract/invitations.ts";
import { Client } from "#tests/support/client.ts";
import { invite, join, type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const anybody = () => new Client(server().url);
const verify = (code: string) => anybody().ask(verifyInvitation, { query: { code } });
const accept = (person: Person, inviteCode: string, userId?: number) =>
  person.client.ask(acceptInvitation, { body: { inviteCode, userId } });
const decline = (inviteCode: string) => anybody().ask(declineInvitation, { body: { inviteCode } });
const aWeek = 7 * dayMs;

const unknown = { message: "Invitation not found or has expired", code: "not-found" };
const used = { message: "This invitation has already been used", code: "gone" };

async function statusesIn(family: Person): Promise<string[]> {
  const { familyId } = family;
  const invitations = await family.client.call(listInvitations, { params: { familyId } });
  return invitations.map(({ status }) => status);
}

test("the link shows who invites, to which family and in which role", async () => {
  const anna = await signUp(server());
  const inviteCode = await invite(anna, "grandparent", "Rose");
  const { status, body } = await verify(inviteCode);
  expect(status).toBe(200);
  expect(body).toEqual({
    name: "Rose",
    familyId: anna.familyId,
    familyName: "The Reyes family",
    invitedBy: "Anna Reyes",
    role: "grandparent",
    inviteCode,
    phoneHint: null,
    emailHint: "r...@example.com",
    needsNoCode: false,
  });
});

test("an unknown, expired or canceled code is not found when looking, joining or declining", async () => {
  const anna = await signUp(server());
  const ben = await signUp(server());
  const cancelled = await invite(anna, "admin");
  const [invitation] = await anna.client.call(listInvitations, { params: { familyId: anna.familyId } });
  await anna.client.call(deleteInvitation, { params: { id: invitation?.id ?? 0 } });
  const expired = await invite(anna, "admin");
  server().clock.advance(aWeek);
  for (const code of ["nothing", cancelled, expired]) {
    for (const answer of [await verify(code), await accept(ben, code), await decline(code)]) {
      expect(answer).toMatchObject({ status: 404, body: unknown });
    }
  }
});

test("an expired link says who to ask for a new one", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const inviteCode = await invite(anna, "child");
  server().clock.advance(aWeek);
  const { body } = await verify(inviteCode);
  expect(body).toEqual({ ...unknown, fields: { code: "Please ask Anna Reyes for a new link." } });
});

test("an accepted or declined code is gone, even after it would have expired", async () => {
  const anna = await signUp(server());
  const ben = await signUp(server());
  const accepted = await invite(anna, "child");
  const declined = await invite(anna, "child");
  await accept(ben, accepted);
  expect((await decline(declined)).status).toBe(204);
  expect(await statusesIn(anna)).toEqual(["declined", "accepted"]);
  server().clock.advance(aWeek);
  for (const code of [accepted, declined]) {
    for (const answer of [await verify(code), await accept(ben, code), await decline(code)]) {
      expect(answer).toMatchObject({ status: 410, body: used });
    }
  }
});

test("joining returns the token and the role, and opens the family", async () => {
  const anna = await signUp(server());
  const inviteCode = await invite(anna, "grandparent");
  const rose = await signUp(server(), { name: "Rose", role: "grandparent", inviteCode });
  const { status, body, headers } = await accept(rose, inviteCode, rose.id);
  expect(status).toBe(200);
  expect(body).toEqual({ token: rose.client.token, role: "grandparent" });
  expect(headers.get("set-cookie")).toContain(`porchlight_session=${rose.client.token};`);
  expect((await rose.client.call(getStatus)).user).toMatchObject({
    familyId: anna.familyId,
    role: "grandparent",
    families: [{ id: anna.familyId, name: "The Reyes family", role: "grandparent" }],
  });
});

test("nobody can join for another person", async () => {
  const anna = await signUp(server());
  const ben = await signUp(server());
  const inviteCode = await invite(anna, "child");
  const { status, body } = await accept(ben, inviteCode, anna.id);
  expect(status).toBe(403);
  expect(body).toMatchObject({ message: "You can only join for yourself." });
  expect(await statusesIn(anna)).toEqual(["pending"]);
  expect((await anna.client.call(getFamily)).members).toHaveLength(1);
});

test("joining needs a sign-in", async () => {
  const inviteCode = await invite(await signUp(server()), "child");
  expect((await anybody().ask(acceptInvitation, { body: { inviteCode } })).status).toBe(401);
});

test("a member keeps their role, and the invitation stays pending", async () => {
  const anna = await signUp(server());
  const ben = await join(server(), anna, "child", "Ben");
  const inviteCode = await invite(anna, "admin", "Carla");
  const { status, body } = await accept(ben, inviteCode);
  expect(status).toBe(409);
  expect(body).toMatchObject({ message: "You're already in this family." });
  expect((await ben.client.call(getStatus)).user.role).toBe("child");
  expect((await verify(inviteCode)).status).toBe(200);
});

test("of twenty people who join at once by one link, one does, and the others read that it is used", async () => {
  const anna = await signUp(server());
  const crowd: Person[] = [];
  for (let place = 0; place < 20; place++) crowd.push(await signUp(server(), { name: `Runner ${place}` }));
  for (let round = 1; round <= 10; round++) {
    const inviteCode = await invite(anna, "child");
    const runners = round === 1 ? crowd : await outside(anna, crowd);
    const answers = await Promise.all(runners.map((runner) => accept(runner, inviteCode)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(runners.length - 1);
    expect((await anna.client.call(getFamily)).members).toHaveLength(1 + round);
  }
}, 60_000);

async function outside(family: Person, crowd: readonly Person[]): Promise<Person[]> {
  const { members } = await family.client.call(getFamily);
  const inside = new Set(members.map(({ id }) => id));
  return crowd.filter(({ id }) => !inside.has(id));
}

test("of joining and declining at the same time, one counts", async () => {
  const anna = await signUp(server());
  const ben = await signUp(server());
  const inviteCode = await invite(anna, "child");
  const answers = await Promise.all([accept(ben, inviteCode), decline(inviteCode)]);
  expect(answers.map(({ status }) => status).sort()).toEqual(
    answers[0].status === 200 ? [200, 410] : [204, 410],
  );
});

test("the family's open screens are refreshed when somebody joins or declines", async () => {
  const anna = await signUp(server());
  const ben = await signUp(server());
  const stream = await anna.client.fetch("GET", "/api/live");
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const heard = async (event: string) => {
    let text = "";
    while (!text.includes(`event: ${event}\n`)) text += (await reader?.read())?.value ?? "";
  };
  const inviteCode = await invite(anna, "child");
  await heard("invitations");
  await accept(ben, inviteCode);
  await heard("family");
  await reader?.cancel();
});
