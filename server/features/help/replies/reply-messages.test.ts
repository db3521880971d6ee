import { describe, expect, test } from "vitest";
import { removeMember } from "#contract/families.ts";
import { addPicture, addReply, recordRepliesSeen } from "#contract/help/replies.ts";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { startVideoCall } from "#contract/help/video-calls.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { sendMessages } from "#tests/support/due-work.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { join, type Person, proveFreshly } from "#tests/support/people.ts";
import { photo } from "#tests/support/photos.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();
const { family, pass, pushed, titles } = useHelpFamily(server, {
  emails: ["anna"],
  pushes: ["anna", "ben", "rose"],
});

let keys = 0;
const newKey = () => ({ "idempotency-key": `reply ${++keys}` });

/** Rose asks for help, and the people who are asked by push have been notified. */
async function roseAsks() {
  const { rose } = family();
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const params = { id };
  await pass(0);
  const wait = async (milliseconds: number) => {
    await pass(milliseconds);
    await sendMessages(server().world);
  };
  server().pushed.length = 0;
  return {
    ...family(),
    params,
    wait,
    take: ({ client }: Person) => client.call(acknowledgeHelpRequest, { params }),
    write: ({ client }: Person, words: string) =>
      client.call(addReply, { params, headers: newKey(), body: { words } }),
    show: async ({ client }: Person) =>
      await client.call(addPicture, { params, headers: newKey(), upload: await photo() }),
    see: ({ client }: Person, { id: replyId }: { id: number }) =>
      client.call(recordRepliesSeen, { params, body: { replyId } }),
  };
}

const endpoints = () => server().pushed.map(({ subscription }) => subscription.endpoint);
const deviceOf = ({ id }: Person) => `https://fcm.googleapis.com/fcm/send/${id}`;

describe("a reply that nobody is looking at", () => {
  test("is pushed to the helper, and their answer to Rose, with its words and never by text or e-mail", async () => {
    const { anna, rose, params, take, write, show, wait } = await roseAsks();
    await take(anna);
    await wait(1_000);
    for (const box of [server().outbox, server().mailbox, server().pushed]) box.length = 0;
    await show(rose);
    await wait(11_000);
    expect(endpoints()).toEqual([deviceOf(anna)]);
    expect(pushed()).toMatchObject([
      {
        title: "Rose sent you a picture",
        text: "About “My TV isn't working.”",
        path: "/",
        tag: `help-replies-${params.id}`,
        familyId: anna.familyId,
      },
    ]);
    await write(anna, "Press the red one.");
    await wait(11_000);
    expect(endpoints()).toEqual([deviceOf(anna), deviceOf(rose)]);
    expect(pushed()[1]).toMatchObject({
      title: "New message from Anna Reyes",
      text: "“Press the red one.”",
    });
    expect([server().outbox, server().mailbox]).toEqual([[], []]);
  });

  test("is not pushed to somebody who has seen it on a screen", async () => {
    const { anna, rose, take, write, see, wait } = await roseAsks();
    await take(anna);
    await see(anna, await write(rose, "The lamp is red."));
    await wait(11_000);
    expect(titles()).not.toContain("New message from Rose");
  });

  test("is combined with those that follow: one message for five minutes, and at once after somebody has looked", async () => {
    const { anna, rose, take, write, see, wait } = await roseAsks();
    await take(anna);
    await wait(1_000);
    server().pushed.length = 0;
    for (const words of ["One", "Two", "Three"]) await write(rose, words);
    await wait(11_000);
    await write(rose, "Four");
    await wait(240_000);
    expect(titles()).toEqual(["3 new messages from Rose"]);
    await wait(60_000);
    expect(titles()).toEqual(["3 new messages from Rose", "4 new messages from Rose"]);
    await see(anna, await write(rose, "Five"));
    await write(rose, "Six");
    await wait(11_000);
    expect(pushed()[2]).toMatchObject({ title: "New message from Rose", text: "“Six”" });
  });

  test("goes to everybody that the plan has asked while nobody helps, and to nobody else", async () => {
    const { anna, ben, rose, write, wait } = await roseAsks();
    const carl = await join(server(), anna, "child", "Carl");
    await subscribeToPush(carl);
    await write(rose, "It hums.");
    await wait(11_000);
    expect(endpoints().sort()).toEqual([anna, ben].map(deviceOf).sort());
    expect(endpoints()).not.toContain(deviceOf(carl));
  });

  test("is not pushed to somebody who has left the family in the meantime", async () => {
    const { anna, rose, write, wait } = await roseAsks();
    const dora = await join(server(), anna, "child", "Dora");
    await subscribeToPush(dora);
    await write(dora, "Is it on?");
    await write(rose, "Yes.");
    await proveFreshly(server(), anna);
    await anna.client.call(removeMember, { params: { id: dora.id } });
    await wait(11_000);
    expect(endpoints()).not.toContain(deviceOf(dora));
  });
});

describe("a video call that nobody has joined", () => {
  const body = { source: "camera", offer: "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\n" } as const;

  test("is pushed to the helper once a minute, and leads to its page", async () => {
    const { anna, rose, params, take, wait } = await roseAsks();
    await take(anna);
    await wait(1_000);
    server().pushed.length = 0;
    for (let times = 0; times < 3; times++) {
      await rose.client.call(startVideoCall, { params, body });
      await wait(6_000);
    }
    expect(endpoints()).toEqual([deviceOf(anna)]);
    expect(pushed()).toMatchObject([
      { title: "Rose wants to show you something", path: `/video-call/${params.id}` },
    ]);
    await wait(90_000);
    expect(titles()).toHaveLength(2);
  });
});
