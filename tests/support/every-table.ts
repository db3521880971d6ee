// A sample family with rows in every table, also in those that the sample leaves empty.
import { defaultSteps } from "#contract/help/plan.ts";
import { createApp } from "#server/app.ts";
import { addSample } from "#server/sandbox/sample/sample.ts";
import { fingerprint } from "#server/secrets.ts";
import type { World } from "#server/world.ts";

const noon = "2026-11-24 12:00:00";
const one = "2026-11-24 13:00:00";
/** What is looked up by a hash of it. */
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
    const sent = { family_id, calendar_id, google_id: "a", event: "{}" };
    if (purpose === "google") await db.insertInto("google_events").values(sent).execute();
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

async function fillAccount({ database: { kysely: db }, clock }: World, { person_id }: Owner) {
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
    .values({ state_hash: token_hash, browser_hash, time_zone: "America/New_York", expires_at: now })
    .execute();
  await db
    .insertInto("return_tokens")
    .values({ token_hash, browser_hash, person_id, expires_at: now })
    .execute();
  await db.insertInto("account_changes").values(change).execute();
  await db
    .insertInto("account_deletions")
    // So late that no test deletes the account.
    .values({ person_id, requested_at: now, due_at: new Date("2999-01-01") })
    .execute();
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
}

async function fillTheRest({ database: { kysely: db }, clock }: World, { family_id, person_id }: Owner) {
  const now = clock.now();
  const message = { kind: "help", channel: "sms", is_urgent: true, created_at: now, due_at: now } as const;
  await db
    .insertInto("escalation_plans")
    .values({ family_id, steps: JSON.stringify(defaultSteps) })
    .execute();
  const request = db.selectFrom("help_requests").select("id").where("family_id", "=", family_id).limit(1);
  const { id: help_request_id } = await request.executeTakeFirstOrThrow();
  const shown = { source: "camera", offer: "v=0\r\n", started_at: now } as const;
  await db
    .insertInto("video_calls")
    .values({ ...shown, family_id, help_request_id, helper_id: person_id })
    .execute();
  await db
    .insertInto("messages")
    .values({ ...message, family_id, person_id, state: "ARRIVED" })
    .execute();
  await db
    .insertInto("sandbox_messages")
    .values({ channel: "sms", recipient: "+16145550142", text: "Rose needs help", sent_at: now })
    .execute();
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
