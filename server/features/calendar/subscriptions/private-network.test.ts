// Addresses that lead into a private network. A server on loopback counts who connects.
import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { describe, expect, test } from "vitest";
import { readConfig } from "#server/platform/config/config.ts";
import { calendarFile, useFeedServer } from "#tests/support/feed-server.ts";
import { production } from "#tests/support/server.ts";
import { feedAddresses } from "./address.ts";
import { type FetchingRules, fetchFeed } from "./fetcher.ts";

const rules: FetchingRules = {
  maxBytes: 100_000,
  connectMs: 500,
  totalMs: 1_000,
  maxRedirects: 3,
  fromLoopback: false,
};
const nothing = { etag: null, lastModified: null };
const notAllowed = "We can't read this address.";

const house = useFeedServer();

const read = async (typed: string, change: Partial<FetchingRules> = {}) => {
  const addresses = feedAddresses(typed);
  const [first] = await Promise.all(
    addresses.map((address) => fetchFeed(address, nothing, { ...rules, ...change })),
  );
  return first;
};

/** A name server controlled by the test: it gives one answer after the other, and repeats the last one. */
function answering(...answers: string[][]): LookupFunction {
  let turn = 0;
  return (_hostname, options, done) => {
    const addresses = answers[Math.min(turn++, answers.length - 1)] ?? [];
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    if (options.all) done(null, found);
    else done(null, found[0]?.address ?? "", found[0]?.family);
  };
}

describe("the private network is never read, however its address is written", () => {
  test.each([
    "http://127.0.0.1/",
    "http://localhost/",
    "http://127.1/",
    "http://127.255.255.254/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://127.0.0.1./",
    "http://127。0。0。1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://%31%32%37.0.0.1/",
    "http://0/",
    ...["http://0.0.0.0/", "http://0.1.2.3/", "http://[::]/", "http://[::1]/", "http://[0:0:0:0:0:0:0:1]/"],
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[::ffff:0:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001::1]/",
    "http://10.0.0.1/",
    "http://10.255.255.255/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://100.100.100.200/",
    "http://169.254.169.254/latest/meta-data/",
    "http://169.254.170.2/",
    ...["http://2852039166/", "http://0xa9fea9fe/", "http://0251.0376.0251.0376/", "http://[fd00:ec2::254]/"],
    "http://192.0.0.192/",
    "http://192.0.2.1/",
    "http://192.88.99.1/",
    "http://198.18.0.1/",
    "http://198.51.100.1/",
    "http://203.0.113.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://168.63.129.16/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[fc00::1]/",
    "http://[fdff::1]/",
    "http://[ff02::1]/",
    "http://[100::1]/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
    "http://[5f00::1]/",
    "https://127.0.0.1/",
    ...["webcal://127.0.0.1/", "webcal://[::1]/"],
  ])("%s", async (typed) => {
    await expect(read(typed)).rejects.toThrow(notAllowed);
  });

  test.each(["http://[::7f00:1]/", "http://localhost./"])("%s, a less-known spelling", async (typed) => {
    await expect(read(typed)).rejects.toThrow();
  });

  test.each([
    "http://example.com:22/",
    "http://example.com:8080/",
    "https://example.com:5432/",
    "http://example.com:6379/",
    ...["http://user@example.com/", "http://user:secret@example.com/", "http://example.com@127.0.0.1/"],
    "file:///etc/passwd",
    "ftp://example.com/feed.ics",
    "gopher://127.0.0.1/",
    "data:text/calendar,BEGIN:VCALENDAR",
    ...["unix:///var/run/docker.sock", "javascript:alert(1)", "not an address"],
    "https://calendar.google.com/calendar/render?cid=http%3A%2F%2F169.254.169.254%2F",
    "https://calendar.google.com/calendar/embed?src=http%3A%2F%2F127.0.0.1%3A5432%2F",
    "https://calendar.google.com/calendar/embed?src=http%3A%2F%2F10.0.0.1%2F&src=webcal%3A%2F%2F%5B%3A%3A1%5D%2F",
  ])("%s", async (typed) => {
    await expect(read(typed)).rejects.toThrow(notAllowed);
  });

  test.each([
    ["a name that resolves to loopback", ["127.0.0.1"]],
    ["a name that resolves to loopback over IPv6", ["::1"]],
    ["a name with a public and a private address", ["93.184.215.14", "10.0.0.7"]],
    ["a name that resolves to the cloud's metadata address", ["169.254.169.254"]],
    ["a name that resolves to a mapped address", ["::ffff:169.254.169.254"]],
  ])("%s", async (_what, addresses) => {
    await expect(read("http://feeds.example/", { lookup: answering(addresses) })).rejects.toThrow(notAllowed);
  });

  test("a name that is public when it is resolved, and private when it is connected to", async () => {
    // Nothing answers at the first address. There is one lookup, and no connection to another address.
    const lookup = answering(["4000::1"], ["127.0.0.1"]);
    await expect(read("http://rebinding.example/", { lookup })).rejects.toThrow();
    await expect(read("http://rebinding.example/", { lookup })).rejects.toThrow(notAllowed);
  });

  test("none of these reached a server", () => {
    expect(house.connections).toBe(0);
  });
});

describe("an allowed calendar cannot lead into the private network either", () => {
  const loopback = { fromLoopback: true };
  const redirecting = (path: string, location: string) =>
    house.answer(path, (response) => response.writeHead(302, { location }).end());

  test.each([
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "//192.168.0.1/",
    "http://[fd00:ec2::254]/",
    ...["file:///etc/passwd", "http://user:secret@127.0.0.1/", "http://127.0.0.2/", "http://example.com:25/"],
  ])("with a redirect to %s", async (location) => {
    await expect(read(redirecting("/away", location), loopback)).rejects.toThrow(notAllowed);
  });

  test("with a redirect to a name that resolves to it", async () => {
    const lookup = answering(["127.0.0.1"], ["10.0.0.1"]);
    const url = redirecting("/again", "http://inside.example/").replace("127.0.0.1", "localhost");
    await expect(read(url, { ...loopback, lookup })).rejects.toThrow(notAllowed);
    expect(house.asked).toContain("/again");
  });

  test("where loopback is allowed, other private addresses are not", async () => {
    expect(await read(house.serve("/here.ics", calendarFile("google")), loopback)).toBeDefined();
    await expect(read("http://10.0.0.1/", loopback)).rejects.toThrow(notAllowed);
    await expect(read("http://10.0.0.1:8080/", loopback)).rejects.toThrow(notAllowed);
  });
});

test("loopback is allowed only in the sandbox, and never in production", () => {
  expect(readConfig({}).reachLoopback).toBe(true);
  expect(readConfig({ SANDBOX: "off" }).reachLoopback).toBe(false);
  expect(readConfig(production).reachLoopback).toBe(false);
  expect(() => readConfig({ ...production, REACH_LOOPBACK: "on" })).toThrow(
    "REACH_LOOPBACK cannot be on in production.",
  );
});
