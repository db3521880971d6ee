// Every endpoint that writes publishes the live names of what it changes, to everybody whose home it changes.
import { sql } from "kysely";
import { Client as Connection } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getHome } from "#contract/home.ts";
import type { LiveEvent } from "#contract/live-events.ts";
import { keptAnswersOf } from "#server/platform/http/kept-answers.ts";
import { liveChannel } from "#server/platform/live/publish.ts";
import { Client } from "./support/client.ts";
import { useFeedServer } from "./support/feed-server.ts";
import { newSession } from "./support/people.ts";
import { endpointNamed, prepareCall, writingCalls } from "./support/sample-calls.ts";
import { lastCell, startServer, type TestServer, useServer } from "./support/server.ts";

const server = useServer({ env: lastCell });
const feeds = useFeedServer();

/**
 * The live names of a table's rows, or of one of its columns. If there are several lists, all names of one of them
 * are published.
 */
const names: Record<string, readonly LiveEvent[] | readonly (readonly LiveEvent[])[]> = {
  account_deletions: ["account"],
  activity: ["activity"],
  birthdays: ["family"],
  published_calendars: ["published-calendar"],
  calendar_connections: ["calendar-settings", "calendar-events"],
  calendar_settings: ["calendar-settings", "calendar-events"],
  email_confirmations: ["account"],
  escalation_plans: ["escalation-plan", "family"],
  families: ["family"],
  family_deletions: ["family"],
  family_phrases: ["help-phrases"],
  subscribed_events: [["calendar-events"], ["local-events"]],
  subscribed_calendars: [["calendar-settings"], ["local-event-calendars"]],
  google_events: ["calendar-events"],
  guides: ["guides", "things"],
  guide_pictures: ["guides"],
  guide_steps: ["guides"],
  hellos: ["hellos"],
  hello_hearts: ["hellos"],
  hello_pictures: ["hellos"],
  hello_voice_messages: ["hellos"],
  questions: ["questions"],
  letter_recipients: ["letters"],
  phone_doors: ["phone-doors"],
  lights: ["lights"],
  light_contacts: ["lights"],
  light_waves: ["lights"],
  help_promises: ["help-requests"],
  help_pictures: ["help-replies"],
  help_replies: ["help-replies"],
  help_reply_receipts: ["help-replies"],
  help_request_receipts: ["help-requests"],
  help_requests: ["help-requests"],
  help_verdicts: ["help-requests"],
  help_voice_messages: ["help-replies"],
  invitations: ["invitations"],
  contact_methods: ["reachability"],
  local_events: ["local-events"],
  manual_event_exceptions: ["calendar-events", "manual-events"],
  manual_event_occurrences: ["calendar-events"],
  manual_event_people: ["calendar-events", "manual-events"],
  manual_events: ["calendar-events", "manual-events"],
  memberships: ["family", "reachability", "account"],
  "memberships.hello_messages": ["hellos"],
  apprise_addresses: ["apprise-address", "reminders", "reachability"],
  ntfy_topics: ["ntfy-subscription", "reminders", "reachability"],
  passkeys: ["account"],
  people: ["account"],
  people_pictures: ["account", "family"],
  "people.email": ["account", "reachability"],
  "people.call_number": ["account", "family", "help-requests"],
  "people.phone_number": ["account", "family", "help-requests", "reachability"],
  "people.shares_puzzle": ["puzzles"],
  "people.takes_calls": ["account", "reachability"],
  "people.username": ["account", "family", "help-requests"],
  push_subscriptions: ["push-subscriptions", "reminders", "reachability"],
  "push_subscriptions.proven_at": ["push-subscriptions"],
  puzzle_answers: ["puzzles"],
  puzzles: ["puzzles"],
  reminder_choices: ["reminders"],
  sessions: ["account"],
  things: ["things"],
  thing_pictures: ["things"],
  video_calls: ["video-calls"],
  webhooks: ["webhook"],
  webhook_deliveries: ["webhook"],
};

/** Tables and columns that no screen shows, grouped by the reason. */
const unshown: Record<string, string[]> = {
  "they prove who somebody is": [
    ...["passkey_challenges", "verifications", "remembered_devices", "return_tokens"],
    "sign_in_codes",
    ...["identities", "sign_in_attempts", "calendar_connection_attempts", "account_changes", "secret_key"],
    ...["sessions.device_hash", "sessions.proven_at", "sessions.last_used_at"],
  ],
  "the connection of a session ends when it opens another family": ["sessions.family_id"],
  "those who are told about a light see only the message": ["lights.used_at"],
  "only the device itself asks for this": ["sessions.are_messages_off"],
  "they are work that is due": [
    ...["help_call_backs", "phone_recordings"],
    ...["calendar_revocations", "family_reachability", "jobs", "messages"],
    ...["reminders", "weekly_tests", "sandbox_messages", "subscribed_calendars.due_at"],
  ],
  "they only count toward limits": ["allowances", "stored_bytes"],
  "the row that has the id of a file is shown": ["media"],
  "only what belongs to a family that is here is shown": [
    "arriving_media",
    "moved_families",
    "moved_sessions",
  ],
  "only the person who runs the server reads them": [
    "backups",
    "deleted_families",
    "deleted_people",
    "limit_hits",
    "media_leftovers",
    "operator_choices",
  ],
  "the contact methods of its owner say so, and are shown": ["stopped_numbers"],
  "they come with the product": ["help_categories", "help_phrases", "help_request_transitions"],
  "they keep the history of people who have left": ["participants"],
};
const isUnshown = new Set(Object.values(unshown).flat());

interface Change {
  readonly table: string;
  /** Null where a row was added or deleted. */
  readonly column: string | null;
}

/** Returns the names that were not published for this change. */
function missingFor({ table, column }: Change, published: readonly string[]): string | undefined {
  const key = `${table}.${column}`;
  if (isUnshown.has(table) || isUnshown.has(key)) return undefined;
  const wanted = names[key] ?? names[table] ?? [];
  const lists = wanted.every((each) => typeof each === "string") ? [wanted] : wanted;
  const isPublished = lists.some((list) => [...list].every((name) => published.includes(name)));
  return isPublished ? undefined : `${column ? key : table}: ${JSON.stringify(wanted)}`;
}

let listening: Connection;
const heard: string[] = [];

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('migrations', 'changes')`.execute(server().database.kysely);
  return rows.map(({ name }) => name);
}

/** Records every change of every table, and listens to what is published. */
beforeAll(async () => {
  const { kysely } = server().database;
  await sql`create table changes (id bigint generated always as identity, "table" text, "column" text)`.execute(
    kysely,
  );
  await sql`create function record_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        insert into changes ("table", "column")
        select tg_table_name, after.key from jsonb_each(to_jsonb(new)) after
        join jsonb_each(to_jsonb(old)) before using (key) where after.value <> before.value;
      else
        insert into changes ("table") values (tg_table_name);
      end if;
      return null;
    end
  $$`.execute(kysely);
  for (const table of await tables())
    await sql`create trigger record_change after insert or update or delete on ${sql.table(table)}
      for each row execute function record_change()`.execute(kysely);
  listening = new Connection({ connectionString: server().databaseUrl });
  await listening.connect();
  listening.on("notification", ({ payload = "" }) => heard.push(payload));
  await listening.query(`listen ${liveChannel}`);
});
afterAll(() => listening.end());

/** Every session, with the family that it shows. */
async function sessions(): Promise<Map<number, number | null>> {
  const { kysely } = server().database;
  const rows = await kysely.selectFrom("sessions").select(["id", "family_id"]).execute();
  return new Map(rows.map(({ id, family_id }) => [id, family_id]));
}

it("every table says which live names its rows have", async () => {
  const said = [...Object.keys(names), ...isUnshown].filter((name) => !name.includes("."));
  expect(said.sort()).toEqual((await tables()).sort());
});

it("nothing in the database publishes by itself", async () => {
  const { rows } = await sql`select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ilike '%notify%'`.execute(
    server().database.kysely,
  );
  expect(rows).toEqual([]);
});

/** A server that keeps no answers in memory, so it always answers from the database. */
let reference: TestServer;
beforeAll(async () => {
  const { databaseUrl } = server();
  reference = await startServer({ databaseUrl, limits: { keptAnswerMegabytes: 0 } });
});
afterAll(() => reference.stop());

const homeOn = async ({ url }: TestServer, { token }: Client) =>
  (await new Client(url, token).ask(getHome)).body;

/** Another device of each member who joined a family after `familyId`, with what home shows there. */
async function viewersSince(familyId: number) {
  const members = server().database.kysely.selectFrom("memberships").select(["family_id", "person_id as id"]);
  const found = await members.where("family_id", ">", familyId).execute();
  return await Promise.all(
    found.map(async ({ family_id, id }) => {
      const client = await newSession(server(), { id, familyId: family_id }, 3_600_000_000);
      return { client, before: await homeOn(server(), client) };
    }),
  );
}

async function newestFamily(): Promise<number> {
  const { kysely } = server().database;
  const { id } = await kysely
    .selectFrom("families")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  return id ?? 0;
}

it.each(writingCalls)(
  "%s publishes what it changes to all who see it on home, and ends the live connections that must not go on",
  async (name) => {
    const familyId = await newestFamily();
    const call = await prepareCall(server(), feeds, endpointNamed(server(), name));
    const { kysely } = server().database;
    const viewers = await viewersSince(familyId);
    const sessionsBefore = await sessions();
    await sql`delete from changes`.execute(kysely);
    await listening.query("select 1");
    heard.length = 0;
    await call();
    const { rows } = await sql<Change>`select distinct "table", "column" from changes`.execute(kysely);
    await listening.query("select 1");
    const messages = heard.map((payload) => JSON.parse(payload));
    const events = messages.flatMap(({ events = [] }) => events);
    expect(rows.map((change) => missingFor(change, events)).filter(Boolean)).toEqual([]);
    const sessionsAfter = await sessions();
    // A session that is gone, or shows another family.
    const over = [...sessionsBefore].filter(([id, family]) => sessionsAfter.get(id) !== family);
    const ended = messages.flatMap(({ endedSessionIds = [] }) => endedSessionIds);
    expect(over.map(([id]) => id).filter((id) => !ended.includes(id))).toEqual([]);
    // An answer that was kept before the call must now be either gone, or still the same as in the database.
    reference.clock.advance(server().clock.now().getTime() - reference.clock.now().getTime());
    for (const { client, before } of viewers) {
      const { hits } = keptAnswersOf(server().world);
      const after = await homeOn(server(), client);
      if (keptAnswersOf(server().world).hits === hits) continue;
      expect(after).toEqual(before);
      expect(after).toEqual(await homeOn(reference, client));
    }
  },
);
