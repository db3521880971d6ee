import { expect, it } from "vitest";
import { countries } from "#contract/countries.ts";
import { reportingIn } from "./scam-advice.tsx";

it.each([
  ["US", "the Federal Trade Commission", "7726"],
  ["PR", "the Federal Trade Commission", "7726"],
  ["CA", "the Canadian Anti-Fraud Centre", "7726"],
  ["GB", "Report Fraud, a service of the police", "7726"],
  ["AU", "Scamwatch", undefined],
  ["NZ", "the police (non-emergency)", "7726"],
  ["DE", undefined, undefined],
  ["constructor", undefined, undefined],
])("in %s, a scam is reported to %s, and its texts are forwarded to %s", (country, name, textsTo) => {
  const reporting = reportingIn(country);
  expect([reporting?.authority.name, reporting?.textsTo]).toEqual([name, textsTo]);
});

it("each authority can be reached, and its number is dialed as it is shown", () => {
  for (const country of countries) {
    const { authority } = reportingIn(country) ?? {};
    if (!authority) continue;
    expect(authority.phone ?? authority.site, country).toBeDefined();
    const [dialed = "", shown = ""] = authority.phone ?? [];
    const national = shown.replace(/\D/g, "").replace(/^[01]/, "");
    expect(dialed.endsWith(national), country).toBe(true);
  }
});
