import { expect, test } from "vitest";
import { helpersOf, tokenOf } from "#bench/processes/wire/connection.ts";
import { getFamily } from "#contract/families.ts";
import { acceptInvitation, createInvitation } from "#contract/invitations.ts";
import { Client } from "#tests/support/client.ts";
import { inLong } from "#tests/support/long-form.ts";
import { print } from "./figures.ts";
import { useServerProcess } from "./server-process.ts";

const server = useServerProcess();

const rounds = 1_000;
const families = 400;
const atOnce = 20;

function clientOf(person: number): Client {
  const client = new Client(`http://127.0.0.1:${server.port()}`);
  client.token = tokenOf(person);
  return client;
}

/** Children of the next four families, and different ones each time it is this family's turn. */
function crowdOf(round: number): number[] {
  const first = (round % families) + 4 * Math.floor(round / families);
  const others = [1, 2, 3, 4].map((place) => (first + place) % families);
  return others.flatMap((family) => helpersOf(family).slice(1));
}

/** Returns the answers, and how many members the family gained. */
async function race(round: number): Promise<{ statuses: number[]; joined: number }> {
  const [admin = 0] = helpersOf(round % families);
  const inviter = clientOf(admin);
  const { id: familyId, members } = await inviter.call(getFamily);
  const body = { name: "Runner", email: "runner@example.com", role: "child" as const, familyId };
  const { inviteCode } = await inviter.call(createInvitation, { body });
  const answers = await Promise.all(
    crowdOf(round).map((runner) => clientOf(runner).ask(acceptInvitation, { body: { inviteCode } })),
  );
  const after = await inviter.call(getFamily);
  return {
    statuses: answers.map(({ status }) => status).sort(),
    joined: after.members.length - members.length,
  };
}

// server/features/invitations/answers.test.ts runs a few rounds of the same race.
test.skipIf(inLong(0, 1) === 1)(
  `when ${atOnce} people join at once with one link, exactly one succeeds, ${rounds} times`,
  async () => {
    const expected = { statuses: [200, ...new Array(atOnce - 1).fill(410)], joined: 1 };
    const others: object[] = [];
    for (let round = 0; round < rounds; round++) {
      const ended = await race(round);
      if (JSON.stringify(ended) !== JSON.stringify(expected)) others.push(ended);
    }
    print("races to join", { rounds, "people at once": atOnce, "with one winner": rounds - others.length });
    expect(others).toEqual([]);
  },
);
