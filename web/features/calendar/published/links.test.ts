import { expect, it } from "vitest";
import { appleLink, googleLink, isOnInternet, outlookLink } from "./links.ts";

const address = "https://porchlight.example/calendar/abc-_0.ics";

it("one tap adds the address to Apple's, Google's and Outlook's calendar", () => {
  expect(appleLink(address)).toBe("webcal://porchlight.example/calendar/abc-_0.ics");
  const google = new URL(googleLink(address));
  expect([google.origin, google.pathname, google.searchParams.get("cid")]).toEqual([
    ...["https://calendar.google.com", "/calendar/r", "webcal://porchlight.example/calendar/abc-_0.ics"],
  ]);
  const outlook = new URL(outlookLink(address, "Rose & Walter's family"));
  expect([outlook.origin, outlook.pathname]).toEqual([
    ...["https://outlook.live.com", "/calendar/0/addfromweb"],
  ]);
  expect(Object.fromEntries(outlook.searchParams)).toEqual({ url: address, name: "Rose & Walter's family" });
  expect(outlook.search, "Outlook reads a plus as a plus, not as a space").not.toContain("+");
});

it("Google and Outlook cannot reach an address in a home network", () => {
  const hosts = [
    "localhost:3000",
    "127.0.0.1",
    "[::1]:3000",
    "192.168.1.7",
    "10.0.0.2",
    "172.20.1.1",
    "nas.local",
  ];
  expect(hosts.filter((host) => isOnInternet(`http://${host}/calendar/x.ics`))).toEqual([]);
  expect(isOnInternet(address)).toBe(true);
  expect(isOnInternet("https://172.64.1.1/calendar/x.ics")).toBe(true);
});
