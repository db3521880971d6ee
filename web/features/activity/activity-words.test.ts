import { expect, it } from "vitest";
import type { RecordedChange } from "#contract/activity.ts";
import { activityWords } from "./activity-words.ts";

const anna = "Anna Reyes";
const maya = { invited: "Maya", role: "child" } as const;

it.each<[string, RecordedChange]>([
  ["Anna Reyes joined as a Family member with the invitation for Maya", { kind: "member-joined", ...maya }],
  ["Anna Reyes left the family", { kind: "member-left" }],
  ["Anna Reyes added Rose's TV to the things around the house", { kind: "thing-added", thing: "Rose's TV" }],
  ["Anna Reyes removed Maya from the family", { kind: "member-removed", member: "Maya" }],
  [
    "Anna Reyes changed Maya's role from Family member to Co-Administrator",
    { kind: "role-changed", member: "Maya", from: "child", to: "admin" },
  ],
  [
    "Anna Reyes changed their own role from Co-Administrator to Grandparent",
    { kind: "role-changed", member: anna, from: "admin", to: "grandparent" },
  ],
  [
    "Anna Reyes changed their phone number from one that ends in 07 to one that ends in 42",
    { kind: "phone-number-changed", from: "07", to: "42" },
  ],
  ["Anna Reyes added a phone number that ends in 42", { kind: "phone-number-changed", from: null, to: "42" }],
  [
    "Anna Reyes undid a change to their phone number and password",
    { kind: "account-changes-undone", undone: ["phone-number", "password"] },
  ],
  [
    "Anna Reyes signed in on a new device: Chrome on Windows",
    { kind: "signed-in-on-new-device", device: "Chrome on Windows" },
  ],
  [
    "Anna Reyes changed the family's time zone from New York to Indiana, Knox",
    { kind: "time-zone-changed", from: "America/New_York", to: "America/Indiana/Knox" },
  ],
  [
    "Anna Reyes changed the family's country from United States to Ireland",
    { kind: "country-changed", from: "US", to: "IE" },
  ],
  ["Anna Reyes invited Maya as a Family member", { kind: "invitation-created", ...maya }],
])("says: %s", (words, change) => {
  expect(activityWords({ who: anna, change })).toBe(words);
});

it("does not repeat the name of the person who joined", () => {
  const change = { kind: "member-joined", ...maya } as const;
  expect(activityWords({ who: "Maya", change })).toBe("Maya joined as a Family member");
});

it("names nobody if nobody was signed in", () => {
  const change = { kind: "invitation-declined", ...maya } as const;
  expect(activityWords({ who: null, change })).toBe("The invitation for Maya was declined");
});

it("says that the person who runs the server imported a family", () => {
  const change = { kind: "family-imported", isByOperator: true } as const;
  expect(activityWords({ who: null, change })).toBe(
    "The person who runs this server moved the family here from another server",
  );
});

it("says that the person who runs the server changed a role", () => {
  const change = { kind: "role-changed", member: "Ben", from: "child", to: "admin" } as const;
  expect(activityWords({ who: null, change })).toBe(
    "The person who runs this server changed Ben's role from Family member to Co-Administrator",
  );
});
