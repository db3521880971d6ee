import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { landingHtml } from "#web/app/prerender.tsx";

const html = await landingHtml();
const text = html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

const specified = [
  "The simple way for families to stay in touch, share events, and give tech support to elderly relatives.",
  "Family Calendar Share events and appointments in one place.",
  "Daily Activities Daily puzzles and local events for seniors.",
  "Easy Tech Help Common phrases and questions for asking for help.",
];

describe("the landing page, before any script has run", () => {
  it.each(specified)("says: %s", (words) => {
    expect(text).toContain(words);
  });

  it("links to the signup and to the invitation", () => {
    expect(html).toMatch(/<a[^>]* href="\/\?signup"[^>]*>Get Started/);
    expect(html).toMatch(/<a[^>]* href="\/invite"[^>]*>Already have an invite\? Sign in here/);
    expect(html).toMatch(/<a[^>]* href="\/privacy-policy"/);
    expect(html).toMatch(/<a[^>]* href="\/terms-of-service"/);
  });

  it("has no inline script or style, which the CSP would refuse", () => {
    expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  });

  it("shows no Admin item to a visitor", () => {
    expect(html).not.toContain("/admin");
  });

  it("is small", () => {
    expect(brotliCompressSync(html).length).toBeLessThan(10 * 1024);
  });
});
