import { mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { listActivity } from "#contract/activity.ts";
import { minuteMs } from "#contract/durations.ts";
import { getFamily } from "#contract/families.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { familyEvents } from "#server/family-events.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import type { World } from "#server/platform/world.ts";
import { keepServerKey, temporaryFolder } from "#tests/support/backups.ts";
import { addEmail } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { runDataCommand } from "#tests/support/data-command.ts";
import { emptyDatabase } from "#tests/support/database.ts";
import { exportOf, livelyFamily } from "#tests/support/family-file.ts";
import { reyesFamily, signUp } from "#tests/support/people.ts";
import { sendFace } from "#tests/support/photos.ts";
import { startS3 } from "#tests/support/s3.ts";
import { useServer } from "#tests/support/server.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { commandFor } from "./commands.ts";

const server = useServer();

const run = async (words: readonly string[], world: World = server().world): Promise<string> =>
  (await commandFor(words)(world, familyEvents)).join("\n");

/** Opens a sign-in link in a new browser, as the app does. */
async function open(said: string) {
  const link = new URL(/https?:\S+/.exec(said)?.[0] ?? "");
  const client = new Client(server().url);
  client.token = link.searchParams.get("token") ?? "";
  const { status, body } = await client.ask(getStatus);
  return { link, status, body };
}

describe("npm run porchlight", () => {
  test("status shows the server's state on one screen, beside the running server", async () => {
    const { rose } = await reyesFamily(server());
    await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    const dataDir = await temporaryFolder();
    await keepServerKey(server(), dataDir);
    const { port } = new URL(server().url);
    const { code, said, complained } = await runDataCommand(["porchlight", "status"], {
      DATABASE_URL: server().databaseUrl,
      DATA_DIR: dataDir,
      NODE_ENV: "",
      PORT: port,
      HOST: "127.0.0.1",
      NTFY_URL: "https://ntfy.example",
    });
    expect({ code, complained }).toEqual({ code: 0, complained: "" });
    expect(said.split("\n").length).toBeLessThan(24);
    for (const line of [
      /Porchlight +\d+\.\d+\.\d+, for http:\/\/localhost:\d+/,
      /Server +answers on port \d+/,
      /Database +PostgreSQL \d+\.\d+.* at DATABASE_URL, \d+ MB/,
      /Schema +\d{3}-[\w-]+\.sql, the last of \d+ migrations/,
      /Accounts +\d+, in families: \d+/,
      /sms +stays in the sandbox/,
      /push +has a provider/,
      /ntfy +has a provider/,
      /Last backup +no daily backup so far; BACKUP_DIR is not set here/,
      /Disk +\d+% full at \//,
    ])
      expect(said).toMatch(line);
  });

  test("status says when the newest backup is late, missing, or cannot be written", async () => {
    const { world, database, clock } = server();
    const folder = await temporaryFolder();
    const backups = (BACKUP_DIR: string) => {
      const { dailyBackups } = readConfig({ BACKUP_DIR, BACKUP_PASSPHRASE: "four words and more" });
      return { ...world, config: { ...world.config, dailyBackups } };
    };
    expect(await run(["status"], backups(folder))).toMatch(
      /Last backup +no daily backup so far\. There is no good backup from today\.\n/,
    );
    const backup = { file: "a", bytes: 12_345_678, created_at: clock.now() };
    await database.kysely.insertInto("backups").values(backup).execute();
    expect(await run(["status"], backups(folder))).toContain(`The newest backup is not in ${folder}, or`);
    await writeFile(join(folder, "a"), "");
    await truncate(join(folder, "a"), backup.bytes);
    expect(await run(["status"], backups(folder))).toMatch(/Last backup +1 second ago, 12 MB, a\n/);
    await database.kysely.updateTable("backups").set({ media_bytes: 34_000_000 }).execute();
    await mkdir(join(folder, "media"));
    await writeFile(join(folder, "media", "a.txt"), "");
    expect(await run(["status"], backups(folder))).toMatch(/1 second ago, 12 MB and 34 MB in media, a\n/);
    expect(await run(["status"], backups("/proc"))).toContain("Porchlight cannot write to /proc, the folder");
    await database.kysely.deleteFrom("backups").execute();
  });

  test("status lists what waits to be sent, and for how long", async () => {
    const { ben } = await reyesFamily(server());
    expect(await run(["status"])).toMatch(/Queue +nothing is waiting to be sent\nOldest unsent +none/);
    await addEmail(server(), ben);
    const { world, clock } = server();
    const down = () => Promise.reject(new SendError("transient", "The mail server is down."));
    await run(["send-test", String(ben.id)], { ...world, senders: { ...world.senders, email: down } });
    clock.advance(12 * minuteMs);
    expect(await run(["status"])).toMatch(/Queue +1 by email\nOldest unsent +by email, due for 12 minutes/);
    await world.database.kysely.deleteFrom("messages").execute();
  });

  test("media counts, moves and checks pictures and voice messages", async () => {
    const { rose } = await reyesFamily(server());
    await sendFace(rose.client);
    const s3 = await startS3();
    const { world } = server();
    const media = { store: "bucket", bucket: s3.settings } as const;
    const there = { ...world, config: { ...world.config, media } };
    expect(await run(["media"])).toMatch(/In the database +1 +0\.1 MB\n *In the bucket +0\n/);
    const moved = await run(["media", "move"], there);
    expect(moved).toMatch(/In the database +0\n *In the bucket +1 +0\.1 MB\n/);
    expect(moved).toContain("Moved to the bucket: 1.");
    expect(await run(["media", "verify"], there)).toContain("There and right in the bucket: all 1.");
    s3.objects.clear();
    await expect(run(["media", "verify"], there)).rejects.toThrow(
      /Missing or damaged in the bucket: the files \d+\./,
    );
    await expect(run(["media", "lose"])).rejects.toThrow("npm run porchlight -- media [move|verify]");
    s3.stop();
    await world.database.kysely.deleteFrom("people_pictures").execute();
    await world.database.kysely.deleteFrom("media_leftovers").execute();
  });

  test("people lists everybody with their families, and no complete phone number", async () => {
    const { anna, rose } = await reyesFamily(server());
    const said = await run(["people"]);
    expect(said).toMatch(new RegExp(`\\b${anna.id} +Anna Reyes +…${anna.phoneNumber?.slice(-2)} +`));
    expect(said).toMatch(new RegExp(`\\b${rose.id} .*\\(grandparent\\)`));
    expect(said).not.toContain(anna.phoneNumber?.slice(-7));
  });

  test("sign-in-link signs somebody in once, in any browser, and the family's activity log says so", async () => {
    const { anna, rose } = await reyesFamily(server());
    const said = await run(["sign-in-link", String(rose.id)]);
    expect(said).toContain("This signs Rose in, once");
    const opened = await open(said);
    expect(opened).toMatchObject({ status: 200, body: { user: { id: rose.id } } });
    expect(opened.link.href).toMatch(/^http:\/\/localhost:3000\/\?token=link-[\w-]{22}&auth=success$/);
    expect((await open(said)).status).toBe(401);
    const { activity } = await anna.client.call(listActivity, { query: {} });
    expect(activity[0]).toMatchObject({ who: "Rose", change: { kind: "signed-in-on-new-device" } });
  });

  test("a sign-in link works for an hour, and the database does not hold it", async () => {
    const { rose } = await reyesFamily(server());
    const late = await run(["sign-in-link", String(rose.id)]);
    server().clock.advance(61 * minuteMs);
    expect((await open(late)).status).toBe(401);
    const kept = await server().database.kysely.selectFrom("return_tokens").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain((await open(late)).link.searchParams.get("token"));
  });

  test("make-admin makes a Co-Administrator, and the activity log says that nobody in the family did it", async () => {
    const { anna, ben } = await reyesFamily(server());
    expect(await run(["make-admin", String(ben.id)])).toContain("is a Co-Administrator of the family");
    const { members } = await anna.client.call(getFamily);
    expect(members.find(({ id }) => id === ben.id)?.role).toBe("admin");
    const { activity } = await anna.client.call(listActivity, { query: {} });
    expect(activity[0]).toMatchObject({
      who: null,
      change: { kind: "role-changed", from: "child", to: "admin" },
    });
  });

  test("send-test reports each channel's answer from its provider", async () => {
    const { anna } = await reyesFamily(server());
    await addEmail(server(), anna);
    const { world } = server();
    const email = () => Promise.reject(new SendError("transient", "The mail server is down."));
    const said = await run(["send-test", String(anna.id)], {
      ...world,
      senders: { ...world.senders, email },
    });
    expect(said).toBe("sms: accepted\nemail: not accepted (transient). The mail server is down.");
    await world.database.kysely.deleteFrom("messages").execute();
  });

  test("import opens a family from its ZIP for somebody, who leaves an empty family and whose screens show the new one", async () => {
    const { anna, ben, rose } = await livelyFamily(server());
    const zip = await exportOf(anna);
    const path = join(await temporaryFolder(), "family.zip");
    await writeFile(path, zip);
    const nora = await signUp(server(), { name: "Nora Nash" });
    const said = await run(["import", path, String(nora.id)]);
    expect(said.split("\n")).toEqual(
      expect.arrayContaining([
        'The family "The Stones" is here, and Nora Nash is its Co-Administrator.',
        'Nora Nash has left "The Nash family", because nothing was in it yet.',
        "8 events",
        "2 puzzles of your own",
        `The people. Nora Nash can invite them: Anna Reyes, ${ben.name}, and ${rose.name}.`,
        "Subscribed calendars: Library. Please add their addresses again.",
      ]),
    );
    const { user } = await nora.client.call(getStatus);
    expect(user).toMatchObject({ role: "admin", families: [{ id: user.familyId, name: "The Stones" }] });
    const { activity } = await nora.client.call(listActivity);
    expect(activity).toMatchObject([{ who: null, change: { kind: "family-imported", isByOperator: true } }]);

    await run(["import", path, String(ben.id)]);
    const after = (await ben.client.call(getStatus)).user;
    expect(after).toMatchObject({ familyId: ben.familyId, families: [{}, { name: "The Stones" }] });
  });

  test("import explains what is wrong with a file as the app does, and changes nothing", async () => {
    const nora = await signUp(server(), { name: "Nora Nash" });
    const folder = await temporaryFolder();
    const path = join(folder, "family.zip");
    await writeFile(path, "not a ZIP");
    const person = String(nora.id);
    for (const [words, answer] of [
      [["import", path], "Please write: npm run porchlight -- import FILE PERSON"],
      [["import", path, "Nobody at all"], "There is nobody with the number, name"],
      [["import", `${path}.not`, person], `There is no file "${path}.not".`],
      [["import", folder, person], `There is no file "${folder}".`],
      [["import", path, person], "This file is damaged, or it isn't a ZIP. Please download it again."],
    ] as const)
      await expect(async () => await run(words)).rejects.toThrow(answer);
    const { user } = await nora.client.call(getStatus);
    expect(user.families).toMatchObject([{ id: nora.familyId }]);
  });

  test("a mistake is answered in plain words, and nothing is opened for it", async () => {
    await reyesFamily(server());
    const { ben } = await reyesFamily(server());
    for (const [words, answer] of [
      [["nonsense"], 'There is no command "nonsense".'],
      [["sign-in-link"], "Please write: npm run porchlight -- sign-in-link PERSON"],
      [["sign-in-link", "Anna", "Reyes"], 'A name with a space needs quotes, such as "Anna Reyes".'],
      [
        ["move-family", "Reyes", "https://elm.example.org"],
        "Families move between cells only, and this server has no CELLS_SECRET.",
      ],
      [
        ["make-admin", "Nobody"],
        'There is nobody with the number, name, phone number or e-mail address "Nobody".',
      ],
      [
        ["make-admin", String(ben.id), "7000"],
        `Ben is not in a family "7000". Theirs: ${ben.familyId} (The Reyes family).`,
      ],
      [
        ["make-admin", "Anna Reyes"],
        '"Anna Reyes" matches several people. Please give the number of one:\n  ',
      ],
    ] as const)
      await expect(async () => await run(words)).rejects.toThrow(answer);
  });

  test("a database that is not ready is left unchanged", async () => {
    const empty = await emptyDatabase();
    const dataDir = await temporaryFolder();
    await keepServerKey(server(), dataDir);
    const answer = await runDataCommand(["porchlight", "people"], {
      DATABASE_URL: empty.url,
      DATA_DIR: dataDir,
      NODE_ENV: "",
    });
    await empty.drop();
    expect(answer).toMatchObject({ code: 1, said: "" });
    expect(answer.complained).toContain("The database is not ready for this version of Porchlight.");
  });

  test.each([[], ["--help"], ["-h"], ["help"]])(
    "asked for help with %s it lists all commands",
    async (...words) => {
      const { code, said } = await runDataCommand(["porchlight", ...words], {});
      expect(code).toBe(0);
      for (const name of ["status", "people", "sign-in-link PERSON", "backup FILE"])
        expect(said).toContain(name);
    },
  );

  test("--version says which Porchlight this is", async () => {
    const { code, said } = await runDataCommand(["porchlight", "--version"], {});
    expect([code, said.trim()]).toEqual([0, `Porchlight ${packageJson.version}`]);
  });

  test("a person is found by number, name, part of a name, phone number or e-mail address", async () => {
    const ulysses = await signUp(server(), { name: "Ulysses Grantham" });
    await addEmail(server(), ulysses, "Ulysses@Example.com");
    const ways = [
      ...[String(ulysses.id), "Ulysses Grantham", "ulysses", "GRANTHAM", " Ulysses  Grantham "],
      ...[ulysses.phoneNumber ?? "", "ulysses@example.com"],
    ];
    for (const words of ways)
      expect(await run(["sign-in-link", words])).toContain("This signs Ulysses Grantham in");
    for (const words of ["Ulys", "", " ", "%"])
      await expect(run(["sign-in-link", words])).rejects.toThrow("There is nobody with");
  });

  test("people with the same first name are listed with their numbers and families", async () => {
    const [one, other] = [
      await signUp(server(), { name: "Yorick A" }),
      await signUp(server(), { name: "Yorick B" }),
    ];
    for (const command of ["sign-in-link", "make-admin", "send-test"]) {
      const refusal = run([command, "yorick"]);
      await expect(refusal).rejects.toThrow(
        `"yorick" matches several people. Please give the number of one:`,
      );
      await expect(refusal).rejects.toThrow(`  ${one.id}  Yorick A (`);
      await expect(refusal).rejects.toThrow(`  ${other.id}  Yorick B (`);
    }
  });
});
