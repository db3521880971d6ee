import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import type { World } from "#server/platform/world.ts";
import { schedule } from "#server/schedule.ts";
import { passphrase, temporaryFolder } from "#tests/support/backups.ts";
import { deliverDue, endDueHelp, sendMessages } from "#tests/support/due-work.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { production, useServer } from "#tests/support/server.ts";
import { usedPart } from "./disks.ts";
import { operatorWarningJobs } from "./warnings.ts";

const address = "operator@example.com";
const server = useServer({ env: { OPERATOR_EMAIL: address } });
const hours = (count: number) => 60 * count * minuteMs;

let disk = 0.5;
beforeEach(async () => {
  disk = 0.5;
  await endDueHelp(server().world);
  server().mailbox.length = 0;
  server().clock.advance(hours(49));
});

/** Runs the server's minute: first the job, then what is due. Returns the subjects of the e-mails so far. */
async function aMinute(job: ReturnType<typeof jobOf>, world: World = server().world): Promise<string[]> {
  server().clock.advance(minuteMs);
  await job.run();
  await sendMessages(world);
  return server()
    .mailbox.filter(({ to }) => to === address)
    .map(({ subject }) => subject);
}

function jobOf(world: World = server().world) {
  const [job] = operatorWarningJobs(world, async () => disk);
  if (!job) throw new Error("There is no job.");
  return job;
}

const blocked = "Porchlight: Messages can't be sent";
const full = "Porchlight: The disk is 95% full";

describe("a warning to the operator", () => {
  test("is sent when messages cannot leave for ten minutes, and once more when they leave again", async () => {
    const { rose } = await reyesFamily(server());
    const { world, clock } = server();
    const job = jobOf();
    const sms = () => Promise.reject(new SendError("transient", "The provider is down."));
    const down = { ...world, senders: { ...world.senders, sms } };
    await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    await deliverDue(down);
    clock.advance(4 * minuteMs);
    await deliverDue(down);
    clock.advance(8 * minuteMs);
    expect(await aMinute(job)).toEqual([]);
    clock.advance(2 * minuteMs);
    expect(await aMinute(job)).toEqual([blocked]);
    expect(await aMinute(job)).toEqual([blocked]);
    await deliverDue(world);
    expect(await aMinute(job)).toEqual([blocked, "Porchlight: Messages are sent again."]);
    expect(await aMinute(job)).toHaveLength(2);
  });

  test("is not sent because of one full mailbox while others get their messages", async () => {
    const { world, clock, database } = server();
    const message = (id: string, state: "WAITING" | "ACCEPTED") => ({
      kind: "reachability-test",
      about: id,
      person_id: null,
      channel: "email" as const,
      address: id,
      is_urgent: false,
      state,
      created_at: clock.now(),
      due_at: clock.now(),
      attempts: 1,
      subject_id: null,
      family_id: null,
      provider_id: null,
      lease_until: state === "WAITING" ? clock.now() : null,
    });
    const later = new Date(clock.now().getTime() + hours(2));
    const stuck = { ...message("full@example.com", "WAITING"), due_at: later };
    await database.kysely.insertInto("messages").values(stuck).execute();
    clock.advance(5 * minuteMs);
    await database.kysely.insertInto("messages").values(message("anna@example.com", "ACCEPTED")).execute();
    clock.advance(10 * minuteMs);
    expect(await aMinute(jobOf(), world)).toEqual([]);
    await database.kysely.deleteFrom("messages").where("address", "=", "anna@example.com").execute();
    expect(await aMinute(jobOf(), world)).toEqual([blocked]);
  });

  test("is sent once a day with the true figure while the disk is at least 90% full, and once when it has room again", async () => {
    const job = jobOf();
    disk = 0.89;
    expect(await aMinute(job)).toEqual([]);
    disk = 0.948;
    expect(await aMinute(job)).toEqual([full]);
    server().clock.advance(hours(23));
    expect(await aMinute(job)).toEqual([full]);
    server().clock.advance(hours(1));
    expect(await aMinute(job)).toEqual([full, full]);
    disk = 0.5;
    expect(await aMinute(job)).toEqual([full, full, "Porchlight: The disk has room again."]);
  });

  test("is sent when the daily backup is two hours late, not right after a start, and once there is one", async () => {
    const { world, clock, database } = server();
    // Due five hours before the second check, in any time zone of the machine.
    const hour = (new Date(clock.now().getTime() + hours(26)).getHours() + 19) % 24;
    const folder = await temporaryFolder();
    const env = { BACKUP_DIR: folder, BACKUP_PASSPHRASE: passphrase, BACKUP_HOUR: String(hour) };
    const config = { ...world.config, dailyBackups: readConfig(env).dailyBackups };
    const job = jobOf({ ...world, config });
    expect(await aMinute(job)).toEqual([]);
    clock.advance(hours(26));
    expect(await aMinute(job)).toEqual(["Porchlight: The daily backup failed"]);
    const backup = { file: "today", bytes: 1, created_at: clock.now() };
    await database.kysely.insertInto("backups").values(backup).execute();
    await writeFile(join(folder, "today"), "!");
    const failed = "Porchlight: The daily backup failed";
    const over = "Porchlight: There is a good backup again.";
    expect(await aMinute(job)).toEqual([failed, over]);

    clock.advance(hours(24));
    await database.kysely.updateTable("backups").set({ created_at: clock.now() }).execute();
    await rm(join(folder, "today"));
    expect(await aMinute(job)).toEqual([failed, over, failed]);
    expect(server().mailbox.at(-1)?.text).toContain("The newest backup is not in BACKUP_DIR");
  });

  test("is scheduled every minute where OPERATOR_EMAIL is set, and nowhere else", () => {
    const { world } = server();
    const isScheduled = (each: World) => schedule(each).some(({ name }) => name === "warn-operator");
    expect(isScheduled(world)).toBe(true);
    expect(isScheduled({ ...world, config: { ...world.config, operatorEmail: undefined } })).toBe(false);
  });

  test("the used share of a real disk is between nothing and all of it", async () => {
    const used = await usedPart(tmpdir());
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThanOrEqual(1);
    expect(await usedPart("/no/such/folder")).toBe(0);
  });

  test.each([
    ["OPERATOR_EMAIL must be an e-mail address", { OPERATOR_EMAIL: "me" }],
    ["OPERATOR_EMAIL needs SMTP_URL and MAIL_FROM", { OPERATOR_EMAIL: address, ...production }],
  ])("a start is refused: %s", (answer, env) => {
    expect(() => readConfig(env)).toThrow(answer);
  });
});
