import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { SMTPServer } from "smtp-server";
import { describe, expect, test } from "vitest";
import { calendarFile, useFeedServer } from "#tests/support/feed-server.ts";
import { calendarText, type FetchingRules, fetchFeed, type Validators } from "./fetcher.ts";

const rules: FetchingRules = {
  maxBytes: 100_000,
  connectMs: 1_000,
  totalMs: 1_500,
  maxRedirects: 3,
  fromLoopback: true,
};
const nothing: Validators = { etag: null, lastModified: null };

const feeds = useFeedServer();
// The content as it arrives, with folded lines joined.
const google = calendarFile("google").replace(/\r?\n /g, "");

const fetchFrom = (url: string, validators = nothing, change: Partial<FetchingRules> = {}) =>
  fetchFeed(new URL(url), validators, { ...rules, ...change });

async function textFrom(url: string): Promise<string> {
  const fetched = await fetchFrom(url);
  return fetched ? calendarText(fetched) : "unchanged";
}

const refusal = (url: string) => expect(textFrom(url)).rejects;

describe("an existing calendar", () => {
  test("is fetched, compressed or not", async () => {
    expect(await textFrom(feeds.serve("/plain.ics", google))).toBe(google);
    const zipped = feeds.answer("/zipped.ics", (response, { headers }) => {
      expect(headers["accept-encoding"]).toBe("gzip");
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(google));
    });
    expect(await textFrom(zipped)).toBe(google);
  });

  test("is decoded in the character set that it declares", async () => {
    const latin = feeds.answer("/latin.ics", (response) =>
      response
        .writeHead(200, { "content-type": "text/calendar; charset=ISO-8859-1" })
        .end(Buffer.from("Théâtre", "latin1")),
    );
    expect(await textFrom(latin)).toBe("Théâtre");
    const odd = feeds.answer("/odd.ics", (response) =>
      response.writeHead(200, { "content-type": "text/calendar; charset=klingon" }).end("\ufeffThéâtre"),
    );
    expect(await textFrom(odd)).toBe("Théâtre");
  });

  test("is UTF-8 where its bytes are, whatever its server declares", async () => {
    const text = "SUMMARY:Weihnachtsbäckerei für Đorđe — Café 👵🏽";
    const served = (path: string, type: string, bytes: Buffer) =>
      textFrom(
        feeds.answer(path, (response) => response.writeHead(200, { "content-type": type }).end(bytes)),
      );
    for (const type of ["ISO-8859-1", "iso-8859-15", "windows-1252", "us-ascii", "utf-16", '"latin1"', "x"])
      expect(
        await served(`/said-${type.replaceAll('"', "")}`, `text/plain; charset=${type}`, Buffer.from(text)),
      ).toBe(text);
    expect(await served("/silent-latin", "text/calendar", Buffer.from("Müller & Café", "latin1"))).toBe(
      "Müller & Café",
    );
    const wide = Buffer.from(text, "utf16le");
    expect(await served("/wide", "text/calendar", wide)).toBe(text);
    expect(await served("/wide-mark", "text/calendar", Buffer.from(`\ufeff${text}`, "utf16le"))).toBe(text);
    expect(await served("/wide-other", "text/calendar; charset=utf-8", wide.swap16())).toBe(text);
    const polish = Buffer.from([0xb1, 0xe6, 0xea]);
    expect(await served("/polish", "text/calendar; charset=iso-8859-2", polish)).toBe("ąćę");
  });

  test("is not transferred again while it has not changed", async () => {
    const url = feeds.answer("/tagged.ics", (response, { headers }) => {
      const isKnown =
        headers["if-none-match"] === '"v1"' &&
        headers["if-modified-since"] === "Thu, 19 Nov 2026 08:00:00 GMT";
      if (isKnown) response.writeHead(304).end();
      else
        response
          .writeHead(200, { etag: '"v1"', "last-modified": "Thu, 19 Nov 2026 08:00:00 GMT" })
          .end(google);
    });
    const first = await fetchFrom(url);
    expect(first).toMatchObject({ etag: '"v1"', lastModified: "Thu, 19 Nov 2026 08:00:00 GMT" });
    expect(await fetchFrom(url, first)).toBeUndefined();
  });

  test("is found over three redirects, but not over four", async () => {
    feeds.serve("/end.ics", google);
    const hop = (from: string, to: string, status = 302) =>
      feeds.answer(from, (response) => response.writeHead(status, { location: to }).end());
    hop("/3", "/end.ics", 308);
    hop("/2", feeds.at("/3"), 301);
    hop("/1", "/2", 307);
    hop("/0", "/1", 303);
    expect(await textFrom(feeds.at("/1"))).toBe(google);
    await refusal(feeds.at("/0")).toThrow("This address keeps redirecting.");
    hop("/round", "/round");
    await refusal(feeds.at("/round")).toThrow("This address keeps redirecting.");
  });
});

describe("an unreadable calendar is refused with its reason", () => {
  const answering = (path: string, status: number, body = "", type = "text/html") =>
    feeds.answer(path, (response) => response.writeHead(status, { "content-type": type }).end(body));

  test.each([
    [404, "There is no calendar at this address."],
    [410, "There is no calendar at this address."],
    [204, "There is no calendar at this address."],
    [401, "This calendar needs a sign-in."],
    [403, "This calendar needs a sign-in."],
    [500, "The calendar's server has a problem right now."],
    [503, "The calendar's server has a problem right now."],
    [429, "The calendar's server has a problem right now."],
  ])("a server that answers %i", async (status, words) => {
    await refusal(answering(`/status-${status}`, status)).toThrow(words);
  });

  test("a sign-in page, and any other page", async () => {
    const form = '<!doctype html><form><input name="p" type="password"></form>';
    await refusal(answering("/form", 200, form)).toThrow("This calendar needs a sign-in.");
    await refusal(answering("/sign-in?next=cal", 200, "<html>Hello")).toThrow(
      "This calendar needs a sign-in.",
    );
    await refusal(answering("/blog", 200, "\n<!DOCTYPE html><p>Hello")).toThrow("This is not a calendar.");
  });

  test("an unreachable server", async () => {
    await refusal("http://127.0.0.1:9/feed.ics").toThrow("Nothing answers at this address.");
    await refusal("http://no-such-host.invalid/feed.ics").toThrow("Nothing answers at this address.");
  });

  test("a server that hangs up, or speaks another protocol", async () => {
    await refusal(feeds.answer("/hang-up", (response) => response.destroy())).toThrow("Nothing answers");
    const garbage = feeds.answer("/garbage", (response) => response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n"));
    await refusal(garbage).toThrow("Nothing answers");
    await refusal(feeds.at("/x").replace("http:", "https:")).toThrow("Nothing answers");
  });
});

test("an address with an untrusted certificate is not fetched, and the reason says so", async () => {
  const other = new SMTPServer({ secure: true, logger: false });
  other.on("error", () => {});
  const listening = other.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  const port = typeof address === "object" ? address?.port : 0;
  await refusal(`https://127.0.0.1:${port}/feed.ics`).toThrow("This address has an invalid certificate");
  await new Promise<void>((done) => other.close(done));
});

describe("costs are limited", () => {
  const tooBig = "This calendar is too big.";

  test("the last allowed byte is accepted, and one more is not", async () => {
    const text = "x".repeat(100_000);
    expect(await textFrom(feeds.serve("/full", text))).toBe(text);
    await refusal(feeds.serve("/over", `${text}x`)).toThrow(tooBig);
  });

  test("a small file that unzips to 64 MB is aborted at the limit", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const url = feeds.answer("/bomb", (response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const before = process.memoryUsage().rss;
    await refusal(url).toThrow(tooBig);
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
  });

  test("a file that is not what it claims to be is damaged", async () => {
    const url = feeds.answer("/not-zipped", (response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end("plain after all"),
    );
    await refusal(url).toThrow("This calendar is damaged");
    const odd = feeds.answer("/odd-coding", (response) =>
      response.writeHead(200, { "content-encoding": "compress" }).end("x"),
    );
    await refusal(odd).toThrow("This calendar is damaged");
  });
});

// Both tests wait for the deadline, so they run at the same time.
describe.concurrent("time is limited", () => {
  const tooSlow = "This calendar took too long to answer.";

  test("a server that never answers, or never ends, is abandoned in time", async () => {
    const started = performance.now();
    const dripping: NodeJS.Timeout[] = [];
    const drip = feeds.answer("/drip", (response) => {
      response.writeHead(200);
      dripping.push(setInterval(() => response.write("x"), 20));
    });
    await Promise.all([
      refusal(feeds.answer("/silent", () => {})).toThrow(tooSlow),
      refusal(drip).toThrow(tooSlow),
    ]);
    dripping.forEach(clearInterval);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("a chain of slow redirects shares one deadline", async () => {
    const slow = (from: string, to: string) =>
      feeds.answer(from, (response) =>
        setTimeout(() => response.writeHead(302, { location: to }).end(), 700),
      );
    slow("/slow-1", "/slow-2");
    slow("/slow-2", "/slow-3");
    slow("/slow-3", "/end.ics");
    await refusal(feeds.at("/slow-1")).toThrow(tooSlow);
  });
});
