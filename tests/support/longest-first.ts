import { BaseSequencer, type TestSpecification } from "vitest/node";

// These files are small but slow. If one started last, the other cores would be idle while it runs.
const longest = [
  "/tests/journeys/screens/",
  "/tests/journeys/layout-shift.spec.ts",
  "/tests/fuzz.test.ts",
  "/server/calendar/subscriptions/hostile.test.ts",
  "/server/calendar/subscriptions/malicious-calendars.test.ts",
  "/server/help/replies/many-uploads.test.ts",
];

const runsLong = ({ moduleId }: TestSpecification): boolean =>
  longest.some((file) => moduleId.includes(file));

/** Starts with the slowest files. In a fresh clone, Vitest itself knows only their sizes. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((sorted) => [
      ...sorted.filter(runsLong),
      ...sorted.filter((file) => !runsLong(file)),
    ]);
  }
}
