import { expect, test } from "vitest";
import { expiredBackups } from "./daily-backups.ts";
import { backupName } from "./file-names.ts";

const dayMs = 86_400_000;

/** The days on which the backups were made that a year of one a day has left, newest first. */
function keptAfter(days: number, start = "2026-01-01T03:00:00Z"): string[] {
  let names: string[] = [];
  for (let day = 0; day < days; day++) {
    names.push(backupName(new Date(Date.parse(start) + day * dayMs)));
    const expired = new Set(expiredBackups(names));
    names = names.filter((name) => !expired.has(name));
  }
  return names.map((name) => name.slice("porchlight-".length, "porchlight-2026-01-01".length)).toReversed();
}

test("of a year of daily backups those of 7 days, 4 weeks and 6 months are kept", () => {
  expect(keptAfter(365)).toEqual([
    // Seven days, of which the 31st is also the newest of its week and month.
    ...["2026-12-31", "2026-12-30", "2026-12-29", "2026-12-28", "2026-12-27", "2026-12-26", "2026-12-25"],
    // Sundays of the two weeks before those days.
    ...["2026-12-20", "2026-12-13"],
    ...["2026-11-30", "2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31"],
  ]);
});

test("the first seven are all kept", () => {
  expect(keptAfter(7)).toHaveLength(7);
});

test("a server that was off for months keeps what it had", () => {
  const before = ["2026-01-05", "2026-01-06", "2026-02-01"].map((day) =>
    backupName(new Date(`${day}T03:00:00Z`)),
  );
  expect(expiredBackups([...before, backupName(new Date("2026-08-01T03:00:00Z"))])).toEqual([]);
});

test("of several in one day the newest is kept", () => {
  const [first, second] = ["T03:00:00Z", "T21:30:00.500Z"].map((time) =>
    backupName(new Date(`2026-01-05${time}`)),
  );
  expect(expiredBackups([second ?? "", first ?? ""])).toEqual([first]);
});

test("what has another name is not ours to remove", () => {
  const others = [
    "porchlight.tar.gz.age",
    "porchlight-2020-01-01.tar.gz.age",
    "porchlight-2020-13-01T030000Z.tar.gz.age",
  ];
  const names = Array.from({ length: 30 }, (_, day) =>
    backupName(new Date(Date.parse("2026-01-01") + day * dayMs)),
  );
  expect(expiredBackups([...names, ...others]).filter((name) => others.includes(name))).toEqual([]);
});
