import { expect, it } from "vitest";
import { zoneGroups } from "./time-zones.ts";

it("lists the country's own zones first, under their common names", () => {
  const [own, ...others] = zoneGroups("US", "United States", "America/New_York");
  expect(own?.label).toBe("United States");
  const words = own?.zones.map(({ label }) => label);
  expect(words).toContain("New York (Eastern Time)");
  expect(words).toContain("Los Angeles (Pacific Time)");
  expect(own?.zones.find(({ value }) => value === "America/Chicago")?.label).toBe("Chicago (Central Time)");
  expect(others.map(({ label }) => label)).toContain("Europe");
});

it("lists every zone once, and always the current one", () => {
  for (const current of ["America/New_York", "Europe/Paris", "UTC"]) {
    const values = zoneGroups("US", "United States", current).flatMap(({ zones }) =>
      zones.map((zone) => zone.value),
    );
    expect(new Set(values).size).toBe(values.length);
    expect(values).toContain(current);
  }
});
