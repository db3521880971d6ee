/** Values that tend to break programs. */
export const nasty = [
  ...["", " ", "\u0000", "\u202e", "💡".repeat(50), "'; drop table people; --", "__proto__", "NaN", "-1"],
  ...["1e309", "2147483648", "9007199254740993", "2026-02-30", "+16145550199", "999999999999999999999999"],
];

/**
 * At least one value for each kind of text that the schemas ask for. Only those that a schema accepts are
 * sent.
 */
export const plausible = [
  ...["Dentist", "My TV isn't working.", "Großmama", "wq7v2kzn", "Yes", "No", "admin"],
  ...["1", "7", "101", "2147483647", "123456", "+16145559901", "6145559902", "+442079460123"],
  ...["2026-11-20", "2026-12-01", "2028-02-29", "2026-11-20T10:00", "2026-11-20T11:00", "2199-12-31T23:59"],
  ...[
    "2026-11-20T10:00:00Z",
    "2026-03-08T02:30:00-05:00",
    "22:00",
    "07:00",
    "America/New_York",
    "Asia/Kathmandu",
  ],
  ...["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=TU;COUNT=3", "FREQ=YEARLY;UNTIL=20300101T000000Z"],
  ...["rose@example.com", "canary+tag@sub.example.org", "B".repeat(87), "a".repeat(22)],
  ...["https://fcm.googleapis.com/fcm/send/abc", "http://127.0.0.1:1/day.ics", "webcal://10.0.0.1/day.ics"],
];

/** IDs of existing rows, and the limits of numeric ranges. */
export const numbers = [0, 1, 2, 3, 10, 20, 60, 101, 102, 201, 10_000, 10_001, 86_400, 2 ** 31 - 1, 2 ** 31];
