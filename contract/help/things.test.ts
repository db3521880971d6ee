import { expect, it } from "vitest";
import { hasPassword, NewThing } from "./things.ts";

it.each([
  "Password: sunshine",
  "Wi-Fi password: Sunshine-42",
  "Netflix: rose@example.com, password = tulip.",
  "The password is hunter2",
  "PIN 1234",
  "pin: 482913",
  "The PIN is 0000.",
  "PIN code 4711",
  "Door code: 4711",
  "The alarm code is 223344",
  "WiFi key: 8842-1190",
  "Pass word: tulip\nSecond line",
])("a note that contains a password or a PIN is refused: %s", (notes) => {
  expect(hasPassword(notes)).toBe(true);
  const { error } = NewThing.safeParse({ name: "Router", notes });
  expect(error?.issues).toMatchObject([
    {
      path: ["notes"],
      message: "Please leave the password, PIN or code out. Everyone in your family can read this.",
    },
  ]);
});

it.each([
  "The password is on the card in the drawer.",
  "Password: ask Anna",
  "Password: in the blue notebook",
  "Password: none",
  "The Wi-Fi password is printed below the router.",
  "A new password is 12 characters long at least.",
  "Anna changed the password on 2026-05-01.",
  "Never tell anyone your PIN.",
  "The PIN has 4 digits.",
  "Forgot the PIN? Call 1-800-555-0199.",
  "Error code 1234 means that there is no signal.",
  "Use HDMI 2. Pin 12 is bent.",
  "Model 55PUS8007, bought in 2023, serial number 48291377",
  "Spinning wheel 2024",
  "Hold the red button for 10 seconds.",
])("a note that only mentions one is accepted: %s", (notes) => {
  expect(NewThing.safeParse({ name: "Router", notes }).success).toBe(true);
});

it("a password has no place in the name or the room either", () => {
  for (const field of ["name", "room"])
    expect(NewThing.safeParse({ name: "Router", [field]: "Router, PIN 1234" }).success).toBe(false);
});
