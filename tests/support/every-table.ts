// A sample family with rows in every table, including those that the sample leaves empty.
import { sql } from "kysely";
import { defaultSteps } from "#contract/help/plan.ts";
import { addSample } from "#dev/sandbox/sample/sample.ts";
import { createApp } from "#server/app.ts";
import { upsertChoice } from "#server/platform/choices/queries.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { putMedia } from "#server/platform/media/media.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";

const noon = "2026-11-24 12:00:00";
const one = "2026-11-24 13:00:00";
/** A secret that is found by its hash. */
const secret = "a-secret";

interface Owner {
  readonly family_id: number;
  readonly person_id: number;
}

async function fillCalendar({ database: { kysely: db }, secrets, clock }: World, owner: Owner) {
  const { family_id, person_id } = owner;
  const now = clock.now();
  const session = db.selectFrom("sessions").select("id").where("family_id", "=", family_id).limit(1);
  const event = db.selectFrom("manual_events").select("id").where("family_id", "=", family_id).limit(1);
  const { id: session_id } = await session.executeTakeFirstOrThrow();
  const { id: manual_event_id } = await event.executeTakeFirstOrThrow();
  const account = { family_id, subject: "115", sealed_refresh_token: secrets.seal(secret) };
  const calendar = { family_id, name: "School", sealed_url: secrets.seal("https://example.com/school.ics") };
  const times = { digest: fingerprint(""), parsed_at: now, fetched_at: now, due_at: now };
  const shown = { title: "Concert", location: "School", starts_on_clock: noon, is_all_day: false };
  const choice = { is_on: true, lead_time: "1-hour", channel: "sms", chosen_at: now } as const;
  const published = { secret_hash: fingerprint(secret), sealed_secret: secrets.seal(secret) };
  const reminder = { ...shown, message: "begins", category: "kids", source: "feed" } as const;
  await db.insertInto("calendar_settings").values({ family_id }).execute();
  await db
    .insertInto("calendar_connection_attempts")
    .values({ family_id, session_id, state_hash: fingerprint(secret), expires_at: now })
    .execute();
  await db
    .insertInto("calendar_connections")
    .values({ ...account, connected_by: person_id, connected_at: now })
    .execute();
  await db
    .insertInto("calendar_revocations")
    .values({ ...account, due_at: now })
    .execute();
  await db
    .insertInto("published_calendars")
    .values({ ...owner, ...published, changed_at: now })
    .execute();
  for (const purpose of ["calendar", "google"] as const) {
    const added = db.insertInto("subscribed_calendars").values({ ...calendar, ...times, purpose });
    const { id: calendar_id } = await added.returning("id").executeTakeFirstOrThrow();
    const stored = { ...shown, family_id, calendar_id, ends_on_clock: one, occurrence: "a", description: "" };
    await db.insertInto("subscribed_events").values(stored).execute();
    if (purpose !== "google") continue;
    const sent = { family_id, calendar_id, google_id: "a", event: "{}" };
    await db.insertInto("google_events").values(sent).execute();
  }
  await db
    .insertInto("manual_event_exceptions")
    .values({ family_id, manual_event_id, occurrence_date: "2026-11-24", occurrence_time: null })
    .execute();
  await db
    .insertInto("reminder_choices")
    .values({ ...owner, ...choice, categories: ["kids"], check_at: now })
    .execute();
  await db
    .insertInto("reminders")
    .values({ ...owner, ...reminder, event_id: "feed-1" })
    .execute();
}

async function fillAccount(
  { database: { kysely: db }, secrets, clock }: World,
  { family_id, person_id }: Owner,
) {
  const now = clock.now();
  const [token_hash, browser_hash] = [fingerprint(secret), fingerprint("a browser")];
  const { id: session_id } = await db
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", person_id)
    .limit(1)
    .executeTakeFirstOrThrow();
  const device = { endpoint: "https://fcm.googleapis.com/fcm/send/a", p256dh: "B".repeat(87) };
  const change = {
    person_id,
    session_id,
    kind: "email",
    has_chosen_password: true,
    changed_at: now,
  } as const;
  const passkey = { credential_id: "a", public_key: Buffer.alloc(77), counter: 0, transports: ["internal"] };
  await db
    .insertInto("identities")
    .values({ issuer: "https://accounts.google.com", subject: "115", person_id, created_at: now })
    .execute();
  await db
    .insertInto("sign_in_attempts")
    .values({
      state_hash: token_hash,
      provider: "google",
      browser_hash,
      time_zone: "America/New_York",
      expires_at: now,
    })
    .execute();
  const { person_id: made_by } = await db
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", family_id)
    .where("role", "=", "admin")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("sign_in_codes")
    .values({ family_id, person_id, made_by, code_hash: token_hash, expires_at: now })
    .execute();
  await db
    .insertInto("return_tokens")
    .values({ token_hash, browser_hash, person_id, expires_at: now })
    .execute();
  await db.insertInto("account_changes").values(change).execute();
  await db
    .insertInto("account_deletions")
    // Due so late that no test deletes the account.
    .values({ person_id, requested_at: now, due_at: new Date("2999-01-01") })
    .execute();
  await db
    .insertInto("family_deletions")
    .values({ family_id, requested_by: person_id, requested_at: now, due_at: null })
    .execute();
  await db.insertInto("deleted_families").values({ id: 999_999, created_at: now }).execute();
  await db.insertInto("deleted_people").values({ person_id: 999_999, account_created_at: now }).execute();
  await db
    .insertInto("passkeys")
    .values({ ...passkey, person_id, is_backed_up: true, name: "Safari on iPad", created_at: now })
    .execute();
  await db
    .insertInto("passkey_challenges")
    .values({ challenge_hash: token_hash, browser_hash, person_id, expires_at: now })
    .execute();
  await db
    .insertInto("email_confirmations")
    .values({ person_id, email: "anna@example.com", sent_at: now })
    .execute();
  await db
    .insertInto("push_subscriptions")
    .values({ ...device, auth: "a".repeat(22), person_id, session_id, created_at: now })
    .execute();
  await db.insertInto("ntfy_topics").values({ person_id, topic: "porchlight-a", created_at: now }).execute();
  await db
    .insertInto("apprise_addresses")
    .values({ person_id, sealed_url: secrets.seal("ntfy://an-address"), created_at: now })
    .execute();
}

async function fillPictures(db: Db, { family_id, person_id }: Owner, at: Date) {
  const { id: help_request_id } = await db
    .selectFrom("help_requests")
    .select("id")
    .where("family_id", "=", family_id)
    .limit(1)
    .executeTakeFirstOrThrow();
  const bytes = Buffer.from("a picture");
  const media_id = await putMedia(db, family_id, bytes);
  const picture = { family_id, help_request_id, sent_by: person_id, width: 4, height: 3, media_id };
  const { id: picture_id } = await db
    .insertInto("help_pictures")
    // Kept, so that no test finds it deleted.
    .values({ ...picture, is_kept: true, check_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("stored_bytes")
    .values({ key: `family ${family_id}`, hour: at, bytes: bytes.length })
    .execute();
  await db.insertInto("limit_hits").values({ name: "pictures", hour: at, refusals: 1 }).execute();
  await db.insertInto("media_leftovers").values({ object_key: "media/1", added_at: at }).execute();
  const reply = { family_id, help_request_id, person_id, idempotency_key: "a", picture_id, at };
  const { id: reply_id } = await db
    .insertInto("help_replies")
    .values({ ...reply, words: "Press this one.", marks: JSON.stringify([]) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("help_reply_receipts").values({ family_id, reply_id, person_id, at }).execute();
  const voice = { family_id, help_request_id, sent_by: person_id, duration_ms: 1_017 };
  const voice_media_id = await putMedia(db, family_id, bytes);
  const { id: voice_message_id } = await db
    .insertInto("help_voice_messages")
    .values({ ...voice, media_id: voice_media_id, is_kept: true, check_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("help_replies")
    .values({ ...reply, idempotency_key: "b", picture_id: null, voice_message_id, marks: JSON.stringify([]) })
    .execute();
  const face = { person_id, media_id: await putMedia(db, null, bytes), created_at: at };
  await db.insertInto("people_pictures").values(face).execute();
}

async function fillHellos(db: Db, { family_id, person_id }: Owner, at: Date) {
  const hello = { family_id, given_by: person_id, at };
  const { id: hello_id } = await db
    .insertInto("hellos")
    // Loved, so that no test finds it deleted.
    .values({ ...hello, idempotency_key: "a", caption: "The new puppy", check_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const small_id = await putMedia(db, family_id, Buffer.from("a small picture"));
  const large_id = await putMedia(db, family_id, Buffer.from("a picture"));
  const picture = { family_id, hello_id, place: 0, width: 4, height: 3, small_id, large_id };
  await db.insertInto("hello_pictures").values(picture).execute();
  await db.insertInto("hello_hearts").values({ family_id, hello_id, person_id, at }).execute();
  const { id: answer } = await db
    .insertInto("hellos")
    .values({ ...hello, idempotency_key: "b", answer_to: hello_id, birthday_of: person_id, check_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const media_id = await putMedia(db, family_id, Buffer.from("a voice"));
  await db
    .insertInto("hello_voice_messages")
    .values({ family_id, hello_id: answer, duration_ms: 1_017, media_id })
    .execute();
}

async function fillQuestions(db: Db, { family_id, person_id }: Owner, at: Date) {
  const sunday = "2026-11-22";
  const text = "What was the name of your street?";
  await db
    .insertInto("questions")
    .values({ family_id, sunday, text })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const answer = { family_id, given_by: person_id, at, sunday, question: text, caption: "Mill Lane" };
  await db
    .insertInto("hellos")
    .values({ ...answer, idempotency_key: "c", check_at: null })
    .execute();
}

const fillLetters = (db: Db, { family_id, person_id }: Owner) =>
  db
    .insertInto("letter_recipients")
    // Checked so late that no test does it.
    .values({ family_id, person_id, last_saturday: "2026-11-21", check_at: new Date("2999-01-01") })
    .execute();

async function fillPhoneDoors(db: Db, { family_id, person_id }: Owner, at: Date) {
  const phone_number = "+16145550177";
  await db
    .insertInto("phone_doors")
    .values({ family_id, person_id, phone_number, pin_hash: fingerprint(secret), opened_at: at })
    .execute();
  const said = { id: "RE1", person_id, url: "https://api.twilio.com/RE1", seconds: 3, recorded_at: at };
  await db
    .insertInto("phone_recordings")
    .values({ family_id, ...said, fetch_at: at })
    .execute();
  await db
    .insertInto("help_call_backs")
    .columns(["family_id", "help_request_id", "phone_number"])
    .expression((eb) =>
      eb
        .selectFrom("help_requests")
        .select(["family_id", "id"])
        .select(sql<string>`${phone_number}`.as("phone_number"))
        .where("family_id", "=", family_id)
        .limit(1),
    )
    .execute();
}

async function fillLights(db: Db, { family_id, person_id }: Owner, at: Date) {
  const light = { family_id, person_id };
  await db
    .insertInto("lights")
    // Checked so late that no test does it.
    .values({ ...light, usual_time: "09:00", away_until: "2026-12-01", check_at: new Date("2999-01-01") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable("lights")
    .set({ away_until: "2026-12-01", lit_at: at, used_at: at, told_on: "2026-11-24" })
    .where("family_id", "=", family_id)
    .execute();
  await db
    .insertInto("light_contacts")
    .values({ ...light, contact_id: person_id })
    .execute();
  await db
    .insertInto("light_waves")
    .values({ ...light, waved_by: person_id, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function fillGuides(db: Db, { family_id, person_id }: Owner, at: Date) {
  const thing = { family_id, name: "Rose's TV", room: "Living room", notes: "The remote is in the drawer." };
  const { id: thing_id } = await db
    .insertInto("things")
    .values({ ...thing, created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const thing_media_id = await putMedia(db, family_id, Buffer.from("a picture"));
  const shown = { family_id, thing_id, width: 4, height: 3, media_id: thing_media_id };
  await db.insertInto("thing_pictures").values(shown).execute();
  const { id: guide_id } = await db
    .insertInto("guides")
    .values({ family_id, title: "Get the TV picture back", thing_id, written_by: person_id, written_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const media_id = await putMedia(db, family_id, Buffer.from("a picture"));
  const picture = { width: 4, height: 3, media_id, added_by: person_id, added_at: at };
  const { id: picture_id } = await db
    .insertInto("guide_pictures")
    .values({ family_id, ...picture })
    .returning("id")
    .executeTakeFirstOrThrow();
  const step = { family_id, guide_id, position: 1, sentence: "Press this one.", picture_id };
  await db
    .insertInto("guide_steps")
    .values({ ...step, marks: JSON.stringify([]) })
    .execute();
}

/** A family that has moved away, with a device, and a file of one that is about to arrive. */
async function fillMoves(db: Db, now: Date): Promise<void> {
  const id = 999_999;
  const moved = { id, origin: "https://elm.example.org", moved_at: now };
  await db.insertInto("moved_families").values(moved).execute();
  await db
    .insertInto("moved_sessions")
    .values({ token_hash: fingerprint(secret), moved_family_id: id })
    .execute();
  const media_id = await putMedia(db, null, Buffer.from("a picture that arrives"));
  await db.insertInto("arriving_media").values({ media_id, arrived_at: now }).execute();
}

async function fillTheRest(
  { database: { kysely: db }, secrets, clock }: World,
  { family_id, person_id }: Owner,
) {
  const now = clock.now();
  const message = { kind: "help", channel: "sms", is_urgent: true, created_at: now, due_at: now } as const;
  const { id: help_request_id } = await db
    .selectFrom("help_requests")
    .select("id")
    .where("family_id", "=", family_id)
    .limit(1)
    .executeTakeFirstOrThrow();
  const said = { family_id, help_request_id, person_id };
  await db
    .insertInto("help_promises")
    .values({ ...said, kind: "COMING", made_at: now, ended_at: now })
    .execute();
  await db
    .insertInto("help_verdicts")
    .values({ ...said, verdict: "SCAM", at: now })
    .execute();
  await db
    .insertInto("escalation_plans")
    .values({ family_id, steps: JSON.stringify(defaultSteps) })
    .execute();
  await db
    .insertInto("webhooks")
    .values({
      family_id,
      sealed_url: secrets.seal(secret),
      sealed_secret: secrets.seal(secret),
      created_at: now,
    })
    .execute();
  await db
    .insertInto("webhook_deliveries")
    // Sent so late that no test does it.
    .values({
      family_id,
      help_request_id,
      type: "help.asked",
      created_at: now,
      due_at: new Date("2999-01-01"),
    })
    .execute();
  const shown = { source: "camera", offer: "v=0\r\n", started_at: now } as const;
  await db
    .insertInto("video_calls")
    .values({ ...shown, family_id, help_request_id, helper_id: person_id })
    .execute();
  await fillPictures(db, { family_id, person_id }, now);
  await fillHellos(db, { family_id, person_id }, now);
  await db
    .insertInto("birthdays")
    .values({ family_id, person_id, month: 12, day: 6, year: 1942, changed_at: now })
    .execute();
  await fillQuestions(db, { family_id, person_id }, now);
  await fillLetters(db, { family_id, person_id });
  await fillPhoneDoors(db, { family_id, person_id }, now);
  await fillLights(db, { family_id, person_id }, now);
  await fillGuides(db, { family_id, person_id }, now);
  await db
    .insertInto("messages")
    .values({ ...message, family_id, person_id, state: "ARRIVED" })
    .execute();
  await db
    .insertInto("sandbox_messages")
    .values({ channel: "sms", recipient: "+16145550142", text: "Rose needs help", sent_at: now })
    .execute();
  await db
    .insertInto("stopped_numbers")
    .values({ number_hash: fingerprint(secret), stopped_at: now })
    .execute();
  await fillMoves(db, now);
  await upsertChoice(db, { name: "support-email", value: "help@example.com", chosen_at: now });
  await db.insertInto("jobs").values({ name: "delete-old-messages", due_at: now }).execute();
  await db
    .insertInto("backups")
    .values({ file: "porchlight.tar.gz.age", bytes: 1, created_at: now })
    .execute();
}

/** Adds the sample family and fills every table, except that the server itself fills `secret_key`. Returns the family's id. */
export async function fillEveryTable(world: World): Promise<number> {
  await addSample(world, createApp);
  const owner = await world.database.kysely
    .selectFrom("memberships")
    .select(["family_id", "person_id"])
    .where("role", "=", "admin")
    .executeTakeFirstOrThrow();
  await fillCalendar(world, owner);
  await fillAccount(world, owner);
  await fillTheRest(world, owner);
  return owner.family_id;
}

/** Every table that has rows belonging to families. */
export async function tablesOfFamilies({ database }: World): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'family_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(database.kysely);
  return rows.map(({ name }) => name);
}

/** The tables that have a row of this family. */
export async function filledTables(world: World, familyId: number): Promise<string[]> {
  const filled: string[] = [];
  for (const table of await tablesOfFamilies(world)) {
    const { rows } = await sql`select from ${sql.table(table)} where family_id = ${familyId} limit 1`.execute(
      world.database.kysely,
    );
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}
