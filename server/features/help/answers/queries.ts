import { scamCategoryId } from "#contract/help/known-categories.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { smsChannel } from "#server/platform/messages/sms/channel.ts";
import { helpMessage } from "../requests/help-message.ts";

const maxRequests = 20;

/** Finds the open requests that this number was texted about, newest first. */
export const findTextedRequests = (db: Db, phoneNumber: string) =>
  db
    .selectFrom("people as p")
    .innerJoin("messages as d", (join) =>
      join
        .onRef("d.person_id", "=", "p.id")
        .on("d.channel", "=", smsChannel.name)
        .on("d.kind", "=", helpMessage.name)
        .on("d.about", "=", "ASKED")
        .on("d.attempts", ">", 0)
        .on("d.state", "<>", "FAILED"),
    )
    .innerJoin("help_requests as r", (join) =>
      join
        .onRef("r.family_id", "=", "d.family_id")
        .onRef("r.id", "=", "d.subject_id")
        .on("r.closed_at", "is", null),
    )
    .innerJoin("families as f", "f.id", "r.family_id")
    .innerJoin("memberships as m", (join) =>
      join
        .onRef("m.family_id", "=", "r.family_id")
        .onRef("m.person_id", "=", "p.id")
        .on("m.role", "<>", "grandparent"),
    )
    .select(["r.family_id as familyId", "p.id", "m.role", "r.id as requestId", "f.time_zone as timeZone"])
    .select((eb) => [
      "r.asked_at",
      eb("r.state", "=", "ACKNOWLEDGED").$castTo<boolean>().as("isTaken"),
      eb("r.category_id", "is not distinct from", scamCategoryId).$castTo<boolean>().as("isScamCheck"),
      eb
        .and([
          eb("r.state", "=", "ACKNOWLEDGED"),
          eb("r.helper_id", "is not distinct from", eb.ref("p.id")),
          eb.not(
            eb.exists(
              eb
                .selectFrom("help_promises as o")
                .select("o.id")
                .whereRef("o.family_id", "=", "r.family_id")
                .whereRef("o.help_request_id", "=", "r.id")
                .where("o.ended_at", "is", null),
            ),
          ),
        ])
        // Whether the sender has taken the request and has not said yet when they will call.
        .$castTo<boolean>()
        .as("awaitsTime"),
    ])
    .distinct()
    .where("p.phone_number", "=", phoneNumber)
    .orderBy("r.asked_at", "desc")
    .orderBy("r.id", "desc")
    .limit(maxRequests)
    .execute();

export const findPersonByNumber = (db: Db, phoneNumber: string) =>
  db.selectFrom("people").select("id as personId").where("phone_number", "=", phoneNumber).executeTakeFirst();
