import { beforeAll, expect, test } from "vitest";
import { HelpRequestState, type HelpRequestState as State } from "#contract/help/request-state.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { statesBefore, transition } from "./lifecycle.ts";

const server = useServer();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
});

const states = HelpRequestState.options;
const pairs = states.flatMap((from) => states.filter((to) => to !== from).map((to) => ({ from, to })));

/** The columns that go with a state. */
const columnsOf = (state: State, helper: number) => ({
  state,
  helper_id: state === "ACKNOWLEDGED" ? helper : null,
  closed_at: state === "RESOLVED" || state === "CANCELLED" ? server().clock.now() : null,
});

async function insertRequest(state: State): Promise<number> {
  const { anna, rose } = family;
  const columns = { ...columnsOf(state, anna.id), asked_at: server().clock.now(), phrase: "Help!" };
  const ids = { family_id: rose.familyId, asked_by: rose.id, idempotency_key: crypto.randomUUID() };
  const { id } = await server()
    .database.kysely.insertInto("help_requests")
    .values({ ...ids, ...columns })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function requestIn(state: State) {
  const id = await insertRequest(state);
  const request = server().database.kysely.updateTable("help_requests").where("id", "=", id);
  return (to: State) => request.set(columnsOf(to, family.anna.id)).execute();
}

test("PostgreSQL allows exactly the changes in the transition table, for every pair of states, and so does the code", async () => {
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
  const inCode = states.flatMap((to) => statesBefore[to].map((from) => `${from} -> ${to}`));
  expect(new Set(inCode)).toEqual(table);
});

test("an acknowledged, resolved or canceled request can only be reopened, or resolved when it is acknowledged", async () => {
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

test("when several requests change at once, those that may not change stay as they are", async () => {
  const { rose, anna } = family;
  const { kysely } = server().database;
  const ids = [];
  for (const state of states) ids.push(await insertRequest(state));
  const requests = ids.map((id) => ({ family_id: rose.familyId, id, actor: anna.id }));
  const stream = await openStream(anna.client);
  await kysely
    .transaction()
    .execute((trx) => transition(trx, { requests, to: "SEEN", at: server().clock.now() }));
  await expect.poll(() => stream.heard).toEqual(["help-requests"]);
  const found = kysely.selectFrom("help_requests").select("state").where("id", "in", ids).orderBy("id");
  const after = (await found.execute()).map(({ state }) => state);
  const changing = ["ACCEPTED", "HANDED_OVER", "REACHED", "ESCALATED", "UNREACHABLE"];
  expect(after).toEqual(states.map((state) => (changing.includes(state) ? "SEEN" : state)));
  const receipts = kysely
    .selectFrom("help_request_receipts")
    .select(["help_request_id", "state", "person_id"]);
  const stored = await receipts.where("help_request_id", "in", ids).orderBy("help_request_id").execute();
  const changed = ids.filter((_, place) => changing.includes(states[place] ?? ""));
  expect(stored).toEqual(changed.map((id) => ({ help_request_id: id, state: "SEEN", person_id: anna.id })));
});
