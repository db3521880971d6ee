import { beforeAll, expect, test } from "vitest";
import { HelpRequestState, type HelpRequestState as State } from "#contract/help/request-state.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
});

const states = HelpRequestState.options;
const pairs = states.flatMap((from) => states.filter((to) => to !== from).map((to) => ({ from, to })));

/** The columns that a state asks for beside itself. */
const columnsOf = (state: State, helper: number) => ({
  state,
  helper_id: state === "ACKNOWLEDGED" ? helper : null,
  closed_at: state === "RESOLVED" || state === "CANCELLED" ? server().clock.now() : null,
});

async function requestIn(state: State) {
  const { anna, rose } = family;
  const { kysely } = server().database;
  const columns = { ...columnsOf(state, anna.id), asked_at: server().clock.now(), phrase: "Help!" };
  const ids = { family_id: rose.familyId, asked_by: rose.id, idempotency_key: crypto.randomUUID() };
  const { id } = await kysely
    .insertInto("help_requests")
    .values({ ...ids, ...columns })
    .returning("id")
    .executeTakeFirstOrThrow();
  return (to: State) =>
    kysely.updateTable("help_requests").set(columnsOf(to, anna.id)).where("id", "=", id).execute();
}

test("PostgreSQL itself allows exactly what the transition table says, for every pair of states", async () => {
  const rows = await server().database.kysely.selectFrom("help_request_transitions").selectAll().execute();
  const table = new Set(rows.map(({ from_state, to_state }) => `${from_state} -> ${to_state}`));
  const happened = new Set<string>();
  for (const { from, to } of pairs) {
    const become = await requestIn(from);
    await become(to).then(
      () => happened.add(`${from} -> ${to}`),
      (error: Error) => expect(error.message).toBe(`a help request cannot go from ${from} to ${to}`),
    );
  }
  expect(happened).toEqual(table);
});

test("what is taken, done or taken back can be open again, and nothing else", async () => {
  const { kysely } = server().database;
  const rows = await kysely.selectFrom("help_request_transitions").selectAll().execute();
  const onwards = (state: State) =>
    rows.filter(({ from_state }) => from_state === state).map(({ to_state }) => to_state);
  expect(onwards("RESOLVED")).toEqual(["ACCEPTED"]);
  expect(onwards("CANCELLED")).toEqual(["ACCEPTED"]);
  expect(onwards("ACKNOWLEDGED").sort()).toEqual(["ACCEPTED", "RESOLVED"]);
});

test("every other state can be acknowledged and resolved", async () => {
  for (const from of states.filter((state) => !["ACKNOWLEDGED", "RESOLVED", "CANCELLED"].includes(state))) {
    for (const to of ["ACKNOWLEDGED", "RESOLVED"] as const) await (await requestIn(from))(to);
  }
});
