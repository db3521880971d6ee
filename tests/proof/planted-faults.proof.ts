import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PlantedFault, plantedFaults, runTests, WorkingCopy } from "#tests/support/planted-faults.ts";
import { print, secondsSince } from "./figures.ts";

const faults = plantedFaults();
const allTests = "all";
const greenTests = new Set<string>();
let copy: WorkingCopy;

beforeAll(async () => {
  copy = await WorkingCopy.create();
});

afterAll(() => copy.remove());

/** A test that fails without the fault would seem to catch every fault. */
async function expectGreenWithoutFault({ related }: PlantedFault): Promise<void> {
  const unproven = related.filter((test) => !greenTests.has(test));
  if (unproven.length === 0 && (related.length > 0 || greenTests.has(allTests))) return;
  const { failed } = await runTests(copy.folder, unproven);
  expect(failed, "The related tests have to pass without the fault.").toEqual([]);
  for (const test of related.length > 0 ? unproven : [allTests]) greenTests.add(test);
}

describe("the tests catch a planted fault", () => {
  it("at least 40 are planted, and no two have the same description", () => {
    expect(faults.length).toBeGreaterThanOrEqual(40);
    expect(new Set(faults.map(({ sentence }) => sentence)).size).toBe(faults.length);
  });

  for (const fault of faults) {
    it(`${fault.sentence} (${fault.file})`, async () => {
      await expectGreenWithoutFault(fault);
      const startedAt = performance.now();
      const { isGreen, failed } = await copy.withFault(fault, () => runTests(copy.folder, fault.related));
      print(fault.file, { "caught by": failed[0]?.name ?? "nothing", seconds: secondsSince(startedAt) });
      expect(isGreen, `No test noticed this fault: ${fault.sentence}`).toBe(false);
    });
  }
});
