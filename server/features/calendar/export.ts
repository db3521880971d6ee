// The calendar, for exports: without the addresses of calendars, which open them to anyone.
import { sql } from "kysely";
import { inOnePage, inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const exportedEvents = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("manual_events as e")
      .select(["e.id", "e.title", "e.starts_on_clock as startsOnClock", "e.ends_on_clock as endsOnClock"])
      .select(["e.location", "e.category", "e.is_all_day as isAllDay", "e.is_active as isActive"])
      .select(["e.recurrence", "e.series_id as seriesId"])
      .select([
        sql`coalesce((select json_agg(json_build_object('id', t.person_id, 'part', t.part) order by t.person_id)
          from manual_event_people t where t.family_id = e.family_id and t.manual_event_id = e.id), '[]')`.as(
          "people",
        ),
        sql<string | null>`nullif(concat_ws(' ', e.replaced_date, e.replaced_time), '')`.as("replaces"),
        sql`array(select concat_ws(' ', x.occurrence_date, x.occurrence_time) from manual_event_exceptions x
          where x.family_id = e.family_id and x.manual_event_id = e.id order by 1)`.as("exceptions"),
      ])
      .where("e.family_id", "=", familyId)
      .where("e.id", ">", after)
      .orderBy("e.id")
      .limit(pageSize)
      .execute(),
  );

export const exportedOwnEvents = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("manual_event_people as t")
      .innerJoin("manual_events as e", (on) =>
        on.onRef("e.family_id", "=", "t.family_id").onRef("e.id", "=", "t.manual_event_id"),
      )
      .select(["t.family_id as familyId", "e.id", "e.title", "e.starts_on_clock as startsOnClock", "t.part"])
      .where("t.family_id", "=", familyId)
      .where("t.person_id", "=", personId)
      .where("e.id", ">", after)
      .orderBy("e.id")
      .limit(pageSize)
      .execute(),
  );

export const exportedSubscriptions = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("subscribed_calendars")
      .select(["id", "name", "purpose", "category"])
      .where("family_id", "=", familyId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );

export const exportedConnections = (db: Db, familyId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("calendar_connections")
      .select(["connected_by as connectedById", "connected_at as connectedAt"])
      .where("family_id", "=", familyId)
      .execute(),
  );

export const exportedOwnConnections = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("calendar_connections")
      .select(["family_id as familyId", "connected_at as connectedAt"])
      .where("family_id", "=", familyId)
      .where("connected_by", "=", personId)
      .execute(),
  );

export const exportedPublishedCalendars = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("published_calendars")
      .select(["family_id as familyId", "categories", "changed_at as changedAt"])
      .where("family_id", "=", familyId)
      .where("person_id", "=", personId)
      .execute(),
  );

export const exportedReminderChoices = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("reminder_choices")
      .select(["family_id as familyId", "is_on as isOn", "lead_time as leadTime", "channel", "categories"])
      .where("family_id", "=", familyId)
      .where("person_id", "=", personId)
      .execute(),
  );

export const exportedReminders = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("reminders")
      .select(["family_id as familyId", "id", "title", "starts_on_clock as startsOnClock"])
      .select("sent_at as sentAt")
      .where("family_id", "=", familyId)
      .where("person_id", "=", personId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );
