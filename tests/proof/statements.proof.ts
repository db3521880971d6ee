// Checks that the calls of the proof of plans reach every statement of the server, and which families its statements name. This
// needs no large database, so that every change can be checked.
// @module-tag extended
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { start, stopAll, useFolder } from "#tests/support/embedded.ts";
import { useFeedServer } from "#tests/support/feed-server.ts";
import { recordStatements } from "./plans/named-families.ts";
import { makeOtherCell } from "./plans/other-cell.ts";
import { watchStatements } from "./plans/unreached.ts";

const folder = useFolder();
const feeds = useFeedServer();
afterAll(stopAll);

let unreached: string[];
let unnamed: string[];

beforeAll(async () => {
  const { url } = await start(folder("data"));
  await migrate(url);
  await makeOtherCell(url);
  const statements = await watchStatements();
  // The server's modules are imported once the counting has begun, because anything imported earlier is not counted.
  const { runEverything } = await import("./plans/everything.ts");
  const recorded = recordStatements();
  await runEverything(url, feeds);
  unreached = await statements.unreached();
  unnamed = await recorded.unnamed(url);
}, 300_000);

test("every statement of the server is reached by the calls in tests/proof/plans, or has a reason not to be", () => {
  expect(unreached).toEqual([]);
});

/** Where rows of families are found without naming one, and why. docs/operate/scaling.md says what follows for a cluster. */
const acrossFamilies: Readonly<Record<string, readonly string[]>> = {
  "a worker takes what is due first, whichever family's it is": [
    "calendar_revocations by due_at",
    "family_deletions by due_at",
    "family_reachability by check_at",
    "guide_pictures by check_at",
    "hellos by check_at",
    "help_pictures by check_at",
    "help_promises by check_at, ended_at",
    "help_requests by next_step_at",
    "help_voice_messages by check_at",
    "letter_recipients by check_at",
    "lights by check_at",
    "phone_recordings by fetch_at",
    "reminder_choices by check_at",
    "subscribed_calendars by due_at, purpose",
    "webhook_deliveries by due_at, state",
  ],
  "a job deletes what is over": [
    "activity by at",
    "calendar_connection_attempts by expires_at",
    "sign_in_codes by expires_at, person_id",
    "video_calls by started_at",
    "webhook_deliveries by created_at",
  ],
  "a code is known before its family is": [
    "invitations by code_hash, expires_at, status",
    "sign_in_codes by code_hash, expires_at",
  ],
  "the operator sees how many are open": ["invitations by expires_at, status"],
  "a person signs in, and may be in several families": [
    "memberships by person_id",
    "participants by person_id",
  ],
  "an account is renamed or deleted in every family": [
    "activity by kind, person_id",
    "activity by person_id",
  ],
  "one account at Google is shared by several families": ["calendar_connections by subject"],
};

test("every statement about rows of families names the family, or has a reason not to", () => {
  expect(unnamed).toEqual(Object.values(acrossFamilies).flat().sort());
});
